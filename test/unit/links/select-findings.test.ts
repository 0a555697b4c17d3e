import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DiagnosticCode } from '../../../src/diagnostics/codes.ts';
import { updateBaseline } from '../../../src/links/baseline.ts';
import {
  BASELINE_FILE,
  type FindingsInput,
  type Run,
  selectFindings,
} from '../../../src/links/select-findings.ts';
import { lineOf, linkFinding } from './link-finding.ts';
import { readSuppressions } from './read-suppressions.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'docwright-select-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

function write(name: string, text: string): string {
  const file = join(dir, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const CHECK: Run = { command: 'check-links' };
const OUTSIDE: Run = { command: 'check-links', asksOutside: true };

/** Selects the findings of a site folder with these rules. */
function within(input: Partial<FindingsInput>, rules = {}) {
  const links = { rules, trailingSlash: 'any' as const, schemes: [] };
  const config = { siteDir: dir, links, openapi: [], rules: {} };
  return selectFindings({
    run: CHECK,
    config,
    diagnostics: [],
    ...input,
  });
}

/** Selects the findings of a site whose page `a.md` has the given text. */
function select(
  text: string,
  {
    hrefs = new Map(),
    ...input
  }: Partial<FindingsInput> & { hrefs?: ReadonlyMap<string, readonly string[]> } = {},
  rules = {},
) {
  const { byFile, diagnostics } = readSuppressions(text);
  const links = { hrefs, suppressions: { byFile, diagnostics: [] } };
  const all = [...diagnostics, ...(input.diagnostics ?? [])];
  return within({ ...input, links, diagnostics: all }, rules);
}

describe('an unused suppression', () => {
  it.each([
    ['<!-- check-links-disable-next-line page-not-found -->', CHECK, 1],
    ['<!-- check-links-disable-next-line external-broken -->', CHECK, 0],
    ['<!-- check-links-disable-next-line external-broken -->', OUTSIDE, 1],
    ['<!-- check-links-disable-next-line -->', CHECK, 0],
    ['<!-- check-links-disable-next-line -->', OUTSIDE, 1],
    ['<b data-check-links="ignore">x</b>', OUTSIDE, 1],
    ['<!-- check-links-disable-next-line bundle-warning -->', CHECK, 0],
    ['<!-- check-links-disable-next-line bundle-warning -->', { ...CHECK, isWhole: true }, 1],
    ['<!-- check-links-disable-next-line bundle-warning -->', { command: 'build' }, 1],
    ['<!-- check-links-disable-next-line search-index-size -->', { command: 'dev' }, 0],
    ['<!-- check-links-disable-next-line search-index-size -->', { command: 'build' }, 1],
  ] as const)('%s is reported by %j: %i', (text, run, count) => {
    const { diagnostics } = select(text, { run });
    expect(diagnostics.map(lineOf)).toEqual(
      Array.from({ length: count }, () =>
        expect.stringMatching(/^a\.md:1:\d+ unused-suppression$/),
      ),
    );
    expect(select(text, { run, isPartial: true }).diagnostics).toEqual([]);
  });

  it('is not reported if its rule is off', () => {
    const text = '<!-- check-links-disable-next-line page-not-found -->';
    expect(select(text, {}, { 'page-not-found': 'off' }).diagnostics).toEqual([]);
    expect(select(text, { flags: { 'page-not-found': 'off' } }).diagnostics).toEqual([]);
  });

  it('is in use if a link matches its pattern', () => {
    const text = '---\nlinks: { ignore: [./x.md, ./y.md] }\n---\n';
    const hrefs = new Map([
      ['a.md', ['./x.md']],
      ['b.md', ['./y.md']],
    ]);
    const { diagnostics } = select(text, { hrefs });
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'the pattern "./y.md" suppresses no finding of the link check',
    ]);
  });

  it('is reported if it is invalid, but suppresses nothing', () => {
    const found = linkFinding({ line: 2 });
    const { diagnostics, suppressed } = select(
      '<!-- check-links-disable-next-line none -->\n[x](./x.md)',
      {
        diagnostics: [found],
      },
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(['invalid-suppression', 'page-not-found']);
    expect(suppressed).toEqual([]);
  });
});

describe('the level info', () => {
  it.each([
    ['check-links', 1],
    ['build', 0],
    ['dev', 0],
  ] as const)('is listed by %s: %i', (command, count) => {
    const diagnostics = [linkFinding({ code: 'orphan-page' })];
    const result = select('a', { run: { command }, diagnostics });
    expect(result.diagnostics).toHaveLength(count);
  });
});

describe('the baseline', () => {
  const one = linkFinding({ href: './one.md' });
  const two = linkFinding({ href: './two.md', line: 2 });
  const { text } = updateBaseline([one], undefined);

  it('next to the configuration is used, or another one', () => {
    write(BASELINE_FILE, text);
    expect(BASELINE_FILE).toBe('links-baseline.json');
    expect(within({ diagnostics: [one, two] })).toMatchObject({ diagnostics: [two], known: [one] });
    const baselineFile = write('ci/known.json', text);
    const result = within({ baselineFile });
    expect(result.baseline?.file).toBe('ci/known.json');
    expect(result.diagnostics.map(lineOf)).toEqual(['ci/known.json:4:5 stale-baseline']);
    expect(within({ baselineFile, isPartial: true }).diagnostics).toEqual([]);
    expect(within({ baselineFile, covers: () => false }).diagnostics).toEqual([]);
    expect(within({ baselineFile }, { 'page-not-found': 'off' }).diagnostics).toEqual([]);
  });

  it('that is damaged or no file is an error, and lists nothing', () => {
    const baselineFile = write('known.json', '[]');
    const { baseline, known, diagnostics } = within({ baselineFile, diagnostics: [one] });
    expect([baseline, known]).toEqual([undefined, []]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['page-not-found', 'baseline-invalid']);
    const folder = within({ baselineFile: dir, diagnostics: [one] });
    expect(folder.diagnostics).toHaveLength(2);
    const missing = within({ baselineFile: join(dir, 'none.json') });
    expect([missing.baseline, missing.diagnostics]).toEqual([undefined, []]);
  });

  it.each<[string, Run, boolean]>([
    ['page-not-found', CHECK, true],
    ['no-such-rule', CHECK, true],
    ['external-broken', CHECK, false],
    ['external-redirect-permanent', CHECK, false],
    ['external-unverified', OUTSIDE, true],
    ['bundle-error', CHECK, false],
    ['bundle-error', { command: 'dev' }, true],
    ['nothing-checked', CHECK, true],
    ['nothing-checked', { command: 'build' }, false],
    ['search-index-limit', { command: 'dev' }, false],
    ['search-index-limit', CHECK, true],
    ...(['output-not-ours', 'output-locked', 'output-write'] as const).flatMap(
      (code: DiagnosticCode): [string, Run, boolean][] => [
        [code, { command: 'build' }, true],
        [code, { command: 'dev' }, false],
        [code, CHECK, false],
      ],
    ),
  ])('covers %s in %j: %s', (rule, run, expected) => {
    const entry = { key: '', rule, file: 'a.md', href: '', nth: 1 };
    expect(within({ run }).covers(entry)).toBe(expected);
    expect(within({ run, covers: () => false }).covers(entry)).toBe(false);
  });
});
