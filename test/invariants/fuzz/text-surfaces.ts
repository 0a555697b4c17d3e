import { isDeepStrictEqual } from 'node:util';
import { transform } from 'esbuild';
import * as fc from 'fast-check';
import { DIALECTS } from '../../../src/dialects/dialects.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { discover } from '../../../src/content/discover.ts';
import { createIncludeReader } from '../../../src/content/include-file.ts';
import { readYaml } from '../../../src/content/yaml/read-yaml.ts';
import { toValue } from '../../../src/content/yaml/values.ts';
import { sanitizeHtml } from '../../../src/markdown/html/sanitize-html.ts';
import { createDocParser, type DocParser } from '../../../src/markdown/parse-doc.ts';
import type { ParsedDoc } from '../../../src/markdown/parsed-doc.ts';
import { readSources } from '../../support/read-sources.ts';
import { escapeHtml } from '../../../src/shared/escape-html.ts';
import { isShellId } from '../../../src/shared/page-ids.ts';
import { printFile, toFilePath, toRoute } from '../../../src/shared/paths.ts';
import type { SiteGraph } from '../../../src/site/graph-types.ts';
import { printTarget } from '../../../src/site/print-target.ts';
import { resolveLink } from '../../../src/site/resolve-link.ts';
import { site } from '../../support/site.ts';
import { rereadArticle, sameForm } from '../../unit/markdown/support/reread.ts';
import { harmIn } from './html-oracle.ts';
import { markdownText, mdxText, rawText, yamlText } from './markdown-grammar.ts';
import { expectNone, inputs, misplaced, type Surface } from './surface.ts';

const SITE = 'https://docs.example.com/docs/a';
const FILE = toFilePath('content/docs/a.md');
const MDX_FILE = toFilePath('content/docs/a.mdx');
const INCLUDED = 'content/docs/b.md';
const FILES = {
  [FILE]: '# A\n',
  [INCLUDED]: '# B\n\n[c](c.png)\n',
  'content/docs/c.png': '',
  'content/index.md': '# Home\n',
};

/** A site that pages link to, and parsers for every way to read a page. */
interface TextSite {
  readonly graph: SiteGraph;
  readonly parsers: readonly (() => DocParser)[];
  readonly close: () => void;
}

async function openSite(): Promise<TextSite> {
  const driver = site(FILES);
  const { config } = await loadConfig({ siteDir: driver.dir });
  if (config === undefined) throw new Error('the configuration has errors');
  const sources = discover(config);
  const locate = () => ({ file: 'site.config.ts', line: 1, column: 1 });
  const { graph } = readSources({ config, sources, locate });
  const settings = { ...config.markdown, searchHeadingLevel: 4, variables: { v: '<b>"' } };
  const inside = {
    siteDir: driver.dir,
    readInclude: createIncludeReader({
      ...config,
      siteDir: driver.dir,
      fileRules: () => undefined,
    }),
  };
  return {
    graph,
    close: driver.dispose,
    parsers: [{}, ...DIALECTS.map(({ id }) => ({ dialects: [id] }))].map(
      (added) => () => createDocParser({ ...settings, ...added }, inside),
    ),
  };
}

/** The article of a page, with its addresses as a page prints them. */
function articleOf(graph: SiteGraph, doc: ParsedDoc): string {
  const from = { route: toRoute('/docs/a'), file: FILE };
  const context = {
    style: graph.config,
    assetUrl: () => printFile('dw-files/c.png', graph.config),
  };
  return doc.links.reduce((html, { href, kind, mayShowPage = false, base: file = FILE }, index) => {
    const isEmbedded = kind === 'asset' && !mayShowPage;
    const target = resolveLink(graph, { href, kind, isEmbedded, from: { ...from, file } });
    return html + escapeHtml(printTarget(target, href, context)) + (doc.chunks[index + 1] ?? '');
  }, doc.chunks[0] ?? '');
}

function checkDoc(doc: ParsedDoc, text: string, file: string): void {
  const textOf = (name: string): string | undefined =>
    name === file ? text : name === INCLUDED ? FILES[INCLUDED] : undefined;
  expectNone('locations', misplaced(doc.diagnostics, textOf));
  expectNone(
    'locations of links',
    misplaced(
      doc.links.map(({ location, href }) => ({
        code: 'empty-href',
        severity: 'info',
        message: href,
        location,
      })),
      textOf,
    ),
  );
  expectNone('ids of the layout', doc.ids.filter(isShellId));
}

function checkArticle(html: string): void {
  for (const scripting of [true, false]) {
    const { html: read, elements } = rereadArticle(html, scripting);
    if (read !== sameForm(html))
      throw new Error(`a browser reads another tree:\n${html}\n---\n${read}`);
    expectNone('harm', harmIn(elements, SITE));
  }
}

const markdown: Surface = {
  name: 'markdown',
  runs: 700,
  open: async () => {
    const { graph, parsers, close } = await openSite();
    const shared = parsers.map((make) => make());
    const property = inputs(fc.tuple(fc.nat(shared.length - 1), markdownText), ([kind, text]) => {
      const parser = shared[kind] ?? createDocParser({ html: 'sanitize', searchHeadingLevel: 4 });
      const doc = parser.parse(FILE, text);
      checkDoc(doc, text, FILE);
      checkArticle(articleOf(graph, doc));
      if (!isDeepStrictEqual(parser.parse(FILE, text), doc))
        throw new Error('parsed differently again');
    });
    return { property, close };
  },
};

/** True if the code of a page may be invalid because that of its author is. */
function hasOwnMistakes({ diagnostics }: ParsedDoc, text: string): boolean {
  return (
    /\b(?:await|import|export)\b/.test(text) ||
    diagnostics.some(({ code }) => code === 'mdx-syntax')
  );
}

const mdx: Surface = {
  name: 'mdx',
  runs: 500,
  open: async () => {
    const { graph, parsers, close } = await openSite();
    const shared = parsers.map((make) => make());
    const property = inputs(fc.tuple(fc.nat(shared.length - 1), mdxText), async ([kind, text]) => {
      const open = shared[kind]?.open(MDX_FILE, text);
      const doc = open?.parse();
      if (open === undefined || doc === undefined) return;
      checkDoc(doc, text, MDX_FILE);
      const module = open.module();
      if (module === undefined) checkArticle(articleOf(graph, doc));
      else if (!hasOwnMistakes(doc, text)) await transform(module.code, { loader: 'tsx' });
    });
    return { property, close };
  },
};

const frontmatter: Surface = {
  name: 'frontmatter',
  runs: 700,
  open: async () => {
    const { parsers, close } = await openSite();
    const shared = parsers.map((make) => make());
    const page = fc.tuple(
      fc.nat(shared.length - 1),
      yamlText,
      fc.constantFrom('\n---\n# A\n', '\n---', '', '\r\n---\r\n'),
    );
    const property = inputs(page, ([kind, yaml, end]) => {
      const text = `---\n${yaml}${end}`;
      const doc = shared[kind]?.parse(FILE, text);
      if (doc === undefined) return;
      checkDoc(doc, text, FILE);
      if (Object.hasOwn(Object.prototype, 'polluted'))
        throw new Error('Object.prototype has changed');
      const { title, slug } = doc.frontmatter;
      for (const value of [title, slug])
        if (value !== undefined && typeof value !== 'string') throw new Error('a text is no text');
    });
    return { property, close };
  },
};

const LIMITS = { maxAliases: 20, maxDepth: 20, maxNodes: 1000 };

const yaml: Surface = {
  name: 'yaml',
  runs: 2000,
  open: async () => ({
    property: inputs(yamlText, (text) => {
      const { root, problems } = readYaml(text, LIMITS);
      const outside = problems.filter(
        ({ span }) => span.start < 0 || span.end > text.length || span.end < span.start,
      );
      expectNone(
        'spans',
        outside.map(({ message, span }) => `${message} ${JSON.stringify(span)}`),
      );
      if (root !== undefined) JSON.stringify(toValue(root));
    }),
  }),
};

/** HTML of the configuration: navbar items, banner, footer. */
const html: Surface = {
  name: 'html',
  runs: 800,
  open: async () => ({
    property: inputs(fc.tuple(fc.constantFrom(undefined, 'a', 'li'), rawText), ([inside, text]) => {
      const { html: written } = sanitizeHtml(text, undefined, { inside });
      const holder = inside ?? 'div';
      checkArticle(
        inside === 'li' ? `<ul><li>${written}</li></ul>` : `<${holder}>${written}</${holder}>`,
      );
    }),
  }),
};

export const TEXT_SURFACES: readonly Surface[] = [markdown, mdx, html, frontmatter, yaml];
