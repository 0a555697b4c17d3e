import type { MarkdownIt, Token } from 'markdown-it';
import { escapeHtml } from '../../shared/escape-html.ts';
import { fillText } from '../../shared/texts.ts';
import type { ParseSession, SessionHolder, TabGroup } from '../parse-session.ts';
import { LABEL_OPEN } from './tabs.ts';

/**
 * Prints groups of tabs as `src/client/article/tab-groups.ts` and `tabs.css` know them: all panels with their labels, and links to
 * them that become tabs. Where the text may bring no id to the page, the panels stand below each other.
 */
export function renderTabs(md: MarkdownIt, holder: SessionHolder): void {
  const { rules } = md.renderer;
  rules['tabs_open'] = (tokens, index) => {
    const group = groupOf(holder.session, tokens[index]);
    return group === undefined ? '<div>\n' : openGroup(holder.session, group);
  };
  rules['tabs_close'] = () => '</div>\n';
  rules['tab_open'] = (tokens, index) => openPanel(holder.session, tokens[index]);
  rules['tab_close'] = () => '</div>\n';
  const ends: string[] = [];
  rules[LABEL_OPEN] = (tokens, index) => {
    const tab = tokens[index - 1];
    const hasTab = tab !== undefined && holder.session.tabPanels.get(tab)?.id !== undefined;
    ends.push(hasTab ? '</p>\n' : '</strong></p>\n');
    return hasTab ? '<p class="tab-heading">' : '<p><strong>';
  };
  rules['tab_label_close'] = () => ends.pop() ?? '';
}

/** A group whose panels can be linked to. */
function groupOf(session: ParseSession, token: Token | undefined): TabGroup | undefined {
  const group = token === undefined ? undefined : session.tabGroups.get(token);
  return group?.panels.some(({ id }) => id !== undefined) === true ? group : undefined;
}

function openGroup(session: ParseSession, { group, panels }: TabGroup): string {
  const name = group === undefined ? '' : `="${escapeHtml(group)}" data-tabs-remember`;
  const { names, lastHeading, texts } = session;
  const label = names.unique(
    lastHeading === '' ? texts.tabs : fillText(texts.tabsOf, { name: lastHeading }),
  );
  const selected = panels.find(({ isDefault }) => isDefault) ?? panels[0];
  const links = panels.map(
    (panel) =>
      `<a class="tab" role="tab" href="#${escapeHtml(encodeURIComponent(panel.id ?? ''))}"` +
      ` data-value="${escapeHtml(panel.value)}"${panel === selected ? ' aria-selected="true"' : ''}>${panel.labelHtml}</a>`,
  );
  return (
    `<div class="tabs" data-tabs${name}>\n` +
    `<div class="tab-list" role="tablist" aria-label="${escapeHtml(label)}">${links.join('')}</div>\n`
  );
}

function openPanel(session: ParseSession, token: Token | undefined): string {
  const panel = token === undefined ? undefined : session.tabPanels.get(token);
  if (panel?.id === undefined) return '<div>\n';
  const { id, value, isDefault } = panel;
  const selected = isDefault ? ' data-selected' : '';
  return `<div class="tab-panel" id="${escapeHtml(id)}" data-value="${escapeHtml(value)}"${selected}>\n`;
}
