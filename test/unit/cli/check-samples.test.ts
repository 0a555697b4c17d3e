import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { docsCommand } from '../../support/docs-command.ts';
import { type SiteDriver, site } from '../../support/site.ts';

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
  return docsCommand(args, { cwd: driver.dir });
}

describe('docs check-samples', () => {
  it('reports findings in samples alone, and counts the operations that docs show', async () => {
    const { status, stderr } = await docs('check-samples');
    expect(status).toBe(0);
    expect(stderr).toContain('content/docs/a.md:4:52');
    expect(stderr).toContain('"/count" in the body must be a whole number');
    expect(stderr).toContain('the apostrophe ends the quoted text');
    expect(stderr).not.toContain('nowhere');
    expect(stderr).toMatch(/0 errors, 2 warnings in 2 samples of 1 of 2 operations, [\d.]+ s\n$/);
  });

  it('fails by --fail-on, and accepts what the baseline has', async () => {
    expect((await docs('check-samples', '--fail-on', 'warning')).status).toBe(1);
    await docs('check-links', '--update-baseline');
    expect((await docs('check-samples', '--update-baseline')).status).toBe(0);
    expect((await docs('check-samples', '--fail-on', 'warning')).status).toBe(0);
    expect((await docs('check-links', '--fail-on', 'warning')).status).toBe(0);
  });

  it('judges the comments about its own codes', async () => {
    const comment = (code: string): string => `<!-- check-links-disable-next-line ${code} -->\n`;
    driver.write(
      'content/docs/a.md',
      `${comment('sample-auth')}text\n\n${comment('page-not-found')}text\n`,
    );
    const found = async (command: string): Promise<readonly string[]> =>
      (await docs(command)).stderr.match(/suppresses no [\w-]+/g) ?? [];
    expect(await found('check-samples')).toEqual(['suppresses no sample-auth']);
    expect(await found('check-links')).toEqual(['suppresses no page-not-found']);
    expect(await found('build')).toHaveLength(2);
  });

  it('names what the baseline lists and the command that removes it', async () => {
    await docs('check-samples', '--update-baseline');
    driver.write('content/docs/a.md', '# Orders\n');
    const { stderr } = await docs('check-samples');
    expect(stderr).toContain(
      'sample-body of "/count" "two" in content/docs/a.md is in the baseline',
    );
    expect(stderr).not.toContain('no link');
    expect(stderr).toContain('hint: `docs check-samples --update-baseline` removes it');
  });

  it('reports a name in a fence that no operation has', async () => {
    driver.write('content/docs/a.md', PAGE.replace('```bash', '```bash sample="createOder"'));
    const { stderr } = await docs('check-samples');
    expect(stderr).toContain('content/docs/a.md:3:9  warning  code-options');
    expect(stderr).toContain('did you mean sample="createOrder"?');
  });

  it('repairs what is certain', async () => {
    const { stderr } = await docs('check-samples', '--fix');
    expect(stderr).toContain('1 sample fixed in 1 file');
    expect(stderr).toContain('1 warning');
    expect(readFileSync(join(driver.dir, 'content/docs/a.md'), 'utf8')).toBe(
      PAGE.replace("can't", "can'\\''t"),
    );
  });

  it('leaves out what a comment or a fence says', async () => {
    driver.write(
      'content/docs/a.md',
      PAGE.replace(
        '```bash',
        '<!-- check-links-disable-next-line sample-body -->\n```bash',
      ).replace('note:\n\n```bash', 'note:\n\n```bash sample="off"'),
    );
    const { stderr } = await docs('check-samples', '--fail-on', 'warning');
    expect(stderr).toContain('0 errors, 0 warnings');
  });

  it('is part of builds, as warnings', async () => {
    driver.write('content/docs/a.md', PAGE.replace('[pay](nowhere.md)', 'pay'));
    const { status, stderr } = await docs('build');
    expect(status).toBe(0);
    expect(stderr).toContain('warning  sample-body');
  });

  it('says nothing about a site without an API', async () => {
    driver.write('site.config.ts', `export default { title: 'T', url: 'https://t.example' };\n`);
    const { stderr } = await docs('check-samples');
    expect(stderr).toContain('0 samples of 0 of 0 operations');
    expect(stderr).toContain('note: the site has no API description, so that there is nothing');
  });

  it('lists the operations that no page shows', async () => {
    expect((await docs('check-samples')).stderr).not.toContain('GET /orders');
    expect((await docs('check-samples', '--coverage')).stderr).toContain(
      'note: no page shows 1 operation:\n  GET /orders\n',
    );
  });

  it('reports what tells of the past at level info, unless a level is set', async () => {
    driver.remove('content/docs/a.md');
    const pages = [
      'content/docs/changelog.md',
      'content/docs/release-notes/2.0.md',
      'versions/1.0/a.md',
    ];
    for (const page of pages) driver.write(page, PAGE.replace('[pay](nowhere.md)', 'pay'));
    driver.write('content/docs/index.md', '# Start\n');
    const { status, stderr } = await docs('check-samples', '--fail-on', 'warning');
    expect(status).toBe(0);
    expect(stderr).toContain('0 errors, 0 warnings, 6 info');
    for (const page of pages) expect(stderr).toContain(`${page}:4:52  info  sample-body`);
    expect((await docs('check-samples', '--rule', 'sample-body=error')).stderr).toContain(
      '3 errors',
    );
  });

  it('compares the samples of the description and of the module of the site, at their places', async () => {
    const description = readFileSync(join(driver.dir, 'api.yaml'), 'utf8');
    driver.write(
      'api.yaml',
      description.replace(
        '      operationId: createOrder\n',
        `      operationId: createOrder
      x-codeSamples:
        - lang: cURL
          source: |
            curl https://api.example.com/orders \\
              --json '{ "cuont": 2 }'
`,
      ),
    );
    driver.write(
      'site.config.ts',
      `export default { title: 'T', url: 'https://t.example', openapi: [{ spec: 'api.yaml', samples: 'samples.ts' }] };\n`,
    );
    driver.write(
      'samples.ts',
      `export default ({ method, path }) => method === 'GET' ? [] : [{ label: 'JS', language: 'js', code: \`await fetch('https://api.example.com\${path}', { method: 'PUT' });\` }];\n`,
    );
    driver.write('content/docs/a.md', '# Orders\n');
    const { stderr } = await docs('check-samples');
    expect(stderr).toContain(
      'api.yaml:12:25  warning  sample-body  "cuont"\n  the body has no field "cuont"',
    );
    expect(stderr).toContain('samples.ts:1:');
    expect(stderr).toContain(
      'the request uses PUT, but createOrder is POST /orders (in the sample "JS" of POST /orders)',
    );
    expect((await docs('check-samples', '--fix')).stderr).toContain('1 sample fixed in 1 file');
    expect(readFileSync(join(driver.dir, 'api.yaml'), 'utf8')).toContain(`--json '{ "count": 2 }'`);
  });

  it('repairs a sample in the file that has it, or says why not', async () => {
    driver.write(
      'site.config.ts',
      `export default { title: 'T', url: 'https://t.example', openapi: [{ spec: 'api.yaml' }], markdown: { dialects: ['vitepress'] }, variables: { shop: 'api.example.com' } };\n`,
    );
    const [page, part, code] = [
      '# Orders\n\n<!--@include: ./_part.md-->\n\n<<< ./_code.sh\n\n```bash variables\ncurl https://{{ shop }}/oders\n```\n',
      'Do:\n\n```bash\ncurl \\\n  -X GET \\\n  https://api.example.com/oders\n```\n',
      '# all\ncurl https://api.example.com/oders\n',
    ];
    driver.write('content/docs/a.md', page);
    driver.write('content/docs/_part.md', part);
    driver.write('content/docs/_code.sh', code);
    const { stderr } = await docs('check-samples', '--fix');
    const read = (name: string): string =>
      readFileSync(join(driver.dir, 'content/docs', name), 'utf8');
    expect(stderr).toContain('2 samples fixed in 2 files');
    expect(read('_part.md')).toBe(part.replace('oders', 'orders'));
    expect(read('_code.sh')).toBe(code.replace('oders', 'orders'));
    expect(read('a.md')).toBe(page);
    expect(stderr).toContain('was not fixed: the text is not written there as it is');
  });
});
