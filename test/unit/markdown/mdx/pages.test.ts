import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SiteDriver, site } from '../../../support/site.ts';

const BOX = `import './box.css';
export default function Box({ title, children }) {
  return <section className="box"><h3>{title}</h3>{children}</section>;
}
export const Inner = ({ x, children }) => <em data-x={x}>{children}</em>;
`;

const OWN = `export default function Own({ name, list = [], children }) {
  return <div className="own">{name}:{list.length}{children}</div>;
}
`;

/** Pages by name: Markdown, expected parts of the article, and findings as `line:column code`. */
const PAGES: Readonly<
  Record<string, { text: string; html: readonly string[]; findings?: readonly string[] }>
> = {
  'import.mdx': {
    text: `import Box, { Inner as I } from './parts/Box.jsx'\nimport * as All from './parts/Box.jsx'\n\n<Box title="T">\n\n- a *b*\n\n</Box>\n\nx <I x={1 + 2}>y **z**</I> <All.Inner>q</All.Inner>\n`,
    html: [
      '<section class="box"><h3>T</h3><ul>\n<li>a <em>b</em></li>\n</ul>\n</section>',
      '<p>x <em data-x="3">y <strong>z</strong></em> <em>q</em></p>',
    ],
  },
  'expressions.mdx': {
    text: `---\ntitle: F\n---\nexport const year = 2026\n\nIn {year}, {frontmatter.title}. {/* nothing */}\n\n{[1, 2].map((n) => <b key={n}>{n}</b>)}\n\n<div style={{ color: 'red' }} {...{ id: 'spread' }}>a</div>\n`,
    html: [
      '<p>In 2026, F. </p>',
      '<b>1</b><b>2</b>',
      '<div class="s-f1ff77e5" id="spread">a</div>',
    ],
  },
  'own.mdx': {
    text: '<Own name="by name">x</Own>\n\n<Alias name="mapped" />\n',
    html: ['<div class="own">by name:0x</div>', '<div class="own">mapped:0</div>'],
  },
  'directive.md': {
    text: '# D\n\n:::Own{name="a b" list=[1,{"c":2}]}\n\nText *here*, [link](./own.mdx).\n\n:::\n\n::Own[Label]{name=leaf}\n\n> ::Own{name="in quote"}\n',
    html: [
      '<div class="own">a b:2<p>Text <em>here</em>, <a href="/own/">link</a>.</p>\n</div>',
      '<div class="own">leaf:0</div>',
      '<blockquote>\n<div class="own">in quote:0</div></blockquote>',
    ],
  },
  'missing.mdx': {
    text: 'import Astro from "./parts/x.astro"\nimport { Gone } from "gone-package"\nimport raw from "/gone.txt?raw"\n\n<Nope>{raw}\n\nkept *a*\n\n</Nope>\n\n<Astro>kept b</Astro>\n\n<Gone>kept c</Gone>\n\n<Nope.Part>kept d</Nope.Part>\n',
    html: ['<p>kept <em>a</em></p>', 'kept b', 'kept c', 'kept d'],
    findings: [
      '1:1 unknown-component',
      '2:1 unknown-component',
      '3:1 unknown-component',
      '5:2 unknown-component',
    ],
  },
  'throws.mdx': {
    text: 'import Box from "./parts/Box.jsx"\n\n<Box title="T"><Throws>kept *a*</Throws></Box>\n\n<Deep>kept b</Deep>\n\n{nobody.home} kept c\n',
    html: ['<section class="box"><h3>T</h3>kept <em>a</em></section>', 'kept b', 'kept c'],
    findings: ['3:17 component-error', '5:2 component-error', '7:1 component-error'],
  },
  'module-throws.mdx': {
    text: 'export const a = nobody.home\n\n## Kept\n\n<Own name="x">kept *b*</Own>\n',
    html: ['<h2 id="kept">Kept</h2>', 'kept <em>b</em>'],
    findings: ['1:14 component-error'],
  },
  'links.mdx': {
    text: '<Own name={<a href="./own.mdx">o</a>} />\n\n<a href="./nowhere.mdx">n</a>\n\n- <Own><a className="x" href={"#missing"}>m</a></Own>\n\n[d](./gone.md)\n',
    html: [],
    findings: ['3:10 page-not-found', '5:32 anchor-not-found', '7:5 page-not-found'],
  },
  'nextra.mdx': {
    text: 'import { Callout, Gone } from "nextra/components"\n\n<Callout type="warning">a *b*</Callout>\n\n<Gone>kept</Gone>\n',
    html: ['<aside class="admonition admonition-warning">', 'a <em>b</em>', 'kept'],
    findings: ['1:1 unknown-component'],
  },
  'strings.mdx': {
    text: '{[\'./gone1.md\'].map((to) => <a key={to} href={to}>{to}</a>)}\n\n<Link title="./gone2.md" href="./gone2.md">a</Link>\n\n> - <Own>{\n>   <a href=\'./gone3.md\'>b</a>}</Own>\n',
    html: [],
    findings: ['1:4 page-not-found', '3:32 page-not-found', '6:14 page-not-found'],
  },
  'layout.mdx': {
    text: 'export default function Layout({ children }) {\n  return <div className="layout">{children}</div>;\n}\n\ntext\n',
    html: ['<div class="layout"><p>text</p>\n</div>'],
  },
  'raw.mdx': {
    text: 'import code from "./parts/Box.jsx?raw"\n\n<pre>{code.split("\\n")[0]}</pre>\n\n<img src={require("./logo.png").default} alt="L" />\n',
    html: ['<pre>import &#x27;./box.css&#x27;;</pre>', '<img src="/dw-files/logo-'],
  },
  'waits.mdx': {
    text: 'export const late = await load();\nexport const soon = async () => { await load(); };\n\nAfter {typeof late} {typeof soon}\n',
    html: ['<p>After undefined function</p>'],
    findings: ['1:1 mdx-syntax'],
  },
  'part.mdx': {
    text: 'import Part from "./parts/_part.mdx"\n\n<Part name="Ann" n={2} />\n\n- item\n\n  <Part name="Bob" />\n\n<Part />\n',
    html: [
      '<p>Hello <strong>Ann</strong> 2, <a href="/own/">own</a></p>',
      '<p>Hello <strong>Bob</strong> , ',
      '<p>Hello <strong></strong> , ',
    ],
  },
  'headings.mdx': {
    text: '# Title <Own name="x" />\n\n<Own>\n\n## In a component\n\n</Own>\n\n<Drop>\n\n## Dropped\n\n</Drop>\n',
    html: ['<h2 id="in-a-component">In a component</h2>'],
  },
};

describe('pages with components', () => {
  let built: SiteDriver;
  beforeAll(async () => {
    const files = Object.entries(PAGES).map(([name, { text }]) => [name, text] as const);
    built = site({
      'site.config.ts': `export default { title: 'T', url: 'https://docs.example.com', rules: { 'mdx-syntax': 'warning', 'page-not-found': 'warning', 'anchor-not-found': 'warning' }, markdown: { components: { map: { Alias: 'Own' } } } };\n`,
      'index.md': '# Home\n',
      'parts/Box.jsx': BOX,
      'parts/box.css': '.box { color: red; }\n',
      'logo.png': 'png',
      'parts/_part.mdx':
        '---\ntitle: P\n---\nHello **{props.name}** {props.n}, [own](../own.mdx)\n',
      'templates/components/Own.tsx': OWN,
      'templates/components/Throws.jsx':
        'export default function Throws() { throw new Error("oops"); }\n',
      'templates/components/Deep.jsx':
        'const Inner = () => { throw new Error("deep"); };\nexport default () => <div><Inner /></div>;\n',
      'templates/components/Drop.jsx': 'export default () => null;\n',
      ...Object.fromEntries(files),
    });
    await built.build();
  });
  afterAll(() => built.dispose());

  it.each(Object.entries(PAGES))('%s', (name, { html, findings = [] }) => {
    const own = built.diagnostics().filter((line) => line.startsWith(`${name}:`));
    expect(own.map((line) => line.slice(name.length + 1))).toEqual(findings);
    const page = built.page(`/${name.replace(/\.mdx?$/, '')}`);
    const article = /<article[^]*<\/article>/.exec(page)?.[0] ?? '';
    for (const part of html) expect(article).toContain(part);
  });

  it('links the style sheet of components and of the page only where they are used', () => {
    expect(built.page('/own')).toMatch(/<link rel="stylesheet" href="\/dw-assets\/components-/);
    expect(built.page('/expressions')).toMatch(/<link rel="stylesheet" href="\/dw-assets\/page-/);
    expect(built.page('/')).not.toMatch(/\/dw-assets\/(?:components|page)-/);
  });

  it('adds no script to pages with components', () => {
    const scripts = (route: string) => built.page(route).match(/<script[^>]* src="[^"]*"/g);
    expect(scripts('/own')).toEqual(scripts('/'));
  });

  it('lists the headings that components keep', () => {
    const toc = /<nav[^>]*"On this page"[^]*?<\/nav>/.exec(built.page('/headings'))?.[0] ?? '';
    expect(toc).toContain('In a component');
    expect(toc).not.toContain('Dropped');
  });

  it('finds the text of components by search', () => {
    const indexes = built.files().filter((file) => file.startsWith('search-index'));
    expect(indexes.map((file) => built.file(file)).join()).toContain('by name');
  });
});
