import type { MarkdownIt, Token } from 'markdown-it';
import { escapeHtml } from '../../shared/escape-html.ts';
import type { SessionHolder } from './session.ts';

/** Renders tables inside a focusable region with a name (rule 36), and alignment as classes. */
export function renderTables(md: MarkdownIt, holder: SessionHolder): void {
  const { rules } = md.renderer;
  rules['table_open'] = () => {
    const { names, lastHeading } = holder.session;
    const name = escapeHtml(names.unique(lastHeading === '' ? 'Table' : `Table: ${lastHeading}`));
    return `<div class="table-scroll" role="region" tabindex="0" aria-label="${name}">\n<table>\n`;
  };
  rules['table_close'] = () => '</table>\n</div>\n';
  rules['th_open'] = (tokens, index) => `<th${alignClass(tokens[index])}>`;
  rules['td_open'] = (tokens, index) => `<td${alignClass(tokens[index])}>`;
}

function alignClass(token: Token | undefined): string {
  const style = token?.attrGet('style');
  return typeof style === 'string' ? ` class="align-${style.replace('text-align:', '')}"` : '';
}
