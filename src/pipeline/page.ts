/** The part of the map that makes one page: its files, and what the search and the link check need of it. */
import { messageOfError } from '../config/loading/error-place.ts';
import { readSource } from '../content/read-source.ts';
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import { type ScannedPage, scanPage } from '../html/scan-page.ts';
import type { OutputFile } from '../publish/output-file.ts';
import { type RenderedPage, type RenderFailure, renderPage } from '../render/render-page.ts';
import type { IndexedSection } from '../search/index/build-index.ts';
import { pageSections } from '../search/index/page-sections.ts';
import type { PageInput } from '../shared/page.ts';
import { type OutputPath, printFile } from '../shared/paths.ts';
import { type FrameReference, frameReferences } from '../site/layout-links.ts';
import { pageHead } from '../site/page-head.ts';
import { policyProblems, reactPageLinks } from '../site/react-pages.ts';
import { routePlace } from '../site/routes.ts';
import { searchIndexFile } from '../site/search-data.ts';
import { pageFile } from '../site/site-files.ts';
import type { DocNode, LinkUse, PageNode } from '../site/site-graph.ts';
import type { Site } from './prepare.ts';

/** One page, made. */
export interface MadePage {
  /** Its document, and what it offers to programs; none where a template has thrown. */
  readonly files: readonly OutputFile[];
  readonly notes: PageNotes;
}

/** What is kept of a page when its files are written. */
export interface PageNotes {
  readonly node: PageNode;
  /** What a template has thrown. */
  readonly failure: RenderFailure | undefined;
  /** The ids in its HTML, of pages that are no docs; of an API page, those of its article. */
  readonly ids: ReadonlySet<string> | undefined;
  /** The ids that the layout has on every doc: of the sample doc only. */
  readonly chromeIds: ReadonlySet<string> | undefined;
  /** References around the article. */
  readonly frame: readonly FrameReference[];
  /** References of a React page. */
  readonly links: readonly LinkUse[];
  readonly diagnostics: readonly Diagnostic[];
  readonly sections: readonly IndexedSection[];
  /** The file that the sections go to. */
  readonly indexFile: OutputPath | undefined;
}

/** Makes a page. Pure: it depends on the site alone. */
export function makePage(site: Site, node: PageNode): MadePage {
  const input = site.chrome.pageInput(node);
  const result = renderDocument(site, node, input);
  if (!result.ok) return failedPage(site, node, result.cause);
  const origin = routePlace(node);
  const document = { path: pageFile(node, site.config), content: result.html, origin };
  const others = node.type === 'api' ? site.api.files(node) : [];
  return {
    files: [document, ...others],
    notes: pageNotes(site, { node, input, body: result.body }),
  };
}

function renderDocument(site: Site, node: PageNode, input: PageInput): RenderedPage {
  const siteFile = printFile(site.chrome.sharedFile(node), site.config);
  return renderPage({
    input,
    settings: site.settings,
    page: { ...pageHead(site, node, site.isUnlisted(node)), siteFile },
    file: 'source' in node ? node.source.file : undefined,
    render: site.bundles.renderer.render,
  });
}

function failedPage({ bundles }: Site, node: PageNode, cause: unknown): MadePage {
  const location = bundles.renderer.placeOf(cause) ?? reactPlace(node);
  const failure = { route: node.route, reason: messageOfError(cause), location };
  return { files: [], notes: { ...NO_NOTES, node, failure } };
}

const NO_NOTES: Omit<PageNotes, 'node'> = {
  failure: undefined,
  ids: undefined,
  chromeIds: undefined,
  frame: [],
  links: [],
  diagnostics: [],
  sections: [],
  indexFile: undefined,
};

function reactPlace(node: PageNode): Location | undefined {
  return node.type === 'react' ? { file: node.source.file, line: 1, column: 1 } : undefined;
}

interface RenderedNode {
  readonly node: PageNode;
  readonly input: PageInput;
  /** The rendered layout. */
  readonly body: string;
}

function pageNotes(site: Site, { node, input, body }: RenderedNode): PageNotes {
  const { config, readDoc } = site;
  const article = node.type === 'api' ? site.api.article(node) : undefined;
  const isScanned = node.type === 'react' || node.type === 'generated';
  const scanned = isScanned ? scanPage(body, config.markdown.searchHeadingLevel) : undefined;
  return {
    ...NO_NOTES,
    ...reactNotes(site, node, scanned),
    node,
    ids: article?.ids ?? scanned?.ids,
    chromeIds: node === site.sampleDoc ? chromeIds(site, node, body) : undefined,
    frame: frameReferences(node, body),
    indexFile: searchIndexFile(config, node.locale, input.page.searchTag),
    sections: pageSections({
      node,
      page: input.page,
      readDoc,
      scanned: scanned?.sections ?? [],
      article: article?.sections ?? [],
      style: config,
    }),
  };
}

function reactNotes(
  site: Site,
  node: PageNode,
  scanned: ScannedPage | undefined,
): Pick<PageNotes, 'links' | 'diagnostics'> | undefined {
  if (node.type !== 'react' || scanned === undefined) return undefined;
  const read = readSource(node.source);
  const source = read.ok ? read.text : '';
  return {
    diagnostics: policyProblems(node, scanned.refused),
    links: reactPageLinks(site.graph, node, { links: scanned.links, source }),
  };
}

function chromeIds({ readDoc }: Site, { source }: DocNode, body: string): ReadonlySet<string> {
  const own = new Set(readDoc(source.file).ids);
  return new Set([...scanPage(body, 0).ids].filter((id) => !own.has(id)));
}
