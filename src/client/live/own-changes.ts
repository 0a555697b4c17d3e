/**
 * The attributes that controls set, by selector of their elements: live edits leave them alone. Texts that controls change
 * are left out, because the controls apply them again.
 */
const OWN_ATTRIBUTES: readonly (readonly [selector: string, names: readonly string[]])[] = [
  ['[data-tabs]', ['data-chosen', 'data-managed']],
  ['.tab-list', ['role']],
  ['.tab', ['aria-controls', 'aria-current', 'aria-selected', 'id', 'role', 'tabindex']],
  ['.tab-panel', ['aria-labelledby', 'data-selected', 'hidden', 'role', 'tabindex']],
  ['[data-code]', ['data-wrap']],
  ['li', ['data-shown']],
  ['[data-server]', ['data-marked']],
  [
    '[data-copy-page], [data-color-mode]',
    ['aria-label', 'data-label', 'data-result', 'disabled', 'title'],
  ],
  ['[data-search]', ['aria-haspopup', 'role']],
  ['[data-search] kbd', ['hidden']],
  ['.search-button-text', ['data-label']],
  ['[data-menu="open"]', ['aria-expanded', 'aria-haspopup', 'aria-label', 'data-label', 'role']],
  ['#dw-site-menu', ['aria-label', 'aria-modal', 'role']],
  ['[data-menu-panel]', ['inert']],
  ['[data-under-menu]', ['data-under-menu', 'inert']],
  ['[data-dropdown] > *', ['aria-expanded', 'style']],
  ['.sidebar-category > a:last-child', ['aria-expanded', 'role']],
  ['.toc-link', ['aria-current']],
  // Of elements that get the focus only after a navigation.
  ['[tabindex="-1"]', ['tabindex']],
  ['dw-island', ['data-started']],
];

/** Elements that controls append. */
export const ADDED = '.code-tools, .api-tools > .code-tool, .heading-2 > .code-tool, .try';

/** Elements that controls put around text. */
export const AROUND_TEXT = 'mark.search-mark';

/** True for an attribute that controls set. */
export function isOwn(element: Element, name: string): boolean {
  return OWN_ATTRIBUTES.some(
    ([selector, names]) => names.includes(name) && element.matches(selector),
  );
}
