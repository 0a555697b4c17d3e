import { createMemo } from './html/memo.ts';
import { renderApiPage } from './html/render-api-page.ts';
import type { ApiArticle, ApiContext, ApiPage } from './html/types.ts';
import { apiMarkdown } from './markdown/api-markdown.ts';

/** Makes the pages of one description in both forms. */
export interface ApiRenderer {
  readonly article: (page: ApiPage) => ApiArticle;
  readonly markdown: (page: ApiPage) => string;
}

/** What pages have in common, and what both forms of a page have, is worked out once. */
export function createApiRenderer(context: ApiContext): ApiRenderer {
  const memo = createMemo();
  return {
    article: (page) => renderApiPage(page, context, memo),
    markdown: (page) => apiMarkdown(page, context, memo),
  };
}
