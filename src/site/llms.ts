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
import { fillMessage } from '../shared/ui-messages.ts';
import { isLast } from './editions.ts';
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
  /** The list of pages; undefined if the site has its own. */
  readonly list: { readonly path: OutputPath; readonly text: () => string } | undefined;
  readonly full: { readonly path: OutputPath; readonly start: string } | undefined;
  /** The pages of `llms-full.txt` in reading order. */
  readonly pages: readonly PageNode[];
}

interface Section {
  readonly title: string;
  readonly pages: PageNode[];
}

export function llmsFiles(input: LlmsInput): readonly LlmsFiles[] {
  const { config } = input.graph;
  if (config.agents === undefined) return [];
  return config.locales.map((locale) => filesOf(input, locale));
}

function filesOf(input: LlmsInput, locale: Locale): LlmsFiles {
  const { graph } = input;
  const { agents } = graph.config;
  const fileAt = (name: string, isWanted: boolean | undefined): OutputPath | undefined => {
    const path = inLocale(graph.config, locale, name);
    const isTaken = graph.statics.has(toSitePath(path));
    return isWanted === true && !isTaken ? toOutputPath(path) : undefined;
  };
  const list = fileAt('llms.txt', agents?.llms);
  const full = fileAt('llms-full.txt', agents?.full);
  const sections = sectionsOf(input, locale);
  const head = headOf(input, locale);
  return {
    list: list && { path: list, text: () => listText(input, { locale, sections, head, full }) },
    full: full && { path: full, start: `${head.join('\n\n')}\n` },
    pages: sections.flatMap(({ pages }) => pages.flatMap((node) => [node, ...below(input, node)])),
  };
}

/** Title, summary, version and instructions, as blocks. */
function headOf({ graph, sites }: LlmsInput, locale: Locale): readonly string[] {
  const { title = '', tagline = '', version } = siteOf(sites, locale) ?? {};
  const messages = messagesOf(graph.messages, locale);
  return [
    `# ${escapeMarkdown(title)}`,
    tagline === '' ? '' : `> ${escapeMarkdown(tagline)}`,
    version === undefined ? '' : escapeMarkdown(fillMessage(messages.version, { version })),
    graph.config.agents?.instructions?.trim() ?? '',
  ].filter((block) => block !== '');
}

function siteOf(sites: readonly SiteData[], { code }: Locale): SiteData | undefined {
  return sites.find(({ locale }) => locale.code === code);
}

/** Groups the pages of the last versions by sidebar and its top-level categories; other pages are the last group. */
function sectionsOf(input: LlmsInput, locale: Locale): readonly Section[] {
  const { graph } = input;
  const sections = new Map<string, Section>();
  const seen = new Set<Route>();
  const add = (title: string, node: PageNode): void => {
    if (seen.has(node.route) || !isShown(input, node)) return;
    seen.add(node.route);
    const section = sections.get(title) ?? { title, pages: [] };
    sections.set(title, section);
    section.pages.push(node);
  };
  const sidebars = graph.editions
    .filter((edition) => edition.locale === locale && isLast(edition))
    .flatMap((edition) => graph.sidebars.get(edition) ?? []);
  for (const sidebar of sidebars) {
    const label = sidebarLabel(input, sidebar, locale);
    for (const entry of sidebar.nodes) {
      const isGroup = entry.type === 'category' && entry.items.length > 0;
      const own = sidebars.length > 1 && isGroup ? `${label}: ${entry.label}` : entry.label;
      for (const node of pagesIn(entry)) add(isGroup ? own : label, node);
    }
  }
  const { otherPages } = messagesOf(graph.messages, locale);
  for (const node of graph.pages.values())
    if (node.locale === locale && !graph.parents.has(node.route)) add(otherPages, node);
  return [...sections.values()];
}

function* pagesIn(entry: SidebarNode): Iterable<SidebarPage> {
  if (entry.type === 'link') return;
  if (entry.node !== undefined) yield entry.node;
  if (entry.type === 'category') for (const item of entry.items) yield* pagesIn(item);
}

/** The text of the navbar item that leads to the sidebar, else the title of its description, else a general one. */
function sidebarLabel({ graph, sites }: LlmsInput, sidebar: Sidebar, locale: Locale): string {
  const { items } = graph.config.navbar;
  const index = items.findIndex(
    ({ type, sidebarId, docsPluginId = sidebar.edition.set.id }) =>
      type === 'docSidebar' && sidebarId === sidebar.id && docsPluginId === sidebar.edition.set.id,
  );
  const item = siteOf(sites, locale)?.navbar.items.find(({ key }) => key === String(index));
  if (item?.type === 'link' && item.label !== undefined) return item.label;
  const [first] = sidebar.pages;
  return first?.type === 'api' ? first.page.title : messagesOf(graph.messages, locale).sidebar;
}

function isShown({ graph, isUnlisted }: LlmsInput, node: PageNode): boolean {
  const edition = 'edition' in node ? node.edition : undefined;
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

interface ListInput {
  readonly locale: Locale;
  readonly sections: readonly Section[];
  readonly head: readonly string[];
  readonly full: OutputPath | undefined;
}

function listText(input: LlmsInput, { locale, sections, head, full }: ListInput): string {
  const { graph, describe } = input;
  const messages = messagesOf(graph.messages, locale);
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
  const versions = versionsOf(input, locale).map(({ label, href }) => item(label, href));
  return `${[
    ...head,
    full === undefined ? '' : item(messages.allInOne, file(full)),
    ...groups,
    versions.length === 0
      ? ''
      : `## ${escapeMarkdown(messages.versions)}\n\n${versions.join('\n')}`,
  ]
    .filter((block) => block !== '')
    .join('\n\n')}\n`;
}

/** The start pages of the other versions. */
function versionsOf({ graph, sites, markdownLink }: LlmsInput, locale: Locale) {
  const sets = siteOf(sites, locale)?.docsSets ?? [];
  return sets.flatMap(({ versions, last }) =>
    versions
      .filter(({ name }) => name !== last)
      .map(({ label, href }) => ({ label, href: absolute(graph, markdownLink(href)) })),
  );
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
