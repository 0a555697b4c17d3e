import {
  markdownFile,
  type OutputPath,
  printFile,
  printRoute,
  type Route,
  toRoute,
  type Url,
} from '../shared/paths.ts';
import type { ApiNode, PageNode, SiteGraph } from './graph-types.ts';

/** The Markdown version of a page, if it has one; an API page shares that of the default locale. */
export function markdownOf(
  { config }: Pick<SiteGraph, 'config'>,
  node: PageNode,
): OutputPath | undefined {
  if (config.agents === undefined) return undefined;
  if (node.type === 'doc') return markdownFile(node.route);
  return node.type === 'api' ? markdownFile(apiRoute(node)) : undefined;
}

/** The route of an API page in the default locale. */
export function apiRoute({ api, page }: ApiNode): Route {
  return toRoute(`${api.routeBase}/${page.slug}`);
}

/** Returns a function that leads a link to the Markdown version of its page, if there is one. */
export function createMarkdownLinks(graph: SiteGraph): (href: string) => string {
  let versions: ReadonlyMap<string, Url> | undefined;
  return (href) => {
    versions ??= new Map(
      [...graph.pages.values()].flatMap((node) => {
        const file = markdownOf(graph, node);
        const { config } = graph;
        return file === undefined
          ? []
          : [[printRoute(node.route, config), printFile(file, config)]];
      }),
    );
    const end = /[?#]/.exec(href)?.index ?? href.length;
    const version = versions.get(href.slice(0, end));
    return version === undefined ? href : version + href.slice(end);
  };
}
