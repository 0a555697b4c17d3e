import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../../../src/shared/request/languages/languages.ts';
import {
  pythonLiteral,
  pythonSample,
  quotePython,
} from '../../../../../src/shared/request/languages/python.ts';
import { HARD_TEXTS } from './requests.ts';

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Reads a literal in double quotes. */
function unquote(literal: string): string {
  expect(literal).toMatch(/^"(?:[^"\\\n\r]|\\(?:[nrt"\\]|u[\da-f]{4}))*"$/);
  return literal
    .slice(1, -1)
    .replace(/\\(?:u([\da-f]{4})|(.))/g, (_, hex?: string, sign = '') =>
      hex === undefined ? (ESCAPES[sign] ?? sign) : String.fromCharCode(Number.parseInt(hex, 16)),
    );
}

describe('literals', () => {
  it.each(HARD_TEXTS)('Python reads %j as it is', (text) => {
    expect(unquote(quotePython(text))).toBe(text);
  });

  it('leaves what UTF-8 cannot hold to Python', () => {
    expect(quotePython('\ud800')).toBe('"\\ud800"');
  });

  it('writes JSON as Python', () => {
    expect(pythonLiteral({ a: true, b: [false, null, 1.5], c: {}, d: [] }, '')).toBe(
      [
        '{',
        '    "a": True,',
        '    "b": [',
        '        False,',
        '        None,',
        '        1.5,',
        '    ],',
        '    "c": {},',
        '    "d": [],',
        '}',
      ].join('\n'),
    );
  });
});

describe('programs', () => {
  const request = {
    method: 'POST',
    url: 'https://api.test/a',
    headers: [{ name: 'Accept', value: 'application/json' }],
    body: { kind: 'json', value: { name: 'x' } },
  } as const;

  it('Python posts with requests', () => {
    expect(pythonSample(request)).toBe(
      [
        'import requests',
        '',
        'response = requests.post(',
        '    "https://api.test/a",',
        '    headers={',
        '        "Accept": "application/json",',
        '    },',
        '    json={',
        '        "name": "x",',
        '    },',
        ')',
        'print(response.json())',
      ].join('\n'),
    );
  });

  it('Python uses the general call for other methods', () => {
    expect(pythonSample({ ...request, method: 'QUERY' })).toContain(
      'requests.request(\n    "QUERY",',
    );
  });

  it('Go sends the body and imports what it uses', () => {
    const code = LANGUAGES.find(({ id }) => id === 'go')?.write(request);
    expect(code).toContain('import (\n\t"fmt"\n\t"io"\n\t"log"\n\t"net/http"\n\t"strings"\n)');
    expect(code).toContain('\tbody := strings.NewReader(`{\n\t\t"name": "x"\n\t}`)');
    expect(code).toContain('http.NewRequest("POST", "https://api.test/a", body)');
    expect(code).toContain('request.Header.Set("Accept", "application/json")');
  });
});
