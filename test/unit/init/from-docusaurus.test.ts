import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Files, project, section } from './project.ts';

const SITE: Files = {
  'website/docusaurus.config.js': `export default {
  title: 'Acme',
  url: 'https://acme.example',
  baseUrl: '/',
  presets: [['classic', { docs: {
    path: '../docs',
    sidebarPath: './sidebars.js',
    versions: { current: { label: 'Next one' }, '1.0': { label: 'One', path: 'one', banner: 'none' } },
  } }]],
  themeConfig: { navbar: { items: [{ type: 'docsVersionDropdown' }] } },
};
`,
  'website/sidebars.js': `export default { main: ['intro', 'added'] };\n`,
  'website/versions.json': '["2.0", "1.0"]',
  'website/versioned_sidebars/version-2.0-sidebars.json': '{"main": ["intro", "setup"]}',
  'website/versioned_sidebars/version-1.0-sidebars.json':
    '{"version-1.0/main": [{"type": "category", "label": "Start", "items": [{"type": "doc", "id": "version-1.0/intro"}]}]}',
  'website/versioned_docs/version-2.0/intro.md': '# Intro two\n\n[Setup](./setup.md)\n',
  'website/versioned_docs/version-2.0/setup.md': '# Setup two\n',
  'website/versioned_docs/version-1.0/intro.md': '# Intro one\n\n[Same](./intro.md)\n',
  'website/versioned_docs/version-0.9/intro.md': '# Never published\n',
  'docs/intro.md': '# Intro\n\n[Added](./added.md)\n',
  'docs/added.md': '# Added\n',
};

describe('docs of Docusaurus with versions', () => {
  it('are versions with their sidebars, labels and addresses', () => {
    const { dir, docs, read } = project(SITE);
    const { stdout, status } = docs('init', '.', '--yes', '--from', 'website');
    expect(status, stdout).toBe(0);
    expect(section(stdout, 'done')).toContainEqual(
      expect.stringMatching(/versions: 2\.0, 1\.0, read from versioned_docs/),
    );
    const config = read('site.config.ts');
    expect(config).toContain("current: { label: 'Next one' }");
    expect(config).toContain("{ type: 'docsVersionDropdown' }");
    const built = docs('build', '--fail-on', 'warning');
    expect(built.status, built.stdout + built.stderr).toBe(0);
    expect(read('build/docs/intro/index.html')).toContain('Intro two');
    expect(read('build/docs/setup/index.html')).toContain('Setup two');
    expect(read('build/docs/next/added/index.html')).toContain('Next one');
    const oldest = read('build/docs/one/intro/index.html');
    expect(oldest).toContain('Intro one');
    expect(oldest).toMatch(/Start<[^]*aria-current="page"/);
    expect(existsSync(join(dir, 'build/docs/0.9'))).toBe(false);
  });

  it('are versions without a configuration, and get the next one from `docs version`', () => {
    const { docs, read } = project(
      Object.fromEntries(
        Object.entries(SITE).map(([path, text]) => [path.replace('website/', ''), text]),
      ),
    );
    expect(docs('build').status).toBe(0);
    expect(read('build/docs/1.0/intro/index.html')).toContain('Intro one');
    expect(docs('version', '3.0').stdout).toContain('docs → versioned_docs/version-3.0');
    expect(JSON.parse(read('versions.json'))).toEqual(['3.0', '2.0', '1.0']);
    expect(docs('build').status).toBe(0);
    expect(read('build/docs/added/index.html')).toContain('Added');
    expect(read('build/docs/2.0/setup/index.html')).toContain('Setup two');
  });
});
