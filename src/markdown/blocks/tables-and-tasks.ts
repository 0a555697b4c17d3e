import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { escapeHtml } from '../../shared/escape-html.ts';
import { fillMessage } from '../../shared/ui-messages.ts';
import {
  lineSpan,
  type ParseSession,
  report,
  type SessionHolder,
  wrapBlockRule,
} from '../parse-session.ts';

const MARKER = /^\[([ xX])\][ \t\u00a0]/;

/** GFM 5.3, task list items: `- [ ] open` and `- [x] done` at the start of an item's first paragraph. */
export function addTaskLists(md: MarkdownIt, holder: SessionHolder): void {
  md.core.ruler.push('task_list', markTasks);
  md.renderer.rules['task_checkbox'] = (tokens, index) => {
    const { taskDone, taskOpen } = holder.session.messages;
    const isDone = tokens[index]?.info === 'done';
    const state = isDone ? 'disabled checked' : 'disabled';
    const label = escapeHtml(isDone ? taskDone : taskOpen);
    return `<input type="checkbox" class="task-checkbox" ${state} aria-label="${label}"> `;
  };
}

function markTasks(state: StateCore): void {
  const { tokens } = state;
  const lists: Token[] = [];
  for (const [index, token] of tokens.entries()) {
    const [, list] = /^(?:bullet|ordered)_list_(open|close)$/.exec(token.type) ?? [];
    if (list === 'open') lists.push(token);
    else if (list === 'close') lists.pop();
    else if (token.type === 'list_item_open' && markItem(state, index)) {
      token.attrSet('class', 'task-item');
      lists.at(-1)?.attrSet('class', 'task-list');
    }
  }
}

function markItem(state: StateCore, index: number): boolean {
  const [paragraph, inline] = state.tokens.slice(index + 1, index + 3);
  const first = inline?.children?.[0];
  if (paragraph?.type !== 'paragraph_open' || inline?.type !== 'inline' || first?.type !== 'text')
    return false;
  const marker = MARKER.exec(first.content);
  if (marker === null) return false;
  first.content = first.content.slice(marker[0].length);
  const checkbox = new state.Token('task_checkbox', 'input', 0);
  checkbox.info = marker[1] === ' ' ? 'open' : 'done';
  inline.children?.unshift(checkbox);
  return true;
}

/** Reports rows with more cells than the header, which are cut, and with fewer, which are filled up. */
export function checkTables(md: MarkdownIt, holder: SessionHolder): void {
  wrapBlockRule(md, 'table', (rule) => (state, line, end, silent) => {
    if (!rule(state, line, end, silent)) return false;
    if (silent) return true;
    const rowAt = (at: number): string => state.getLines(at, at + 1, state.blkIndent, false).trim();
    const columns = cellCount(rowAt(line));
    for (let at = line + 2; at < state.line; at++) {
      const row = rowAt(at);
      const cells = cellCount(row);
      if (row !== '' && cells !== columns) reportRow(holder.session, at, { cells, columns });
    }
    return true;
  });
}

/** Splits a row into cells at each `|` without a backslash before it. */
export function cellCount(row: string): number {
  return row.replace(/^\||(?<!\\)\|$/g, '').split(/(?<!\\)\|/).length;
}

function reportRow(
  session: ParseSession,
  line: number,
  { cells, columns }: { readonly cells: number; readonly columns: number },
): void {
  const rest = cells > columns ? ': the rest is left out' : '';
  report(session, 'table-row', {
    span: lineSpan(session, line),
    message: `the row has ${cells} cell${cells === 1 ? '' : 's'}, the header ${columns}${rest}`,
    hint:
      cells > columns
        ? 'add a column to the header, or write \\| for a | in the text'
        : 'add the missing cells',
  });
}

/** Renders tables inside a named focusable region, with alignment as classes. */
export function renderTables(md: MarkdownIt, holder: SessionHolder): void {
  const { rules } = md.renderer;
  rules['table_open'] = () => `${openTableRegion(holder.session)}\n<table>\n`;
  rules['table_close'] = () => `</table>\n${CLOSE_TABLE_REGION}\n`;
  rules['th_open'] = (tokens, index) => `<th${alignClass(tokens[index])}>`;
  rules['td_open'] = (tokens, index) => `<td${alignClass(tokens[index])}>`;
}

/** The start tag of the region in which a table scrolls, named after the heading above it. */
export function openTableRegion({ names, lastHeading, messages }: ParseSession): string {
  const label =
    lastHeading === '' ? messages.table : fillMessage(messages.tableOf, { name: lastHeading });
  const name = escapeHtml(names.unique(label));
  return `<div class="table-scroll" role="region" tabindex="0" aria-label="${name}">`;
}

export const CLOSE_TABLE_REGION = '</div>';

function alignClass(token: Token | undefined): string {
  const style = token?.attrGet('style');
  return typeof style === 'string' ? ` class="align-${style.replace('text-align:', '')}"` : '';
}
