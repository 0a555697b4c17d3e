import {
  markdownFile,
  type OutputPath,
  printFile,
  printRoute,
  type Route,
  toOutputPath,
  toRoute,
  toSitePath,
  type Url,
} from '../shared/paths.ts';
import { linkTarget } from '../shared/markdown-text.ts';
import type { Locale } from '../shared/page.ts';
import { fillMessage } from '../shared/ui-messages.ts';
import type { ApiNode, PageNode, SiteGraph } from './graph-types.ts';
import { inLocale, messagesOf } from './locales.ts';

/** The Markdown version of a page, if it has one; an API page shares that of the default locale. */
export function markdownOf(
  { config }: Pick<SiteGraph, 'config'>,
  node: PageNode,
): OutputPath | undefined {
  if (config.agents === undefined) return undefined;
  if (node.type === 'doc' || node.type === 'react') return markdownFile(node.route);
  return node.type === 'api' ? markdownFile(apiRoute(node)) : undefined;
}

/** The route of an API page in the default locale. */
function apiRoute({ api, page }: ApiNode): Route {
  return toRoute(`${api.routeBase}/${page.slug}`);
}

/** The list of pages for agents of a locale, if the site has one. */
export function indexAddress(
  { config, statics }: Pick<SiteGraph, 'config' | 'statics'>,
  locale: Locale,
): string | undefined {
  if (config.agents === undefined) return undefined;
  const path = inLocale(config, locale, 'llms.txt');
  const exists = config.agents.llms || statics.has(toSitePath(path));
  return exists ? absolute(config, printFile(toOutputPath(path), config)) : undefined;
}

/** The first line of a Markdown version, which names the list of all pages; empty without such a list. */
export function indexLine(graph: SiteGraph, locale: Locale): string {
  const index = indexAddress(graph, locale);
  if (index === undefined) return '';
  const { agentIndex } = messagesOf(graph.messages, locale);
  return `> ${fillMessage(agentIndex, { index: `[llms.txt](${linkTarget(index)})` })}\n\n`;
}

/** An address on the site with its origin, if the site has one. */
export function absolute(config: SiteGraph['config'], href: string): string {
  return config.isAssumed || !/^\/(?!\/)/.test(href) ? href : config.url + href;
}

/** Returns a function that leads a link to the Markdown version of its page, if there is one, with the origin. */
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
    const path = href.slice(0, end);
    // React pages write addresses as they like.
    const version = versions.get(path) ?? versions.get(`${path}/`);
    return absolute(graph.config, version === undefined ? href : version + href.slice(end));
  };
}
