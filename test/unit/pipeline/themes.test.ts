import { afterEach, describe, expect, it } from 'vitest';
import { devServer } from '../../support/dev-server.ts';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

const drivers: SiteDriver[] = [];
afterEach(() => {
  for (const driver of drivers.splice(0)) driver.dispose();
});

const configOf = (theme: string): string =>
  `export default { title: 'T', url: 'https://docs.example.com', theme: ${theme}, i18n: { locales: [{ code: 'en' }, { code: 'de' }] }, rules: { 'empty-locale': 'off' } };\n`;

/** A footer that is before the one that it replaces. */
const footer = (text: string): string =>
  `import { Footer as Next } from 'docwright/templates/Footer.tsx';\nexport function Footer() {\n  const text: string = '${text}';\n  return <><p className="mark">{text}</p><Next /></>;\n}\n`;

const page = (text: string): string =>
  `import type { Plugin } from 'docwright';\nconst plugin: Plugin = { name: '${text}', blocks: { hello: () => '<p>Hello from ${text}</p>', ${text}: () => '<p>Only ${text}</p>' } };\nexport default plugin;\n`;

const LOCAL: SiteFiles = {
  'look/templates/Footer.tsx': footer('local'),
  'look/styles.css': ':root {\n  --color-primary: #111;\n  --of-the-look: 1px;\n}\n',
  'look/messages/de.yml': 'interface:\n  search: Stöbern\n  home: Anfang\n',
  'look/messages/ja.yml': 'interface:\n  search: x\n',
  'look/index.ts': page('local'),
  'look/README.md': '# Not a page\n',
};

const PACKAGE: SiteFiles = {
  'node_modules/@acme/look/package.json':
    '{ "name": "@acme/look", "type": "module", "exports": { ".": { "types": "./x.d.ts", "import": "./src/plug-ins.ts" } } }',
  'node_modules/@acme/look/src/plug-ins.ts': page('acme'),
  'node_modules/@acme/look/templates/Footer.tsx': footer('acme'),
  'node_modules/@acme/look/templates/components/Hi.tsx':
    'export default function Hi() {\n  return <b>Hi of acme</b>;\n}\n',
  'node_modules/@acme/look/templates/api/Route.tsx':
    'export function Route() {\n  return <p class="route">of acme</p>;\n}\n',
  'node_modules/@acme/look/styles.css': ':root {\n  --color-primary: #222;\n}\n',
};

const CONTENT: SiteFiles = {
  'content/docs/index.mdx': '# Start\n\n::hello\n\n::local\n\n::acme\n\n<Hi />\n',
  'openapi/api.yaml':
    'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: { /a: { get: { responses: { "200": { description: OK } } } } }\n',
};

async function built(theme: string, files: SiteFiles): Promise<SiteDriver> {
  const driver = site({ 'site.config.ts': configOf(theme), ...files });
  drivers.push(driver);
  return driver.build();
}

const marksOf = (html: string): readonly string[] =>
  [...html.matchAll(/class="mark">(\w+)/g)].map(([, text = '']) => text);

describe('themes', () => {
  it('are a folder and a package: the later one wins and wraps, the site wins over both', async () => {
    const driver = await built("['./look', '@acme/look']", {
      ...LOCAL,
      ...PACKAGE,
      ...CONTENT,
      'site.config.ts': configOf(
        "['./look', '@acme/look'], openapi: [{ spec: 'openapi/api.yaml' }]",
      ),
    });
    expect(driver.diagnostics()).toEqual([]);
    const html = driver.page('/docs');
    expect(marksOf(html)).toEqual(['acme', 'local']);
    expect(html).toMatch(/Hello from acme[^]*Only local[^]*Only acme[^]*<b>Hi of acme<\/b>/);
    expect(driver.page('/de/docs')).toContain('Stöbern');
    expect(driver.page('/de/docs')).toContain('aria-label="Anfang"');
    const api = driver.files().find((file) => /api\/.*get-a.*\/index\.html$/.test(file));
    expect(driver.file(api ?? '')).toContain('<p class="route">of acme</p>');
    const styles = driver.file(driver.files().find((file) => /\/styles-/.test(file)) ?? '');
    expect(styles.match(/--color-primary: ?#(?:111|222)/g)).toEqual([
      '--color-primary: #111',
      '--color-primary: #222',
    ]);
    expect(driver.files().join()).not.toContain('README');

    driver.write('templates/Footer.tsx', footer('site'));
    driver.write('templates/styles.css', ':root {\n  --color-primary: #333;\n}\n');
    driver.write('i18n/de/messages.yml', 'interface:\n  search: Finden\n');
    await driver.rebuild();
    expect(marksOf(driver.page('/docs'))).toEqual(['site', 'acme', 'local']);
    expect(driver.page('/de/docs')).toContain('Finden');
    expect(driver.page('/de/docs')).toContain('aria-label="Anfang"');
    const all = driver.file(driver.files().find((file) => /\/styles-/.test(file)) ?? '');
    expect(all.match(/--color-primary: ?#(?:222|333)/g)?.at(-1)).toBe('--color-primary: #333');
  }, 60_000);

  it('take part in what a build keeps: templates, modules and messages', async () => {
    const driver = await built("'./look'", { ...LOCAL, 'content/index.md': '# A\n\n::hello\n' });
    driver.write('look/templates/Footer.tsx', footer('changed'));
    driver.write('look/index.ts', page('changed'));
    driver.write('look/messages/de.yml', 'interface:\n  search: Suchen gehen\n');
    await driver.rebuild();
    expect(marksOf(driver.page('/'))).toEqual(['changed']);
    expect(driver.page('/')).toContain('Hello from changed');
    expect(driver.page('/de')).toContain('Suchen gehen');
    driver.remove('look/templates');
    await driver.rebuild();
    expect(marksOf(driver.page('/'))).toEqual([]);
  }, 60_000);

  it('are followed by docs dev', async () => {
    const dev = await devServer({
      'site.config.ts': configOf("'./look'"),
      'content/index.md': '# A\n\n::hello\n',
      ...LOCAL,
    });
    const text = async (route: string): Promise<string> =>
      (await fetch(new URL(route, dev.server.url))).text();
    try {
      expect(marksOf(await text('/'))).toEqual(['local']);
      dev.driver.write('look/templates/Footer.tsx', footer('edited'));
      await expect.poll(() => text('/'), { timeout: 10_000 }).toContain('class="mark">edited');
      dev.driver.write('look/messages/de.yml', 'interface:\n  search: Suchen gehen\n');
      await expect.poll(() => text('/de/'), { timeout: 10_000 }).toContain('Suchen gehen');
      dev.driver.write('look/index.ts', page('edited'));
      await expect.poll(() => text('/'), { timeout: 10_000 }).toContain('Hello from edited');
    } finally {
      await dev.dispose();
    }
  }, 60_000);
});

describe('a theme is reported', () => {
  it.each([
    ["'./lok'", 'is not found: "./lok"', 'did you mean "./look"?'],
    ["'look'", 'is not found: "look"', 'for the folder of the site, write "./look"'],
    ["'@acme/lok'", 'is not found: "@acme/lok"', 'did you mean "@acme/look"?'],
    ["'docs-theme'", 'is not found: "docs-theme"', 'install the package: npm install docs-theme'],
    ["'./content'", 'names a theme with nothing in it: "./content"', 'a theme has templates/'],
  ])('if it is %s', async (theme, message, hint) => {
    const driver = await built(theme, { ...LOCAL, ...PACKAGE, 'content/index.md': '# A\n' });
    const [found] = driver.result().diagnostics;
    expect(driver.diagnostics()).toEqual([
      expect.stringMatching(/^site\.config\.ts:1:\d+ config-value$/),
    ]);
    expect(found?.message).toBe(`theme ${message}`);
    expect(found?.hint).toContain(hint);
  });

  it('with templates of unknown names, misspelled variables, and modules that are no plug-ins', async () => {
    const driver = await built("['./look']", {
      'content/index.md': '# A\n',
      'look/templates/Foter.tsx': footer('x'),
      'look/styles.css':
        "@import url('./tokens/colors.css');\n:root {\n  --color-primry: red;\n}\n",
      'look/tokens/colors.css':
        '@import "../styles.css";\n:root {\n  --color-acent: red;\n  --look-gap: 1px;\n}\n',
    });
    expect(driver.diagnostics()).toEqual([
      'look/styles.css:3:3 unknown-css-variable',
      'look/templates/Foter.tsx:1:1 unknown-template',
      'look/tokens/colors.css:3:3 unknown-css-variable',
    ]);
    driver.write('look/index.ts', "export default { name: 'x', blocs: {} };\n");
    await driver.rebuild();
    const [found] = driver.result().diagnostics;
    expect(driver.diagnostics()).toEqual(['look/index.ts:1:16 config-unknown-key']);
    expect(found?.hint).toContain('blocks');
    driver.write('look/index.ts', 'export const x = 1;\n');
    await driver.rebuild();
    expect(driver.diagnostics()).toEqual(['look/index.ts:1:1 config-load']);
  }, 60_000);

  it('at the line of its template that throws', async () => {
    const driver = await built("'@acme/look'", {
      ...PACKAGE,
      'content/index.md': '# A\n',
      'node_modules/@acme/look/templates/Footer.tsx':
        "export function Footer() {\n  throw new Error('no footer');\n}\n",
    });
    expect(driver.result().diagnostics[0]?.message).toContain('no footer');
    expect(driver.result().ok).toBe(false);
  }, 60_000);
});
