/** Begins the ids and names of everything around the content: no id of content begins with it, in any case. */
const SHELL_PREFIX = /^dw-/i;

/** The element that holds the rendered layout; the page's data follows it. */
export const ROOT_ID = 'dw-root';

/** True for an id that belongs to the page around the content. */
export function isShellId(id: string): boolean {
  return SHELL_PREFIX.test(id);
}

/** The problem with an id that content may not have. */
export function reservedId(id: string): { readonly message: string; readonly hint: string } {
  return {
    message: `the id "${id}" begins with "dw-", as the ids of the page around the content do`,
    hint: 'choose another id',
  };
}

/** The id of content that is made of a text: never one of the shell. */
export function contentId(id: string): string {
  return isShellId(id) ? `_${id}` : id;
}
