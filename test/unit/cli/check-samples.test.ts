import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SiteDriver, site } from '../../support/site.ts';

const BIN = resolve(import.meta.dirname, '../../../bin/docs.js');
let driver: SiteDriver;

const PAGE = `# Orders

\`\`\`bash
curl https://api.example.com/orders -d '{ "count": "two" }'
\`\`\`

Then [pay](nowhere.md), and do not forget the note:

\`\`\`bash
curl https://api.example.com/orders --json '{ "count": 2, "note": "can't" }'
\`\`\`
`;

beforeEach(() => {
  driver = site({
    'site.config.ts': `export default { title: 'T', url: 'https://t.example', openapi: [{ spec: 'api.yaml' }] };\n`,
    'api.yaml': `openapi: 3.1.0
info: { title: Orders, version: '1' }
servers: [{ url: https://api.example.com }]
paths:
  /orders:
    post:
      operationId: createOrder
      requestBody: { content: { application/json: { schema: { type: object, properties: { count: { type: integer }, note: { type: string } } } } } }
      responses: { '201': { description: made } }
    get:
      operationId: listOrders
      responses: { '200': { description: ok } }
`,
    'content/docs/a.md': PAGE,
  }).warm();
});
afterEach(() => driver.dispose());

function docs(...args: readonly string[]) {
  return spawnSync(process.execPath, [BIN, ...args], { cwd: driver.dir, encoding: 'utf8' });
}

describe('docs check-samples', () => {
  it('reports findings in samples alone, and counts the operations that docs show', () => {
    const { status, stderr } = docs('check-samples');
    expect(status).toBe(0);
    expect(stderr).toContain('content/docs/a.md:4:52');
    expect(stderr).toContain('"/count" in the body must be a whole number');
    expect(stderr).toContain('the apostrophe ends the quoted text');
    expect(stderr).not.toContain('nowhere');
    expect(stderr).toMatch(/0 errors, 2 warnings in 2 samples of 1 of 2 operations, [\d.]+ s\n$/);
  });

  it('fails by --fail-on, and accepts what the baseline has', () => {
    expect(docs('check-samples', '--fail-on', 'warning').status).toBe(1);
    docs('check-links', '--update-baseline');
    expect(docs('check-samples', '--update-baseline').status).toBe(0);
    expect(docs('check-samples', '--fail-on', 'warning').status).toBe(0);
    expect(docs('check-links', '--fail-on', 'warning').status).toBe(0);
  });

  it('repairs what is certain', () => {
    expect(docs('check-samples', '--fix').stderr).toContain('1 warning');
    expect(readFileSync(join(driver.dir, 'content/docs/a.md'), 'utf8')).toBe(
      PAGE.replace("can't", "can'\\''t"),
    );
  });

  it('leaves out what a comment or a fence says', () => {
    driver.write(
      'content/docs/a.md',
      PAGE.replace('```bash', '<!-- check-links-disable-next-line sample-body -->\n```bash').replace(
        'note:\n\n```bash',
        'note:\n\n```bash sample="off"',
      ),
    );
    const { stderr } = docs('check-samples', '--fail-on', 'warning');
    expect(stderr).toContain('0 errors, 0 warnings');
  });

  it('is part of builds, as warnings', () => {
    driver.write('content/docs/a.md', PAGE.replace('[pay](nowhere.md)', 'pay'));
    const { status, stderr } = docs('build');
    expect(status).toBe(0);
    expect(stderr).toContain('warning  sample-body');
  });

  it('says nothing about a site without an API', () => {
    driver.write('site.config.ts', `export default { title: 'T', url: 'https://t.example' };\n`);
    expect(docs('check-samples').stderr).toContain('0 samples of 0 of 0 operations');
  });
});
