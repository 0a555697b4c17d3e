import { escapeHtml } from '../../shared/escape-html.ts';
import { fragment } from './elements.ts';

export interface TabPanel {
  /** What panels of synced groups have in common: `200`, `curl`. */
  readonly value: string;
  readonly id: string;
  /** Text of the tab, and of the heading where there are no tabs. */
  readonly label: string;
  readonly html: string;
}

export interface TabsOptions {
  /** Groups of one name show panels of one value. */
  readonly group?: string;
  /** The reader's choice is kept for other pages. */
  readonly remember?: boolean;
  readonly label: string;
  readonly level: 3 | 4 | 5;
}

/**
 * Panels with tabs. All panels are in the HTML with headings; the style sheet shows the first one where scripts
 * run, and all of them where none does or on paper. `src/client/article/tab-groups.ts` answers to the tabs.
 */
export function tabs(
  panels: readonly TabPanel[],
  { group, remember = false, label, level }: TabsOptions,
): string {
  const name = group === undefined ? '' : `="${group}"`;
  const list = panels.map(
    ({ id, value, label: text }, index) =>
      `<a class="tab" role="tab" href="${escapeHtml(fragment(id))}" data-value="${escapeHtml(value)}"` +
      `${index === 0 ? ' aria-selected="true"' : ''}>${escapeHtml(text)}</a>`,
  );
  const bodies = panels.map(
    ({ id, value, label: text, html }) =>
      `<div class="tab-panel" id="${escapeHtml(id)}" data-value="${escapeHtml(value)}">` +
      `<h${level} class="tab-heading">${escapeHtml(text)}</h${level}>${html}</div>`,
  );
  return (
    `<div class="tabs" data-tabs${name}${remember ? ' data-tabs-remember' : ''}>` +
    `<div class="tab-list" role="tablist" aria-label="${escapeHtml(label)}">${list.join('')}</div>` +
    `${bodies.join('')}</div>`
  );
}
