import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lineOfSetting, readTaggedYaml } from '../../../src/init/from/data-file.ts';
import { type Files, project, section } from './project.ts';

const PAGE = (title: string): string => `# ${title}\n\nText.\n`;

const MATERIAL: Files = {
  'base.yml': `site_author: Ferry crew
repo_url: https://github.com/ferry/book
extra:
  homepage: https://ferry.example
  season: summer
`,
  'mkdocs.yml': `INHERIT: base.yml
site_name: Ferries
site_url: https://ferry.example/guide/
site_description: Boats and tides
edit_uri: edit/main/docs/
strict: true
unheard_of: 1
theme:
  name: material
  logo: img/logo.svg
  favicon: img/icon.svg
  language: de
  icon:
    repo: boat
  palette:
    - scheme: slate
      primary: teal
      toggle: { icon: x, name: Light }
    - scheme: default
  features:
    - navigation.tabs
    - navigation.indexes
    - navigation.sections
    - content.code.annotate
plugins:
  - search:
      lang: de
      separator: '[ -]'
  - redirects:
      redirect_maps:
        old.md: start/first.md
        older/index.md: https://ferry.example/old/
        part.md: start/first.md#gone
  - strange
markdown_extensions:
  - admonition
  - toc:
      toc_depth: 2-4
      slugify: !!python/object/apply:pymdownx.slugs.slugify
        kwds:
          case: lower
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
  - pymdownx.arithmatex
extra:
  analytics:
    provider: google
    property: !ENV [TIDES, 'none']
  social:
    - icon: fontawesome/brands/github
      link: https://git.example/ferry
extra_css: [a.css]
copyright: Ferry &copy; 2020
exclude_docs: |
  /drafts/
nav:
  - Home: index.md
  - Start:
    - start/index.md
    - First trip: start/first.md
    - Deep:
      - deep/README.md
      - deep/more.md
    - '<i class="clock"></i> Timetable': https://ferry.example/times
  - Gone: gone.md
`,
  'docs/index.md': '# Home\n\n[First](start/first.md) and [lost](lost.md)\n',
  'docs/start/index.md': PAGE('Start'),
  'docs/start/first.md': PAGE('First'),
  'docs/deep/README.md': PAGE('Deep'),
  'docs/deep/more.md': PAGE('More'),
  'docs/drafts/a.md': PAGE('Draft'),
  'docs/img/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'docs/img/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

describe('docs init --from a MkDocs site', () => {
  it('writes tabs, sidebars, redirects and identity, and reports every key', async () => {
    const { dir, docs, read } = project(MATERIAL);
    const before = Object.keys(MATERIAL).map((path) => [path, read(path)]);
    const { stdout, stderr, status } = await docs('init', '--from', '.');
    expect([status, stderr]).toEqual([0, '']);
    const config = read('site.config.ts');
    for (const part of [
      "title: 'Ferries',",
      "url: 'https://ferry.example',",
      "baseUrl: '/guide/',",
      "tagline: 'Boats and tides',",
      "head: [{ tag: 'meta', attributes: { name: 'author', content: 'Ferry crew' } }],",
      "favicon: 'img/icon.svg',",
      "i18n: { locales: [{ code: 'de', htmlLang: 'de' }] },",
      "colorMode: { default: 'dark', respectPrefersColorScheme: false },",
      "{ type: 'doc', id: 'start/first', label: 'First trip' },",
      "link: 'deep/index',",
      'collapsible: false,',
      "{ type: 'link', label: 'Timetable', href: 'https://ferry.example/times' },",
      "editUrl: 'https://github.com/ferry/book/edit/main',",
      "logo: { src: '/img/logo.svg', alt: '', href: 'https://ferry.example' },",
      "{ type: 'doc', docId: 'index', label: 'Home' },",
      "{ type: 'docSidebar', sidebarId: 'start', label: 'Start' },",
      "{ label: 'GitHub', href: 'https://github.com/ferry/book', position: 'right' },",
      "links: [{ label: 'GitHub', href: 'https://git.example/ferry' }]",
      'toc: { min: 2, max: 4 },',
      "{ from: '/old', to: '/start/first' },",
      "{ from: '/part', to: '/start/first' },",
      "{ from: '/older', to: 'https://ferry.example/old/' },",
      "'page-not-found': 'warning'",
    ])
      expect(config).toContain(part);
    expect(config).not.toContain('gone');
    expect(section(stdout, 'done')).toContain('mkdocs.yml:56 nav: 9 entries in 1 sidebar(s)');
    expect(section(stdout, 'done')).toContain('base.yml:1 site_author: a meta tag in head');
    expect(section(stdout, 'approximated')).toContain(
      "mkdocs.yml:48 the environment is not read: [TIDES, 'none']",
    );
    const left = section(stdout, 'left');
    for (const line of [
      'base.yml:5 extra.season',
      'mkdocs.yml:7 unheard_of',
      'mkdocs.yml:24 content.code.annotate: annotations are a list below the code',
      'mkdocs.yml:28 separator: the search has no such setting',
      'mkdocs.yml:34 strange: the plugin is not run',
      'mkdocs.yml:44 pymdownx.arithmatex: formulas: a plug-in with KaTeX, see plug-ins in the manual',
      'mkdocs.yml:52 a.css: a style sheet in templates/',
    ])
      expect(left).toContain(line);
    expect(left.join('\n')).toContain('mkdocs.yml:65 there is no doc "gone"');
    expect(left.join('\n')).toContain('exclude_docs: 1 page(s) are built nevertheless');
    expect(Object.keys(MATERIAL).map((path) => [path, read(path)])).toEqual(before);
    expect(read('static/img/logo.svg')).toBe(MATERIAL['docs/img/logo.svg']);
    const built = await docs('build');
    expect([built.status, built.stderr]).toEqual([0, expect.not.stringMatching(/ {2}error/)]);
    expect(existsSync(join(dir, 'build/start/first/index.html'))).toBe(true);
    expect(existsSync(join(dir, 'build/old/index.html'))).toBe(true);
    expect(read('build/deep/more/index.html')).toContain('First trip');
  });

  it('reads folders of languages, and lists of folders', async () => {
    const { dir, docs, read } = project({
      'mkdocs.yml': `site_name: Ferries
use_directory_urls: no
nav:
  - en.md
  - trips/
  - Rest: [other/]
plugins:
  - literate-nav
  - git-revision-date-localized
  - i18n:
      docs_structure: folder
      languages:
        - { locale: en, name: English, default: true }
        - { locale: fr, name: Français, site_name: Bacs }
`,
      'docs/en/index.md': PAGE('Home'),
      'docs/en/en.md': PAGE('English'),
      'docs/en/trips/SUMMARY.md': '* [Long](b.md)\n* Short\n    * [One](a.md)\n* *.md\n',
      'docs/en/trips/a.md': PAGE('A'),
      'docs/en/trips/b.md': PAGE('B'),
      'docs/en/trips/c.md': PAGE('C'),
      'docs/en/other/z.md': PAGE('Z'),
      'docs/fr/index.md': PAGE('Accueil'),
    });
    const { stdout } = await docs('init', '--from', '.');
    const config = read('site.config.ts');
    for (const part of [
      'trailingSlash: false,',
      "contentDir: 'docs/en',",
      "locales: [{ code: 'en', label: 'English' }, { code: 'fr', label: 'Français', path: 'docs/fr' }],",
      "{ type: 'doc', id: 'trips/b', label: 'Long' },",
      "items: [{ type: 'doc', id: 'trips/a', label: 'One' }],",
      "{ type: 'doc', id: 'trips/c' },",
    ])
      expect(config).toContain(part);
    expect(section(stdout, 'left')).toContain('mkdocs.yml:14 site_name: i18n: site_name of fr');
    expect((await docs('build')).status).toBe(0);
    expect(read('build/fr/index.html')).toContain('Accueil');
    expect(existsSync(join(dir, 'build/fr/fr.html'))).toBe(false);
    expect(existsSync(join(dir, 'build/fr/trips/a.html'))).toBe(true);
  });

  it('reports a file that cannot be read', async () => {
    const { docs } = project({ 'mkdocs.yml': 'site_name: [\n', 'docs/index.md': PAGE('X') });
    const { stdout, status } = await docs('init', '--from', '.');
    expect(status).toBe(0);
    expect(section(stdout, 'left').join('\n')).toContain('mkdocs.yml it cannot be read: ');
  });

  it('writes a configuration that loads where files and values are wrong', async () => {
    const { docs, read } = project({
      'mkdocs.yml':
        'INHERIT: gone.yml\nsite_name: false\ndocs_dir: text\ntheme: { name: material, logo: img }\nnav: ["*"]\n',
      'text/img/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'package.json': '{ "name": "ferry" }',
    });
    const { stdout, status } = await docs('init', '--from', '.');
    expect(status).toBe(0);
    expect(section(stdout, 'left')).toContain('gone.yml it cannot be read: it does not exist');
    expect(section(stdout, 'left')).toContain('mkdocs.yml:4 logo: there is no img');
    expect(read('site.config.ts')).toContain("title: 'ferry',");
  });
});

describe('docs init --from a book', () => {
  it('reads book.toml, and leaves SUMMARY.md', async () => {
    const { dir, docs, read } = project({
      'book.toml': `[book]
title = "Ferries"
authors = ["Crew"]
description = "Boats"
language = "he"
text-direction = "rtl"
src = "text"

[build]
build-dir = "out"

[preprocessor.tides]
command = "tides"

[output.html]
default-theme = "navy"
site-url = "/book/"
cname = "ferry.example"
git-repository-url = "https://github.com/ferry/book"
edit-url-template = "https://github.com/ferry/book/edit/main/{path}"
additional-css = ["a.css"]
weather = true

[output.html.fold]
enable = true

[output.html.search]
limit-results = 80
boost-title = 3

[output.html.redirect]
"/old/a.html" = "../one.html"
"old.html" = "https://ferry.example/"
"/one.html#x" = "one.html#y"

[output.linkcheck]
[output.epub]
`,
      'text/SUMMARY.md': '# Summary\n\n- [One](one.md)\n    - [Two](two.md)\n',
      'text/one.md': PAGE('One'),
      'text/two.md': PAGE('Two'),
    });
    const { stdout } = await docs('init', '--from', '.');
    const config = read('site.config.ts');
    for (const part of [
      "title: 'Ferries',",
      "tagline: 'Boats',",
      "i18n: { locales: [{ code: 'he', dir: 'rtl' }] },",
      "url: 'https://ferry.example',",
      "baseUrl: '/book/',",
      "contentDir: 'text',",
      "editUrl: 'https://github.com/ferry/book/edit/main'",
      "colorMode: { default: 'dark', respectPrefersColorScheme: false },",
      'sidebar: { autoCollapse: true },',
      'search: { maxSearchResults: 50 },',
      "redirects: [{ from: '/old/a', to: '/one' }, { from: '/old', to: 'https://ferry.example/' }],",
    ])
      expect(config).toContain(part);
    const left = section(stdout, 'left');
    for (const line of [
      'book.toml:3 authors: for a footer or a plug-in (Crew)',
      'book.toml:10 build-dir: the output folder is build/: outDir names another one',
      'book.toml:12 tides: it is not run, so what it changes stays as written',
      'book.toml:21 additional-css: a style sheet in templates/ (a.css)',
      'book.toml:22 output.html.weather',
      'book.toml:29 boost-title: the search has no such setting',
      'book.toml:34 /one.html#x: redirects of anchors; give the heading the id, as {#id}',
      'book.toml:37 epub: a renderer that is not run',
    ])
      expect(left).toContain(line);
    expect(section(stdout, 'done')).toContain('book.toml:36 linkcheck: docs check-links');
    const built = await docs('build');
    expect([built.status, built.stderr]).toEqual([0, expect.not.stringMatching(/ {2}error/)]);
    expect(existsSync(join(dir, 'build/old/a.html'))).toBe(true);
    expect(read('build/two.html')).toContain('dir="rtl"');
  });
});

it.each<[string, unknown]>([
  ['a: !ENV HOME\nb: 1', { a: null, b: 1 }],
  ["a: !ENV [X, Y, 'z, z']\n", { a: 'z, z' }],
  ['- a: !!python/name:x.y\n  b: 2', [{ a: null, b: 2 }]],
  ['a: !!python/object/apply:x\n  kwds: { c: d }\nb: "!x"', { a: { kwds: { c: 'd' } }, b: '!x' }],
])('reads the tags of %s', (text, value) => {
  expect(JSON.parse(JSON.stringify(readTaggedYaml(text).value))).toEqual(value);
});

it.each<[string, string, { path: readonly (string | number)[]; line: number }]>([
  ['a.toml', '[a.b]\nc = 1\n[[d]]\n[[d]]\ne.f = [\n1]\n', { path: ['d', 1, 'e', 'f', 0], line: 5 }],
  ['a.toml', '[x]\n["a b"]\n"c.d" = 1', { path: ['a b', 'c.d'], line: 3 }],
  ['a.yml', 'a:\n  - b: 1\n  - c:\n      d: 2\n', { path: ['a', 1, 'c', 'd'], line: 4 }],
  ['a.yml', 'a:\n  - !ENV x\n  - c\n', { path: ['a', 1], line: 3 }],
  ['a.mjs', 'export default f({\n a: [g({\n b: 1 })] })', { path: ['a', 0, 'b'], line: 3 }],
])('finds the line of a setting in %s', (file, text, { path, line }) => {
  expect(lineOfSetting(file, text, path)).toBe(line);
});

describe('versions of mike', () => {
  it('are a menu of links, from the branch of the published site', async () => {
    const { dir, docs, read } = project({
      'mkdocs.yml':
        'site_name: S\nsite_url: https://s.example/book/latest/\nextra:\n  version:\n    provider: mike\n',
      'docs/index.md': '# S\n',
      'versions.json': '[{"version": "2.0", "title": "2.0 (new)"}, {"version": "1.0"}]',
    });
    const git = (...words: readonly string[]) =>
      spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...words], {
        cwd: dir,
      });
    git('init', '-q', '-b', 'gh-pages');
    git('add', 'versions.json');
    git('commit', '-qm', 'versions');
    git('checkout', '-qb', 'main');
    expect((await docs('init', '--yes', '--from', '.')).stdout).toContain(
      'links to 2 versions of mike',
    );
    const config = read('site.config.ts');
    expect(config).toContain("{ label: '2.0 (new)', href: 'https://s.example/book/2.0/' }");
    expect(config).toContain("{ label: '1.0', href: 'https://s.example/book/1.0/' }");
  });
});

it('lowers links to pages that were left, with the setting that made the pages', async () => {
  const { docs, read } = project({
    'mkdocs.yml': 'site_name: Tides\nstrict: true\nplugins:\n  - mkdocstrings\n',
    'docs/index.md': '# Tides\n\n[Reference](reference.md)\n',
  });
  const { stdout } = await docs('init', '--from', '.');
  expect(section(stdout, 'lowered, so that the site builds')).toEqual([
    'mkdocs.yml:4 links to pages that were left are warnings: remove page-not-found from links.rules when they are there',
  ]);
  expect(read('site.config.ts')).toContain("'page-not-found': 'warning'");
  expect((await docs('build')).status).toBe(0);
});
