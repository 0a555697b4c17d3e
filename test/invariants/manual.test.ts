import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type SiteDriver, type SiteFiles, site } from '../support/site.ts';

const ROOT = resolve(import.meta.dirname, '../..');

interface Printed {
  readonly path: string;
  readonly text: string;
}

const manual: readonly Printed[] = readdirSync(join(ROOT, 'manual'))
  .filter((name) => /\.mdx?$/.test(name))
  .map((name) => ({ path: name, text: readFileSync(join(ROOT, 'manual', name), 'utf8') }));
const readme: Printed = {
  path: 'README.md',
  text: readFileSync(join(ROOT, 'README.md'), 'utf8'),
};

/** The code blocks of a page that have a path as their title. */
function printedFiles({ text }: Printed): readonly Printed[] {
  const blocks = text.matchAll(/^(`{3,})\w+ title="([\w./-]+)"\n(.*?)^\1$/gms);
  return [...blocks].map(([, , path = '', content = '']) => ({ path, text: content }));
}

function newSite(files: SiteFiles): SiteDriver {
  const made = site(files);
  onTestFinished(made.dispose);
  return made;
}

/** Files that the printed files and configurations refer to. */
const SURROUNDINGS: SiteFiles = {
  'content/index.md':
    '# Home\n\n[Changes](./changes.md), [Pricing](/pricing), [SDK](./sdk/), [Product](./product.md), [Welcome](/welcome)\n',
  'content/docs/guides/index.md': '# Guides\n',
  'content/sdk/index.md': '# SDK\n',
  'content/changes.md': '# Changes\n',
  'openapi/vendor.yaml': 'openapi: 3.1.0\ninfo: { title: Vendor, version: "1" }\npaths: {}\n',
  'content/docs/start.md': '# Start\n\n## Speed\n',
  'content/docs/examples.md': '# Examples\n',
  'static/logo-dark.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'static/preview.png': '',
  'static/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

const SITE_FILES = /^(?:content|i18n|openapi|templates)\/|^samples\.ts$/;

describe('the manual', () => {
  it('builds as a site without a problem', async () => {
    const pages = manual.map(({ path, text }) => [`content/${path}`, text] as const);
    // Pages show the components that they print.
    const components = manual
      .flatMap(printedFiles)
      .filter(({ path }) => path.startsWith('templates/components/'))
      .map(({ path, text }) => [path, text] as const);
    const built = await newSite(Object.fromEntries([...pages, ...components])).build();
    expect(built.diagnostics()).toEqual([]);
    expect(built.files()).toContain('check-links/index.html');
    expect(built.page('/islands')).toContain('Clicked <!-- -->3<!-- --> times');
  });

  it('prints configurations and files that build without a problem, and so does the README', async () => {
    const printed = [...manual, readme].flatMap(printedFiles);
    const files = printed.filter(({ path }) => SITE_FILES.test(path));
    const configs = printed.filter(({ path }) => path === 'site.config.ts');
    expect(configs.length).toBeGreaterThan(10);
    const example = newSite({
      ...SURROUNDINGS,
      ...Object.fromEntries(files.map(({ path, text }) => [path, text])),
    });
    // Pages without commits have no dates.
    execFileSync('git', ['init', '-q', example.dir]);
    for (const { path, text } of configs) {
      if (text.includes('lastVersion')) example.write('versions/1.0/install.md', '# Install\n');
      else example.remove('versions');
      await example.write(path, text).build();
      expect({ config: text, problems: example.diagnostics() }).toEqual({
        config: text,
        problems: [],
      });
    }
  }, 60_000);
});
