import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

const drivers: SiteDriver[] = [];
afterEach(() => {
  for (const driver of drivers.splice(0)) driver.dispose();
});

/** Builds a site with plug-ins, written as the configuration has them. */
async function built(plugins: string, files: SiteFiles = {}): Promise<SiteDriver> {
  const driver = site({
    'site.config.ts': `import { defineConfig, definePlugin } from 'docwright';
export default defineConfig({
  title: 'T',
  url: 'https://docs.example.com',
  plugins: [${plugins}],
});
`,
    'index.md': '# Home\n',
    ...files,
  });
  drivers.push(driver);
  return driver.build();
}

function messages(driver: SiteDriver): readonly string[] {
  const { diagnostics } = driver.result();
  return diagnostics.map(({ message, location, code }) =>
    [code, location?.line, location?.column, message].join(' '),
  );
}

describe('plug-ins of a site', () => {
  it('render blocks, with a style sheet for the pages that have styles', async () => {
    const driver = await built(
      `definePlugin({
        name: 'box',
        blocks: { box: ({ options, content }) => \`<div style="color:\${options.color}">\${content}</div>\` },
      })`,
      {
        'a.md': '# A\n\n:::box{color=red}\n[home](index.md)\n:::\n',
        'b.md': '# B\n\n:::box{color=red}\n[missing](missing.md)\n:::\n',
        'c.md': '# C\n\n:::box{color=red}\n[home](index.md)\n:::\n',
      },
    );
    expect(driver.diagnostics()).toEqual(['b.md:4:11 page-not-found']);
    driver.write('b.md', '# B\n\n:::box{color=blue}\n:::\n');
    await driver.rebuild();
    expect(driver.diagnostics()).toEqual([]);
    const sheets = driver.files().filter((path) => path.startsWith('dw-assets/page-'));
    expect(sheets).toHaveLength(2);
    const [sheet = ''] = sheets.filter((path) => driver.file(path).includes('color:red'));
    for (const route of ['/a', '/c']) {
      const link = new RegExp(`<link rel="stylesheet" href="/${sheet}" integrity="sha384-`);
      expect(driver.page(route)).toMatch(link);
    }
    expect(driver.page('/')).not.toContain('dw-assets/page-');
  });

  it('render blocks with components', async () => {
    const driver = await built(
      `{
        name: 'x',
        blocks: {
          alert: ({ label }) => ({ component: 'Callout', props: { type: 'tip', title: label } }),
          none: () => ({ component: 'Nothing' }),
          wrong: () => ({ component: 'a b' }),
          circle: () => { const props = {}; props.props = props; return { component: 'Callout', props }; },
        },
      }`,
      { 'a.md': '# A\n\n:::alert[Be *quick*]\n## In it\n\n[home](index.md)\n:::\n\nafter\n' },
    );
    expect(driver.diagnostics()).toEqual([]);
    expect(driver.page('/a')).toMatch(
      /<aside class="[^"]*tip[^"]*">[^]*Be \*quick\*[^]*<h2 id="in-it">[^]*<a href="\/">home<\/a>[^]*<\/aside>[^]*after/,
    );
    await driver.write('a.md', '# A\n\n::none\n\n::wrong\n\n::circle\n').rebuild();
    const [none = '', wrong = '', circle = ''] = messages(driver);
    expect(none).toBe(
      'unknown-component 3 3 the component <Nothing> is not found; its content is shown',
    );
    expect(wrong).toBe(
      'plugin-error 5 3 the plug-in "x" (blocks.wrong) throws: "a b" cannot be the name of a component',
    );
    expect(circle).toMatch(/^plugin-error 7 3 the plug-in "x" \(blocks.circle\) throws: TypeError/);
  });

  it('render code blocks with components, whose children are the code', async () => {
    const driver = await built(
      `{
        name: 'x',
        fences: {
          chart: ({ code, title }) => ({ component: 'Chart', props: { title, lines: code.split('\\n') } }),
          none: () => ({ component: 'Nothing' }),
        },
      }`,
      {
        'templates/components/Chart.tsx':
          'export default ({ title, lines, children }) => <section title={title}>{lines.length} lines{children}</section>;\n',
        'a.md': '# A\n\n- item\n\n  ```chart title="Two"\n  one < 1\n  two\n  ```\n',
        'b.md': '# B\n\n```none\nscarlet < 1\n```\n',
        'c.md': '# C\n\n```js\n1\n```\n',
      },
    );
    expect(messages(driver)).toEqual([
      'unknown-component 3 1 the component <Nothing> is not found; its content is shown',
    ]);
    expect(driver.page('/a')).toMatch(
      /<li>[^]*<section title="Two">2 lines<figure class="code"[^]*<code>one &lt; 1\ntwo<\/code><\/pre><\/figure>\s*<\/section>[^]*<\/li>/,
    );
    expect(driver.page('/b')).toMatch(
      /<figure class="code"[^]*<code>scarlet &lt; 1<\/code><\/pre><\/figure>/,
    );
    expect(driver.page('/c')).toContain('<code class="language-js">');
    const index = driver.file('search-index-docs-default-current.json');
    for (const word of ['two', 'scarlet']) expect(index).toContain(`"${word}"`);
  });

  it('show frames of the origins that the policy allows', async () => {
    const driver = await built(
      `{ name: 'x', blocks: { film: () => '<iframe src="https://films.example/1"></iframe>' } }`,
      { 'a.md': '# A\n\n::film\n' },
    );
    expect(driver.diagnostics()).toEqual(['a.md:3:3 foreign-origin']);
    const config = readFileSync(join(driver.dir, 'site.config.ts'), 'utf8');
    const security = "security: { origins: { frame: ['https://films.example'] } },";
    await driver
      .write('site.config.ts', config.replace('plugins:', `${security} plugins:`))
      .rebuild();
    expect(driver.diagnostics()).toEqual([]);
  });

  it('add tags to the head of pages, and origins to the policy', async () => {
    const driver = await built(
      `definePlugin({
        name: 'counter',
        policy: { script: ['https://cdn.example'], trustedTypes: ['counter'] },
        head: ({ route, file }) => route === '/a' ? [
          { tag: 'script', attributes: { src: 'https://cdn.example/x.js', 'data-file': file ?? '' } },
          { tag: 'meta', attributes: { name: 'x', content: '"<', media: undefined } },
        ] : [],
      })`,
      { 'a.md': '# A\n' },
    );
    expect(driver.diagnostics()).toEqual([]);
    expect(driver.page('/a')).toContain(
      '<script src="https://cdn.example/x.js" data-file="a.md"></script>\n<meta name="x" content="&quot;&lt;">',
    );
    expect(driver.page('/a')).toMatch(/<div id="dw-root"[^>]* data-apart='[0-9a-f]{12}'/);
    expect(driver.page('/')).not.toMatch(/"https:\/\/cdn\.example|data-apart/);
    expect(driver.result().summary?.notes).toEqual([
      'the security policy is wider for the plug-in "counter": https://cdn.example, Trusted Types "counter"',
      expect.stringContaining('security policy in every page'),
    ]);
  });

  it.each([
    ['() => { throw new Error("no") }', 'throws: no'],
    ['() => "x"', 'returns string, expected a list of tags'],
    ['() => [{ tag: "script", attributes: {} }]', 'returns object, expected tags'],
    ['() => [{ tag: "style", attributes: {} }]', 'returns object, expected tags'],
    [
      '() => [{ tag: "meta", attributes: { onclick: "x" } }]',
      'returns object, expected allowed tags: head[0].attributes.onclick would run a script, which is refused',
    ],
    [
      '() => [{ tag: "script", attributes: { src: "//cdn.example/x.js" } }]',
      'returns object, expected allowed tags: head[0].attributes.src has no scheme: "//cdn.example/x.js"',
    ],
    [
      '() => [{ tag: "script", attributes: { src: "javascript:x" } }]',
      'returns object, expected allowed tags: head[0].attributes.src has the scheme "javascript:", which is refused',
    ],
  ])('report the head %s once, at the configuration', async (head, message) => {
    const driver = await built(`{ name: 'x', head: ${head} }`, { 'a.md': '# A\n' });
    expect(messages(driver)).toEqual([`plugin-error 5 32 the plug-in "x" (head) ${message}`]);
  });

  it('report a markdown function that throws once, at the configuration', async () => {
    const driver = await built(`{ name: 'x', markdown: () => { throw new Error('no') } }`, {
      'a.md': '# A\n',
    });
    expect(messages(driver)).toEqual(['plugin-error 5 36 the plug-in "x" (markdown) throws: no']);
  });

  it.each([
    ['{}', 'config-missing'],
    [`{ name: 'x', blocks: { a: 'html' } }`, 'config-type'],
    [`{ name: 'x', head: 1 }`, 'config-type'],
    [`{ name: 'x', languages: { a: 1 } }`, 'config-type'],
    [`{ name: 'x', block: {} }`, 'config-unknown-key'],
    [`{ name: 'x', policy: { script: ['cdn'] } }`, 'config-value'],
  ])('are checked: %s', async (plugin, code) => {
    const driver = await built(plugin);
    expect(driver.result().badConfig).toBe(true);
    expect(messages(driver).map((message) => message.split(' ')[0])).toEqual([code]);
  });
});
