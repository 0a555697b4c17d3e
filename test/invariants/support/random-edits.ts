import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteDriver } from '../../support/site.ts';
import { EDITED_SITE, svg } from './edited-site.ts';

/** Changes of an edit to the files of a site, with paths relative to it. */
interface Edited {
  readonly paths: readonly string[];
  /** A file came or went. */
  readonly structural: boolean;
}

export interface Edit {
  readonly name: string;
  readonly apply: (driver: SiteDriver, random: (below: number) => number) => Edited;
}

const DOCS = [
  'content/about.md',
  'content/docs/one.md',
  'content/docs/two.md',
  'content/docs/guide/a.md',
  'content/docs/guide/b.md',
  'content/docs/partial.md',
  'content/docs/box.mdx',
  'versions/1.0/one.md',
  'i18n/fr/docs/one.md',
];

const change = (path: string, edit: (text: string, number: number) => string): Edit['apply'] => {
  return (driver, random) => {
    const text = textOf(driver, path) ?? EDITED_SITE[path] ?? '';
    const isNew = textOf(driver, path) === undefined;
    driver.write(path, edit(text, random(1000)));
    return { paths: [path], structural: isNew };
  };
};

const write = (path: string, text: string): Edit['apply'] => change(path, () => text);

const remove = (path: string): Edit['apply'] => {
  return (driver) => {
    const was = textOf(driver, path) !== undefined;
    driver.remove(path);
    return { paths: [path], structural: was };
  };
};

/** There and gone in turn. */
const toggle = (path: string, text: string): Edit['apply'] => {
  return (driver, random) =>
    (textOf(driver, path) === undefined ? write(path, text) : remove(path))(driver, random);
};

const anyDoc = (edit: (text: string, number: number) => string): Edit['apply'] => {
  return (driver, random) => change(DOCS[random(DOCS.length)] ?? '', edit)(driver, random);
};

/** Moves a file or a folder to another path, and back the next time. */
const move = (from: string, to: string): Edit['apply'] => {
  return (driver) => {
    const [source, target] = existsSync(join(driver.dir, from)) ? [from, to] : [to, from];
    const files = filesBelow(driver, source);
    for (const path of files) {
      driver.write(`${target}${path.slice(source.length)}`, textOf(driver, path) ?? '');
    }
    driver.remove(source);
    const added = files.map((path) => `${target}${path.slice(source.length)}`);
    return { paths: [...files, ...added], structural: files.length > 0 };
  };
};

/** Does edits at once, as a tool that writes many files. */
const together = (...edits: readonly Edit['apply'][]): Edit['apply'] => {
  return (driver, random) => {
    const results = edits.map((apply) => apply(driver, random));
    return {
      paths: results.flatMap(({ paths }) => paths),
      structural: results.some(({ structural }) => structural),
    };
  };
};

/** The paths of a file, or of all files in a folder; empty if there is no such entry. */
function filesBelow(driver: SiteDriver, path: string): readonly string[] {
  const absolute = join(driver.dir, path);
  if (!existsSync(absolute)) return [];
  if (textOf(driver, path) !== undefined) return [path];
  return readdirSync(absolute).flatMap((name) => filesBelow(driver, `${path}/${name}`));
}

function textOf(driver: SiteDriver, path: string): string | undefined {
  const file = join(driver.dir, path);
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  return isFile ? readFileSync(file, 'utf8') : undefined;
}

export const EDITS: readonly Edit[] = [
  { name: 'text of a doc', apply: anyDoc((text, number) => `${text}\nMore ${number}.\n`) },
  {
    name: 'plug-in',
    apply: change('plugins/box.ts', (text, number) =>
      text.replace(
        /top:\d+|throw new Error\(\)/,
        number % 5 === 0 ? 'throw new Error()' : `top:${number}`,
      ),
    ),
  },
  {
    name: 'block of a plug-in',
    apply: anyDoc((text, number) => `${text}\n:::box\nIn it ${number}.\n:::\n`),
  },
  { name: 'the same text again', apply: anyDoc((text) => text) },
  {
    name: 'title of a doc',
    apply: anyDoc((text, number) => text.replace(/^# .*$/m, `# Title ${number}`)),
  },
  {
    name: 'heading of a doc that is linked to',
    apply: change('content/docs/two.md', (text, number) =>
      text.replace(/^## .*$/m, number % 2 === 0 ? '## Part' : '## Piece'),
    ),
  },
  {
    name: 'frontmatter of a doc',
    apply: change(
      'content/docs/one.md',
      (_, number) =>
        `---\nsidebar_position: ${number}\nslug: ${number % 2 === 0 ? '/docs/uno' : '/docs/one'}\n---\n\n# One\n\n[two](./two.md)\n`,
    ),
  },
  {
    name: 'broken frontmatter',
    apply: change('content/docs/guide/a.md', (_, number) =>
      number % 2 === 0 ? '---\ntitle: [\n---\n\nText.\n' : '---\ntitle: Guide A\n---\n\nText.\n',
    ),
  },
  { name: 'broken link', apply: anyDoc((text) => `${text}\n[nowhere](./nowhere.md)\n`) },
  { name: 'draft', apply: anyDoc((text) => `---\ndraft: true\n---\n\n${text}`) },
  {
    name: 'a doc comes or goes',
    apply: toggle('content/docs/new.md', '# New\n\n[one](./one.md)\n'),
  },
  {
    name: 'a linked doc comes or goes',
    apply: toggle('content/docs/two.md', '# Two again\n\n## Part\n'),
  },
  { name: 'a folder comes or goes', apply: toggle('content/docs/more/x.md', '# X\n') },
  {
    name: 'a translation comes or goes',
    apply: toggle('i18n/fr/docs/two.md', '# Deux\n\n## Part\n'),
  },
  {
    name: 'texts of a locale',
    apply: write('i18n/fr/messages.yml', 'interface:\n  search: Trouver\nlabels:\n  One: Un\n'),
  },
  { name: 'a version comes or goes', apply: toggle('versions/2.0/one.md', '# One of 2\n') },
  {
    name: 'category file',
    apply: change(
      'content/docs/guide/_category_.yml',
      (_, number) => `label: Guides ${number}\nposition: ${number % 5}\n`,
    ),
  },
  {
    name: 'React page',
    apply: change('content/index.tsx', (text, number) =>
      text.replace(/Home|Start\d*/g, `Start${number}`),
    ),
  },
  {
    name: 'a React page comes or goes',
    apply: toggle(
      'content/lab.tsx',
      "export const meta = { title: 'Lab', description: 'x' };\nexport default () => <main id=\"main\"><h1>Lab</h1></main>;\n",
    ),
  },
  {
    name: 'a page that does not compile',
    apply: toggle('content/broken.tsx', 'export default () => <main>;\n'),
  },
  {
    name: 'a page that throws',
    apply: toggle(
      'content/thrower.tsx',
      "export const meta = { title: 'T', description: 'x' };\nexport default () => { throw new Error('no'); };\n",
    ),
  },
  {
    name: 'a template comes or goes',
    apply: toggle(
      'templates/Footer.tsx',
      'export function Footer() { return <footer><a href="/base/docs/one/">One</a></footer>; }\n',
    ),
  },
  {
    name: 'style sheet',
    apply: change('templates/styles.css', (_, number) => `.x { order: ${number} }\n`),
  },
  {
    name: 'description',
    apply: change('openapi/api.yaml', (text, number) =>
      text.replace(/summary: .*/, `summary: List things ${number}`),
    ),
  },
  {
    name: 'operation of a description',
    apply: change('openapi/api.yaml', (text, number) =>
      text.replace(/operationId: \w+/, `operationId: list${number % 3}Things`),
    ),
  },
  {
    name: 'file that a description refers to',
    apply: change(
      'openapi/parts.yaml',
      (_, number) => `Thing: { type: object, properties: { id${number}: { type: string } } }\n`,
    ),
  },
  {
    name: 'a referred file comes or goes',
    apply: toggle('openapi/parts.yaml', 'Thing: { type: integer }\n'),
  },
  {
    name: 'broken description',
    apply: change('openapi/api.yaml', (_, number) =>
      number % 2 === 0 ? 'openapi: [\n' : (EDITED_SITE['openapi/api.yaml'] ?? ''),
    ),
  },
  {
    name: 'island',
    apply: change('templates/components/Count.tsx', (text, number) =>
      text.replace(/type="button"( title="\d+")?/, `type="button" title="${number}"`),
    ),
  },
  {
    name: 'property of an island',
    apply: change(
      'content/docs/island.mdx',
      (_, number) => `# Island\n\n<Count start={${number}} />\n`,
    ),
  },
  {
    name: 'directive of an island',
    apply: change(
      'templates/components/Count.tsx',
      (text, number) =>
        `${number % 2 === 0 ? '' : "'use client';\n"}${text.replace(/^'use client';\n/, '')}`,
    ),
  },
  { name: 'picture', apply: change('content/picture.png', (_, number) => `other bytes ${number}`) },
  { name: 'a picture comes or goes', apply: toggle('content/picture.png', 'bytes') },
  { name: 'an image is replaced', apply: change('content/plan.svg', (_, size) => svg(size)) },
  { name: 'a static image is replaced', apply: change('static/map.svg', (_, size) => svg(size)) },
  {
    name: 'text of a skill',
    apply: change(
      'skills/pick/SKILL.md',
      (_, number) => `---\nname: pick\ndescription: Picks ${number}.\n---\n\nPick.\n`,
    ),
  },
  { name: 'a skill gets files', apply: toggle('skills/pick/run.sh', '#!/bin/sh\n') },
  { name: 'static file', apply: change('static/file.txt', (_, number) => `file ${number}\n`) },
  { name: 'a static file comes or goes', apply: toggle('static/robots.txt', 'User-agent: x\n') },
  { name: 'two files of one path', apply: toggle('static/docs/one/index.html', 'clash') },
  {
    name: 'navbar',
    apply: change('site.config.ts', (text, number) =>
      text.replace(/label: 'One.*?'/, `label: 'One ${number}'`),
    ),
  },
  {
    name: 'redirect',
    apply: change('site.config.ts', (text, number) =>
      text.replace(/from: '\/old\d*'/, `from: '/old${number}'`),
    ),
  },
  {
    name: 'base path',
    apply: change('site.config.ts', (text, number) =>
      text.replace(/baseUrl: '.*?'/, `baseUrl: '/${number % 2 === 0 ? 'base' : 'other'}/'`),
    ),
  },
  {
    name: 'Markdown settings',
    apply: change('site.config.ts', (text, number) =>
      text.replace(
        /(?:markdown: \{.*?\},\n {2})?redirects/,
        `markdown: { searchHeadingLevel: ${2 + (number % 3)} },\n  redirects`,
      ),
    ),
  },
  {
    name: 'title of the site',
    apply: change('site.config.ts', (text, number) =>
      text.replace(/title: 'Edited.*?',\n {2}url/, `title: 'Edited ${number}',\n  url`),
    ),
  },
  {
    name: 'included file',
    apply: change('content/docs/_shared/note.md', (text, number) => `${text}\nNote ${number}.\n`),
  },
  {
    name: 'an included file comes or goes',
    apply: toggle('content/docs/_shared/note.md', 'Again, {{ who }}.\n'),
  },
  {
    name: 'file of shown code',
    apply: change('content/docs/sample.js', (text, number) =>
      text.replace(
        /part = \d+|rest = \d+/,
        number % 2 === 0 ? `part = ${number}` : `rest = ${number}`,
      ),
    ),
  },
  {
    name: 'region of shown code',
    apply: change('content/docs/sample.js', (text, number) =>
      text.replace(/#region \w+/, number % 2 === 0 ? '#region part' : '#region other'),
    ),
  },
  {
    name: 'component',
    apply: change('templates/components/Box.tsx', (text, number) =>
      text.replace(/className="\w+"/, `className="box${number}"`),
    ),
  },
  {
    name: 'module of a component',
    apply: change(
      'templates/components/width.ts',
      (_, number) => `export const width = ${number};\n`,
    ),
  },
  {
    name: 'module of a page with components',
    apply: change('content/docs/lines.ts', (_, number) => `export const lines = ${number};\n`),
  },
  {
    name: 'a component comes or goes',
    apply: toggle(
      'templates/components/Box.tsx',
      'export default function Box({ children }) { return <section>{children}</section>; }\n',
    ),
  },
  {
    name: 'a component that does not compile',
    apply: change('templates/components/width.ts', (_, number) =>
      number % 2 === 0 ? 'export const width = ;\n' : 'export const width = 1;\n',
    ),
  },
  {
    name: 'overridden template',
    apply: (driver, random) =>
      change(
        'templates/Footer.tsx',
        () => `export function Footer() { return <footer>${random(9)}</footer>; }\n`,
      )(driver, random),
  },
  {
    name: 'a category file comes or goes',
    apply: toggle('content/docs/guide/_category_.yml', 'label: Back\ncollapsed: true\n'),
  },
  {
    name: 'broken category file',
    apply: change('content/docs/guide/_category_.yml', (_, number) =>
      number % 2 === 0 ? 'label: [\n' : 'label: Guide\n',
    ),
  },
  { name: 'a doc is renamed', apply: move('content/docs/guide/b.md', 'content/docs/guide/c.md') },
  {
    name: 'a doc changes its case',
    apply: move('content/docs/guide/a.md', 'content/docs/guide/A.md'),
  },
  { name: 'a folder is renamed', apply: move('content/docs/guide', 'content/docs/manual') },
  { name: 'a doc becomes MDX', apply: move('content/docs/one.md', 'content/docs/one.mdx') },
  {
    name: 'two docs change places',
    apply: together(
      move('content/docs/one.md', 'content/docs/moving.md'),
      move('content/docs/two.md', 'content/docs/one.md'),
      move('content/docs/moving.md', 'content/docs/two.md'),
    ),
  },
  {
    name: 'another branch',
    apply: together(
      toggle('content/docs/branch/index.md', '# Branch\n\n[one](../one.md)\n'),
      toggle('content/docs/branch/other.md', '# Other\n\n![plan](../../plan.svg)\n'),
      change('content/docs/one.md', (text, number) => `${text}\nOn a branch ${number}.\n`),
      change('site.config.ts', (text, number) =>
        text.replace(/label: 'About.*?'/, `label: 'About ${number % 2}'`),
      ),
      toggle('templates/NotFound.tsx', 'export function NotFound() { return <p>Nothing.</p>; }\n'),
      toggle('openapi/parts.yaml', 'Thing: { type: string }\n'),
    ),
  },
  {
    name: 'all of the first state',
    apply: together(...Object.entries(EDITED_SITE).map(([path, text]) => write(path, text))),
  },
  {
    name: 'sidebar of the configuration',
    apply: change('site.config.ts', (text, number) => {
      const items =
        number % 2 === 0 ? "'one', 'two'" : "'two', { type: 'autogenerated', dir: 'guide' }";
      const docs = `docs: [{ path: 'content/docs', sidebars: { docs: [${items}] } }],\n  openapi`;
      return text.replace(/(?:docs: \[.*\],\n {2})?openapi/, number % 5 === 0 ? 'openapi' : docs);
    }),
  },
  {
    name: 'variable',
    apply: change('site.config.ts', (text, number) =>
      text.replace(/product: '.*?'/, `product: 'Thing ${number}'`),
    ),
  },
  {
    name: 'a locale comes or goes',
    apply: change('site.config.ts', (text, number) =>
      text.replace(
        /(?:, \{ code: 'de'.*?\})?\] \}/,
        `${number % 2 === 0 ? ", { code: 'de', label: 'Deutsch' }" : ''}] }`,
      ),
    ),
  },
  {
    name: 'broken configuration',
    apply: change('site.config.ts', (text, number) =>
      text.replace(/^ {2}navbarr?:/m, number % 2 === 0 ? '  navbarr:' : '  navbar:'),
    ),
  },
  {
    name: 'Markdown versions',
    apply: change('site.config.ts', (text, number) =>
      text.replace(/(?:agents: \w+,\n {2})?redirects/, `agents: ${number % 2 === 0},\n  redirects`),
    ),
  },
];
