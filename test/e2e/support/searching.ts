import type { Locator, Page } from 'playwright-core';
import { type ServeOptions, siteSuite } from '../../support/suite.ts';
import { SEARCH_SITE } from './search-site.ts';

/** The parts of the search dialog, as readers and their tools find them. */
export interface SearchParts {
  readonly button: Locator;
  readonly dialog: Locator;
  readonly input: Locator;
  readonly list: Locator;
  readonly rows: Locator;
  /** The rows that lead to a found section. */
  readonly hits: Locator;
  /** The row that Enter chooses. */
  readonly active: Locator;
}

export function searchParts(page: Page): SearchParts {
  // In English or French.
  const dialog = page.getByRole('dialog', { name: /^Recherche$|^Search$/ });
  const navigation = page.getByRole('navigation', { name: /^Main$|^Navigation principale$/ });
  const list = dialog.getByRole('listbox');
  return {
    button: navigation.getByRole('button', { name: /^(?:Recherche|Search)/ }),
    dialog,
    input: dialog.getByRole('combobox'),
    list,
    rows: list.getByRole('option'),
    hits: list.locator('.search-hit'),
    active: list.locator('[aria-selected="true"]'),
  };
}

/** Opens the dialog with the button, types, and waits for the answer. */
export async function searchFor(page: Page, query: string): Promise<SearchParts> {
  const parts = searchParts(page);
  if (!(await parts.dialog.isVisible())) await parts.button.click();
  await parts.input.fill(query);
  await answered(page, query);
  return parts;
}

/** Waits until the dialog shows the answer to a query: every answer dispatches an event. */
export async function answered(page: Page, query: string): Promise<void> {
  await page.waitForFunction((text) => Reflect.get(window, 'lastSearch') === text, query);
  await page.waitForFunction(
    () => document.querySelector('.search-dialog')?.getAttribute('data-status') === 'idle',
  );
}

/** Notes the events of the search, before the page's own scripts run. */
export async function noteSearches(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const log: unknown[] = [];
    Object.assign(window, { searchLog: log });
    for (const type of ['docwright:search', 'docwright:search-choice'])
      document.addEventListener(type, (event) => {
        const detail: unknown = Reflect.get(event, 'detail');
        log.push({ type, detail });
        if (type === 'docwright:search')
          Object.assign(window, { lastSearch: Reflect.get(Object(detail), 'query') });
      });
  });
}

/** Reads the site to be searched, or another one, and notes the events of the search. */
export function searchSuite(files = SEARCH_SITE, headers?: ServeOptions['headers']) {
  const options = { baseUrl: '/base/', prepare: noteSearches };
  return siteSuite(files, headers === undefined ? options : { ...options, headers });
}
