import { connect, createServer, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { listen } from './link-server.ts';

/** A port on which nobody listens. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export interface DeafPort {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** A port whose owner never accepts: its thread is blocked, and what the system accepts for it is used up. */
export async function deafPort(): Promise<DeafPort> {
  const worker = new Worker(DEAF, { eval: true });
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  const fillers: Socket[] = Array.from({ length: 4 }, () => connect(port, '127.0.0.1'));
  for (const socket of fillers) socket.on('error', () => {});
  return {
    port,
    async close() {
      for (const socket of fillers) socket.destroy();
      await worker.terminate();
    },
  };
}

const DEAF = `
const { createServer } = require('node:net');
const { parentPort } = require('node:worker_threads');
const server = createServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  parentPort.postMessage(server.address().port);
  setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0), 10);
});
`;
