import type { MarkdownIt, Token } from 'markdown-it';
import { lineEnd, lineStart, type Span } from '../../content/source-text.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { slugify } from '../../shared/slug.ts';
import { type ParseSession, report, type SessionHolder, type TabGroup } from '../parse-session.ts';
import { plainText } from '../plain-text.ts';
import { tocHtml } from './headings.ts';

/** Once labels are read, gives groups their panels and values, and reports what is no group of tabs (rule 35). */
export function checkTabs(md: MarkdownIt, holder: SessionHolder): void {
  md.core.ruler.push('tabs', ({ tokens }) => {
    const { session } = holder;
    if (session.tabGroups.size + session.tabPanels.size > 0) readTokens(session, tokens);
  });
}

interface Open {
  readonly type: string;
  /** The group that the token opens. */
  readonly group: TabGroup | undefined;
  /** What stands beside the tabs is reported once for each group. */
  strays: boolean;
}

function readTokens(session: ParseSession, tokens: readonly Token[]): void {
  const open: Open[] = [];
  for (const [index, token] of tokens.entries()) {
    const around = open.at(-1);
    if (token.nesting < 0) {
      const closed = open.pop();
      if (closed?.group !== undefined) checkGroup(session, closed.group);
      continue;
    }
    if (token.type === 'tab_open')
      readTab(session, { token, label: tokens[index + 2], around: around?.group });
    else if (around?.group !== undefined) reportStray(session, token, around);
    if (token.nesting > 0)
      open.push({ type: token.type, group: session.tabGroups.get(token), strays: false });
  }
}

interface FoundTab {
  readonly token: Token;
  readonly label: Token | undefined;
  readonly around: TabGroup | undefined;
}

function readTab(session: ParseSession, { token, label, around }: FoundTab): void {
  const panel = session.tabPanels.get(token);
  if (panel === undefined) return;
  const children = label?.children ?? [];
  panel.labelHtml = tocHtml(children);
  panel.value = panel.given?.value ?? (slugify(plainText(children)) || 'tab');
  if (around !== undefined) around.panels.push(panel);
  else
    report(session, 'tab-outside-tabs', {
      span: panel.nameSpan,
      message: 'a tab stands outside of a group of tabs',
      hint: 'put a line ::::tabs before the tabs, and :::: behind them',
    });
}

function reportStray(session: ParseSession, token: Token, around: Open): void {
  if (around.strays || isComment(token)) return;
  around.strays = true;
  report(session, 'tabs-content', {
    span: lineSpan(session, token.map?.[0] ?? 0),
    message: 'this stands in a group of tabs, but in none of its tabs',
    hint: 'move it into a :::tab, or out of the ::::tabs',
  });
}

function isComment({ type, content }: Token): boolean {
  return type === 'html_block' && /^\s*(?:<!--[^]*?-->\s*)+$/.test(content);
}

/** The first line of a block, without the prefixes of lists and quotes around it. */
function lineSpan({ source, bodyLine }: ParseSession, line: number): Span {
  const start = lineStart(source, bodyLine + line);
  const end = lineEnd(source, bodyLine + line);
  const prefix = /^[\s>]*/.exec(source.text.slice(start, end))?.[0].length ?? 0;
  return { start: start + prefix, end };
}

function checkGroup(session: ParseSession, { nameSpan, selected, panels }: TabGroup): void {
  if (panels.length === 0) {
    const hint = 'put at least one :::tab[Label] into it';
    report(session, 'tabs-empty', { span: nameSpan, message: 'a group of tabs has none', hint });
    return;
  }
  const values = new Set<string>();
  for (const panel of panels) {
    const { value, given, nameSpan: tab } = panel;
    panel.isDefault = value === selected?.value && !values.has(value);
    if (values.has(value))
      report(session, 'duplicate-tab', {
        span: given?.span ?? tab,
        message: `the group has two tabs of the value "${value}"`,
        hint: 'give each its own: :::tab[Label]{value="…"}',
      });
    values.add(value);
  }
  if (selected === undefined || values.has(selected.value)) return;
  const near = nearest(selected.value, [...values]);
  report(session, 'unknown-tab', {
    span: selected.span,
    message: `the group has no tab of the value "${selected.value}"`,
    hint:
      near === undefined ? `its values are ${[...values].join(', ')}` : `did you mean "${near}"?`,
  });
}
