import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { docsCommand } from '../../support/docs-command.ts';
import { type SiteDriver, site } from '../../support/site.ts';

let driver: SiteDriver;

beforeEach(() => {
  driver = site({
    'content/docs/apples.md': '# Apples\n\n## Harvest\n\nPick them in autumn.\n',
    'content/docs/pears.md': '# Pears\n\n## Harvest of pears\n\nSooner.\n',
    'queries.json': `[
  { "query": "apples", "expect": "/docs/apples" },
  { "query": "pears", "expect": "/docs/apples" }
]
`,
  }).warm();
});
afterEach(() => driver.dispose());

function docs(...parameters: readonly string[]) {
  return docsCommand(parameters);
}

describe('docs check-search', () => {
  it('prints what was not found, and what came first instead', async () => {
    const { status, stdout, stderr } = await docs('check-search', driver.dir);
    expect(stderr).toBe('');
    expect(stdout).toContain('\nword, not first: 1 of 2\n\n  pears  (queries.json:3:15)\n');
    expect(stdout).toContain(
      'wanted  /docs/apples\n    not found\n    first   /docs/pears  Pears\n',
    );
    expect(stdout).toMatch(
      /^2 queries over \d sections in \d index(es)?: success@1 0\.500, success@8 0\.500, MRR 0\.500\n/,
    );
    expect(stdout).not.toContain('  apples  (');
    expect(status).toBe(0);
    expect(driver.files()).toEqual([]);
  });

  it('prints scores and misses by class', async () => {
    driver.write(
      'queries.json',
      `[
  { "query": "apples", "expect": "/docs/apples" },
  { "query": "pears", "class": "noun", "expect": "/docs/pears" },
  { "query": "harvest pears", "expect": "/docs/apples#harvest" },
  { "query": "autumn", "class": "noun", "expect": "/docs/pears" }
]`,
    );
    const { stdout } = await docs('check-search', driver.dir);
    expect(stdout).toContain(`
class   queries  success@1  success@8    MRR  gaps
noun          2      0.500      0.500  0.500     0
phrase        1      0.000      1.000  0.500     0
word          1      1.000      1.000  1.000     0

noun, not first: 1 of 2

  autumn  (queries.json:5:15)
    wanted  /docs/pears
    not found
    first   /docs/apples#harvest  Apples › Harvest

phrase, not first: 1 of 1

  harvest pears  (queries.json:4:15)
    wanted  /docs/apples#harvest
    found at 2
    first   /docs/pears#harvest-of-pears  Pears › Harvest of pears
`);
    expect((await docs('check-search', driver.dir, '--format', 'github')).stdout).toContain(
      'title=search-miss::"autumn" [noun]: /docs/pears is not found',
    );
  });

  it('prints every query when asked to', async () => {
    expect((await docs('check-search', driver.dir, '--verbose')).stdout).toContain(
      'first: 1\n\n  apples  (queries.json:2:15)\n    /docs/apples  Apples\n',
    );
  });

  it('ends with 1 below a limit, and says by how much', async () => {
    const { status, stderr } = await docs(
      'check-search',
      driver.dir,
      '--min-mrr',
      '0.9',
      '--min-success8',
      '0.5',
    );
    expect(stderr).toContain('MRR is 0.500, below the limit of 0.9');
    expect(stderr).not.toContain('success@8');
    expect(status).toBe(1);
    expect(
      (await docs('check-search', driver.dir, '--min-success1', '0.5', '--max-gaps', '0')).status,
    ).toBe(0);
  });

  it('takes levels and the baseline as other commands do', async () => {
    const run = (...flags: readonly string[]) => docs('check-search', driver.dir, ...flags);
    const missed = await run('--rule', 'search-miss=error');
    expect(missed.status).toBe(1);
    expect(missed.stderr).toContain('queries.json:3:15  error  search-miss');
    const lowered = await run('--min-mrr', '0.9', '--rule', 'search-below-limit=warning');
    expect(lowered.status).toBe(0);
    expect(lowered.stderr).toContain('lowered by rules: search-below-limit 1 (error to warning)\n');
    driver.write('content/docs/plums.md', '# Plums\n\n[x](./nope.md)\n');
    expect((await run()).status).toBe(1);
    expect((await run('--rule', 'page-not-found=warning')).status).toBe(0);
    expect((await docs('check-links', driver.dir, '--update-baseline')).status).toBe(0);
    const known = await run();
    expect(known.status).toBe(0);
    expect(known.stderr).toBe('known (1): listed in the baseline\n');
  });

  it('ends with 1 if an expectation has no target', async () => {
    driver.write('queries.json', '[{ "query": "apples", "expect": "/docs/aples" }]');
    const { status, stderr } = await docs('check-search', driver.dir);
    expect(stderr).toContain('queries.json:1:34  error  queries-target');
    expect(stderr).toContain('hint: did you mean "/docs/apples"?');
    expect(status).toBe(1);
  });

  it('prints JSON with scores and all queries, alone on the output stream', async () => {
    const { status, stdout } = await docs(
      'check-search',
      driver.dir,
      '--format',
      'json',
      '--min-mrr',
      '1',
    );
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      complete: true,
      findings: [
        { code: 'search-below-limit' },
        { code: 'search-miss', file: 'queries.json', line: 3 },
      ],
      search: {
        success1: 0.5,
        mrr: 0.5,
        classes: [{ class: 'word', queries: 2, success1: 0.5, success8: 0.5, mrr: 0.5, gaps: 0 }],
        queries: [
          {
            query: 'apples',
            class: 'word',
            expect: ['/docs/apples'],
            rank: 1,
            first: '/docs/apples',
            gaps: [],
          },
          { query: 'pears', rank: null, first: '/docs/pears' },
        ],
      },
    });
    expect(status).toBe(1);
  });

  it('prints annotations for GitHub', async () => {
    const { stdout } = await docs('check-search', driver.dir, '--format', 'github');
    expect(stdout).toMatch(
      /^::warning file=queries\.json,line=3,col=15,.*title=search-miss::"pears"/,
    );
  });

  it('takes the queries by name', async () => {
    driver.write('other/search.yaml', '- query: pears\n  expect: /docs/pears\n');
    const { status, stdout } = await docs(
      'check-search',
      driver.dir,
      '--queries',
      join(driver.dir, 'other/search.yaml'),
    );
    expect(stdout).toMatch(/^1 query over/);
    expect(status).toBe(0);
  });

  it('ends with 2 for wrong usage, without a stack trace', async () => {
    for (const run of [
      await docs('check-search', join(driver.dir, 'nowhere')),
      await docs('check-search', driver.dir, '--queries', join(driver.dir, 'nothing.json')),
      await docs('check-search', driver.dir, '--min-mrr', '86'),
      await docs('check-search', driver.dir, '--max-gaps', 'few'),
    ]) {
      expect(run.status).toBe(2);
      expect(run.stderr).not.toBe('');
      expect(run.stderr).not.toMatch(/\n\s+at /);
    }
  });

  it('explains itself', async () => {
    const { status, stdout } = await docs('check-search', '--help');
    expect(status).toBe(0);
    for (const word of [
      '--queries',
      '--min-mrr',
      '"expect"',
      '"class"',
      '--compare',
      'Exit codes:',
    ])
      expect(stdout).toContain(word);
  });
});
