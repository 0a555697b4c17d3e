import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { API_CONSTRUCTS } from '../../bench/budget-apis.ts';
import { codeOf, FINDING_CONSTRUCTS, FINDINGS } from '../../bench/budget-findings.ts';
import { type Growth, growthProblem } from '../../bench/budget-growth.ts';
import { PAGE_CONSTRUCTS } from '../../bench/budget-pages.ts';
import { SITE_CONSTRUCTS } from '../../bench/budget-sites.ts';
import { CODES } from '../../src/diagnostics/codes.ts';

/** Blocks that a further character of the input may cost. */
const MOST_BLOCKS = 10_000;
/** Coverage keeps the scripts of all builds of a process. */
const BATCH = 45;
/** Constructs of whole sites that every run of the tests measures; `npm run test:full` measures all. */
const USUAL: ReadonlySet<string> = new Set([
  'headings, built',
  'links, built',
  'broken links, built',
  'elements',
  'expressions',
  'components',
  'links and expressions',
  'sidebar entries',
  'unknown sidebar docs',
  'redirects',
  'navbar items',
  'unknown keys',
  'locales',
  'unknown variables',
  'includes of one file',
  'included chains',
  'pages of a folder',
  'equal slugs',
  'findings of a file',
  'missing anchors',
  'suppressions and findings',
  'ignored patterns',
  'queries: documents found',
  'API: tags',
  'API: responses',
  'API: security alternatives of operations',
  'API: broken references',
  'API: enum values',
  'API: allOf parts',
  'API: chain of references',
  'API: YAML aliases',
  'finding: case-mismatch',
  'finding: link-form',
  'finding: redirect-loop',
  'finding: include-not-found',
  'finding: component-error',
  'finding: sidebar-unknown-doc',
  'finding: openapi-field-unknown',
]);

const ALL = [...PAGE_CONSTRUCTS, ...SITE_CONSTRUCTS, ...API_CONSTRUCTS, ...FINDINGS];
const isFull = process.env['TEST_FULL'] === '1';
const CHOSEN = ALL.filter(
  ({ name, command }) => isFull || command === 'parse' || USUAL.has(name),
).map(({ name }) => name);
const BATCHES = Array.from({ length: Math.ceil(CHOSEN.length / BATCH) }, (_, index) =>
  CHOSEN.slice(index * BATCH, (index + 1) * BATCH),
);

/** Counts executed blocks in a process where no function has been compiled before. */
async function measure(names: readonly string[]): Promise<readonly Growth[]> {
  const script = ['scripts/run.mjs', 'bench/budget.ts', '--counts', ...names];
  const { stdout } = await promisify(execFile)(process.execPath, script, {
    cwd: resolve(import.meta.dirname, '../..'),
    maxBuffer: 2 ** 24,
  });
  return JSON.parse(stdout);
}

function problemOf(growth: Growth): string | undefined {
  const { name, work, input, findings } = growth;
  const [few = 0, , many = 0] = findings;
  if (codeOf(name) !== undefined && (few === 0 || many <= few))
    return `${name}: ${findings.join()} findings`;
  const [, before = 0, after = 0] = work;
  const [, shorter = 0, longer = 0] = input;
  const cost = (after - before) / Math.max(1, longer - shorter);
  return (
    growthProblem(growth) ??
    (cost > MOST_BLOCKS ? `${name}: ${Math.round(cost)} blocks a character` : undefined)
  );
}

describe('everything that an input can repeat', () => {
  it('has a separate name', () => {
    const names = ALL.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining([...USUAL]));
  });

  it('has findings of each code, or a reason why a run has few', () => {
    expect(Object.keys(FINDING_CONSTRUCTS).toSorted()).toEqual([...CODES].toSorted());
    const reasons = Object.values(FINDING_CONSTRUCTS).filter((one) => typeof one === 'string');
    expect(reasons.filter((reason) => reason.length < 10)).toEqual([]);
    expect(reasons.length).toBeLessThan(63);
  });

  it.each(BATCHES.map((names, index) => ({ index, names })))(
    'costs n log n at most ($index)',
    { timeout: 240_000 },
    async ({ names }) => {
      const found = await measure(names);
      expect(found.map(({ name }) => name)).toEqual(names);
      expect(found.flatMap((growth) => problemOf(growth) ?? [])).toEqual([]);
    },
  );
});
