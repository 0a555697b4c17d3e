import { compareStrings } from '../diagnostics/diagnostic.ts';
import type { Heading } from '../markdown/parsed-doc.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import type { TocEntry } from '../shared/page.ts';
import { printRoute } from '../shared/paths.ts';
import type { ChromeContext } from './layout-context.ts';
import { docLabel } from './sidebar-tree.ts';
import type { PageNode, ReactNode, ReactPageMeta } from './site-graph.ts';

interface Entry {
  readonly title: string;
  readonly href: string;
}

/** The article of `/site-index`: every listed page, A to Z, for readers without JavaScript. */
export function siteIndexHtml(
  context: ChromeContext,
  meta: (node: ReactNode) => ReactPageMeta,
): string {
  const { locale, texts } = context;
  const entries = [...context.graph.pages.values()]
    .filter((node) => node.locale === locale)
    .filter((node) => isListed(node, meta))
    .map((node) => ({ title: nodeTitle(node, meta), href: printRoute(node.route, context.style) }))
    .filter(({ title }) => title !== '')
    .sort(
      (a, b) =>
        compareStrings(a.title.toLowerCase(), b.title.toLowerCase()) ||
        compareStrings(a.href, b.href),
    );
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const letter = initial(entry.title);
    groups.set(letter, [...(groups.get(letter) ?? []), entry]);
  }
  const lists = [...groups].map(
    ([letter, group]) => `<h2>${escapeHtml(letter)}</h2>\n${list(group)}`,
  );
  return `<h1>${escapeHtml(texts.siteIndexTitle)}</h1>\n${lists.join('\n')}`;
}

function initial(title: string): string {
  const first = [...title.normalize('NFKD')][0]?.toUpperCase() ?? '';
  return /\p{L}/u.test(first) ? first : '#';
}

function list(entries: readonly Entry[]): string {
  const items = entries.map(
    ({ title, href }) => `<li><a href="${escapeHtml(href)}">${escapeHtml(title)}</a></li>`,
  );
  return `<ul>\n${items.join('\n')}\n</ul>`;
}

function isListed(node: PageNode, meta: (node: ReactNode) => ReactPageMeta): boolean {
  switch (node.type) {
    case 'doc':
      return node.doc.frontmatter.unlisted !== true;
    case 'react':
      return !meta(node).unlisted;
    case 'api':
      return true;
    case 'generated':
      return false;
  }
}

function nodeTitle(node: PageNode, meta: (node: ReactNode) => ReactPageMeta): string {
  if (node.type === 'doc') return node.doc.title === '' ? docLabel(node) : node.doc.title;
  if (node.type === 'api') return node.page.title;
  return node.type === 'react' ? meta(node).title : '';
}

interface OpenEntry {
  readonly entry: TocEntry;
  readonly children: TocEntry[];
}

/** Nests the headings of the given levels; a heading whose parent level is missing moves up (rule 22). */
export function buildToc(
  headings: readonly Heading[],
  levels: { min: number; max: number },
): readonly TocEntry[] {
  const top: TocEntry[] = [];
  const open: OpenEntry[] = [];
  for (const { id, html, level } of headings) {
    if (level < levels.min || level > levels.max) continue;
    const children: TocEntry[] = [];
    const entry: TocEntry = { id, html, level, children };
    while ((open.at(-1)?.entry.level ?? 0) >= level) open.pop();
    (open.at(-1)?.children ?? top).push(entry);
    open.push({ entry, children });
  }
  return top;
}
