import { describe, expect, it } from 'vitest';
import { type Diagnostic, diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { formatDiagnostics } from '../../../src/diagnostics/format.ts';
import {
  applyBaseline,
  type Baseline,
  describeUpdate,
  updateBaseline,
} from '../../../src/links/baseline.ts';
import { readBaseline } from '../../../src/links/read-baseline.ts';
import { lineOf, linkFinding } from './link-finding.ts';

const text = (diagnostics: readonly Diagnostic[]): string =>
  updateBaseline(diagnostics, undefined).text;

function baselineOf(content: string): Baseline {
  const { baseline, diagnostics } = readBaseline('baseline.json', content);
  expect(diagnostics).toEqual([]);
  if (baseline === undefined) throw new Error('no baseline');
  return baseline;
}

const one = linkFinding({ line: 3, href: './one.md' });
const twice = linkFinding({ line: 5, href: './twice.md' });
const again = linkFinding({ line: 9, href: './twice.md' });
const image = linkFinding({ code: 'asset-not-found', file: 'b.md', href: './p.png' });

describe('a baseline', () => {
  it('is stable, with one entry a line in clear text, and without lines', () => {
    const content = text([again, image, one, twice]);
    expect(content).toBe(text([image, twice, one, again]));
    const lines = content.split('\n');
    expect(lines.slice(0, 3)).toEqual(['{', '  "baselineVersion": 1,', '  "findings": [']);
    expect(lines[3]).toMatch(
      /^ {4}\{"key":"[0-9a-f]{16}","rule":"page-not-found","file":"a\.md","href":"\.\/one\.md"\},$/,
    );
    expect(lines[5]).toMatch(/"href":"\.\/twice\.md","nth":2\},$/);
    expect(lines.slice(7)).toEqual(['  ]', '}', '']);
    expect(JSON.parse(content).findings).toHaveLength(4);
  });

  it('is empty where there is nothing to list', () => {
    expect(text([])).toBe('{\n  "baselineVersion": 1,\n  "findings": []\n}\n');
    expect(baselineOf('{"baselineVersion": 1}').entries).toEqual([]);
  });

  it('is sorted by file, rule, destination and number', () => {
    const found = [
      linkFinding({ file: 'b.md', href: './a.md' }),
      linkFinding({ file: 'a.md', href: './b.md' }),
      linkFinding({ file: 'a.md', href: './a.md', line: 2 }),
      linkFinding({ file: 'a.md', href: './a.md', line: 3 }),
      linkFinding({ file: 'a.md', href: './c.md', code: 'case-mismatch' }),
    ];
    const sorted = [
      'a.md case-mismatch ./c.md 1',
      'a.md page-not-found ./a.md 1',
      'a.md page-not-found ./a.md 2',
      'a.md page-not-found ./b.md 1',
      'b.md page-not-found ./a.md 1',
    ];
    const print = (entries: Baseline['entries']): readonly string[] =>
      entries.map(({ file, rule, href, nth }) => `${file} ${rule} ${href} ${nth}`);
    const baseline = baselineOf(text(found));
    expect(print(baseline.entries)).toEqual(sorted);
    const turned = { ...baseline, entries: baseline.entries.toReversed() };
    const { removed } = updateBaseline([], turned);
    expect(removed).toEqual(baseline.entries);
    expect(print(baselineOf(updateBaseline([], turned, () => false).text).entries)).toEqual(sorted);
  });

  it('recognizes its findings on other lines, but not a repetition of the same link', () => {
    const baseline = baselineOf(text([one, twice]));
    const moved = linkFinding({ line: 103, column: 7, href: './one.md' });
    const result = applyBaseline([moved, again, twice], baseline);
    expect(result.known).toEqual([moved, twice]);
    expect(result.fresh).toEqual([again]);
    expect(result.stale).toEqual([]);
  });

  it('distinguishes rules and files', () => {
    const baseline = baselineOf(text([one]));
    const others = [
      linkFinding({ href: './one.md', file: 'b.md' }),
      linkFinding({ href: './one.md', code: 'case-mismatch' }),
    ];
    expect(applyBaseline(others, baseline).fresh).toEqual(others);
  });

  it('warns of entries whose finding no longer occurs, at their lines', () => {
    const baseline = baselineOf(text([one, twice, image]));
    const { stale } = applyBaseline([twice], baseline);
    expect(stale.map(lineOf)).toEqual([
      'baseline.json:4:5 stale-baseline',
      'baseline.json:6:5 stale-baseline',
    ]);
    const [line = ''] = text([one, twice, image]).split('\n').slice(3);
    expect(stale[0]).toEqual({
      code: 'stale-baseline',
      severity: 'warning',
      message: 'page-not-found of "./one.md" in a.md is in the baseline, but is no longer found',
      hint: '`docs check-links --update-baseline` removes it',
      location: {
        file: 'baseline.json',
        line: 4,
        column: 5,
        endLine: 4,
        endColumn: line.lastIndexOf('}') + 2,
      },
    });
  });

  it('does not report entries as stale that the run did not check', () => {
    const baseline = baselineOf(text([one, image]));
    const { stale } = applyBaseline([], baseline, ({ file }) => file === 'b.md');
    expect(stale.map(({ message }) => message)).toEqual([expect.stringContaining('./p.png')]);
  });

  it('warns of an entry that is listed twice', () => {
    const lines = text([one, twice]).split('\n');
    lines.splice(3, 0, lines[3] ?? '');
    const { stale, known } = applyBaseline([one, twice], baselineOf(lines.join('\n')));
    expect(known).toHaveLength(2);
    expect(stale.map(lineOf)).toEqual(['baseline.json:5:5 stale-baseline']);
    expect(stale[0]).toMatchObject({
      message: 'page-not-found of "./one.md" in a.md is listed twice in the baseline',
      hint: '`docs check-links --update-baseline` removes it',
    });
  });

  it('never lists findings about itself', () => {
    const { stale } = applyBaseline([], baselineOf(text([one])));
    expect(JSON.parse(text(stale)).findings).toEqual([]);
    expect(applyBaseline(stale, baselineOf(text([one]))).fresh).toEqual(stale);
  });

  it('lists findings about anything but those whose level is fixed', () => {
    const found = [
      linkFinding({ code: 'html-dropped' }),
      linkFinding({ code: 'openapi-example' }),
      linkFinding({ code: 'unsafe-scheme' }),
      linkFinding({ code: 'frontmatter-syntax' }),
    ];
    const baseline = baselineOf(text(found));
    expect(baseline.entries.map(({ rule }) => rule)).toEqual(['html-dropped', 'openapi-example']);
    const { fresh } = applyBaseline(found, baseline);
    expect(fresh.map(({ code }) => code)).toEqual(['unsafe-scheme', 'frontmatter-syntax']);
  });

  it('recognizes a finding by the quoted parts of its message', () => {
    const at = (line: number, pointer?: string) => ({
      location: {
        file: 'api.yaml',
        line,
        column: 1,
        ...(pointer === undefined ? {} : { pointer }),
      },
    });
    const before = [
      diagnostic('html-dropped', { message: '<blink> was dropped', ...at(1) }),
      diagnostic('openapi-tag', { message: 'tag "a" is unknown', ...at(2, '/paths/~1a/tags/0') }),
    ];
    const after = [
      diagnostic('html-dropped', { message: 'dropped <blink>', ...at(7) }),
      diagnostic('openapi-tag', { message: 'no tag "a"', ...at(9, '/paths/~1a/tags/3') }),
      diagnostic('html-dropped', { message: 'dropped <marquee>', ...at(8) }),
      diagnostic('openapi-tag', { message: 'no tag "a"', ...at(9, '/paths/~1b/tags/0') }),
    ];
    const { known, fresh } = applyBaseline(after, baselineOf(text(before)));
    expect(known).toEqual(after.slice(0, 2));
    expect(fresh).toEqual(after.slice(2));
  });

  it('has the fingerprints of the SARIF report as keys', () => {
    const [{ results }] = JSON.parse(
      formatDiagnostics('sarif', { diagnostics: [one], complete: true, read: () => undefined }),
    ).runs;
    expect(JSON.parse(text([one])).findings[0].key).toBe(
      results[0].partialFingerprints['docwrightFinding/v1'],
    );
  });
});

describe('an update of a baseline', () => {
  it('describes added and removed entries', () => {
    const update = updateBaseline([twice, image], baselineOf(text([one, twice])));
    expect(update.text).toBe(text([twice, image]));
    expect(describeUpdate(update).split('\n')).toEqual([
      '- a.md  page-not-found  ./one.md',
      '+ b.md  asset-not-found  ./p.png',
      'baseline: 1 added, 1 removed, 1 kept',
    ]);
  });

  it('keeps entries that the run did not check', () => {
    const update = updateBaseline(
      [],
      baselineOf(text([one, image])),
      ({ file }) => file === 'b.md',
    );
    expect(update.text).toBe(text([one]));
  });

  it('changes nothing the second time', () => {
    const update = updateBaseline([one, twice], baselineOf(text([one, twice])));
    expect([update.added, update.removed, update.kept]).toEqual([[], [], 2]);
  });
});

describe('a damaged baseline', () => {
  const good = text([one]);
  const { key } = JSON.parse(good).findings[0];
  const RENEW = 'rewrite it with `docs check-links --update-baseline`';
  const diagnosticsOf = (content: string): readonly Diagnostic[] => {
    const { baseline, diagnostics } = readBaseline('baseline.json', content);
    expect(baseline).toBeUndefined();
    return diagnostics;
  };

  it.each([
    ['empty', '', '1:1-1:1', 'this is not a baseline of the link check'],
    ['a list', '[]', '1:1-1:1', 'this is not a baseline of the link check'],
    [
      'of another program',
      ' {"version": "0.2", "results": []}',
      '1:2-1:2',
      'this is not a baseline of the link check: it has no "baselineVersion"',
    ],
    [
      'of a later version',
      good.replace('ion": 1', 'ion": 2'),
      '1:1-1:1',
      'the baseline has version 2, but 1 is expected',
    ],
    [
      'with a version that is none',
      good.replace('ion": 1', 'ion": []'),
      '1:1-1:1',
      'this is not a baseline of the link check: it has no "baselineVersion"',
    ],
    [
      'with a changed entry',
      good.replace('one.md', 'two.md'),
      '4:5-4:6',
      `the key "${key}" does not belong to page-not-found of "./two.md" in a.md`,
    ],
    ['cut off', good.slice(0, 120), /^4:\d+-4:\d+$/, /./, 'add " at the end of the value'],
    ['with an alias', good.replace('"page-not-found"', '*a'), /^4:\d+-4:\d+$/, /./],
    ['with an entry that lacks a key', good.replace('"file":"a.md",', ''), /^4:5-/, /file/],
    [
      'with a strange key',
      good.replace('"rule"', '"line":3,"rule"'),
      /^4:\d+-4:\d+$/,
      /line/,
      'known keys: key, rule, file, href, nth',
    ],
    ['with an entry that is none', good.replace(/\{"key.*\}/, '7'), /^4:5-4:6$/, /./],
  ])('%s is an error at its location', (...[, content, range, message, hint = RENEW]) => {
    const [first, ...others] = diagnosticsOf(content);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ code: 'baseline-invalid', hint });
    const { line, column, endLine, endColumn } = first?.location ?? {};
    expect(`${line}:${column}-${endLine}:${endColumn}`).toMatch(range);
    if (typeof message === 'string') expect(first?.message).toBe(message);
    else expect(first?.message).toMatch(message);
  });

  it.each(['<<<<<<< HEAD', '=======', '>>>>>>> other'])('with the conflict %j says so', (mark) => {
    expect(diagnosticsOf(good.replace('    {', `${mark}\n    {`))).toMatchObject([
      {
        code: 'baseline-invalid',
        message: 'unresolved merge conflict markers',
        hint: 'keep the entries of both sides; repeated entries do no harm',
        location: { file: 'baseline.json', line: 4, column: 1, endLine: 4, endColumn: 8 },
      },
    ]);
  });

  it('is reported at each of its changed entries', () => {
    const changed = text([one, twice]).replaceAll('a.md"', 'b.md"');
    expect(diagnosticsOf(changed).map(lineOf)).toEqual([
      'baseline.json:4:5 baseline-invalid',
      'baseline.json:5:5 baseline-invalid',
    ]);
  });
});

describe('a baseline of another form', () => {
  const good = text([one]);

  it('is read with a byte order mark and CRLF', () => {
    const baseline = baselineOf(`\uFEFF${good.replaceAll('\n', '\r\n')}`);
    expect(baseline.entries[0]?.location).toMatchObject({ line: 4, column: 5 });
  });

  it('is read with an entry on several lines', () => {
    const baseline = baselineOf(good.replaceAll(',"', ',\n"').replace('"}', '"\n}'));
    expect(baseline.entries[0]?.location).toMatchObject({ line: 4, endLine: 8, endColumn: 2 });
  });

  it('is read as YAML', () => {
    const [entry] = JSON.parse(good).findings;
    const lines = Object.entries(entry).map(([name, value]) => `    ${name}: "${value}"\n`);
    const yaml = `baselineVersion: 1\nfindings:\n  - ${lines.join('').trimStart()}`;
    const [read] = baselineOf(yaml).entries;
    expect(read).toMatchObject({ ...entry, nth: 1, location: { line: 3, column: 5, endLine: 6 } });
  });
});
