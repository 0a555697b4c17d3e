import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { javascriptSample } from '../../../../../src/shared/request/languages/javascript.ts';
import type { SampleRequest } from '../../../../../src/shared/request/sample-request.ts';
import { HARD_TEXTS, requestWith } from './requests.ts';

interface Call {
  readonly url: string;
  readonly options: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
}

/** Runs a sample with a stand-in for fetch. */
async function run(request: SampleRequest): Promise<Call> {
  const calls: Call[] = [];
  const fetch = (url: string, options: Call['options'] = {}): unknown => {
    calls.push({ url, options });
    return { status: 200, json: () => ({}), text: () => '' };
  };
  const code = javascriptSample(request).replace(/^import .*$/m, '');
  const tools = { fetch, URLSearchParams, FormData, Blob, console: { log: () => undefined } };
  const openAsBlob = (name: string): Blob => new Blob([`content of ${name}`]);
  await runInNewContext(`(async () => {${code}\n})()`, { ...tools, openAsBlob });
  const [call] = calls;
  if (call === undefined) throw new Error('not called');
  return call;
}

const POST: SampleRequest = { method: 'POST', url: 'https://api.test/a', headers: [] };

describe('evaluated', () => {
  it.each(HARD_TEXTS)('calls fetch with the text %j as it is', async (text) => {
    const request = requestWith(text);
    const { url, options } = await run(request);
    expect(url).toBe(request.url);
    expect(options.method).toBe('POST');
    expect(Object.entries(options.headers ?? {})).toEqual(
      request.headers.map(({ name, value }) => [name, value]),
    );
    const body = request.body?.kind === 'json' ? request.body.value : null;
    expect(options.body).toBe(JSON.stringify(body));
  });

  it.each(HARD_TEXTS)('sends the text body %j', async (text) => {
    const { options } = await run({ ...POST, body: { kind: 'text', text } });
    expect(options.body).toBe(text);
  });

  it('keeps a key that is called __proto__', async () => {
    const value = JSON.parse('{"__proto__":{"a":1}}');
    const { options } = await run({ ...POST, body: { kind: 'json', value } });
    expect(options.body).toBe('{"__proto__":{"a":1}}');
  });

  it('sends forms, with a duplicate name', async () => {
    const fields = [
      ['a', "it's"],
      ['a', '&'],
    ] as const;
    const { options } = await run({ ...POST, body: { kind: 'form', fields } });
    expect(String(options.body)).toBe('a=it%27s&a=%26');
  });

  it('sends parts and files', async () => {
    const fields = [
      { kind: 'text', name: "it's", value: '@x' },
      { kind: 'file', name: 'image', fileName: 'image.png', contentType: 'image/png' },
    ] as const;
    const { options } = await run({ ...POST, body: { kind: 'multipart', fields } });
    const form = options.body;
    if (!(form instanceof FormData)) throw new Error('no form');
    const file = form.get('image');
    expect(form.get("it's")).toBe('@x');
    expect(typeof file === 'object' && file !== null ? await file.text() : '').toBe(
      'content of image.png',
    );
  });

  it('needs no options for a plain GET', () => {
    expect(javascriptSample({ ...POST, method: 'GET' })).toBe(
      "const response = await fetch('https://api.test/a');\nconsole.log(response.status);",
    );
  });
});
