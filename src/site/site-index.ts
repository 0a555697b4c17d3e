import { compareStrings } from '../diagnostics/diagnostic.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import { groupBy } from '../shared/maps.ts';
import { printRoute } from '../shared/paths.ts';
import type { PageNode, ReactNode, ReactPageMeta } from './graph-types.ts';
import type { LayoutContext } from './layout-context.ts';
import { docTitle } from './sidebar-tree.ts';

/** The article of `/site-index`: all listed pages from A to Z, which works without JavaScript. */
export function siteIndexHtml(
  context: LayoutContext,
  meta: (node: ReactNode) => ReactPageMeta,
): string {
  const { locale, messages } = context;
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
  const groups = groupBy(entries, ({ title }) => initial(title));
  const lists = [...groups].map(([letter, group]) => {
    const items = group.map(
      ({ title, href }) => `<li><a href="${escapeHtml(href)}">${escapeHtml(title)}</a></li>`,
    );
    return `<h2>${escapeHtml(letter)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
  });
  return `<h1>${escapeHtml(messages.siteIndexTitle)}</h1>\n${lists.join('\n')}`;
}

function initial(title: string): string {
  const first = [...title.normalize('NFKD')][0]?.toUpperCase() ?? '';
  return /\p{L}/u.test(first) ? first : '#';
}

function isListed(node: PageNode, meta: (node: ReactNode) => ReactPageMeta): boolean {
  if (node.type === 'doc') return node.doc.frontmatter.unlisted !== true;
  return node.type === 'react' ? !meta(node).unlisted : node.type === 'api';
}

function nodeTitle(node: PageNode, meta: (node: ReactNode) => ReactPageMeta): string {
  if (node.type === 'doc') return docTitle(node);
  if (node.type === 'api') return node.page.title;
  return node.type === 'react' ? meta(node).title : '';
}
