/** Prefix of ids and names in the layout; ids of content never begin with it, in any case. */
const SHELL_PREFIX = /^dw-/i;

/** The element with the rendered layout; the page's data follows it. */
export const ROOT_ID = 'dw-root';

/** The page's data as JSON, for islands that read it. */
export const PAGE_DATA_ID = 'dw-page-data';

/** True for an id of the layout. */
export function isShellId(id: string): boolean {
  return SHELL_PREFIX.test(id);
}

/** The problem with an id that is reserved for the layout. */
export function reservedId(id: string): { readonly message: string; readonly hint: string } {
  return {
    message: `the id "${id}" begins with "dw-", as the ids of the page around the content do`,
    hint: 'choose another id',
  };
}

/** Makes an id for content; changes ids that are reserved for the layout. */
export function contentId(id: string): string {
  return isShellId(id) ? `_${id}` : id;
}
