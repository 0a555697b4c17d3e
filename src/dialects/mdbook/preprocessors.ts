import type { MarkdownIt, StateBlock } from 'markdown-it';
import {
  addBlock,
  lineText,
  readBlocks,
  sourceLine,
  textStart,
} from '../../markdown/blocks/block-lines.ts';
import { pushInline } from '../../markdown/blocks/directive.ts';
import { openGroup, openPanel } from '../../markdown/blocks/tabs.ts';
import type { ParseSession, SessionHolder } from '../../markdown/parse-session.ts';
import { itemAt } from '../../shared/item-at.ts';
import { openContainer } from '../mkdocs/containers.ts';

const ADMONISH = /^(`{3,}|~{3,})\s*admonish(?:\s+([a-z][\w-]*)(?![\w-]*\s*=)[\w.-]*)?(?=\s|$)(.*)$/;
const TITLE = /(?:^|\btitle\s*=)\s*(["'])(.*?)\1/;
const TABS = /^\{\{#tabs\b(?:.*?\bglobal="([^"]*)")?.*\}\}\s*$/;
const TAB = /^\{\{#tab\s.*?\bname="([^"]*)".*\}\}$/;

/** Adds the blocks of the preprocessors that most books use: those of mdbook-admonish, and the tabs of mdbook-tabs. */
export function addPreprocessors(md: MarkdownIt, holder: SessionHolder): void {
  addBlock(md, { name: 'mdbook_admonish' }, (state, line, end) => {
    const head = sourceLine(holder.session, state, { line });
    const match = head && ADMONISH.exec(head.text);
    if (!match) return undefined;
    const [, fence = '', kind = '', options = ''] = match;
    const [named = '', , text = ''] = TITLE.exec(options) ?? [];
    const start = head.start + head.text.lastIndexOf(named) + named.length - 1 - text.length;
    const isOpen = /\bcollapsible\s*=\s*true\b/.test(options) ? false : undefined;
    const title = named === '' ? undefined : { text, start };
    const closing = new RegExp(`^${fence}${fence.charAt(0)}*\\s*$`);
    const last = lineOf(state, { from: line + 1, end }, closing) ?? end;
    return () => {
      const close = openContainer(holder.session, state, { kind, title, isOpen });
      readBlocks(state, line + 1, { end: last, indent: itemAt(state.sCount, line) });
      state.line = Math.min(last + 1, end);
      close(line);
    };
  });
  addBlock(md, { name: 'mdbook_tabs' }, (state, line, end) => {
    const head = TABS.exec(lineText(state, line, '{{#tabs') ?? '');
    const last = head && lineOf(state, { from: line + 1, end }, /^\{\{#endtabs\s*\}\}\s*$/);
    if (typeof last !== 'number') return undefined;
    return () => pushTabs(holder.session, state, { line, last, group: head?.[1] });
  });
}

/** The first line whose text matches. */
function lineOf(
  state: StateBlock,
  { from, end }: { readonly from: number; readonly end: number },
  pattern: RegExp,
): number | undefined {
  for (let line = from; line < end; line++)
    if (pattern.test(lineText(state, line) ?? '')) return line;
  return undefined;
}

function pushTabs(
  session: ParseSession,
  state: StateBlock,
  { line, last, group }: { line: number; last: number; group: string | undefined },
): void {
  const start = session.bodyStart + textStart(state, line);
  const nameSpan = { start, end: start + '{{#tabs'.length };
  const first = state.tokens.length;
  const close = openGroup(session, state, { nameSpan, group, selected: undefined });
  const indent = state.blkIndent;
  let from = line + 1;
  while (from < last) {
    const open = lineOf(state, { from, end: last }, TAB) ?? last;
    readBlocks(state, from, { end: open, indent });
    const head = sourceLine(session, state, { line: open });
    if (open === last || head === undefined) break;
    const end = lineOf(state, { from: open, end: last }, /^\{\{#endtab\s*\}\}\s*$/) ?? last;
    const [, text = ''] = TAB.exec(head.text) ?? [];
    const label = { text, start: head.start + head.text.indexOf(`"${text}"`) + 1 };
    const labelSpan = { start: label.start, end: label.start + text.length };
    const pushLabel = (): void => pushInline(session, state, label);
    const panel = { nameSpan: labelSpan, given: undefined, isDefault: false, pushLabel };
    const closePanel = openPanel(session, state, panel);
    readBlocks(state, open + 1, { end, indent });
    closePanel();
    from = end + 1;
  }
  close();
  itemAt(state.tokens, first).map = [line, last + 1];
  state.line = last + 1;
}
