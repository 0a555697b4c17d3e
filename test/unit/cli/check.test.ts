import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { docsCommand } from '../../support/docs-command.ts';
import { type SiteDriver, site } from '../../support/site.ts';

let driver: SiteDriver;

const PAGE = `# Orders

\`\`\`bash
curl https://api.example.com/orders --json '{ "count": "two" }'
\`\`\`

Then [pay](nowhere.md).
`;

beforeEach(() => {
  driver = site({
    'site.config.ts': `export default { title: 'T', url: 'https://t.example', openapi: [{ spec: 'api.yaml' }], links: { rules: { 'page-not-found': 'warning' } } };\n`,
    'api.yaml': `openapi: 3.1.0
info: { title: Orders, version: '1' }
servers: [{ url: https://api.example.com }]
paths:
  /orders:
    post:
      operationId: createOrder
      requestBody: { content: { application/json: { schema: { type: object, properties: { count: { type: integer } } } } } }
      responses: { '201': { description: made } }
`,
    'content/docs/a.md': PAGE,
    'queries.json':
      '[{ "query": "orders", "expect": "/docs/a" }, { "query": "zebra", "expect": "/docs/a" }]',
    'urls.lock': '/docs/a\n',
  }).warm();
});
afterEach(() => driver.dispose());

function docs(...args: readonly string[]) {
  return docsCommand(args, { cwd: driver.dir });
}

/** The lines of the checks, without what they have looked at. */
async function lines(...args: readonly string[]): Promise<readonly string[]> {
  const { stderr } = await docs('check', ...args);
  return stderr.match(/^\w+ +\d+ errors?, \d+ warnings?(?=.* in )/gm) ?? [];
}

describe('docs check', () => {
  it('runs all checks of a site, with a line for each', async () => {
    const { status, stderr } = await docs('check');
    expect(status).toBe(0);
    for (const code of ['page-not-found', 'sample-body', 'search-miss'])
      expect(stderr).toContain(`warning  ${code}`);
    expect(await lines()).toEqual([
      'links      0 errors, 1 warning',
      'samples    0 errors, 1 warning',
      'search     0 errors, 1 warning',
      'addresses  0 errors, 0 warnings',
      'site       0 errors, 0 warnings',
    ]);
    expect(stderr).toMatch(/\n0 errors, 3 warnings, 1 info, [\d.]+ s\n$/);
  });

  it('leaves out what a site does not have', async () => {
    driver.write('site.config.ts', `export default { title: 'T', url: 'https://t.example' };\n`);
    driver.write('content/docs/a.md', '# Orders\n').remove('queries.json').remove('urls.lock');
    const { status, stderr } = await docs('check', '--fail-on', 'warning');
    expect([status, stderr]).toEqual([
      0,
      expect.not.stringMatching(/^(?:samples|search|addresses) /m),
    ]);
  });

  it('runs only the checks that are named', async () => {
    const names = async (...args: readonly string[]): Promise<readonly (string | undefined)[]> =>
      (await lines(...args)).map((line) => line.split(' ', 1)[0]);
    expect(await names('--only', 'links,samples')).toEqual(['links', 'samples']);
    expect(await names('--skip', 'search', '--skip', 'site')).toEqual([
      'links',
      'samples',
      'addresses',
    ]);
    expect((await docs('check', '--only', 'search')).stderr).not.toContain('page-not-found');
    const wrong = await docs('check', '--only', 'sampels');
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toContain('There is no check "sampels".');
  });

  it('fails on each warning but those of the search, which has limits', async () => {
    expect((await docs('check', '--fail-on', 'warning')).status).toBe(1);
    expect((await docs('check', '--fail-on', 'warning', '--only', 'samples')).status).toBe(1);
    expect((await docs('check', '--fail-on', 'warning', '--only', 'search')).status).toBe(0);
    const { status, stderr } = await docs('check', '--only', 'search', '--min-success1', '0.9');
    expect([status, stderr]).toEqual([1, expect.stringContaining('error  search-below-limit')]);
    driver.write('urls.lock', '/docs/a\n/docs/gone\n');
    const lost = await docs('check', '--only', 'addresses');
    expect([lost.status, lost.stderr]).toEqual([1, expect.stringContaining('error  url-removed')]);
  });

  it('writes one report for programs', async () => {
    const { findings, checked, counts } = JSON.parse(
      (await docs('check', '--format', 'json')).stdout,
    );
    expect(findings.map(({ code }: { code: string }) => code)).toEqual([
      'sample-body',
      'page-not-found',
      'search-miss',
      'url-not-locked',
    ]);
    expect(checked).toMatchObject({ links: 1, samples: 1, operationsShown: 1, queries: 2 });
    expect(counts).toMatchObject({ warning: 3 });
    expect(JSON.parse((await docs('check', '--format', 'sarif')).stdout).runs).toHaveLength(1);
  });

  it('accepts the findings of all checks in one baseline, which other commands leave alone', async () => {
    expect((await docs('check', '--update-baseline')).stderr).toContain('4 added');
    const args = ['--fail-on', 'warning'];
    for (const command of ['check', 'check-links', 'check-samples', 'build']) {
      const { status, stderr } = await docs(command, ...args);
      expect([command, status, stderr]).toEqual([command, 0, expect.not.stringContaining('stale')]);
    }
    driver.write('queries.json', '[{ "query": "orders", "expect": "/docs/a" }]');
    expect((await docs('check', ...args)).stderr).toContain('stale-baseline');
  });

  it('repairs what is certain, and says what it has left out', async () => {
    driver.write(
      'site.config.ts',
      `export default { title: 'T', url: 'https://t.example', openapi: [{ spec: 'api.yaml' }], redirects: [{ from: '/old', to: '/docs/a' }] };\n`,
    );
    driver.write('content/docs/b.md', '# B\n\n[a](/old)\n');
    driver.write(
      'content/docs/a.md',
      PAGE.replace('"two"', `"it's"`).replace('[pay](nowhere.md)', 'pay'),
    );
    const { stderr } = await docs('check', '--fix');
    expect(stderr).toContain('1 link and 1 sample fixed in 2 files');
    expect(readFileSync(join(driver.dir, 'content/docs/b.md'), 'utf8')).toContain('(./a.md)');
    driver.write('content/docs/b.md', '---\nslug: /docs/a\n---\n\n# B\n');
    expect((await docs('check')).stderr).toContain(
      'queries, which were not asked: the site has errors',
    );
  });
});
