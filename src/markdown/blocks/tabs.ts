import type { MarkdownIt, StateBlock, Token } from 'markdown-it';
import { didYouMean } from '../../config/problem.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { itemAt } from '../../shared/item-at.ts';
import { slugify } from '../../shared/slug.ts';
import { fillMessage } from '../../shared/ui-messages.ts';
import {
  lineSpan,
  type ParseSession,
  report,
  type SessionHolder,
  type TabGroup,
  type TabPanel,
} from '../parse-session.ts';
import { plainText } from '../plain-text.ts';
import { BLOCK_OPTIONS } from './block-options.ts';
import { type Directive, type DirectiveHandler, optionsOf, pushInline } from './directive.ts';
import { tocHtml } from './headings.ts';

export const TABS_DIRECTIVES = ['tabs', 'tab'] as const;

/** Prefix of each panel's id; slugs of headings have no full stop. */
export const PANEL_PREFIX = 'tab.';

/**
 * Adds tabs: `::::tabs{group="lang" default="py"}` around `:::tab[Python]{value="py"}` blocks. All options may be
 * omitted: the value is a slug of the label, the first tab is selected, and an unnamed group is independent of others.
 */
export function tabs(session: ParseSession, directive: Directive): DirectiveHandler | undefined {
  const name = directive.name.toLowerCase();
  if (name === 'tabs')
    return (state) => {
      const options = optionsOf(session, directive, BLOCK_OPTIONS.tabs);
      const { title: label, nameSpan } = directive;
      if (label !== undefined) {
        const span = { start: label.start, end: label.start + label.text.length };
        const hint = 'labels belong to the tabs inside: :::tab[Label]';
        report(session, 'tab-options', { span, message: 'a group of tabs has no label', hint });
      }
      return openGroup(session, state, {
        nameSpan,
        group: options.get('group')?.value,
        selected: options.get('default'),
      });
    };
  if (name !== 'tab' && name !== 'tabitem' && name !== 'tab-item') return undefined;
  if (name !== 'tab') reportTabItem(session, directive);
  const { nameSpan, title } = directive;
  return (state) => {
    const options = optionsOf(session, directive, BLOCK_OPTIONS.tab);
    const { value: text = '', start = nameSpan.end } = options.get('label') ?? {};
    return openPanel(session, state, {
      nameSpan,
      given: options.get('value'),
      isDefault: options.has('default'),
      pushLabel: () => pushInline(session, state, title ?? { text, start }),
    });
  };
}

/** Reports the first block that is named like a component of other tools; it is read as a tab. */
function reportTabItem(session: ParseSession, directive: Directive): void {
  if (session.diagnostics.some(({ message }) => message.endsWith(TAB_NAME))) return;
  const label = optionsOf(session, directive, BLOCK_OPTIONS.tab).get('label')?.value;
  report(session, 'foreign-syntax', {
    span: directive.nameSpan,
    message: `:::${directive.name} ${TAB_NAME}`,
    hint: `write :::tab[${label ?? 'Label'}]`,
  });
}

const TAB_NAME = 'is the name of a component in other tools, and read as :::tab';

/** Pushes the start of a group; the result pushes its end. */
export function openGroup(
  { tabGroups }: ParseSession,
  state: StateBlock,
  group: Omit<TabGroup, 'panels'>,
): () => void {
  tabGroups.set(state.push('tabs_open', 'div', 1), { ...group, panels: [] });
  return () => void state.push('tabs_close', 'div', -1);
}

interface NewPanel extends Pick<TabPanel, 'nameSpan' | 'given' | 'isDefault'> {
  /** Pushes the inline content of the label. */
  readonly pushLabel: () => void;
}

/** Pushes the start of a tab and its label; the result pushes its end. */
export function openPanel(
  session: ParseSession,
  state: StateBlock,
  { pushLabel, ...panel }: NewPanel,
): () => void {
  const unread = { value: '', labelHtml: '', id: undefined };
  session.tabPanels.set(state.push('tab_open', 'div', 1), { ...panel, ...unread });
  state.push('tab_label_open', 'p', 1);
  pushLabel();
  state.push('tab_label_close', 'p', -1);
  return () => void state.push('tab_close', 'div', -1);
}

/** Gives groups their panels and values after labels are parsed, and reports invalid groups. */
export function checkTabs(md: MarkdownIt, holder: SessionHolder): void {
  md.core.ruler.push('tabs', ({ tokens }) => {
    const { session } = holder;
    if (session.tabGroups.size + session.tabPanels.size > 0) readTokens(session, tokens);
  });
}

interface Open {
  readonly type: string;
  /** The group opened by the token. */
  readonly group: TabGroup | undefined;
  /** A block outside a group that is already reported, or that is a misspelled group. */
  readonly isReported: boolean;
  /** Content outside the tabs is reported once for each group. */
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
    const isReported = around?.isReported === true || token.meta?.['meant'] === 'tabs';
    if (token.type === 'tab_open') {
      const panel = session.tabPanels.get(token);
      if (panel !== undefined) readLabel(panel, tokens[index + 2]?.children ?? []);
      if (panel !== undefined && around?.group !== undefined)
        addPanel(session, around.group, panel);
      else if (panel !== undefined && !isReported)
        reportOutside(session, panel, tokens.slice(index));
    } else if (around?.group !== undefined) reportStray(session, token, around);
    if (token.nesting > 0) {
      const group = session.tabGroups.get(token);
      const isOutside = token.type === 'tab_open' && around?.group === undefined;
      open.push({ type: token.type, group, isReported: isReported || isOutside, strays: false });
    }
  }
}

function readLabel(panel: TabPanel, label: readonly Token[]): void {
  panel.labelHtml = tocHtml(label);
  panel.value = panel.given?.value ?? (slugify(plainText(label)) || 'tab');
}

function addPanel(session: ParseSession, group: TabGroup, panel: TabPanel): void {
  group.panels.push(panel);
  if (panel.labelHtml !== '') return;
  const hint = 'write what the tab is called: :::tab[Label]';
  report(session, 'tab-options', { span: panel.nameSpan, message: 'a tab has no label', hint });
}

/** Handles a tab outside a group; `tokens` begin with those of the tab: one that contains tabs was meant as a group. */
function reportOutside(
  session: ParseSession,
  { nameSpan }: TabPanel,
  tokens: readonly Token[],
): void {
  const end = tokens.findIndex(
    ({ type, level }) => type === 'tab_close' && level === tokens[0]?.level,
  );
  const isGroup = tokens.slice(1, end).some(({ type }) => type === 'tab_open');
  report(session, 'tab-outside-tabs', {
    span: nameSpan,
    message: 'a tab is outside of a group of tabs',
    hint: isGroup
      ? 'did you mean ::::tabs?'
      : 'add a line ::::tabs before the tabs, and :::: after them',
  });
}

const COMMENTS = /^\s*(?:<!--[^]*?-->\s*)+$/;

function reportStray(session: ParseSession, token: Token, around: Open): void {
  const isComment = token.type === 'html_block' && COMMENTS.test(token.content);
  if (around.strays || isComment) return;
  around.strays = true;
  report(session, 'tabs-content', {
    span: lineSpan(session, token.map?.[0] ?? 0),
    message: 'this is in a group of tabs, but in none of its tabs',
    hint: 'move it into a :::tab, or out of the ::::tabs',
  });
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
    panel.isDefault = selected === undefined ? panel.isDefault : value === selected.value;
    if (values.has(value)) panel.isDefault = false;
    if (values.has(value))
      report(session, 'duplicate-tab', {
        span: given?.span ?? tab,
        message: `the group has two tabs of the value "${value}"`,
        hint: 'give each its own: :::tab[Label]{value="…"}',
      });
    values.add(value);
  }
  if (selected === undefined || values.has(selected.value)) return;
  report(session, 'unknown-tab', {
    span: selected.span,
    message: `the group has no tab of the value "${selected.value}"`,
    hint: didYouMean(selected.value, [...values]) ?? `its values are ${[...values].join(', ')}`,
  });
}

/**
 * Renders groups of tabs for `src/client/article/tab-groups.ts` and `tabs.css`: all panels with their labels, and links
 * to them that become tabs. If the text must not add ids to the page, the panels are shown one below the other.
 */
export function renderTabs(md: MarkdownIt, holder: SessionHolder): void {
  const { rules } = md.renderer;
  rules['tabs_open'] = (tokens, index) => {
    const { tabGroups } = holder.session;
    const group = tabGroups.get(itemAt(tokens, index));
    const isLinked = group?.panels.some(({ id }) => id !== undefined) === true;
    return isLinked ? groupStart(holder.session, group) : '<div>\n';
  };
  rules['tabs_close'] = () => '</div>\n';
  rules['tab_open'] = (tokens, index) => {
    const panel = holder.session.tabPanels.get(itemAt(tokens, index));
    if (panel?.id === undefined) return '<div>\n';
    const [id, value] = [escapeHtml(panel.id), escapeHtml(panel.value)];
    const selected = panel.isDefault ? ' data-selected' : '';
    return `<div class="tab-panel" id="${id}" data-value="${value}"${selected}>\n`;
  };
  rules['tab_close'] = () => '</div>\n';
  const ends: string[] = [];
  rules['tab_label_open'] = (tokens, index) => {
    const hasTab = holder.session.tabPanels.get(itemAt(tokens, index - 1))?.id !== undefined;
    ends.push(hasTab ? '</p>\n' : '</strong></p>\n');
    return hasTab ? '<p class="tab-heading">' : '<p><strong>';
  };
  rules['tab_label_close'] = () => ends.pop() ?? '';
}

function groupStart(session: ParseSession, { group, panels }: TabGroup): string {
  const name = group === undefined ? '' : `="${escapeHtml(group)}" data-tabs-remember`;
  const { names, lastHeading, messages } = session;
  const label = names.unique(
    lastHeading === '' ? messages.tabs : fillMessage(messages.tabsOf, { name: lastHeading }),
  );
  const selected = panels.find(({ isDefault }) => isDefault) ?? panels[0];
  const links = panels.map(
    (panel) =>
      `<a class="tab" href="#${escapeHtml(encodeURIComponent(panel.id ?? ''))}"` +
      ` data-value="${escapeHtml(panel.value)}"${panel === selected ? ' aria-current="true"' : ''}>${panel.labelHtml}</a>`,
  );
  return (
    `<div class="tabs" data-tabs${name}>\n` +
    `<div class="tab-list" role="group" aria-label="${escapeHtml(label)}">${links.join('')}</div>\n`
  );
}
