import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { curlSample } from '../../../../../src/shared/request/languages/curl.ts';
import type { SampleRequest } from '../../../../../src/shared/request/sample-request.ts';
import { HARD_TEXTS, requestWith } from './requests.ts';

let folder = '';

// A curl that prints its arguments, each ended by a NUL.
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'curl-'));
  const file = join(folder, 'curl');
  writeFileSync(file, `#!/bin/sh\nfor word in "$@"; do printf '%s\\0' "$word"; done\n`);
  chmodSync(file, 0o755);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(request: SampleRequest): string[] {
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` };
  const output = execFileSync('/bin/sh', ['-c', curlSample(request)], { env, encoding: 'utf8' });
  return output.split('\0').slice(0, -1);
}

const GET: SampleRequest = { method: 'GET', url: 'https://api.test/a', headers: [] };

describe('run by a POSIX shell', () => {
  it.each(HARD_TEXTS)('gives curl the text %j as it is', (text) => {
    const request = requestWith(text);
    const body = request.body?.kind === 'json' ? request.body.value : null;
    expect(run(request)).toEqual([
      '-X',
      'POST',
      request.url,
      ...request.headers.flatMap(({ name, value }) => ['-H', `${name}: ${value}`]),
      '--data-raw',
      JSON.stringify(body, null, 2).replaceAll('\n', '\n  '),
    ]);
  });

  it('has a JSON body that is indented below the command', () => {
    const value = { chainId: 1, checks: [{ erc: '721' }] };
    expect(curlSample({ ...GET, method: 'POST', body: { kind: 'json', value } })).toBe(`\
curl -X POST 'https://api.test/a' \\
  --data-raw '{
    "chainId": 1,
    "checks": [
      {
        "erc": "721"
      }
    ]
  }'`);
  });

  it.each(HARD_TEXTS)('sends the text body %j without reading a file', (text) => {
    const body = { kind: 'text', text } as const;
    expect(run({ ...GET, method: 'PUT', body }).slice(-2)).toEqual(['--data-raw', text]);
  });

  it('encodes forms, with names that hold an equals sign', () => {
    const fields = [
      ['a b=', "it's & more"],
      ['f', '@file'],
    ] as const;
    expect(run({ ...GET, method: 'POST', body: { kind: 'form', fields } }).slice(3)).toEqual([
      '--data-urlencode',
      "a%20b%3D=it's & more",
      '--data-urlencode',
      'f=@file',
    ]);
  });

  it('quotes parts of a form so that curl reads no file and no option out of them', () => {
    const fields = [
      { kind: 'text', name: 'plain', value: 'text' },
      { kind: 'text', name: 'at', value: '@/etc/passwd' },
      { kind: 'text', name: 'semicolon', value: 'a;type=b "c" \\' },
      { kind: 'text', name: 'json', value: '{"a":1}', contentType: 'application/json' },
      { kind: 'file', name: 'image', fileName: 'image.png', contentType: 'image/png' },
    ] as const;
    expect(run({ ...GET, method: 'POST', body: { kind: 'multipart', fields } }).slice(3)).toEqual([
      '-F',
      'plain=text',
      '-F',
      'at="@/etc/passwd"',
      '-F',
      'semicolon="a;type=b \\"c\\" \\\\"',
      '-F',
      'json="{\\"a\\":1}";type=application/json',
      '-F',
      'image=@image.png;type=image/png',
    ]);
  });

  it('needs no option for GET, sends HEAD without waiting for a body, and files as they are', () => {
    expect(run(GET)).toEqual(['https://api.test/a']);
    expect(run({ ...GET, method: 'HEAD' })).toEqual(['--head', 'https://api.test/a']);
    expect(run({ ...GET, method: 'GO; id' })).toEqual(['-X', 'GO; id', 'https://api.test/a']);
    const body = { kind: 'binary', fileName: 'file.bin' } as const;
    expect(run({ ...GET, method: 'PUT', body }).slice(-2)).toEqual(['--data-binary', '@file.bin']);
  });
});
