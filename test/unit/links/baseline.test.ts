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
    expect(JSON.parse(text([]))).toEqual({ baselineVersion: 1, findings: [] });
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
    expect(stale[0]?.severity).toBe('warning');
    expect(stale[0]?.message).toContain('./one.md');
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
  it.each([
    ['cut off', good.slice(0, 120), /^baseline\.json:4:\d+$/],
    ['empty', '', /^baseline\.json:1:1$/],
    ['of another program', '{"version": "0.2", "results": []}', /^baseline\.json:1:1$/],
    ['of a later version', good.replace('ion": 1', 'ion": 2'), /^baseline\.json:1:1$/],
    ['a list', '[]', /^baseline\.json:1:1$/],
    ['with a changed entry', good.replace('one.md', 'two.md'), /^baseline\.json:4:5$/],
    ['with an entry that lacks a key', good.replace('"file":"a.md",', ''), /^baseline\.json:4:5$/],
    ['with a strange key', good.replace('"rule"', '"line":3,"rule"'), /^baseline\.json:4:\d+$/],
    ['with an entry that is none', good.replace(/\{"key.*\}/, '7'), /^baseline\.json:4:5$/],
    ['with a conflict', good.replace('    {', '<<<<<<< HEAD\n    {'), /^baseline\.json:4:1$/],
  ])('%s is an error at its location', (_, content, place) => {
    const { baseline, diagnostics } = readBaseline('baseline.json', content);
    expect(baseline).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(['baseline-invalid']);
    const location = diagnostics[0]?.location;
    expect(`${location?.file}:${location?.line}:${location?.column}`).toMatch(place);
  });

  it('is read with a byte order mark and CRLF', () => {
    const baseline = baselineOf(`\uFEFF${good.replaceAll('\n', '\r\n')}`);
    expect(baseline.entries[0]?.location).toMatchObject({ line: 4, column: 5 });
  });
});
