import type { SearchSet } from '../../shared/page.ts';
import type { PageTools } from '../article/article-tools.ts';
import { closestTo } from '../app/root.ts';
import { readStored, writeStored } from '../app/storage.ts';

/** Prefix of local storage keys, followed by the id of the docs set. */
const KEY = 'docwright.version.';

/** The name of the docs set's version that the reader has chosen; null if there is none. */
export function readPreferredVersion(setId: string): string | null {
  return readStored(() => localStorage, KEY + setId);
}

/** Removes choices of versions that the site no longer has. */
export function dropStaleVersions(sets: readonly SearchSet[]): void {
  for (const { id, versions } of sets) {
    const preferred = readPreferredVersion(id);
    // Without storage, there is no preference to remove.
    if (preferred !== null && !Object.hasOwn(versions, preferred))
      localStorage.removeItem(KEY + id);
  }
}

/** An entry of a menu that is the reader's choice when it is used. */
const CHOICES = '[data-version]';

/** A link or button for the preferred version, with all versions as JSON. */
const PREFERRED = '[data-versions]';

/** The name, address and label of a version; the label is left out if the label of the control is configured. */
export type VersionTarget = readonly [name: string, href: string, label?: string];

/**
 * Stores the choices in version menus, and adds the query and fragment to links that keep them. Returns a function that
 * makes the links of a page that has just been shown lead to the preferred version.
 */
export function manageVersions({ ownerDocument: page }: HTMLElement): PageTools {
  // Adds the current query and fragment to such links just before they are used.
  const keep = ({ target }: Event): void => {
    const link = closestTo<HTMLAnchorElement>(target, LINKS);
    if (link === null || !URL.canParse(link.href)) return;
    const url = new URL(link.href);
    url.search = location.search;
    url.hash = location.hash;
    if (url.href !== link.href) link.href = url.href;
  };
  for (const type of EVENTS) page.addEventListener(type, keep, { capture: true, passive: true });
  const apply = (): void => {
    for (const control of page.querySelectorAll<HTMLElement>(PREFERRED)) {
      const { docsSet = '', versions = '[]' } = control.dataset;
      const preferred = readPreferredVersion(docsSet);
      const targets: readonly VersionTarget[] = JSON.parse(versions);
      const [, href, label] = targets.find(([name]) => name === preferred) ?? [];
      if (href !== undefined && control instanceof HTMLAnchorElement) control.href = href;
      if (label !== undefined && control.firstChild instanceof Text)
        control.firstChild.data = label;
    }
  };
  for (const type of ['click', 'auxclick'])
    page.addEventListener(type, (event) => {
      const { target } = event;
      const entry = closestTo(target, CHOICES);
      // The middle button opens a new tab, the right one a menu.
      if (entry === null || (event instanceof MouseEvent && event.button > 1)) return;
      const { docsSet = '', version = '' } = entry.dataset;
      writeStored(() => localStorage, KEY + docsSet, version);
      apply();
    });
  // A choice in another tab.
  addEventListener('storage', apply);
  return { apply };
}

/** Links to the same page in another version or locale. */
const LINKS = 'a[data-keep-address]';

/** Events before a link is followed, copied, dragged or shown in the status bar. */
const EVENTS = ['pointerover', 'pointerdown', 'focusin', 'click', 'auxclick', 'contextmenu'];
