import { isHttpMethod } from '../../shared/page.ts';
import type { SearchDocument } from './search-index.ts';

/** An API operation with one of its paths; `document` is its number in the index. */
export type OperationPath = readonly [method: string, path: string, document: number];

/** How well an operation matches a typed `METHOD /path`. */
type PathMatch = 'beginning' | 'values' | 'whole';

/** A complete path outranks any match of words. */
const FACTORS = { beginning: 30, values: 1e6, whole: 1e9 } as const;

const TYPED = /^\s*(?:([a-z]+)\s+)?(?:[a-z][a-z+.-]*:\/\/[^/\s]+)?(\/[^\s?#]*)/i;

/** True for a query that can be the path of an operation. */
export function isPath(query: string): boolean {
  const [, method = ''] = TYPED.exec(query) ?? [undefined, '-'];
  return method === '' || isHttpMethod(method);
}

/** The method and paths of an operation's document are among its tags. */
export function readOperations({ tags }: SearchDocument, number: number): readonly OperationPath[] {
  const method = tags.find(isHttpMethod)?.toLowerCase();
  if (method === undefined) return [];
  return tags.filter((tag) => tag.startsWith('/')).map((path) => [method, path, number]);
}

/** The factors of operations whose path was typed, by the number of their document. */
export function findOperations(
  query: string,
  operations: readonly OperationPath[],
): ReadonlyMap<number, number> {
  const [, typedMethod = '', path = ''] = TYPED.exec(query) ?? [];
  const typed = segmentsOf(path);
  const found = new Map<number, number>();
  for (const [method, own, document] of operations) {
    if (typedMethod !== '' && method !== typedMethod.toLowerCase()) continue;
    const match = comparePath(segmentsOf(own), typed);
    if (match !== undefined)
      found.set(document, Math.max(FACTORS[match], found.get(document) ?? 0));
  }
  return found;
}

/** Segments in lower case, without the names of placeholders (`{id}`, `:id`). */
function segmentsOf(path: string): readonly string[] {
  return path
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => segment.replace(/\{[^}]*\}?/g, '{}').replace(/^:.+/, '{}'));
}

function comparePath(own: readonly string[], typed: readonly string[]): PathMatch | undefined {
  if (typed.length > own.length) return undefined;
  const last = typed.length - 1;
  const isSame = (segment: string, at: number): boolean => segment === own[at];
  if (typed.length === own.length) {
    if (typed.every(isSame)) return 'whole';
    if (typed.every((segment, at) => isSame(segment, at) || own[at]?.includes('{}') === true))
      return 'values';
  }
  if (typed.length === 0) return undefined;
  const begins = (segment: string, at: number): boolean =>
    at === last ? own[at]?.startsWith(segment) === true : isSame(segment, at);
  return typed.every(begins) ? 'beginning' : undefined;
}
