import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { build } from '../../src/index.ts';
import { blocksOf, MANUAL, MANUAL_PAGES, type ManualPage, ROOT } from '../support/manual.ts';
import {
  formatDiagnostics,
  type SiteDriver,
  type SiteFiles,
  site,
  siteOutput,
} from '../support/site.ts';

const README: ManualPage = {
  path: 'README.md',
  text: readFileSync(join(ROOT, 'README.md'), 'utf8'),
  isReference: false,
};

interface Printed {
  readonly path: string;
  readonly text: string;
}

/** The code blocks of a page that have a path as their title. */
function printedFiles(page: ManualPage): readonly Printed[] {
  const files = blocksOf(page).filter(({ title }) => /^[\w./-]+$/.test(title));
  return files.map(({ title, text }) => ({ path: title, text }));
}

function newSite(files: SiteFiles): SiteDriver {
  const made = site(files);
  onTestFinished(made.dispose);
  return made;
}

const HOME =
  '# Home\n\n[Changes](./changes.md), [SDK](./sdk/), [Product](./product.md), [Blog](./blog/)\n';
const REACT_PAGES = '\n[Pricing](/pricing), [Welcome](/welcome)\n';

/** Files that the printed files and configurations refer to. */
const SURROUNDINGS: SiteFiles = {
  'content/index.md': '',
  'content/docs/guides/index.md': '# Guides\n',
  'content/sdk/index.md': '# SDK\n',
  'content/blog/index.md': '# Blog\n',
  'content/changes.md': '# Changes\n',
  ...Object.fromEntries(
    ['vendor', 'v1', 'v2', 'v3'].map((name) => [
      `openapi/${name}.yaml`,
      'openapi: 3.1.0\ninfo: { title: Vendor, version: "1" }\npaths: {}\n',
    ]),
  ),
  'content/docs/start.md': '# Start\n\n## Speed\n',
  'content/docs/examples.md': '# Examples\n',
  'static/logo-dark.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'static/preview.png': '',
  'i18n/ar/messages.yml': 'labels: { Docs: الوثائق }\n',
  'regions.csv': 'eu,Europe\n',
  'data/terms/tide.md': '---\nname: Tide\n---\nThe rise and fall of the sea.\n',
  'static/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

const SITE_FILES = /^(?:content|i18n|my-theme|openapi|static|templates)\/|^samples\.ts$/;

describe('the manual', () => {
  it('builds as a site without a problem, with each page in the sidebar', async () => {
    const outDir = join(inject('runFolder'), 'manual');
    const { diagnostics } = await build({
      siteDir: MANUAL,
      outDir,
      rules: { 'orphan-page': 'warning' },
    });
    expect(formatDiagnostics(diagnostics)).toEqual([]);
    const { page } = siteOutput(() => outDir);
    expect(page('/islands')).toContain('Clicked <!-- -->3<!-- --> times');
    const inSidebar = new Set(
      Array.from(page('/site-index').matchAll(/<a href="([^"#]*)"/g), ([, href]) => href),
    );
    const routes = MANUAL_PAGES.map(
      ({ path }) => `/${path.replace(/\.mdx?$/, '').replace(/(?:^|\/)index$/, '')}/`,
    );
    expect(routes.filter((route) => route !== '//' && !inSidebar.has(route))).toEqual([]);
  });

  it('prints configurations and files that build without a problem, and so does the README', async () => {
    // The examples of diagnostics are wrong, and have a test.
    const pages = MANUAL_PAGES.filter(({ path }) => !path.endsWith('diagnostics.md'));
    const printed = [...pages, README].flatMap(printedFiles);
    const files = printed.filter(({ path }) => SITE_FILES.test(path));
    const configs = printed.filter(({ path }) => path === 'site.config.ts');
    expect(configs.length).toBeGreaterThan(10);
    const example = newSite({
      ...SURROUNDINGS,
      ...Object.fromEntries(files.map(({ path, text }) => [path, text])),
    });
    mkdirSync(join(example.dir, 'node_modules'), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules/katex'), join(example.dir, 'node_modules/katex'));
    // Pages without commits have no dates.
    execFileSync('git', ['init', '-q', example.dir]);
    for (const { path, text } of configs) {
      if (text.includes('lastVersion')) example.write('versions/1.0/install.md', '# Install\n');
      else example.remove('versions');
      // Beside the docs of another tool, modules are no pages.
      example.write('content/index.md', text.includes('dialects') ? HOME : HOME + REACT_PAGES);
      await example.write(path, text).build();
      const problems = example.diagnostics();
      expect({ config: text, problems }).toEqual({
        config: text,
        problems: [],
      });
    }
  }, 120_000);
});
