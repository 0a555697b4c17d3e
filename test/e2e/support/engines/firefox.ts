import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'undici';
import { type Engine, isRecord } from './engine.ts';

/** Preferences of the profile: no request of the browser's own. */
const PREFERENCES = [
  'app.normandy.enabled',
  'app.update.enabled',
  'browser.safebrowsing.malware.enabled',
  'browser.safebrowsing.phishing.enabled',
  'browser.shell.checkDefaultBrowser',
  'datareporting.policy.dataSubmissionEnabled',
  'extensions.systemAddon.update.enabled',
  'network.captive-portal-service.enabled',
  'network.connectivity-service.enabled',
].map((name) => `user_pref("${name}", false);\n`);

/** Starts Firefox without a window, and drives it by WebDriver BiDi. */
export async function startFirefox(executable: string): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'docwright-firefox-'));
  writeFileSync(join(profile, 'user.js'), PREFERENCES.join(''));
  const flags = ['--headless', '--remote-debugging-port', '0', '--no-remote', '--profile', profile];
  const firefox = spawn(executable, flags, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile },
  });
  const socket = new WebSocket(`${await addressOf(firefox)}/session`);
  await new Promise((opened) => socket.addEventListener('open', opened, { once: true }));
  const send = commands(socket);
  await send('session.new', { capabilities: {} });
  const { contexts } = await send('browsingContext.getTree', {});
  const [first] = Array.isArray(contexts) ? contexts : [];
  const context: unknown = first?.context;
  return {
    navigate: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    evaluate: async (expression) => {
      const { result, exceptionDetails } = await send('script.evaluate', {
        expression: `JSON.stringify(${expression})`,
        target: { context },
        awaitPromise: false,
      });
      if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
      const text = isRecord(result) ? result['value'] : undefined;
      return typeof text === 'string' ? JSON.parse(text) : undefined;
    },
    perform: async (actions) => {
      await send('input.performActions', { context, actions });
    },
    resize: async (width, height) => {
      await send('browsingContext.setViewport', { context, viewport: { width, height } });
    },
    close: async () => {
      const ended = once(firefox, 'exit');
      firefox.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** The address at which the browser listens. */
function addressOf({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    stderr?.on('data', (data) => {
      text += String(data);
      const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(text)?.[1];
      if (address !== undefined) resolve(address);
    });
    stderr?.on('end', () => reject(new Error(`Firefox has ended:\n${text}`)));
  });
}

type Send = (method: string, parameters: object) => Promise<Readonly<Record<string, unknown>>>;

/** Sends commands; each resolves with its own answer. */
function commands(socket: WebSocket): Send {
  const waiting = new Map<unknown, (answer: Readonly<Record<string, unknown>>) => void>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const answer: unknown = JSON.parse(String(data));
    if (isRecord(answer)) waiting.get(answer['id'])?.(answer);
  });
  return (method, params) =>
    new Promise((resolve, reject) => {
      const id = (last += 1);
      waiting.set(id, ({ result, error, message }) => {
        waiting.delete(id);
        if (isRecord(result)) resolve(result);
        else reject(new Error(`${method}: ${String(error)}: ${String(message)}`));
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
}
