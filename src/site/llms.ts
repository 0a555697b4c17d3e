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
import { itemAt } from '../shared/item-at.ts';
import { getOrInsert } from '../shared/maps.ts';
import { slugify, uniqueSlug } from '../shared/slug.ts';
import { fillMessage, type UiMessages } from '../shared/ui-messages.ts';
import { apiFilePaths } from './api-files.ts';
import { editionOf, isLast, isRemoved } from './editions.ts';
import type { PageNode, Sidebar, SiteGraph } from './graph-types.ts';
import { apiMessagesOf, inLocale, messagesOf } from './locales.ts';
import { absolute, indexLine, markdownOf } from './markdown-pages.ts';
import { docTitle, flattenPages } from './sidebar-tree.ts';

export interface LlmsInput {
  readonly graph: SiteGraph;
  /** Data of each locale's last versions. */
  readonly sites: readonly SiteData[];
  /** True for pages that are not listed. */
  readonly isUnlisted: (node: PageNode) => boolean;
  /** Leads a link to a Markdown version. */
  readonly markdownLink: (href: string) => string;
  readonly describe: (node: PageNode) => string;
  /** Characters of its Markdown version. */
  readonly sizeOf: (node: PageNode) => number;
  /** The title of a React page. */
  readonly titleOf: (node: PageNode) => string;
}

/** The files of one locale. */
export interface LlmsFiles {
  /** Prints the lists of pages; `fulls` are the complete texts that are within their limit. */
  readonly lists: (fulls: ReadonlySet<OutputPath>) => readonly ListFile[];
  readonly fulls: readonly FullFile[];
}

interface ListFile {
  readonly path: OutputPath;
  readonly text: string;
}

/** A complete text: its start, and its pages in reading order. */
export interface FullFile {
  readonly path: OutputPath;
  readonly start: string;
  readonly pages: readonly PageNode[];
}

/** Bytes of a complete text: hosts such as Cloudflare refuse larger files, and no model reads them. */
export const MOST_FULL = 25 * 2 ** 20;
/** Characters of a list: programs that read pages for agents cut longer ones. */
const MOST_LIST = 50_000;

interface Section {
  readonly title: string;
  readonly pages: PageNode[];
}

/** A section, or a part of a long one, with its files. */
interface Part extends Section {
  readonly lines: string[];
  readonly list: OutputPath;
  readonly full: OutputPath | undefined;
}

/** `llms.txt` and `llms-full.txt` of each locale; where the list would be too long, such files for each section. */
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
    const withBelow = (pages: readonly PageNode[]): readonly PageNode[] =>
      pages.flatMap((node) => [node, ...below(input, node)]);
    const groups = sections.map((section) => ({
      ...section,
      lines: section.pages.map((node) => linesOf(context, node)),
    }));
    const length = groups.reduce((sum, { lines }) => sum + lines.join('\n').length, 0);
    const isLong = list !== undefined && length > MOST_LIST;
    const parts = partsOf(isLong ? groups : [], (slug) => ({
      list: toOutputPath(inLocale(config, locale, `llms/${slug}.txt`)),
      full: full && toOutputPath(inLocale(config, locale, `llms-full/${slug}.txt`)),
    }));
    const texts = isLong
      ? parts.map((part) => {
          const title = `${head[0] ?? ''}: ${escapeMarkdown(part.title)}`;
          const own = [title, indexLine(graph, locale).trim()];
          return { ...part, head: own, groups: [part], start: title, pages: withBelow(part.pages) };
        })
      : [
          {
            list,
            full,
            head,
            groups,
            start: head.join('\n\n'),
            pages: sections.flatMap((section) => withBelow(section.pages)),
          },
        ];
    return {
      lists: (fulls) => [
        ...(isLong ? [{ path: list, text: indexText(context, { head, parts }) }] : []),
        ...texts.flatMap((one) => {
          if (one.list === undefined) return [];
          const shown = one.full && fulls.has(one.full) ? one.full : undefined;
          return [{ path: one.list, text: listText(context, { ...one, full: shown }) }];
        }),
      ],
      fulls: texts.flatMap(({ full: path, start, pages }) =>
        path === undefined ? [] : [{ path, start: `${start}\n`, pages }],
      ),
    };
  });
}

/** Divides sections so that each list is within the limit. */
function partsOf(
  groups: readonly (Section & { readonly lines: readonly string[] })[],
  filesOf: (slug: string) => Pick<Part, 'list' | 'full'>,
): readonly Part[] {
  const slugs = new Set<string>();
  const taken = { has: (slug: string) => slugs.has(slug), next: new Map<string, number>() };
  return groups.flatMap(({ title, pages, lines }) => {
    const parts: Part[] = [];
    let size = Number.POSITIVE_INFINITY;
    for (const [index, line] of lines.entries()) {
      size += line.length + 1;
      if (size > MOST_LIST - ROOM) {
        const slug = uniqueSlug(slugify(title) || 'section', taken);
        slugs.add(slug);
        const name = parts.length === 0 ? title : `${title} (${parts.length + 1})`;
        parts.push({ title: name, pages: [], lines: [], ...filesOf(slug) });
        size = line.length + 1;
      }
      parts.at(-1)?.lines.push(line);
      parts.at(-1)?.pages.push(itemAt(pages, index));
    }
    return parts;
  });
}

/** Characters of a list before its lines. */
const ROOM = 1000;

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
      for (const node of flattenPages([entry])) add(isGroup ? own : label, node);
    }
  }
  for (const node of graph.pages.values())
    if (node.locale === locale && !graph.parents.has(node.route)) add(messages.otherPages, node);
  return [...sections.values()];
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
  return markdownOf(graph, node) !== undefined && !isOther && !isUnlisted(node) && !isRemoved(node);
}

/** The pages of an API that its list of schemas leads to. */
function below({ graph }: LlmsInput, parent: PageNode): readonly PageNode[] {
  if (parent.type !== 'api' || parent.page.kind !== 'schemas') return [];
  return [...graph.parents].flatMap(([route, above]) => {
    const node = above === parent ? graph.pages.get(route) : undefined;
    return node?.type === 'api' ? [node] : [];
  });
}

/** The lines of a page, with line breaks between: title, address, description and size; after that of an API, its files for other tools. */
function linesOf(context: LlmsContext, node: PageNode): string {
  const { graph, describe, sizeOf, messages } = context;
  const path = markdownOf(graph, node) ?? toOutputPath('');
  const tokens = fillMessage(messages.tokens, { count: tokensOf(sizeOf(node)) });
  const title = titleIn(context, node);
  const described = describe(node);
  const words = described === title ? '' : described;
  const about = words === '' ? tokens : `${words} (${tokens})`;
  const address = (file: OutputPath): string =>
    absolute(graph.config, printFile(file, graph.config));
  const { collection, environment, httpFile } = apiMessagesOf(graph.messages, node.locale);
  const labels = new Map(Object.entries({ collection, environment, http: httpFile }));
  const files = node.type === 'api' ? apiFilePaths(node, graph.config) : [];
  const others = files.flatMap(([kind, file]) => {
    const label = labels.get(kind);
    return label === undefined ? [] : [listItem(`${title}: ${label}`, address(file))];
  });
  return [listItem(title, address(path), about), ...others].join('\n');
}

function listItem(title: string, href: string, words = ''): string {
  return `- [${escapeMarkdown(title)}](${href})${words === '' ? '' : `: ${escapeMarkdown(words)}`}`;
}

/** About as many tokens as models count: one for four characters, rounded to two digits, so that small edits change nothing. */
function tokensOf(characters: number): string {
  return String(Number(Math.max(characters / 4, 1).toPrecision(2)));
}

interface ListInput {
  readonly head: readonly string[];
  readonly groups: readonly (Section & { readonly lines: readonly string[] })[];
  readonly full: OutputPath | undefined;
}

function listText(context: LlmsContext, { head, groups, full }: ListInput): string {
  const { graph, site, messages, markdownLink } = context;
  const { config } = graph;
  // The start pages of the other versions.
  const versions = (site?.docsSets ?? []).flatMap((set) =>
    set.versions
      .filter(({ name }) => name !== set.last)
      .map(({ label, href }) => listItem(label, absolute(config, markdownLink(href)))),
  );
  return printBlocks([
    ...head,
    full === undefined
      ? ''
      : listItem(messages.allInOne, absolute(config, printFile(full, config))),
    ...groups.map(({ title, lines }) => `## ${escapeMarkdown(title)}\n\n${lines.join('\n')}`),
    versions.length === 0
      ? ''
      : `## ${escapeMarkdown(messages.versions)}\n\n${versions.join('\n')}`,
  ]);
}

/** The list of the lists of sections. */
function indexText(
  context: LlmsContext,
  { head, parts }: Pick<ListInput, 'head'> & { readonly parts: readonly Part[] },
): string {
  const { graph, messages, sizeOf } = context;
  const lines = parts.map(({ title, list, pages }) => {
    const size = pages.reduce((sum, node) => sum + sizeOf(node), 0);
    const values = { count: String(pages.length), tokens: tokensOf(size) };
    const href = absolute(graph.config, printFile(list, graph.config));
    return listItem(title, href, fillMessage(messages.sectionSize, values));
  });
  return printBlocks([
    ...head,
    `## ${escapeMarkdown(messages.homeContents)}\n\n${lines.join('\n')}`,
  ]);
}

function printBlocks(blocks: readonly string[]): string {
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function titleIn({ titleOf }: LlmsInput, node: PageNode): string {
  if (node.type === 'doc') return docTitle(node);
  return node.type === 'api' ? node.page.title : titleOf(node);
}

/** The line before a page in `llms-full.txt`. */
export function pageStart(graph: SiteGraph, { route }: PageNode): string {
  return `\n<page url="${absolute(graph.config, printRoute(route, graph.config))}">\n\n`;
}

/** The line after a page in `llms-full.txt`. */
export const PAGE_END = '\n</page>\n';
