import { compareStrings } from '../../diagnostics/diagnostic.ts';
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
  const wanted = new Map<string, number>();
  for (const source of sources) {
    const name = nameOfId(source);
    if (name !== undefined) wanted.set(name, (wanted.get(name) ?? 0) + 1);
  }
  for (const source of sources) {
    const name = nameOfId(source);
    if (name === undefined || wanted.get(name) !== 1 || isReservedName(name) || taken.has(name))
      continue;
    names.set(source, name);
    used.add(name);
  }
  nameByPath(
    sources.filter((source) => !names.has(source)),
    names,
    used,
  );
  return sources.map((source) => names.get(source) ?? '');
}

/** Returns the slug that an operationId suggests; undefined if there is none. */
export function nameOfId({ method, operationId }: NameSource): string | undefined {
  const name = kebab(operationId);
  if (name === '') return undefined;
  const verb = kebab(method) || 'call';
  return name === verb || name.startsWith(`${verb}-`) ? name : `${verb}-${name}`;
}

/** Gives each source the shortest name that is unique in its round and not taken before. */
function nameByPath(
  sources: readonly NameSource[],
  names: Map<NameSource, string>,
  used: Set<string>,
): void {
  let open = sources;
  const rounds = Math.max(0, ...sources.map((source) => segmentsOf(source.path).length)) + 1;
  for (let round = 1; round <= rounds && open.length > 0; round++) {
    open = settle({ open, names, used, nameOf: (source) => pathName(source, round, false) });
    open = settle({ open, names, used, nameOf: (source) => pathName(source, round, true) });
  }
  open = settle({ open, names, used, nameOf: fullName });
  // The same method and path twice, or paths that differ in punctuation only.
  for (const source of [...open].sort((a, b) => compareStrings(a.path, b.path))) {
    names.set(source, `${fullName(source)}-${fingerprint(`${source.method} ${source.path}`)}`);
  }
}

interface Round {
  readonly open: readonly NameSource[];
  readonly names: Map<NameSource, string>;
  readonly used: Set<string>;
  readonly nameOf: (source: NameSource) => string;
}

/** Assigns the names that are unique in this round; returns the remaining sources. */
function settle({ open, names, used, nameOf }: Round): readonly NameSource[] {
  const groups = new Map<string, NameSource[]>();
  for (const source of open) {
    const name = nameOf(source);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [source]);
    else group.push(source);
  }
  const settled = new Set<NameSource>();
  for (const [name, [source, ...others]] of groups) {
    if (source === undefined || others.length > 0 || used.has(name)) continue;
    names.set(source, name);
    settled.add(source);
  }
  for (const source of settled) used.add(names.get(source) ?? '');
  return open.filter((source) => !settled.has(source));
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
