import { isHttpMethod } from '../../shared/http-methods.ts';
import type { SearchDocument } from './search-index.ts';

/** An operation of an API, as the tags of its document name it. */
interface Operation {
  readonly document: number;
  readonly method: string;
  readonly segments: readonly string[];
}

/** How well an operation answers to a typed `METHOD /path`. */
export type PathMatch = 'none' | 'beginning' | 'values' | 'whole';

const TYPED = /^\s*(?:([a-z]+)\s+)?(?:[a-z][a-z+.-]*:\/\/[^/\s]+)?(\/[^\s?#]*)/i;

/** The operations among documents: each has its method and its paths as tags. */
export function createOperations(
  documents: readonly SearchDocument[],
): (query: string) => ReadonlyMap<number, PathMatch> {
  const operations = documents.flatMap(({ tags }, document) => readOperation(tags, document));
  return (query) => {
    const [, method = '', path] = TYPED.exec(query) ?? [];
    const matches = new Map<number, PathMatch>();
    if (path === undefined || (method !== '' && !isHttpMethod(method))) return matches;
    const typed = segmentsOf(path);
    for (const { document, method: own, segments } of operations) {
      if (method !== '' && own !== method.toLowerCase()) continue;
      const found = comparePath(segments, typed);
      if (pathFactor(found) > pathFactor(matches.get(document))) matches.set(document, found);
    }
    return matches;
  };
}

/** A path that is there as a whole is above all that words can reach. */
const FACTORS = { none: 1, beginning: 30, values: 1e6, whole: 1e9 } as const;

/** What a score is multiplied by. */
export function pathFactor(match: PathMatch | undefined): number {
  return FACTORS[match ?? 'none'];
}

function readOperation(tags: readonly string[], document: number): readonly Operation[] {
  const method = tags.find(isHttpMethod)?.toLowerCase();
  if (method === undefined) return [];
  return tags
    .filter((tag) => tag.startsWith('/'))
    .map((path) => ({ document, method, segments: segmentsOf(path) }));
}

/** Segments in lower case; names of placeholders (`{id}`, `:id`) do not matter. */
function segmentsOf(path: string): readonly string[] {
  return path
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => segment.replace(/\{[^}]*\}?/g, '{}').replace(/^:.+/, '{}'));
}

function comparePath(own: readonly string[], typed: readonly string[]): PathMatch {
  if (typed.length > own.length) return 'none';
  const last = typed.length - 1;
  const isSame = (segment: string, at: number): boolean => segment === own[at];
  if (typed.length === own.length) {
    if (typed.every(isSame)) return 'whole';
    if (typed.every((segment, at) => isSame(segment, at) || own[at]?.includes('{}') === true))
      return 'values';
  }
  if (typed.length === 0) return 'none';
  const begins = (segment: string, at: number): boolean =>
    at === last ? own[at]?.startsWith(segment) === true : isSame(segment, at);
  return typed.every(begins) ? 'beginning' : 'none';
}
