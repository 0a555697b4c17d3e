import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it';
import type { Span } from '../../content/source-text.ts';
import { admonitionKind, admonitionTitle } from '../../shared/admonitions.ts';
import { itemAt } from '../../shared/item-at.ts';
import { slugify, uniqueSlug } from '../../shared/slug.ts';
import { closeAdmonition, openAdmonition } from '../../markdown/blocks/admonition.ts';
import {
  indentedEnd,
  readBlocks,
  type SourceLine,
  sourceLine,
} from '../../markdown/blocks/block-lines.ts';
import { pushInline } from '../../markdown/blocks/directive.ts';
import type { ParseSession, SessionHolder, TabGroup } from '../../markdown/parse-session.ts';

/** The head of a block: its kind and its title as the author wrote them. */
export interface ContainerHead {
  /** As written; empty for the default. */
  readonly kind: string;
  /** Undefined for the title of the kind; an empty one for none. */
  readonly title: SourceLine | undefined;
}

/** Reads the lines below a head that are indented by 4 columns more. */
function readIndented(state: StateBlock, line: number, end: number): void {
  const indent = itemAt(state.sCount, line) + 4;
  const last = indentedEnd(state, line + 1, { end, indent });
  if (last > line + 1) readBlocks(state, line + 1, { end: last, indent });
  else state.line = line + 1;
}

/** Pushes the start of an admonition, or of one that can be closed: `isOpen` tells whether it is open at first. */
export function openContainer(
  session: ParseSession,
  state: StateBlock,
  { kind: written, title, isOpen }: ContainerHead & { readonly isOpen?: boolean | undefined },
): void {
  // Further words are classes: `!!! note inline end`.
  const names = written.split(/\s+/);
  const name = names.find((one) => admonitionKind(one) !== undefined) ?? names[0] ?? '';
  const kind = admonitionKind(name) ?? 'note';
  const shown = title?.text === '' ? undefined : title;
  const named = name === '' ? kind : name.replaceAll('-', ' ');
  if (isOpen !== undefined) {
    const token = state.push('details_open', 'details', 1);
    if (isOpen) token.attrSet('open', '');
    state.push('summary_open', 'summary', 1);
    pushInline(session, state, shown ?? { text: admonitionTitle(session.messages, kind, named) });
    state.push('summary_close', 'summary', -1);
  } else if (title?.text === '') state.push('admonition_open', 'aside', 1).info = kind;
  else openAdmonition(session, state, { kind, name: named, title: shown });
}

/** Pushes the end of an admonition. */
export function closeContainer(state: StateBlock, isDetails: boolean): void {
  if (isDetails) state.push('details_close', 'details', -1);
  else closeAdmonition(state);
}

const BLOCK = /^(!!!|\?\?\?\+?)[ \t]*([\w-]+(?:[ \t]+[\w-]+)*)?(?:[ \t]*"(.*)")?$/;
const TAB = /^===([!+]*)[ \t]+(["'])(.*)\2$/;

const INTERRUPTS = { alt: ['paragraph', 'reference', 'blockquote', 'list'] };

/** Adds blocks whose content is indented by 4 columns: `!!! note "Title"`, `??? note`, `=== "Tab"`. */
export function addIndentedBlocks(md: MarkdownIt, holder: SessionHolder): void {
  md.block.ruler.before(
    'fence',
    'mkdocs_admonition',
    (state, line, end, silent) => {
      const head =
        sourceLine(holder.session, state, { line, sign: '!!!' }) ??
        sourceLine(holder.session, state, { line, sign: '???' });
      const match = head && BLOCK.exec(head.text);
      if (!match) return false;
      if (silent) return true;
      const [whole, mark = '', kind = '', title] = match;
      const isOpen = mark.startsWith('!') ? undefined : mark.endsWith('+');
      const start = head.start + whole.length - 1 - (title ?? '').length;
      const token = state.tokens.length;
      openContainer(holder.session, state, {
        kind,
        title: title === undefined ? undefined : { text: title.trim(), start },
        isOpen,
      });
      readIndented(state, line, end);
      closeContainer(state, isOpen !== undefined);
      mapFrom(state, token, line);
      return true;
    },
    INTERRUPTS,
  );
  md.block.ruler.before(
    'fence',
    'mkdocs_tab',
    (state, line, end, silent) => {
      const head = sourceLine(holder.session, state, { line, sign: '===' });
      const match = head && TAB.exec(head.text);
      if (!match) return false;
      if (silent) return true;
      const [whole, flags = '', , text = ''] = match;
      const start = head.start + whole.length - 1 - text.length;
      const token = state.tokens.length;
      openTab(holder.session, state, {
        label: { text, start },
        isFirst: flags.includes('!'),
        isSelected: flags.includes('+'),
      });
      readIndented(state, line, end);
      closeTab(state);
      mapFrom(state, token, line);
      return true;
    },
    INTERRUPTS,
  );
  md.core.ruler.after('block', 'mkdocs_tab_groups', (state) => {
    if (state.tokens.some(isTabOpen)) state.tokens = groupTabs(holder.session, state);
  });
}

/** Sets the lines of the block that began with the token at `index`. */
export function mapFrom(state: StateBlock, index: number, line: number): void {
  const token = state.tokens[index];
  if (token !== undefined) token.map = [line, state.line];
}

/** `info` of the tokens of tabs that are not in a group yet. */
const MKDOCS = 'mkdocs';

export interface TabHead {
  readonly label: SourceLine;
  /** True if the tab does not belong to the tabs before it. */
  readonly isFirst: boolean;
  readonly isSelected: boolean;
}

/** Pushes the start of a tab with its label; its group is added when all blocks are known. */
export function openTab(session: ParseSession, state: StateBlock, head: TabHead): void {
  const token = state.push('tab_open', 'div', 1);
  token.info = MKDOCS;
  token.meta = { head };
  state.push('tab_label_open', 'p', 1);
  pushInline(session, state, head.label);
  state.push('tab_label_close', 'p', -1);
}

/** Pushes the end of a tab. */
export function closeTab(state: StateBlock): void {
  state.push('tab_close', 'div', -1).info = MKDOCS;
}

function isTabOpen({ type, info }: Token): boolean {
  return type === 'tab_open' && info === MKDOCS;
}

function headOf(token: Token): TabHead | undefined {
  const head: unknown = token.meta?.['head'];
  return isTabHead(head) ? head : undefined;
}

function isTabHead(value: unknown): value is TabHead {
  return typeof value === 'object' && value !== null && 'isSelected' in value;
}

interface DraftGroup {
  readonly group: Omit<TabGroup, 'selected'> & { selected: TabGroup['selected'] };
  readonly values: Set<string>;
}

/** Puts tabs that follow each other into a group. */
function groupTabs(session: ParseSession, state: StateCore): Token[] {
  const out: Token[] = [];
  const drafts: DraftGroup[] = [];
  const { tokens } = state;
  for (const [index, token] of tokens.entries()) {
    if (isTabOpen(token)) {
      if (!continuesGroup(tokens[index - 1], token)) {
        const open = new state.Token('tabs_open', 'div', 1);
        open.map = token.map;
        const nameSpan = spanOf(token);
        const group = { nameSpan, group: undefined, selected: undefined, panels: [] };
        session.tabGroups.set(open, group);
        drafts.push({ group, values: new Set() });
        out.push(open);
      }
      describePanel(session, token, drafts.at(-1));
    }
    out.push(token);
    if (token.type !== 'tab_close' || token.info !== MKDOCS) continue;
    if (continuesGroup(token, tokens[index + 1])) continue;
    drafts.pop();
    out.push(new state.Token('tabs_close', 'div', -1));
  }
  return out;
}

/** Gives a tab a value that no tab before it in the group has. */
function describePanel(session: ParseSession, token: Token, draft: DraftGroup | undefined): void {
  const span = spanOf(token);
  const label = headOf(token)?.label.text.replace(/:[a-z]+-[a-z0-9-]+:/g, '') ?? '';
  const slug = slugify(label) || 'tab';
  const has = (id: string): boolean => draft?.values.has(id) === true;
  const value = uniqueSlug(slug, { has, next: new Map() });
  draft?.values.add(value);
  const given = { value, span };
  if (draft !== undefined && headOf(token)?.isSelected === true) draft.group.selected = given;
  session.tabPanels.set(token, {
    nameSpan: span,
    given,
    value,
    labelHtml: '',
    isDefault: false,
    id: undefined,
  });
}

function continuesGroup(before: Token | undefined, token: Token | undefined): boolean {
  if (before?.type !== 'tab_close' || before.info !== MKDOCS || token === undefined) return false;
  return isTabOpen(token) && headOf(token)?.isFirst === false;
}

function spanOf(token: Token): Span {
  const { start = 0, text = '' } = headOf(token)?.label ?? {};
  return { start, end: start + text.length };
}
