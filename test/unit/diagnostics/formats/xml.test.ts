import { describe, expect, it } from 'vitest';
import { formatDiagnostics } from '../../../../src/diagnostics/format.ts';
import { BROKEN, IN_NAVBAR, NASTY, PLACELESS, reportOf } from './findings.ts';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function decode(raw: string): string {
  const decoded = raw.replace(/&(?:#(\d+)|(\w+));/g, (_, code?: string, name = '') =>
    code === undefined ? (NAMED[name] ?? fail(`&${name};`)) : String.fromCodePoint(Number(code)),
  );
  if (/&(?!(?:#\d+|\w+);)/.test(raw)) fail(raw);
  return decoded;
}

function fail(what: string): never {
  throw new Error(`not well-formed: ${JSON.stringify(what)}`);
}

/** Reads the XML that the formats write; throws where it is not well-formed (XML 1.0). */
function parseXml(xml: string): Element {
  if (/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(xml)) fail('a character');
  const body =
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n(.*)$/s.exec(xml)?.[1] ?? fail('prolog');
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  for (const [, tag, raw] of body.matchAll(/<([^>]*)>|([^<]+)/g)) {
    const top = open.at(-1) ?? fail('end');
    if (tag === undefined) {
      if (raw?.includes(']]>')) fail(raw);
      top.text += decode(raw ?? '');
    } else if (tag.startsWith('/')) {
      if (open.pop()?.name !== tag.slice(1)) fail(tag);
    } else {
      const element = startTag(tag);
      top.children.push(element);
      if (!tag.endsWith('/')) open.push(element);
    }
  }
  return open.length === 1 && root.children.length === 1
    ? (root.children[0] ?? fail(''))
    : fail('roots');
}

function startTag(tag: string): Element {
  const [, name = '', rest = ''] = /^([\w-]+)((?: [\w-]+="[^"<]*")*)\/?$/.exec(tag) ?? fail(tag);
  const attributes: Record<string, string> = {};
  for (const [, key = '', value = ''] of rest.matchAll(/ ([\w-]+)="([^"]*)"/g)) {
    if (Object.hasOwn(attributes, key)) fail(key);
    attributes[key] = decode(value);
  }
  return { name, attributes, children: [], text: '' };
}

const all = [BROKEN, IN_NAVBAR, NASTY, PLACELESS];
const nastyMessage = 'a < b & "c" \'d\' ]]> 100%[2J {0} \u{1F600}\nnext\tline\nécrire\r\nmieux';

describe('junit', () => {
  const junit = (...args: Parameters<typeof reportOf>): Element =>
    parseXml(formatDiagnostics('junit', reportOf(...args)));

  it('has one suite for each file, one test for each problem, and fails errors', () => {
    const root = junit(all);
    expect(root.attributes).toEqual({ name: 'docwright', tests: '4', failures: '2', errors: '0' });
    expect(root.children.map(({ attributes }) => attributes['name'])).toEqual([
      'site',
      'content/docs/a.md',
      'content/ä b,c:d&<"\'>.md',
      'site.config.ts',
    ]);
    const [test] = root.children[1]?.children ?? [];
    expect(test?.attributes).toEqual({
      name: '12:34 page-not-found ./instal.md',
      classname: 'content/docs/a.md',
      file: 'content/docs/a.md',
      line: '12',
    });
    expect(test?.children[0]?.attributes).toEqual({
      message: 'there is no page at "/docs/instal"',
      type: 'page-not-found',
    });
  });

  it('passes warnings, unless they fail the run', () => {
    const told = (root: Element) => root.children[0]?.children[0]?.children[0];
    expect(told(junit([NASTY]))).toMatchObject({
      name: 'system-out',
      text: `content/ä b,c:d&<"'>.md:3:1 ${nastyMessage}`,
    });
    const strict = junit([NASTY], { fails: ({ severity }) => severity !== 'info' });
    expect(told(strict)?.name).toBe('failure');
    expect(strict.attributes['failures']).toBe('1');
  });

  it('is one passed test without problems, and an error when the run ended early', () => {
    expect(junit([]).attributes).toMatchObject({ tests: '1', failures: '0', errors: '0' });
    expect(junit([BROKEN], { complete: false }).attributes).toMatchObject({
      tests: '2',
      failures: '1',
      errors: '1',
    });
  });
});
