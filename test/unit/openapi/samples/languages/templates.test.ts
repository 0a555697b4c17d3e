import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../../../src/shared/request/languages/languages.ts';
import type {
  SampleBody,
  SampleRequest,
} from '../../../../../src/shared/request/sample-request.ts';
import { HARD_TEXTS, requestWith } from './requests.ts';

interface Node {
  readonly type: string;
  readonly text: string;
  readonly hasError: boolean;
  readonly children: readonly Node[];
}

interface TreeSitter {
  readonly Parser: {
    new (): { setLanguage(language: object): void; parse(code: string): { rootNode: Node } };
    init(): Promise<void>;
  };
  readonly Language: { load(file: string): Promise<object> };
}

const require = createRequire(import.meta.url);
const { Parser, Language }: TreeSitter = require('@vscode/tree-sitter-wasm');
const OWN = '@vscode/tree-sitter-wasm/wasm/tree-sitter-';
const FILES: Readonly<Record<string, string>> = {
  curl: `${OWN}bash`,
  csharp: `${OWN}c-sharp`,
  kotlin: '@unit-mesh/treesitter-artifacts/wasm/tree-sitter-kotlin',
  swift: '@unit-mesh/treesitter-artifacts/wasm/tree-sitter-swift',
};
const parsers = new Map<string, InstanceType<TreeSitter['Parser']>>();

beforeAll(async () => {
  await Parser.init();
  for (const { id } of LANGUAGES) {
    const parser = new Parser();
    parser.setLanguage(await Language.load(require.resolve(`${FILES[id] ?? OWN + id}.wasm`)));
    parsers.set(id, parser);
  }
});

function parse(id: string, code: string): Node {
  const root = parsers.get(id)?.parse(code).rootNode;
  if (root === undefined || root.hasError) throw new Error(`not ${id}:\n${code}`);
  return root;
}

/** The literals of code, and the kinds of all else; parts of literals that are code are code. */
function read(id: string, code: string): { readonly shape: string; readonly literals: string[] } {
  const literals: string[] = [];
  const print = ({ type, text, children }: Node): string => {
    const isLiteral = /string/.test(type) && /^["'`r]/.test(text);
    if (isLiteral) literals.push(text);
    const inner = children
      .map(print)
      .filter((part) => !isLiteral || /variable|interpol/.test(part));
    return `${isLiteral ? 'literal' : type}(${inner.join()})`;
  };
  // How Kotlin writes a dollar sign in a raw literal, and Go a back quote.
  const whole = code.replaceAll("${'$'}", '\u00a7').replaceAll('` + "`" + `', '\u00b6');
  const root = parse(id, whole);
  return { shape: print(root), literals };
}

const NAMED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** The text of a literal, by the rules of its language. */
function valueOf(id: string, literal: string): string {
  if (literal.startsWith('r#')) return literal.replace(/^r(#+)"(.*)"\1$/s, '$2');
  if (literal.startsWith('`')) return literal.slice(1, -1).replaceAll('\u00b6', '`');
  if (literal.startsWith("'")) {
    const pairs = id === 'powershell' ? /(['\u2018-\u201b])\1/g : /\\(['\\])/g;
    return literal.slice(1, -1).replace(pairs, '$1');
  }
  if (literal.startsWith('"""')) {
    const text = literal.slice(3, -3);
    if (id === 'kotlin') return text.replaceAll('\u00a7', '$');
    return id === 'csharp' ? text : text.replace(/\\(.)/g, '$1');
  }
  const escape =
    id === 'powershell' ? /`(?:u\{?([\da-f]{4})\}?|(.))/gs : /\\(?:u\{?([\da-f]{4})\}?|(.))/gs;
  return literal
    .slice(1, -1)
    .replace(escape, (_, code?: string, sign = '') =>
      code === undefined ? (NAMED[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
    );
}

function withBody(text: string, body: SampleBody): SampleRequest {
  return { ...requestWith(text), body };
}

// The first three have programs of their own, and tests of their literals.
describe.each(LANGUAGES.slice(3))('$label', ({ id, write }) => {
  it.each(HARD_TEXTS)('says %j in literals alone, as it is', (text) => {
    const like = (isAscii: (sign: string) => boolean): string =>
      text.replace(/[^\n]/gu, (sign) => (isAscii(sign) ? '-' : '\u00e9'));
    const harmless = like((sign) => sign < '\x80');
    // JSON has escapes for invisible signs.
    const inJson = like((sign) => /[\0-\x7f\p{Cf}\p{Zl}\p{Zp}]/u.test(sign));
    const bodies = (one: string): readonly SampleBody[] => [
      { kind: 'text', text: one },
      { kind: 'form', fields: [[one, one]] },
      { kind: 'multipart', fields: [{ kind: 'text', name: 'a', value: one }] },
    ];
    const json = requestWith(text);
    const code = write(json);
    const { shape, literals } = read(id, code);
    expect(shape).toBe(read(id, write(requestWith(inJson))).shape);
    const values = literals.map((literal) => valueOf(id, literal));
    expect(values.some((value) => value.includes(json.url))).toBe(true);
    for (const { value } of json.headers)
      expect(values.some((one) => one.endsWith(value))).toBe(true);
    const sent = values.find((value) => value.trim().startsWith('{'));
    expect(JSON.parse(sent ?? '')).toEqual(json.body?.kind === 'json' && json.body.value);
    bodies(text).forEach((body, index) => {
      const own = read(id, write(withBody(text, body)));
      const other = bodies(harmless)[index] ?? body;
      expect(own.shape).toBe(read(id, write(withBody(harmless, other))).shape);
      const all = own.literals.map((literal) => valueOf(id, literal)).join('');
      expect(all).toContain(body.kind === 'form' ? encodeURIComponent(text).slice(0, 3) : text);
    });
  });

  it('sends files, typed fields, and methods that no library knows', () => {
    const fields = [
      { kind: 'text', name: 'note', value: '{}', contentType: 'application/json' },
      { kind: 'file', name: 'files', fileName: 'a.png', contentType: 'image/png' },
      { kind: 'file', name: 'files', fileName: 'b.bin' },
    ] as const;
    const form = write(withBody('', { kind: 'multipart', fields }));
    for (const word of ['note', 'application/json', 'files', 'a.png', 'image/png', 'b.bin'])
      expect(read(id, form).literals.join()).toContain(word);
    const file = write(withBody('', { kind: 'binary', fileName: 'c.bin' }));
    expect(read(id, file).literals.join()).toContain('c.bin');
    const query = write({ method: 'QUERY', url: 'https://api.test', headers: [] });
    expect(read(id, query).literals).toContain('"QUERY"');
  });

  it('chooses a boundary that no field contains', () => {
    const fields = [{ kind: 'text', name: 'a', value: '--boundary--' }] as const;
    const code = write(withBody('', { kind: 'multipart', fields }));
    if (code.includes('boundary=')) expect(code).toContain('boundary=boundary-0"');
  });
});

describe.each(LANGUAGES.slice(0, 3))('$label', ({ id, write }) => {
  it.each(HARD_TEXTS)('is code of the language with %j', (text) => {
    parse(id, write(requestWith(text)));
  });
});
