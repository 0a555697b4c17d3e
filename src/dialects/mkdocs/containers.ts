import type { MarkdownIt, StateBlock, Token } from 'markdown-it';
import { closeAdmonition, openAdmonition, openDetails } from '../../markdown/blocks/admonition.ts';
import {
  addBlock,
  indentedEnd,
  readBlocks,
  type SourceLine,
  sourceLine,
} from '../../markdown/blocks/block-lines.ts';
import { pushInline } from '../../markdown/blocks/directive.ts';
import { openPanel } from '../../markdown/blocks/tabs.ts';
import type { ParseSession, SessionHolder, TabGroup } from '../../markdown/parse-session.ts';
import { admonitionKind, admonitionTitle } from '../../shared/admonitions.ts';
import { itemAt } from '../../shared/item-at.ts';
import { slugify, uniqueSlug } from '../../shared/slug.ts';

/** The head of a block: its kind and its title as the author wrote them. */
interface ContainerHead {
  /** As written; empty for the default. */
  readonly kind: string;
  /** Undefined for the title of the kind; an empty one for none. */
  readonly title: SourceLine | undefined;
  /** Undefined for an admonition that cannot be closed. */
  readonly isOpen: boolean | undefined;
}

/** Reads a block whose content is the lines below its head that are indented by 4 columns more. */
function readIndented(
  state: StateBlock,
  { line, end }: { readonly line: number; readonly end: number },
  open: () => Close,
): void {
  const close = open();
  const indent = itemAt(state.sCount, line) + 4;
  const last = indentedEnd(state, line + 1, { end, indent });
  if (last > line + 1) readBlocks(state, line + 1, { end: last, indent });
  else state.line = line + 1;
  close(line);
}

/** Pushes the end of a block that began in a line, and notes the lines of the block. */
type Close = (line: number) => void;

/** Pushes the start of an admonition, or of one that can be closed: `isOpen` tells whether it is open at first. */
export function openContainer(
  session: ParseSession,
  state: StateBlock,
  { kind: written, title, isOpen }: ContainerHead,
): Close {
  const first = state.tokens.length;
  // Further words are classes: `!!! note inline end`.
  const names = written.split(/\s+/);
  const name = names.find((one) => admonitionKind(one) !== undefined) ?? names[0] ?? '';
  const kind = admonitionKind(name) ?? 'note';
  const shown = title?.text === '' ? undefined : title;
  const named = name === '' ? kind : name.replaceAll('-', ' ');
  let close = (): void => closeAdmonition(state);
  if (isOpen !== undefined) {
    const text = admonitionTitle(session.messages, kind, named);
    close = openDetails(session, state, { title: shown ?? { text }, isOpen });
  } else if (title?.text === '') state.push('admonition_open', 'aside', 1).info = kind;
  else openAdmonition(session, state, { kind, name: named, title: shown });
  return (line) => {
    close();
    itemAt(state.tokens, first).map = [line, state.line];
  };
}

export interface TabHead {
  readonly label: SourceLine;
  /** True if the tab does not belong to the tabs before it. */
  readonly isFirst: boolean;
  readonly isSelected: boolean;
}

/** A group of tabs that may go on. */
interface OpenGroup {
  readonly open: Token;
  readonly group: TabGroup;
  readonly values: Set<string>;
}

/** Groups by the token at their end: the next tab continues a group that ends directly before it. */
export type OpenGroups = WeakMap<Token, OpenGroup>;

/** Pushes the start of a tab with its label, and that of a group if it is the first one. */
export function openTab(
  session: ParseSession,
  state: StateBlock,
  { label, isFirst, isSelected }: TabHead,
  groups: OpenGroups,
): Close {
  const nameSpan = { start: label.start, end: label.start + label.text.length };
  const last = state.tokens.at(-1);
  let current = last && !isFirst ? groups.get(last) : undefined;
  if (current === undefined) {
    const open = state.push('tabs_open', 'div', 1);
    const group = { nameSpan, group: undefined, selected: undefined, panels: [] };
    current = { open, group, values: new Set() };
    session.tabGroups.set(open, group);
  } else {
    state.tokens.pop();
    state.level += 1;
  }
  const { open, group, values } = current;
  const slug = slugify(label.text.replace(/:[a-z]+-[a-z0-9-]+:/g, '')) || 'tab';
  const value = uniqueSlug(slug, { has: (id) => values.has(id), next: new Map() });
  values.add(value);
  const given = { value, span: nameSpan };
  if (isSelected) group.selected = given;
  const first = state.tokens.length;
  const pushLabel = (): void => pushInline(session, state, label);
  const close = openPanel(session, state, { nameSpan, given, isDefault: false, pushLabel });
  const tab = itemAt(state.tokens, first);
  return (line) => {
    close();
    groups.set(state.push('tabs_close', 'div', -1), current);
    tab.map = [line, state.line];
    open.map ??= tab.map;
  };
}

const BLOCK = /^(!!!|\?\?\?\+?)[ \t]*([\w-]+(?:[ \t]+[\w-]+)*)?(?:[ \t]*"(.*)")?$/;
const TAB = /^===([!+]*)[ \t]+(["'])(.*)\2$/;

/** Adds blocks whose content is indented by 4 columns: `!!! note "Title"`, `??? note`, `=== "Tab"`. */
export function addIndentedBlocks(md: MarkdownIt, holder: SessionHolder, groups: OpenGroups): void {
  addBlock(md, { name: 'mkdocs_admonition' }, (state, line, end) => {
    const { session } = holder;
    const head =
      sourceLine(session, state, { line, sign: '!!!' }) ??
      sourceLine(session, state, { line, sign: '???' });
    const match = head && BLOCK.exec(head.text);
    if (!match) return undefined;
    const [whole, mark = '', kind = '', text] = match;
    const start = head.start + whole.length - 1 - (text ?? '').length;
    const title = text === undefined ? undefined : { text: text.trim(), start };
    const isOpen = mark.startsWith('!') ? undefined : mark.endsWith('+');
    const open = (): Close => openContainer(session, state, { kind, title, isOpen });
    return () => readIndented(state, { line, end }, open);
  });
  addBlock(md, { name: 'mkdocs_tab' }, (state, line, end) => {
    const { session } = holder;
    const head = sourceLine(session, state, { line, sign: '===' });
    const match = head && TAB.exec(head.text);
    if (!match) return undefined;
    const [whole, flags = '', , text = ''] = match;
    const label = { text, start: head.start + whole.length - 1 - text.length };
    const [isFirst, isSelected] = [flags.includes('!'), flags.includes('+')];
    const open = (): Close => openTab(session, state, { label, isFirst, isSelected }, groups);
    return () => readIndented(state, { line, end }, open);
  });
}
