import { afterEach, describe, expect, it } from 'vitest';
import { devServer } from '../../support/dev-server.ts';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

const drivers: SiteDriver[] = [];
afterEach(() => {
  for (const driver of drivers.splice(0)) driver.dispose();
});

const SCHEMA = `{ type: 'object', required: ['name'], properties: { name: { type: 'string' }, size: { type: 'number' } } }`;
/** As libraries of schemas implement it. */
const STANDARD = `{ '~standard': { version: 1, vendor: 'own', validate: (value) =>
  typeof value.size === 'string' ? { issues: [{ message: 'expected a number', path: [{ key: 'size' }] }] } : { value: { ...value, double: value.size * 2 } } } }`;

async function built(settings: string, files: SiteFiles): Promise<SiteDriver> {
  const driver = site({
    'site.config.ts': `export default { title: 'T', url: 'https://docs.example.com', ${settings} };\n`,
    'content/index.md': '# Home\n\n::list\n',
    ...files,
  });
  drivers.push(driver);
  return driver.build();
}

const LIST = `plugins: [{ name: 'list', blocks: { list: (_, { collection }) =>
  '<p>' + collection('things').map(({ id, line, data, body }) => [id, line, data.name, data.double ?? '', (body ?? '').trim()].join('|')).join(' ; ') + '</p>' } }],`;

const FILES: SiteFiles = {
  'data/a.md': '---\nname: Ada\nsize: 2\n---\nBorn 1815.\n',
  'data/b.yml': '- name: Bob\n  size: 1\n- name: Cy\n  size: 4\n',
  'data/c.json': '{ "name": "Dee", "size": 3 }',
  'data/d.csv': 'name,note\n"Eve ""E""","x, y"\nFay,\n',
  'data/_draft.yml': 'name: 1\n',
};

describe('collections', () => {
  it('have entries of Markdown, YAML, JSON and CSV, for plug-ins, which follow changes', async () => {
    const driver = await built(
      `collections: { things: { dir: 'data', schema: ${SCHEMA} } }, ${LIST}`,
      FILES,
    );
    expect(driver.diagnostics()).toEqual([]);
    expect(driver.page('/')).toContain(
      '<p>a|2|Ada||Born 1815. ; b#1|1|Bob|| ; b#2|3|Cy|| ; c|1|Dee|| ; d#1|2|Eve "E"|| ; d#2|3|Fay||</p>',
    );
    await driver.write('data/c.json', '{ "name": "Dora" }').rebuild();
    expect(driver.page('/')).toContain('c|1|Dora');
  });

  it('are sorted, and have the values that a Standard Schema returns', async () => {
    const { 'data/d.csv': _, ...files } = FILES;
    const driver = await built(
      `collections: { things: { dir: 'data', schema: ${STANDARD}, sort: '-size' } }, ${LIST}`,
      files,
    );
    expect(driver.page('/')).toContain(
      'b#2|3|Cy|8| ; c|1|Dee|6| ; a|2|Ada|4|Born 1815. ; b#1|1|Bob|2|',
    );
  });

  it('are listed by templates', async () => {
    const driver = await built(`collections: { things: { dir: 'data', sort: 'name' } }`, {
      ...FILES,
      'content/index.md': '# Home\n',
      'templates/Footer.tsx':
        "import { useCollection } from 'docwright/theme';\nexport function Footer() {\n  const all = useCollection<{ data: { name: string } }>('things');\n  return <footer>{all.map(({ data }) => data.name).join(', ')}</footer>;\n}\n",
    });
    expect(driver.diagnostics()).toEqual([]);
    expect(driver.page('/')).toContain(
      '<footer>Ada, Bob, Cy, Dee, Eve &quot;E&quot;, Fay</footer>',
    );
    await driver.write('data/a.md', '---\nname: Abe\n---\n').rebuild();
    expect(driver.page('/')).toContain('<footer>Abe, Bob');
  });

  it.each([
    ['data/b.yml', '- name: Bob\n  size: big\n', 'data/b.yml:2:9', '"size" must be'],
    ['data/b.yml', '- size: 1\n', 'data/b.yml:1:3', 'lacks'],
    ['data/b.yml', 'name: [\n', 'data/b.yml:', ''],
    ['data/a.md', '---\nname: 7\n---\n', 'data/a.md:2:7', '"name" must be'],
    ['data/c.json', '{ "name": "x",\n "size": [] }', 'data/c.json:2:10', '"size" must be'],
  ])('report what does not fit, at its line: %s', async (...given) => {
    const [path, text, at, message] = given;
    const settings = `collections: { things: { dir: 'data', schema: ${SCHEMA} } }, ${LIST}`;
    const driver = await built(settings, { ...FILES, [path]: text });
    const found = driver.result().diagnostics.filter(({ code }) => code === 'collection-entry');
    expect(driver.diagnostics()[0]).toContain(at);
    expect(found[0]?.message).toContain(message);
    expect(driver.result().ok).toBe(false);
  });

  it('are followed by docs dev, in blocks and in pages that are made of them', async () => {
    const plugins = LIST.replace(
      'blocks:',
      "routes: ({ add, collection }) => add({ route: '/all', title: 'All', markdown: collection('things').map(({ data }) => data.name).join(', ') }), blocks:",
    );
    const dev = await devServer({
      'site.config.ts': `export default { title: 'T', url: 'https://docs.example.com', collections: { things: { dir: 'data' } }, ${plugins} };\n`,
      'content/index.md': '# Home\n\n::list\n',
      ...FILES,
    });
    const text = async (route: string): Promise<string> =>
      (await fetch(new URL(route, dev.server.url))).text();
    try {
      expect(await text('/all/')).toContain('Ada, Bob');
      dev.driver.write('data/a.md', '---\nname: Abe\n---\n');
      await expect.poll(() => text('/all/'), { timeout: 10_000 }).toContain('Abe, Bob');
      expect(await text('/')).toContain('|Abe|');
    } finally {
      await dev.dispose();
    }
  }, 30_000);
});
