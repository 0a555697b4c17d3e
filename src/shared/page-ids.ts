import { PAGE_DATA_ID } from './page-bundle.ts';

/** The ids that the document and the templates give their own elements. */
const PAGE_IDS: ReadonlySet<string> = new Set(['root', 'main', 'site-menu', PAGE_DATA_ID]);

/** Begins the id of each navbar menu. */
const MENU_PREFIX = 'navbar-menu-';

/** True for an id that an element of the page around an article may have. */
export function isPageId(id: string): boolean {
  return PAGE_IDS.has(id) || id.startsWith(MENU_PREFIX);
}
