import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf, type Responder, rpcError, serveConnection } from '../../../src/mcp/session.ts';

const REQUEST = { jsonrpc: '2.0', id: 1, method: 'echo', params: { a: 1 } };

interface Settings {
  readonly hasBatches?: boolean;
  readonly responder?: Partial<Responder>;
}

/** The answers to chunks of input, and the reported bugs. */
async function answers(chunks: readonly (string | Uint8Array)[], settings: Settings = {}) {
  const written: string[] = [];
  const bugs: unknown[] = [];
  async function* input(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  await serveConnection(
    {
      input: input(),
      write: async (text) => void written.push(text),
      report: (error) => void bugs.push(error),
    },
    {
      request: (method, params) => {
        if (method === 'echo') return Promise.resolve({ result: params });
        if (method === 'fail') return Promise.resolve(rpcError(-1, 'no'));
        return method === 'throw' ? Promise.reject(new Error('bug')) : undefined;
      },
      hasBatches: () => settings.hasBatches === true,
      ...settings.responder,
    },
  );
  const lines = written.join('').split('\n');
  expect(lines.pop()).toBe('');
  return { messages: lines.map((line): unknown => JSON.parse(line)), bugs };
}

const line = (message: unknown): string => `${JSON.stringify(message)}\n`;
const error = (code: number, id: unknown = null) =>
  expect.objectContaining({ id, error: expect.objectContaining({ code }) });

describe('a connection', () => {
  it.each([
    ['a request', line(REQUEST), [{ jsonrpc: '2.0', id: 1, result: { a: 1 } }]],
    ['an id that is a text', line({ ...REQUEST, id: '' }), [expect.objectContaining({ id: '' })]],
    [
      'a line of Windows',
      `${JSON.stringify(REQUEST)}\r\n\r\n`,
      [expect.objectContaining({ id: 1 })],
    ],
    ['a last line without an end', JSON.stringify(REQUEST), [expect.objectContaining({ id: 1 })]],
    ['an unknown method', line({ ...REQUEST, method: 'nope' }), [error(-32601, 1)]],
    ['an error of the method', line({ ...REQUEST, method: 'fail' }), [error(-1, 1)]],
    ['wrong params', line({ ...REQUEST, params: [1] }), [error(-32602, 1)]],
    ['another version', line({ ...REQUEST, jsonrpc: '1.0' }), [error(-32600)]],
    ['an id that is null', line({ ...REQUEST, id: null }), [error(-32600)]],
    [
      'an id that JSON cannot keep',
      '{"jsonrpc":"2.0","id":9007199254740993,"method":"echo"}\n',
      [error(-32600)],
    ],
    ['no method', line({ jsonrpc: '2.0', id: 1 }), [error(-32600)]],
    ['a text', '"hello"\n', [error(-32600)]],
    ['malformed JSON', '{"jsonrpc":\n', [error(-32700)]],
    ['deep JSON', `${'['.repeat(400_000)}\n`, [error(-32700)]],
    ['a notification', line({ jsonrpc: '2.0', method: 'notifications/initialized' }), []],
    ['an unknown notification', line({ jsonrpc: '2.0', method: 'nope', params: 1 }), []],
    ['a response', line({ jsonrpc: '2.0', id: 1, result: {} }), []],
    ['empty lines', '\n\r\n  \n', []],
    ['nothing', '', []],
    ['a batch of a newer version', line([REQUEST]), [error(-32600)]],
  ])('with %s', async (_, text, expected) => {
    expect((await answers([text])).messages).toEqual(expected);
  });

  it('refuses text that is not UTF-8, and goes on', async () => {
    const { messages } = await answers([Buffer.from([0x22, 0xff, 0x22, 0x0a]), line(REQUEST)]);
    expect(messages).toEqual([error(-32700), expect.objectContaining({ id: 1 })]);
  });

  it('refuses a line that is too long without keeping it, and goes on', async () => {
    const chunk = 'x'.repeat(600_000);
    const { messages } = await answers([chunk, chunk, chunk, `\n${line(REQUEST)}`]);
    expect(messages).toEqual([error(-32600), expect.objectContaining({ id: 1 })]);
  });

  it('answers batches of older versions', async () => {
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const { messages } = await answers(
      [line([REQUEST, notification, 7, { ...REQUEST, id: 2 }]), line([notification]), line([])],
      { hasBatches: true },
    );
    expect(messages).toEqual([
      [expect.objectContaining({ id: 1 }), error(-32600), expect.objectContaining({ id: 2 })],
      error(-32600),
    ]);
  });

  it('does not answer canceled requests', async () => {
    let resolve = (): void => {};
    const promise = new Promise<void>((done) => (resolve = done));
    const request = (method: string) => {
      if (method === 'go') resolve();
      return promise.then(() => ({ result: {} }));
    };
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    const { messages } = await answers(
      [
        line(REQUEST),
        line({ ...REQUEST, id: 2 }),
        line(cancel),
        line({ ...REQUEST, id: 3, method: 'go' }),
      ],
      { responder: { request } },
    );
    expect(messages.map((message) => Object(message).id).toSorted()).toEqual([2, 3]);
  });

  it('reports a bug, and goes on', async () => {
    const { messages, bugs } = await answers([
      line({ ...REQUEST, method: 'throw' }),
      line(REQUEST),
    ]);
    expect(bugs).toEqual([new Error('bug')]);
    expect(messages).toEqual(
      expect.arrayContaining([error(-32603, 1), expect.objectContaining({ result: { a: 1 } })]),
    );
  });
});

describe('lines', () => {
  it('are the same however the stream is cut', async () => {
    const pieces = fc.oneof(
      fc.constantFrom('\n', '\r\n', '', '{"id":1}', '\u{1F600}', '\0'),
      fc.string({ unit: 'binary' }),
    );
    const property = fc.asyncProperty(
      fc.array(pieces),
      fc.array(fc.nat({ max: 200 })),
      fc.integer({ min: 0, max: 30 }),
      async (parts, cuts, most) => {
        const bytes = Buffer.from(parts.join(''));
        const ends = [...new Set(cuts.filter((cut) => cut < bytes.length))].toSorted(
          (a, b) => a - b,
        );
        async function* stream(): AsyncGenerator<Uint8Array> {
          for (const [at, end] of [...ends, bytes.length].entries())
            yield bytes.subarray(ends[at - 1] ?? 0, end);
        }
        const found: (Uint8Array | undefined)[] = [];
        for await (const one of linesOf(stream(), most)) found.push(one);
        const split = bytes.toString('latin1').split('\n');
        const expected = split.at(-1) === '' ? split.slice(0, -1) : split;
        expect(found.map((one) => one && Buffer.from(one).toString('latin1'))).toEqual(
          expected.map((one) => (one.length > most ? undefined : one)),
        );
      },
    );
    await fc.assert(property, { numRuns: 300 });
  });

  it('of any bytes are answered with JSON-RPC', async () => {
    const property = fc.asyncProperty(
      fc.array(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((text) => Buffer.from(`${text}\n`)),
        ),
      ),
      async (chunks) => {
        for (const message of (await answers(chunks)).messages)
          expect(message).toHaveProperty('jsonrpc', '2.0');
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });
});
