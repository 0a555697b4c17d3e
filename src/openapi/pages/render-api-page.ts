import { printHtml } from '../../shared/jsx-runtime.ts';
import type { ApiArticle, ApiContext, ApiPage } from './api-page.ts';
import { NO_PAST } from '../past.ts';
import { changesArticle, removedArticle } from './history-page.tsx';
import { infoArticle } from './info-page.tsx';
import { operationHtml } from './operation-page.tsx';
import { createScope } from './page-scope.ts';
import { createRowCache } from './row-cache.ts';
import { schemaArticle, schemasArticle } from './schema-page.tsx';
import { operationSections } from './search-sections.ts';

/** Renders the article of a page. Pages of a description share a cache for speed. */
export function renderApiPage(
  page: ApiPage,
  context: ApiContext,
  cache = createRowCache(),
): ApiArticle {
  switch (page.type) {
    case 'info':
      return infoArticle(createScope(context, cache));
    case 'operation': {
      const { operation } = page;
      const scope = createScope(context, cache);
      const html = printHtml(operationHtml(scope, operation));
      const sections = operationSections(scope, operation);
      return { html, toc: [], ids: scope.ids.all, sections };
    }
    case 'schema':
      return schemaArticle(createScope(context, cache), page.schema);
    case 'schemas':
      return schemasArticle(createScope(context, cache));
    case 'changes':
      return changesArticle(createScope(context, cache), context.past ?? NO_PAST);
    case 'removed':
      return removedArticle(createScope(context, cache), page.removed);
  }
}
