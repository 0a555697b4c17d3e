import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { close, listen } from '../../../support/serve.ts';
import { type Engine, isRecord } from './engine.ts';

/** Starts WebKit's small browser, on a screen of its own if there is none, and drives it by WebDriver. */
export async function startWebKit(driverPath: string): Promise<Engine> {
  const screen = process.env['DISPLAY'] === undefined ? await startScreen() : undefined;
  const port = await freePort();
  const driver = spawn(driverPath, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...(screen === undefined ? {} : { DISPLAY: screen.display }),
      LIBGL_ALWAYS_SOFTWARE: '1',
      // The processes of a container's root have no sandbox of their own.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  const send = commands(`http://127.0.0.1:${port}`);
  await listening(`http://127.0.0.1:${port}`);
  const { sessionId } = await send('POST', '/session', { capabilities: {} });
  const session = `/session/${String(sessionId)}`;
  return {
    navigate: async (url) => {
      await send('POST', `${session}/url`, { url });
    },
    evaluate: async (expression) => {
      const script = `return JSON.stringify(${expression})`;
      const { value } = await send('POST', `${session}/execute/sync`, { script, args: [] });
      return typeof value === 'string' ? JSON.parse(value) : undefined;
    },
    perform: async (actions) => {
      await send('POST', `${session}/actions`, { actions });
    },
    resize: async (width, height) => {
      await send('POST', `${session}/window/rect`, { width, height });
    },
    close: async () => {
      await send('DELETE', session);
      await end(driver);
      if (screen !== undefined) await end(screen.server);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

/** Starts a screen in memory; the server chooses its number. */
async function startScreen(): Promise<{ readonly server: ChildProcess; readonly display: string }> {
  const flags = ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const server = spawn('/usr/bin/Xvfb', flags, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [number] = await once(server.stdout, 'data');
  return { server, display: `:${String(number).trim()}` };
}

async function freePort(): Promise<string> {
  const server = createServer();
  const { port } = new URL(await listen(server));
  await close(server);
  return port;
}

async function listening(address: string): Promise<void> {
  for (let left = 100; left > 0; left -= 1) {
    const isReady = await fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await wait(100);
  }
  throw new Error('WebKitWebDriver does not answer');
}

type Send = (
  method: string,
  path: string,
  body?: object,
) => Promise<Readonly<Record<string, unknown>>>;

/** Sends commands of WebDriver; an answer that is no object is in `value`. */
function commands(address: string): Send {
  return async (method, path, body) => {
    const answer = await fetch(address + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value }: { value: unknown } = JSON.parse(await answer.text());
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return isRecord(value) ? value : { value };
  };
}
