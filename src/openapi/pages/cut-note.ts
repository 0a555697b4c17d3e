import { escapeHtml } from '../../shared/escape-html.ts';
import { fillText } from '../../shared/texts.ts';
import { link } from './elements.ts';
import type { PageScope } from './page-scope.ts';

/** Names what the page has no room for, and says where it is. */
export function cutNote(scope: PageScope, rows: readonly { readonly name: string }[]): string {
  if (rows.length === 0) return '';
  const { texts } = scope.context;
  const named = rows
    .slice(0, MOST_NAMES)
    .map(({ name }) => name)
    .join(', ');
  const rest = rows.length - MOST_NAMES;
  const names = rest > 0 ? fillText(texts.cutMore, { names: named, count: String(rest) }) : named;
  const where = escapeHtml(texts.cutWhere).replace('{link}', () =>
    link(scope.sourceHref, escapeHtml(texts.description)),
  );
  return `<p class="prop-note">${escapeHtml(fillText(texts.cut, { names }))} ${where}</p>`;
}

/** Names in a note about what is cut. */
const MOST_NAMES = 100;
