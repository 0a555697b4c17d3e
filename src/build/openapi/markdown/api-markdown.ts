import type { ApiContext, ApiPage } from '../html/types.ts';

/** The Markdown twin of a page: the same content and labels. */
export function apiMarkdown(_page: ApiPage, _context: ApiContext): string {
  return '';
}
