import { printHtml } from '../../shared/jsx-runtime.ts';
import type { ApiArticle, ApiContext, ApiPage } from './api-page.ts';
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
  const scope = createScope(context, cache);
  switch (page.type) {
    case 'info':
      return infoArticle(scope);
    case 'operation': {
      const html = printHtml(operationHtml(scope, page.operation));
      return {
        html,
        toc: [],
        ids: scope.ids.all,
        sections: operationSections(scope, page.operation),
      };
    }
    case 'schema':
      return schemaArticle(scope, page.schema);
    case 'schemas':
      return schemasArticle(scope);
    case 'changes':
      return changesArticle(scope, page.past);
    case 'removed':
      return removedArticle(scope, page.removed);
  }
}
