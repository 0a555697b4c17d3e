/** The lists of pages for agents: `llms.txt` (llmstxt.org), and the order of `llms-full.txt`. */
import { escapeMarkdown } from '../shared/markdown-text.ts';
import type { Locale, SiteData } from '../shared/page.ts';
import {
  type OutputPath,
  printFile,
  printRoute,
  type Route,
  toOutputPath,
  toSitePath,
} from '../shared/paths.ts';
import { getOrInsert } from '../shared/maps.ts';
import { fillMessage, type UiMessages } from '../shared/ui-messages.ts';
import { editionOf, isLast } from './editions.ts';
import type { PageNode, Sidebar, SidebarNode, SidebarPage, SiteGraph } from './graph-types.ts';
import { inLocale, messagesOf } from './locales.ts';
import { markdownOf } from './markdown-pages.ts';
import { docTitle } from './sidebar-tree.ts';

export interface LlmsInput {
  readonly graph: SiteGraph;
  /** Data of each locale's last versions. */
  readonly sites: readonly SiteData[];
  /** True for pages that are not listed. */
  readonly isUnlisted: (node: PageNode) => boolean;
  /** Leads a link to a Markdown version. */
  readonly markdownLink: (href: string) => string;
  readonly describe: (node: PageNode) => string;
}

/** The files of one locale. */
export interface LlmsFiles {
  /** The list of pages; undefined if the site has its own. `hasFull`: whether `llms-full.txt` is within its limit. */
  readonly list:
    | { readonly path: OutputPath; readonly text: (hasFull: boolean) => string }
    | undefined;
  readonly full: { readonly path: OutputPath; readonly start: string } | undefined;
  /** The pages of `llms-full.txt` in reading order. */
  readonly pages: readonly PageNode[];
}

/** Bytes of `llms-full.txt`: hosts such as Cloudflare refuse larger files, and no model reads them. */
export const MOST_FULL = 25 * 2 ** 20;

interface Section {
  readonly title: string;
  readonly pages: PageNode[];
}

export function llmsFiles(input: LlmsInput): readonly LlmsFiles[] {
  const { graph, sites } = input;
  const { config } = graph;
  const { agents } = config;
  if (agents === undefined) return [];
  return config.locales.map((locale) => {
    const fileAt = (name: string, isWanted: boolean): OutputPath | undefined => {
      const path = inLocale(config, locale, name);
      const isTaken = graph.statics.has(toSitePath(path));
      return isWanted && !isTaken ? toOutputPath(path) : undefined;
    };
    const list = fileAt('llms.txt', agents.llms);
    const full = fileAt('llms-full.txt', agents.full);
    const site = sites.find((one) => one.locale.code === locale.code);
    const context = { ...input, locale, site, messages: messagesOf(graph.messages, locale) };
    const sections = sectionsOf(context);
    const head = headOf(context);
    return {
      list: list && {
        path: list,
        text: (hasFull) => listText(context, { sections, head, full: hasFull ? full : undefined }),
      },
      full: full && { path: full, start: `${head.join('\n\n')}\n` },
      pages: sections.flatMap(({ pages }) =>
        pages.flatMap((node) => [node, ...below(input, node)]),
      ),
    };
  });
}

interface LlmsContext extends LlmsInput {
  readonly locale: Locale;
  readonly site: SiteData | undefined;
  readonly messages: UiMessages;
}

/** Title, summary, version and instructions, as blocks. */
function headOf({ graph, site, messages }: LlmsContext): readonly string[] {
  const { title = '', tagline = '', version } = site ?? {};
  return [
    `# ${escapeMarkdown(title)}`,
    tagline === '' ? '' : `> ${escapeMarkdown(tagline)}`,
    version === undefined ? '' : escapeMarkdown(fillMessage(messages.version, { version })),
    graph.config.agents?.instructions?.trim() ?? '',
  ].filter((block) => block !== '');
}

/** Groups the pages of the last versions by sidebar and its top-level categories; other pages are the last group. */
function sectionsOf(context: LlmsContext): readonly Section[] {
  const { graph, locale, messages } = context;
  const sections = new Map<string, Section>();
  const seen = new Set<Route>();
  const add = (title: string, node: PageNode): void => {
    if (seen.has(node.route) || !isShown(context, node)) return;
    seen.add(node.route);
    getOrInsert(sections, title, () => ({ title, pages: [] })).pages.push(node);
  };
  const sidebars = graph.editions
    .filter((edition) => edition.locale === locale && isLast(edition))
    .flatMap((edition) => graph.sidebars.get(edition) ?? []);
  for (const sidebar of sidebars) {
    const label = sidebarLabel(context, sidebar);
    for (const entry of sidebar.nodes) {
      const isGroup = entry.type === 'category' && entry.items.length > 0;
      const own = sidebars.length > 1 && isGroup ? `${label}: ${entry.label}` : entry.label;
      for (const node of pagesIn(entry)) add(isGroup ? own : label, node);
    }
  }
  for (const node of graph.pages.values())
    if (node.locale === locale && !graph.parents.has(node.route)) add(messages.otherPages, node);
  return [...sections.values()];
}

function* pagesIn(entry: SidebarNode): Iterable<SidebarPage> {
  if (entry.type === 'link') return;
  if (entry.node !== undefined) yield entry.node;
  if (entry.type === 'category') for (const item of entry.items) yield* pagesIn(item);
}

/** The text of the navbar item that leads to the sidebar, else the title of its description, else a general one. */
function sidebarLabel({ graph, site, messages }: LlmsContext, sidebar: Sidebar): string {
  const { items } = graph.config.navbar;
  const index = items.findIndex(
    ({ type, sidebarId, docsPluginId = sidebar.edition.set.id }) =>
      type === 'docSidebar' && sidebarId === sidebar.id && docsPluginId === sidebar.edition.set.id,
  );
  const item = site?.navbar.items.find(({ key }) => key === String(index));
  if (item?.type === 'link' && item.label !== undefined) return item.label;
  const [first] = sidebar.pages;
  return first?.type === 'api' ? first.page.title : messages.sidebar;
}

function isShown({ graph, isUnlisted }: LlmsInput, node: PageNode): boolean {
  const edition = editionOf(node);
  const isOther = edition !== undefined && (!isLast(edition) || edition.version.noindex);
  return markdownOf(graph, node) !== undefined && !isOther && !isUnlisted(node);
}

/** The pages of an API that its list of schemas leads to. */
function below({ graph }: LlmsInput, parent: PageNode): readonly PageNode[] {
  if (parent.type !== 'api' || parent.page.kind !== 'schemas') return [];
  return [...graph.parents].flatMap(([route, above]) => {
    const node = above === parent ? graph.pages.get(route) : undefined;
    return node?.type === 'api' ? [node] : [];
  });
}

function listText(
  { graph, describe, site, messages, markdownLink }: LlmsContext,
  {
    sections,
    head,
    full,
  }: {
    readonly sections: readonly Section[];
    readonly head: readonly string[];
    readonly full: OutputPath | undefined;
  },
): string {
  const file = (path: OutputPath): string => absolute(graph, printFile(path, graph.config));
  const item = (title: string, href: string, words = ''): string =>
    `- [${escapeMarkdown(title)}](${href})${words === '' ? '' : `: ${escapeMarkdown(words)}`}`;
  const groups = sections.map(({ title, pages }) => {
    const items = pages.flatMap((node) => {
      const path = markdownOf(graph, node);
      return path === undefined ? [] : [item(titleOf(node), file(path), describe(node))];
    });
    return `## ${escapeMarkdown(title)}\n\n${items.join('\n')}`;
  });
  // The start pages of the other versions.
  const versions = (site?.docsSets ?? []).flatMap((set) =>
    set.versions
      .filter(({ name }) => name !== set.last)
      .map(({ label, href }) => item(label, absolute(graph, markdownLink(href)))),
  );
  const blocks = [
    ...head,
    full === undefined ? '' : item(messages.allInOne, file(full)),
    ...groups,
    versions.length === 0
      ? ''
      : `## ${escapeMarkdown(messages.versions)}\n\n${versions.join('\n')}`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function titleOf(node: PageNode): string {
  if (node.type === 'doc') return docTitle(node);
  return node.type === 'api' ? node.page.title : '';
}

/** The address with the site's origin, if the site has one. */
function absolute({ config }: SiteGraph, href: string): string {
  return config.isAssumed ? href : config.url + href;
}

/** The line before a page in `llms-full.txt`. */
export function pageStart(graph: SiteGraph, { route }: PageNode): string {
  return `\n<page url="${absolute(graph, printRoute(route, graph.config))}">\n\n`;
}

/** The line after a page in `llms-full.txt`. */
export const PAGE_END = '\n</page>\n';
