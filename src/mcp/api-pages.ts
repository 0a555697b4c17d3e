import { nearest } from '../diagnostics/nearest.ts';
import { findOperations, readOperations } from '../search/query/operations.ts';
import type { SearchDocument } from '../search/query/search-index.ts';
import { isHttpMethod } from '../shared/page.ts';
import { dirname } from '../shared/paths.ts';
import type { Arguments } from './arguments.ts';
import { type Failure, isFailure, type Page } from './built-site.ts';

/** Candidates that a problem lists. */
const MOST_LISTED = 10;

/** `GET /pets/{id}` of an operation, with the path of its first server; undefined for other sections. */
export function operationLine({ kind, tags }: SearchDocument): string | undefined {
  const method = kind === 'operation' ? tags.find(isHttpMethod) : undefined;
  const path = tags.findLast((tag) => tag.startsWith('/'));
  return method === undefined || path === undefined ? undefined : `${method} ${path}`;
}

/** Finds the page of an operation; a problem lists the candidates if there is not exactly one. */
export function findOperation(all: readonly Page[], given: Arguments): Page | Failure {
  const pages = ofApi(all, given.text('api'));
  if (isFailure(pages)) return pages;
  const [method = '', path, id] = ['method', 'path', 'operationId'].map(given.text);
  const operations = pages.filter(({ start }) => start.kind === 'operation');
  if (path === undefined && id === undefined)
    return { problem: 'Give "method" and "path", or "operationId".' };
  const found =
    path === undefined
      ? operations.filter(({ start }) => start.tags.includes(id ?? ''))
      : byPath(operations, `${method} ${path}`);
  const wanted = `operation ${path === undefined ? id : `${method} ${path}`.trim()}`;
  if (found.length > 0) return single(found, { wanted, all });
  const tags = operations.flatMap(({ start }) => start.tags);
  const near = nearest(path ?? id ?? '', tags);
  const alike = operations.filter(({ start }) => near !== undefined && start.tags.includes(near));
  return none(wanted, alike);
}

/** The factor of `findOperations` from which a path is complete. */
const COMPLETE = 1e6;

/** The operations that fit a path best: with the same text, or with values for parameters. */
function byPath(operations: readonly Page[], query: string): readonly Page[] {
  const own = operations.flatMap(({ start }, number) => readOperations(start, number));
  const factors = findOperations(query, own);
  const best = Math.max(COMPLETE, ...factors.values());
  return operations.filter((_, number) => factors.get(number) === best);
}

/** Finds the page of a schema by its name; case counts only among several. */
export function findSchema(all: readonly Page[], given: Arguments): Page | Failure {
  const pages = ofApi(all, given.text('api'));
  if (isFailure(pages)) return pages;
  const name = given.text('name') ?? '';
  const ofKind = pages.filter(({ start }) => start.kind === 'schema');
  // The list of an API's schemas is of the same kind.
  const lists = new Set(ofKind.map(({ path }) => dirname(path)));
  const schemas = ofKind.filter(({ path }) => !lists.has(path));
  const lower = name.toLowerCase();
  const folded = schemas.filter(({ start }) => start.pageTitle.toLowerCase() === lower);
  const exact = folded.filter(({ start }) => start.pageTitle === name);
  const wanted = `schema ${name}`;
  if (folded.length > 0) return single(exact.length > 0 ? exact : folded, { wanted, all });
  const titles = schemas.map(({ start }) => start.pageTitle);
  const near = nearest(name, titles);
  const alike = schemas.filter(
    ({ start: { pageTitle } }) => pageTitle === near || pageTitle.toLowerCase().includes(lower),
  );
  return none(wanted, alike);
}

/** The pages of an API, by its title or its path. */
function ofApi(pages: readonly Page[], api: string | undefined): readonly Page[] | Failure {
  if (api === undefined) return pages;
  const apis = pages.filter(({ start }) => start.kind === 'info');
  const lower = api.toLowerCase();
  const folder = `/${api.replace(/^\/|\/$/g, '')}`;
  const found =
    apis.find(({ start }) => start.pageTitle.toLowerCase() === lower) ??
    apis.find(({ path }) => path === folder || dirname(path) === folder);
  if (found !== undefined) return pages.filter((page) => apiOf(page, apis) === found);
  const titles = apis.map(({ start }) => start.pageTitle);
  return { problem: `There is no API "${api}". APIs: ${titles.join(', ') || 'none'}.` };
}

/** The info page of a page's API: the one in the nearest folder above. */
function apiOf({ path }: Page, apis: readonly Page[]): Page | undefined {
  const depth = (api: Page): number => dirname(api.path).length;
  const above = apis.filter((api) => path.startsWith(`${dirname(api.path)}/`));
  return above.toSorted((one, other) => depth(other) - depth(one))[0];
}

interface Search {
  readonly wanted: string;
  readonly all: readonly Page[];
}

function single(found: readonly Page[], { wanted, all }: Search): Page | Failure {
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  const apis = all.filter(({ start }) => start.kind === 'info');
  const lines = found.slice(0, MOST_LISTED).map((page) => {
    const api = apiOf(page, apis);
    const details = api === undefined ? '' : ` (api: ${api.start.pageTitle})`;
    return `- ${describe(page)}${details}: ${page.path}`;
  });
  return {
    problem: `There are ${found.length} pages for ${wanted}. Add "method" or "api", or read one of them with read_page:\n${lines.join('\n')}`,
  };
}

function none(wanted: string, alike: readonly Page[]): Failure {
  const lines = alike.slice(0, MOST_LISTED).map((page) => `- ${describe(page)}`);
  const hint =
    lines.length === 0 ? 'Use search to find one.' : `Did you mean:\n${lines.join('\n')}`;
  return { problem: `There is no ${wanted}. ${hint}` };
}

function describe({ start }: Page): string {
  return operationLine(start) ?? start.pageTitle;
}
