/**
 * Every text that the interface shows or says, by name: the English table. A locale is a table with
 * the same names. `{name}` marks a place that `fillText` fills.
 */
export const texts = {
  skipToContent: 'Skip to main content',
  announcement: 'Announcement',
  close: 'Close',
  mainNavigation: 'Main',
  siteMenu: 'Site menu',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  search: 'Search',
  sidebar: 'Documentation',
  sidebarCategory: 'Pages in {label}',
  breadcrumbs: 'Breadcrumbs',
  home: 'Home',
  tableOfContents: 'On this page',
  pager: 'Pages',
  previous: 'Previous',
  next: 'Next',
  editPage: 'Edit this page',
  opensInNewTab: '(opens in new tab)',
  notFoundTitle: 'Page Not Found',
  notFoundText: 'There is nothing at this address. The page may have been moved or renamed.',
  notFoundHome: 'Go to the home page',
  notFoundSearch: 'Search the site',
  siteIndexTitle: 'All pages',
  redirectTitle: 'This page has moved to {target}',
  crashed: 'This page crashed.',
  tryAgain: 'Try again',
  loadFailed: 'This page could not be loaded.',
  retry: 'Retry',
  answeredWith: 'The server answered with status {status}.',
  notThisSite: 'The answer is not a page of this site.',
  siteHasChanged: 'The site has changed since it was opened.',
  colorMode: 'Color mode',
  darkMode: 'Color mode: dark',
  lightMode: 'Color mode: light',
  copyCode: 'Copy',
  codeCopied: 'Copied',
  codeNotCopied: 'Not copied',
  wrapCode: 'Wrap lines',
  homeContents: 'Contents',
  version: 'Version {version}',
} as const;

/** A table of interface texts: the same names for every locale. */
export type Texts = Readonly<Record<keyof typeof texts, string>>;

/** Puts values into the `{name}` places of a text; a name without a value stays as it is. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? place) : place,
  );
}
