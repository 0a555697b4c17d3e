import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { transform } from 'esbuild';
import { load } from 'js-yaml';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { CATALOG } from '../../src/diagnostics/codes.ts';
import { blocksOf, MANUAL, MANUAL_PAGES, type ManualBlock, ROOT } from '../support/manual.ts';
import { type SiteFiles, site } from '../support/site.ts';
import { commandReader } from './support/docs-commands.ts';

/** The examples of diagnostics are wrong on one side: test/unit/scripts/reference.test.ts builds both. */
const blocks = MANUAL_PAGES.filter(({ path }) => path !== 'reference/diagnostics.md').flatMap(
  blocksOf,
);

const PAGES = ['md', 'mdx'];
const CODE = ['ts', 'tsx', 'js', 'jsx'];
const YAML = ['yaml', 'yml'];
/** Languages that only their own tests read, and where. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  nginx: 'test/e2e/deploying.test.ts runs nginx with it',
  dockerfile: 'test/e2e/deploying.test.ts builds the image',
  xml: 'test/unit/pipeline/social-images.test.ts draws such images',
  py: 'a sample of highlighting, which the page itself builds',
  bash: 'a sample in another block, which is built',
  'diff-ts': 'a sample of a diff, which the page itself builds',
  html: 'a sample of another tool',
  txt: 'a sample in another block, which is built',
};

const ofLanguage = (...languages: readonly string[]): readonly ManualBlock[] =>
  blocks.filter(({ language }) => languages.includes(language));

/** Problems of blocks, each with the location of its block. */
async function problemsOf(
  list: readonly ManualBlock[],
  read: (block: ManualBlock) => Promise<readonly string[]> | readonly string[],
): Promise<readonly string[]> {
  const found = await Promise.all(
    list.map(async (block) => {
      try {
        return (await read(block)).map((problem) => `${block.at} ${problem}`);
      } catch (cause) {
        return [`${block.at} ${String(cause)}`];
      }
    }),
  );
  return found.flat();
}

/** Files that samples refer to. */
const SURROUNDINGS: SiteFiles = {
  'blog/authors.yml': 'ada: { name: Ada }\n',
  'content/index.md': '# Home\n',
  'content/docs/index.md': '# Start\n',
  'content/docs/install.md': '# Install\n\n## Linux\n',
  'content/docs/writing.md': '# Writing\n',
  'content/docs/check-links.md': '# Links\n',
  'content/docs/changes.md': '# Changes\n',
  'content/docs/start.md': '# Start\n\n## Speed\n',
  'content/docs/examples.md': '# Examples\n',
  'content/docs/guides/index.md': '# Guides\n',
  'content/docs/tutorial/index.md': '# Tutorial\n',
  'content/docs/handbook.pdf': 'handbook',
  'content/docs/tour.mp4': 'video',
  'content/docs/tour.png': 'image',
  'content/docs/client.ts': 'export {};\n',
  'content/docs/architecture.png': 'image',
  'content/docs/_shared/requirements.md': 'What it needs.\n',
  'content/docs/_setup.mdx': 'Set it up.\n',
  'content/docs/_part.mdx': 'By {props.name}.\n',
  'content/examples/blocks/blocks.ts': readFileSync(
    join(ROOT, 'examples/blocks/blocks.ts'),
    'utf8',
  ),
  'content/components/Price.tsx': 'export default () => <b>9.5</b>;\n',
  'content/public/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'openapi/notes.yaml': readFileSync(join(MANUAL, 'openapi/notes.yaml'), 'utf8'),
  'static/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  ...Object.fromEntries(
    ['Price.tsx', 'Price.css', 'Counter.tsx'].map((name) => [
      `templates/components/${name}`,
      readFileSync(join(MANUAL, 'templates/components', name), 'utf8'),
    ]),
  ),
};

const CONFIG = `
  title: 'My product',
  url: 'https://docs.example.com',
  variables: { version: '2.1.0', downloads: 'https://example.com/downloads' },
  security: { origins: { frame: ['https://codesandbox.io', 'https://www.youtube-nocookie.com'] } },`;

/** Sites whose configuration the text around a sample asks for. */
const SITES: Readonly<
  Record<string, { readonly has: (block: ManualBlock) => boolean; readonly keys: string }>
> = {
  starlight: {
    has: ({ text }) => text.includes('@astrojs/starlight'),
    keys: "markdown: { dialects: ['starlight'] }",
  },
  formulas: {
    has: ({ text }) => text.startsWith('```math'),
    keys: "plugins: [{ name: 'math', fences: { math: ({ code }) => code.replace(/\\W/g, '') } }]",
  },
  vitepress: {
    has: ({ page }) => page.path === 'vitepress.md',
    keys: "markdown: { dialects: ['vitepress'] }, contentDir: 'content', trailingSlash: true",
  },
  'plug-ins': {
    has: ({ page }) => page.path === 'plug-ins.md',
    keys: `plugins: [{
      name: 'blocks',
      blocks: { swatch: ({ label }) => label, compare: ({ content }) => content },
    }]`,
  },
  blog: { has: ({ page }) => page.path === 'blog.md', keys: 'blog: {}' },
  samples: {
    has: ({ page }) => page.path === 'check-samples.md',
    keys: "openapi: [{ spec: 'openapi/notes.yaml' }]",
  },
  docwright: { has: () => true, keys: '' },
};

describe('the blocks of the manual', () => {
  it('are all read by a test', () => {
    const read = [...PAGES, ...CODE, ...YAML, 'json', 'toml', 'css', 'sh', 'text'];
    const unread = blocks.filter(
      ({ language }) => !read.includes(language) && ELSEWHERE[language] === undefined,
    );
    expect(unread.map(({ at, language }) => `${at} ${language}`)).toEqual([]);
  });

  it('have commands and flags that exist', async () => {
    const read = await commandReader();
    const lines = ({ text }: ManualBlock): readonly string[] =>
      text.replaceAll('\\\n', ' ').split('\n').flatMap(read);
    const commands = (text: string): readonly string[] =>
      Array.from(text.matchAll(/(?:run:|command =|^ *-) *"?([^"\n]*)/gm), ([, line = '']) => line);
    expect(await problemsOf(ofLanguage('sh'), lines)).toEqual([]);
    const inFiles = ofLanguage(...YAML, 'toml');
    expect(
      inFiles.flatMap(({ text }) => commands(text)).filter((line) => /docs /.test(line)).length,
    ).toBeGreaterThan(8);
    expect(await problemsOf(inFiles, ({ text }) => commands(text).flatMap(read))).toEqual([]);
  });

  it('are valid JSON, YAML, TOML, JavaScript and CSS', async () => {
    expect(await problemsOf(ofLanguage('json'), ({ text }) => (JSON.parse(text), []))).toEqual([]);
    expect(await problemsOf(ofLanguage(...YAML), ({ text }) => (load(text), []))).toEqual([]);
    expect(await problemsOf(ofLanguage('toml'), ({ text }) => (parseToml(text), []))).toEqual([]);
    const js = async ({ text }: ManualBlock): Promise<readonly string[]> => {
      await transform(text, { loader: 'jsx', logLevel: 'silent' });
      return [];
    };
    expect(await problemsOf(ofLanguage('js', 'jsx'), js)).toEqual([]);
    const css = async ({ text }: ManualBlock): Promise<readonly string[]> => {
      const { warnings } = await transform(text, { loader: 'css', logLevel: 'silent' });
      return warnings.map((warning) => warning.text);
    };
    expect(await problemsOf(ofLanguage('css'), css)).toEqual([]);
  });

  it('set variables of style sheets that exist', () => {
    const known = readFileSync(join(MANUAL, 'reference/css-variables.md'), 'utf8');
    const names = ofLanguage('css').flatMap(({ at, text }) =>
      Array.from(text.matchAll(/^\s*(--[\w-]+):/gm), ([, name = '']) => `${at} ${name}`),
    );
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !known.includes(`\`${name.split(' ')[1]}\``))).toEqual([]);
  });

  it('name codes that exist where they show the output of a command', () => {
    const named = ofLanguage('text').flatMap(({ at, text }) =>
      Array.from(
        text.matchAll(/\b(?:error|warning|info)(?: {2}|\[)([a-z][a-z-]+)/g),
        ([, code = '']) => ({ at, code }),
      ),
    );
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter(({ code }) => !Object.hasOwn(CATALOG, code))).toEqual([]);
  });

  const siteOf = (block: ManualBlock): string | undefined =>
    Object.entries(SITES).find(([, { has }]) => has(block))?.[0];

  it.each(Object.entries(SITES))('build as pages without a finding: %s', async (name, { keys }) => {
    const mine = ofLanguage(...PAGES).filter((block) => siteOf(block) === name);
    const samples = new Map(mine.map((block, at) => [pathOf(block, at), block]));
    expect(samples.size).toBeGreaterThan(0);
    const driver = site({
      ...SURROUNDINGS,
      ...Object.fromEntries([...samples].map(([path, { text }]) => [path, `${text}\nText.\n`])),
      'site.config.mjs': `export default {${CONFIG}${keys}};`,
    });
    onTestFinished(driver.dispose);
    await driver.build();
    const found = driver.result().diagnostics.map(({ code, message, location }) => {
      const at = samples.get(location?.file ?? '')?.at ?? location?.file;
      return `${at}: ${code} ${message}`;
    });
    expect(found.filter((line) => SAID.every(({ finding }) => !finding.test(line)))).toEqual([]);
    for (const [path, block] of samples) {
      // A skill has no page.
      if (path.startsWith('skills/')) continue;
      const route = path
        .replace(/^content|\.mdx?$/g, '')
        .replace(/^blog\/(\d+)-(\d+)-(\d+)-/, '/blog/$1/$2/$3/');
      expect({ at: block.at, markup: markupIn(driver.page(route)) }).toEqual({
        at: block.at,
        markup: [],
      });
    }
  });

  it('of TypeScript have the types of the package', () => {
    const folder = join(inject('runFolder'), 'manual-code');
    const modules = join(folder, 'node_modules');
    mkdirSync(modules, { recursive: true });
    for (const name of ['react', 'react-dom', 'katex', '@types'])
      symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
    symlinkSync(ROOT, join(modules, 'docwright'));
    const printed = ofLanguage('json').find(({ at }) => at.startsWith('requirements.md'));
    const { compilerOptions } = JSON.parse(printed?.text ?? '');
    const options = { ...compilerOptions, types: ['node'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }));
    const taken = new Set<string>();
    for (const [at, { page, language, title, text }] of ofLanguage(
      'ts',
      'tsx',
      'css',
      'json',
    ).entries()) {
      const name = join(basename(page.path), title === '' ? `sample.${language}` : title);
      const path = join(folder, taken.has(name) ? join(String(at), name) : name);
      taken.add(name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stdout.split('\n').filter((line) => line !== '')).toEqual([]);
  }, 60_000);

  it('of `docwright` run as they are', () => {
    const driver = site({ 'content/docs/index.md': '# Start\n\n[Lost](./lost.md)\n' });
    onTestFinished(driver.dispose);
    mkdirSync(join(driver.dir, 'node_modules'));
    symlinkSync(ROOT, join(driver.dir, 'node_modules/docwright'));
    const scripts = ofLanguage('js').filter(({ page }) => page.path === 'from-code.md');
    const results = scripts.map(({ title, text }) => {
      driver.write(title, text);
      const { status, stdout, stderr } = spawnSync(process.execPath, [title], {
        cwd: driver.dir,
        encoding: 'utf8',
      });
      return { title, status, output: `${stdout}${stderr}` };
    });
    expect(results).toEqual([
      {
        title: 'build.mjs',
        status: 1,
        output: expect.stringContaining('content/docs/index.md:3 error page-not-found: '),
      },
      { title: 'serve.mjs', status: 0, output: expect.stringMatching(/^http:.*\n1 findings\n$/) },
    ]);
  }, 60_000);
});

/** A sample with the path of a page or skill is this file; the others lie among the docs. */
function pathOf({ title, language }: ManualBlock, at: number): string {
  return /^(?:blog|content|skills)\//.test(title) && SURROUNDINGS[title] === undefined
    ? title
    : `content/docs/try-${at}.${language}`;
}

/** Findings that the text around a sample speaks of. */
const SAID: readonly { readonly finding: RegExp; readonly reason: string }[] = [
  {
    finding: /^check-links\.md:\d+: unused-suppression/,
    reason: 'the links that the sample suppresses are not in it',
  },
];

/** Markup that is shown as text outside of code. */
function markupIn(html: string): readonly string[] {
  const article = /<article[^>]*>(.*)<\/article>/s.exec(html)?.[1] ?? html;
  const text = article
    .replace(/<(pre|code|script|button)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, '');
  return text.match(/:::.*|\{[\w#.]+[=}].*|\[[!:[].*|^#{2,}.*|\*\*.*/gm) ?? [];
}
