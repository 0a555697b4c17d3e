import { groupBy } from '../../shared/maps.ts';
import { fingerprint, kebab } from './words.ts';

export interface NameSource {
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
}

// Other pages of the reference, and device names reserved by Windows.
const RESERVED = /^(?:schemas|index|con|prn|aux|nul|com\d|lpt\d)$/;

export function isReservedName(name: string): boolean {
  return RESERVED.test(name);
}

/**
 * Returns the slugs of operations, in the given order: the operationId in kebab case, preceded by the method unless
 * it begins with it. Without an operationId, or if another operation has the same slug: the method and enough of
 * the path to be unique, regardless of the order of paths.
 */
export function pageNames(
  sources: readonly NameSource[],
  taken: ReadonlySet<string>,
): readonly string[] {
  const names = new Map<NameSource, string>();
  const used = new Set(taken);
  let open = sources;
  // Gives each source its name, if that is unique in its round and not taken before.
  const settle = (nameOf: (source: NameSource) => string | undefined): void => {
    for (const [name, [source, ...others]] of groupBy(open, nameOf)) {
      if (name === undefined || others.length > 0 || used.has(name)) continue;
      names.set(source, name);
      used.add(name);
    }
    open = open.filter((source) => !names.has(source));
  };
  settle((source) => {
    const name = nameOfId(source);
    return name === undefined || isReservedName(name) ? undefined : name;
  });
  const rounds = Math.max(0, ...open.map(({ path }) => segmentsOf(path).length)) + 1;
  for (let round = 1; round <= rounds && open.length > 0; round++) {
    settle((source) => pathName(source, round, false));
    settle((source) => pathName(source, round, true));
  }
  settle(fullName);
  // The same method and path twice, or paths that differ in punctuation only.
  for (const source of open)
    names.set(source, `${fullName(source)}-${fingerprint(`${source.method} ${source.path}`)}`);
  return sources.map((source) => names.get(source) ?? '');
}

/** Returns the slug that an operationId suggests; undefined if there is none. */
export function nameOfId({ method, operationId }: NameSource): string | undefined {
  const name = kebab(operationId);
  if (name === '') return undefined;
  const verb = kebab(method) || 'call';
  return name === verb || name.startsWith(`${verb}-`) ? name : `${verb}-${name}`;
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function isStatic(segment: string): boolean {
  return !segment.includes('{');
}

/** Joins the last `count` static segments, and with `by` the parameters after them. */
function pathName({ method, path }: NameSource, count: number, by: boolean): string {
  const segments = segmentsOf(path);
  const fixed = segments.filter(isStatic).slice(-count);
  const last = segments.findLastIndex(isStatic);
  const parameters = by ? segments.slice(last + 1).map((segment) => `by-${segment}`) : [];
  return joined(method, [...fixed, ...parameters]);
}

function fullName({ method, path }: NameSource): string {
  const segments = segmentsOf(path);
  return joined(
    method,
    segments.map((segment) => (isStatic(segment) ? segment : `by-${segment}`)),
  );
}

function joined(method: string, parts: readonly string[]): string {
  const name = kebab(parts.join('/'));
  return `${kebab(method) || 'call'}-${name === '' ? 'root' : name}`;
}
