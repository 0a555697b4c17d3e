/** Targets of links, the articles and files of API descriptions, and the additions of plug-ins to pages, as steps. */
import type { Renderer } from '../bundle/bundle-renderer.ts';
import { hashOf } from '../cache/file-hashes.ts';
import type { Cell, Memory, Reader } from '../cache/memory.ts';
import type { PluginPage } from '../config/plugins.ts';
import { createHighlighter } from '../markdown/code/highlighter.ts';
import type { DocFacts } from '../markdown/parsed-doc.ts';
import { type Additions, additionsTo, NO_ADDITIONS, pageFacts } from '../plugins/page-facts.ts';
import { toRoute } from '../shared/paths.ts';
import { type ApiPages, createApiPages, type SiteArticle } from '../site/api-pages.ts';
import { type DocTarget, type DocTargets, docTarget } from '../site/doc-links.ts';
import type { ApiNode, DocNode, PageNode, SiteGraph } from '../site/graph-types.ts';
import type { SourceSteps } from './read.ts';

interface ArticleSources {
  readonly addresses: Reader<SiteGraph>;
  readonly renderer: Cell<Renderer>;
}

/** The page of a route. */
export function nodeIn({ pages }: SiteGraph, route: string): PageNode {
  const node = pages.get(toRoute(route));
  if (node === undefined) throw new Error(`there is no page ${route}`);
  return node;
}

const API_FILES = ['description', 'builder', 'collection', 'environment', 'http'] as const;

/** Targets of links, and the articles and files of API descriptions. */
export function createArticleSteps(
  memory: Memory,
  { read, messages, apis }: SourceSteps,
  { addresses, renderer }: ArticleSources,
) {
  /** Of docs whose facts are in memory, for the page that asked last: it asks three times. */
  const known = new WeakMap<DocFacts, readonly [SiteGraph, DocNode, DocTarget]>();
  const targets: DocTargets = (node) => {
    const graph = addresses('');
    const doc = read.readDoc(node.source.file);
    const [before, page, last] = known.get(doc) ?? [];
    // Pages of several languages can be of one file.
    if (last !== undefined && before === graph && page?.route === node.route) return last;
    const target = docTarget(graph, node, doc);
    known.set(doc, [graph, node, target]);
    return target;
  };
  const apiPages = memory.step<ApiPages>({
    name: 'API pages',
    run: () => {
      const { apis: loaded, richText } = apis('');
      // UI messages are in the graph.
      messages.print('');
      return createApiPages({
        apis: loaded,
        graph: addresses(''),
        cache: richText,
        highlight: createHighlighter(),
      });
    },
  });
  const apiNode = (route: string): ApiNode => {
    const node = nodeIn(addresses(''), route);
    if (node.type !== 'api') throw new Error(`${route} is no page of an API`);
    return node;
  };
  const apiParts = memory.step<Renderer['apiParts']>({
    name: 'templates of API pages',
    run: () => renderer().apiParts,
    print: (parts) => (parts === undefined ? '' : renderer.print()),
  });
  /** A page, as far as it depends on the description. */
  const apiPage = memory.step<readonly [ApiPages, ApiNode]>({
    name: 'page of an API',
    run: (route) => [apiPages(''), apiNode(route)],
    print: ([all, node]) => all.print(node),
  });
  /** The sources of articles other than their description. */
  const apiSurroundings = memory.step({
    name: 'surroundings of API pages',
    run: () => [addresses.print(''), messages.print('')],
  });
  const apiArticle = memory.step<SiteArticle>({
    name: 'API article',
    run: (route) => {
      apiSurroundings('');
      const [all, node] = apiPage(route);
      return all.article(node, apiParts(''));
    },
    print: ({ html, toc, sections, uses }) => hashOf(html + JSON.stringify([toc, sections, uses])),
  });
  const apiFiles = API_FILES.map(
    (kind) =>
      [
        kind,
        memory.step<string>({
          name: `API file: ${kind}`,
          run: (route) => {
            apiSurroundings('');
            const [all, node] = apiPage(route);
            return all.file(node, kind);
          },
          print: hashOf,
        }),
      ] as const,
  );
  const apiFindings: ApiPages['findings'] = (articles) => apiPages('').findings(articles);
  return { targets, apiArticle, apiFiles: new Map(apiFiles), apiFindings };
}

/** Adds the step of the additions of plug-ins to a page. */
export function createAdditions(
  memory: Memory,
  steps: SourceSteps,
  {
    node: nodeAt,
    targets,
  }: { readonly node: (route: string) => PageNode; readonly targets: DocTargets },
): (node: PageNode) => Additions {
  const added = memory.step<Additions>({
    name: 'additions to a page',
    run: (route) => {
      const node = nodeAt(route);
      if (node.type !== 'doc') return NO_ADDITIONS;
      const facts = (): PluginPage =>
        pageFacts(node, steps.read.readArticle(node.source.file), targets(node));
      return additionsTo({
        config: steps.config(),
        locate: steps.locate(),
        call: steps.plugins.now,
        facts,
      });
    },
    print: (found) => hashOf(JSON.stringify(found)),
    disk: { write: (found) => JSON.stringify(found), read: (text) => JSON.parse(text) },
  });
  return ({ route, type }: PageNode): Additions => {
    const isAsked = type === 'doc' && steps.config().plugins.some(({ page }) => page !== undefined);
    return isAsked ? added(route) : NO_ADDITIONS;
  };
}
