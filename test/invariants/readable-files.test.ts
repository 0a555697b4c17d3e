import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DIALECTS, type DialectName } from '../../src/dialects/dialects.ts';
import { loadConfig } from '../../src/config/load.ts';
import { discover } from '../../src/content/discover.ts';
import { type BuildResult, build } from '../../src/index.ts';
import { readSources } from '../support/read-sources.ts';
import { type SiteDriver, site, siteOutput } from '../support/site.ts';

/** Is in every file that no page may show. */
const SECRET = 'marker-of-a-secret';

const GITIGNORE = ['secret.*', 'private/', '*.key', '!open.key', 'dist/', 'cafe\u0301.txt', ''];

/** What each form of including tries to read, from `site/content/docs/`; `{top}` is the folder of the repository. */
const TARGETS = {
  'ignored, beside the page': './secret.txt',
  'ignored, in the repository': '../../../secret.txt',
  'ignored by a folder': '../../../private/a.txt',
  'ignored by the site': '../../dist/bundle.txt',
  'ignored by a pattern': '../../../server.key',
  'name composed of other characters': './cafe\u0301.txt',
  'package of the site': '../../node_modules/pkg/readme.txt',
  'package of the repository': '../../../node_modules/pkg/readme.txt',
  'dot file': '../../../.env',
  'dot file beside the page': './.hidden.txt',
  'file in a dot folder': '../../../.config/token.txt',
  'file of Git': '../../../.git/description',
  configuration: '../../site.config.ts',
  'unused configuration': '../../site.config.mjs',
  'link out of the repository': './outside.txt',
  'link to an ignored file': '../../../shared/link.txt',
  'folder behind a link': '../../../shared/folder/a.txt',
  'out of the repository': '../../../../outside.txt',
  'absolute path': '{top}/secret.txt',
  'absolute path out of the repository': '/../../../../outside.txt',
  'from the site': '/site.config.ts',
  'from the repository': '/secret.txt',
  'with the alias of the site': '@/secret.txt',
  'other letter case': '../../SITE.config.ts',
  'percent escapes': './%73ecret.txt',
  'escaped dots': './%2e%2e/%2e%2e/%2e%2e/secret.txt',
  'escaped slashes': '..%2f..%2f..%2fsecret.txt',
  backslashes: String.raw`..\..\..\secret.txt`,
  'address of a file': 'file://{top}/secret.txt',
  'null character': './secret.txt\0',
  'escaped null character': './secret.txt%00.md',
  'dots in the middle': './assets/../secret.txt',
  'double slashes': './/secret.txt',
} as const;

/** How pages bring in files: the text of a page by path. Every page has the forms of docwright itself. */
const FORMS: Readonly<Record<'docwright' | DialectName, Readonly<Record<string, Form>>>> = {
  docwright: {
    directive: (path) => `::include{file="${path}"}`,
    element: (path) => `<Include file="${path}" />`,
    code: (path) => `\`\`\`text file="${path}"\n\`\`\``,
    link: (path) => `[a](<${path}>)`,
    image: (path) => `![a](<${path}>)`,
  },
  docusaurus: { import: (path) => `import Part from '${path}.md';\n\n<Part />` },
  vitepress: {
    snippet: (path) => `<<< ${path}`,
    comment: (path) => `<!--@include: ${path}-->`,
  },
  starlight: {
    import: (path) => `import Part from '${path}.md';\n\n<Part />`,
    image: (path) => `<img src="${path}" alt="a">`,
  },
  mkdocs: {
    snippet: (path) => `--8<-- "${path}"`,
    'snippet in code': (path) => `\`\`\`\n--8<-- "${path}"\n\`\`\``,
    plugin: (path) => `{% include-markdown "${path}" %}`,
    brackets: (path) => `{!${path}!}`,
    lines: (path) => `{* ${path} *}`,
  },
  mdbook: {
    include: (path) => `{{#include ${path}}}`,
    rustdoc: (path) => `{{#rustdoc_include ${path}}}`,
    playground: (path) => `{{#playground ${path}}}`,
  },
};

type Form = (path: string) => string;

interface Try {
  readonly page: string;
  readonly text: string;
}

/** One page for each form and target. */
function triesOf(top: string, dialect: keyof typeof FORMS): readonly Try[] {
  return Object.entries(FORMS[dialect]).flatMap(([form, write]) =>
    Object.entries(TARGETS).map(([target, path]) => ({
      // Modules are imported in files with components only.
      page: `content/docs/${form} ${target}.md${form === 'import' ? 'x' : ''}`.replaceAll(' ', '-'),
      text: `# ${form}, ${target}\n\n${write(path.replace('{top}', top))}\n`,
    })),
  );
}

/** A repository with a site in its folder `site`. */
function repository(dialect: keyof typeof FORMS, options = ''): SiteDriver {
  const dialects = dialect === 'docwright' ? '' : `, markdown: { dialects: ['${dialect}'] }`;
  const config = `export default { title: 'A', url: 'https://a.example', contentDir: 'content', docs: [{ path: 'content/docs', routeBase: '/' }]${dialects}${options} };\n`;
  const secrets = [
    'secret.txt',
    'private/a.txt',
    'node_modules/pkg/readme.txt',
    '.env',
    '.config/token.txt',
    'site/node_modules/pkg/readme.txt',
    'site/dist/bundle.txt',
    '../outside.txt',
  ];
  const driver = site({
    '.gitignore': GITIGNORE.join('\n'),
    'server.key': SECRET,
    'open.key': 'an open key',
    'open.key.md': 'an open key',
    ...Object.fromEntries(
      secrets.flatMap((path) => [path, `${path}.md`].map((file) => [file, SECRET])),
    ),
    'shared/note.txt': 'a shared note',
    'shared/note.txt.md': 'a shared note',
    'site.config.ts': '',
    'site/site.config.ts': `// ${SECRET}\n${config}`,
    'site/site.config.mjs': `// ${SECRET}\n`,
    'site/content/docs/index.md': '# Home\n',
    'site/content/docs/secret.txt': SECRET,
    'site/content/docs/cafe\u0301.txt': SECRET,
    'site/content/docs/.hidden.txt': SECRET,
    'site/content/docs/new.txt': 'a new file',
    'site/content/docs/_new.txt.md': 'a new file',
    'site/content/docs/assets/a.txt': 'a file in a folder',
  });
  onTestFinished(driver.dispose);
  execFileSync('git', ['init', '-q'], { cwd: driver.dir });
  driver.remove('site.config.ts').write('.git/description', SECRET);
  driver.write('.git/description.md', SECRET);
  const outside = join(driver.dir, '../outside.txt');
  onTestFinished(() => void driver.remove('../outside.txt').remove('../outside.txt.md'));
  symlinkSync(outside, join(driver.dir, 'site/content/docs/outside.txt'));
  symlinkSync(join(driver.dir, 'secret.txt'), join(driver.dir, 'shared/link.txt'));
  symlinkSync(join(driver.dir, 'private'), join(driver.dir, 'shared/folder'));
  return driver;
}

async function buildSite(driver: SiteDriver): Promise<BuildResult> {
  return build({ siteDir: join(driver.dir, 'site') });
}

/** The files of the output that contain a text. */
function publishedWith(driver: SiteDriver, text: string): readonly string[] {
  const output = siteOutput(() => join(driver.dir, 'site/build'));
  return output.files().filter((path) => output.file(path).includes(text));
}

/** What the site would show on each page, errors or not. */
async function articles(driver: SiteDriver): Promise<string> {
  const { config } = await loadConfig({ siteDir: join(driver.dir, 'site') });
  if (config === undefined) throw new Error('the configuration has errors');
  const locate = () => ({ file: 'site.config.ts', line: 1, column: 1 });
  const { heads, readArticle } = readSources({ config, sources: discover(config), locate });
  return JSON.stringify([...heads.keys()].map(readArticle));
}

describe.each(['docwright', ...DIALECTS.map(({ id }) => id)] as const)('a page (%s)', (dialect) => {
  it('brings in nothing that nobody meant for readers, and says so', async () => {
    const driver = repository(dialect);
    const tries = triesOf(driver.dir, dialect);
    for (const { page, text } of tries) driver.write(`site/${page}`, text);
    const { diagnostics } = await buildSite(driver);
    const reported = new Set(diagnostics.map(({ location }) => location?.file));
    expect(tries.filter(({ page }) => !reported.has(page)).map(({ text }) => text)).toEqual([]);
    expect(await articles(driver)).not.toContain(SECRET);
    // Findings that do not stop a build leave a site.
    const failed = diagnostics.filter(({ severity }) => severity === 'error');
    for (const { location } of failed)
      if (location?.file.startsWith('content/')) driver.remove(`site/${location.file}`);
    const rest = await buildSite(driver);
    expect(rest.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(publishedWith(driver, 'Home')).not.toEqual([]);
    expect(publishedWith(driver, SECRET)).toEqual([]);
  });

  it('brings in new files, files that Git keeps, and those of the repository', async () => {
    const driver = repository(dialect);
    // Tracked, so it is not ignored in spite of its name.
    driver.write('site/content/docs/secret.kept.txt', 'a kept secret');
    execFileSync('git', ['add', '-f', 'site/content/docs/secret.kept.txt'], { cwd: driver.dir });
    const form = Object.values(FORMS[dialect])[0];
    if (form === undefined) throw new Error('no form');
    // Snippets of MkDocs are looked up from the content, the site and the repository.
    const [own, above] = dialect === 'mkdocs' ? ['docs', ''] : ['.', '../../../'];
    const allowed =
      dialect === 'docusaurus' || dialect === 'starlight'
        ? { './_new.txt': 'a new file', '../../../shared/note.txt': 'a shared note' }
        : {
            [`${own}/new.txt`]: 'a new file',
            [`${own}/assets/a.txt`]: 'a file in a folder',
            [`${own}/secret.kept.txt`]: 'a kept secret',
            [`${above}shared/note.txt`]: 'a shared note',
            [`${above}open.key`]: 'an open key',
          };
    for (const [index, path] of Object.keys(allowed).entries())
      driver.write(`site/content/docs/p${index}.mdx`, `# P ${index}\n\n${form(path)}\n`);
    driver.write('site/content/docs/link.md', '# L\n\n[a](./new.txt) and ![b](./assets/a.txt)\n');
    const { diagnostics } = await buildSite(driver.remove('site/content/docs/outside.txt'));
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    for (const text of Object.values(allowed))
      expect(publishedWith(driver, text), text).not.toEqual([]);
  });
});

it('refuses files that an API description refers to by the same rules', async () => {
  const driver = repository('docwright', ", openapi: [{ spec: 'openapi/api.yaml' }]");
  const refs = [
    '.hidden.yaml',
    'secret.yaml',
    'private/a.yaml',
    'node_modules/a.yaml',
    'open.yaml',
  ];
  for (const file of refs)
    driver.write(
      `site/openapi/${file}`,
      `description: ${file === 'open.yaml' ? 'open' : SECRET}\n`,
    );
  const schemas = refs.map((file, index) => `    S${index}: { $ref: './${file}' }\n`).join('');
  const spec = `openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: {}\ncomponents:\n  schemas:\n${schemas}`;
  driver.write('site/openapi/api.yaml', spec).remove('site/content/docs/outside.txt');
  const { diagnostics } = await buildSite(driver);
  const found = diagnostics.filter(({ severity }) => severity === 'error');
  expect(found.map(({ location, message }) => `${location?.line} ${message}`)).toEqual([
    expect.stringMatching(/^6 .*hidden/),
    expect.stringMatching(/^7 .*Git/),
    expect.stringMatching(/^8 .*Git/),
    expect.stringMatching(/^9 .*node_modules/),
  ]);
  expect(publishedWith(driver, SECRET)).toEqual([]);
});

it('allows what includeRoots names: an ignored folder, a package, a dot file, the configuration', async () => {
  const roots = ['.', '../private', 'node_modules/pkg', '../.env', 'site.config.mjs'];
  const driver = repository('docwright', `, includeRoots: ${JSON.stringify(roots)}`);
  driver.remove('site/content/docs/outside.txt');
  const paths = [
    '../../../private/a.txt',
    '../../node_modules/pkg/readme.txt',
    '../../../.env',
    '../../site.config.mjs',
  ];
  for (const [index, path] of paths.entries())
    driver.write(`site/content/docs/p${index}.md`, `# P\n\n::include{file="${path}"}\n`);
  const { diagnostics } = await buildSite(driver);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  for (const index of paths.keys())
    expect(publishedWith(driver, SECRET)).toContain(`p${index}/index.html`);
});

it('asks Git again in each build: a warm one refuses what has become ignored', async () => {
  const driver = repository('docwright');
  driver
    .remove('site/content/docs/outside.txt')
    .write(
      'site/content/docs/p.md',
      '# P\n\n::include{file="./new.txt"}\n\n![a](./assets/a.txt)\n',
    );
  const errors = async (): Promise<readonly string[]> =>
    (await buildSite(driver)).diagnostics.map(({ code }) => code);
  expect(await errors()).toEqual([]);
  expect(await errors()).toEqual([]);
  const before = readFileSync(join(driver.dir, '.gitignore'), 'utf8');
  driver.write('.gitignore', `${before}new.txt\n`);
  expect(await errors()).toEqual(['include-outside']);
  driver.write('.gitignore', `${before}assets/\n`);
  expect(await errors()).toEqual(['asset-not-found']);
  driver.write('.gitignore', before).write('.git/info/exclude', 'new.txt\n');
  expect(await errors()).toEqual(['include-outside']);
  driver.write('.git/info/exclude', '');
  expect(await errors()).toEqual([]);
});
