import type { MarkdownIt, Token } from 'markdown-it';
import { escapeHtml } from '../../shared/escape-html.ts';
import { fillText } from '../../shared/texts.ts';
import type { ParseSession, SessionHolder } from '../parse-session.ts';

/** Renders tables inside a focusable region with a name (rule 36), and alignment as classes. */
export function renderTables(md: MarkdownIt, holder: SessionHolder): void {
  const { rules } = md.renderer;
  rules['table_open'] = () => `${openTableRegion(holder.session)}\n<table>\n`;
  rules['table_close'] = () => `</table>\n${CLOSE_TABLE_REGION}\n`;
  rules['th_open'] = (tokens, index) => `<th${alignClass(tokens[index])}>`;
  rules['td_open'] = (tokens, index) => `<td${alignClass(tokens[index])}>`;
}

/** The start tag of what a table scrolls in, named for the heading above it. */
export function openTableRegion({ names, lastHeading, texts }: ParseSession): string {
  const label = lastHeading === '' ? texts.table : fillText(texts.tableOf, { name: lastHeading });
  const name = escapeHtml(names.unique(label));
  return `<div class="table-scroll" role="region" tabindex="0" aria-label="${name}">`;
}

export const CLOSE_TABLE_REGION = '</div>';

function alignClass(token: Token | undefined): string {
  const style = token?.attrGet('style');
  return typeof style === 'string' ? ` class="align-${style.replace('text-align:', '')}"` : '';
}
