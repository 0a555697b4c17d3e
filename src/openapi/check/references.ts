import { compareStrings } from '../../diagnostics/diagnostic.ts';
import { itemAt } from '../../shared/item-at.ts';
import type { KindName } from '../kinds.ts';
import { isObject } from '../model/model-context.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';
import { type Check, report } from './check-context.ts';

export function refOf(value: JsonValue | undefined): string | undefined {
  const ref = isObject(value) ? value['$ref'] : undefined;
  return typeof ref === 'string' ? ref : undefined;
}

/**
 * Follows one reference and returns its target, which may be a reference. Reports missing targets and cycles;
 * returns undefined for them.
 */
export function followRef(check: Check, owner: JsonObject, kind?: KindName): JsonValue | undefined {
  const ref = refOf(owner);
  if (ref === undefined) return undefined;
  const next = check.description.follow(ref, owner);
  if (!next.ok) {
    const { code, message, hint, reported } = next.problem;
    const once = code === 'openapi-ref-file';
    if (reported === true || (once && check.reported.has(message))) return undefined;
    if (once) check.reported.add(message);
    const isUnused =
      !check.isShown && code !== 'openapi-ref-remote' && code !== 'openapi-ref-refused';
    // Pages show the name of such a schema.
    const isNamed = code === 'openapi-ref-missing' && kind === 'Schema';
    const shown = isUnused || isNamed ? 'openapi-ref-unresolved' : code;
    report(check, shown, { message, at: check.description.locate(owner, '$ref'), hint });
    return undefined;
  }
  if (isObject(next.value) && reportCycle(check, owner)) return undefined;
  return next.value;
}

/** Returns the object at the end of a chain of references; undefined if there is none. Reports nothing. */
export function resolveObject(check: Check, value: JsonValue | undefined): JsonObject | undefined {
  const ref = refOf(value);
  const end = ref !== undefined && isObject(value) ? check.follow(ref, value)?.value : value;
  return isObject(end) && refOf(end) === undefined ? end : undefined;
}

const NAMED = 5;

// Reports a cycle once, at its first member in file order.
function reportCycle(check: Check, start: JsonObject): boolean {
  const { cycle, isRing } = chainFrom(check, start);
  if (cycle.length === 0) return isRing;
  const locations = cycle.map((member) => check.description.locate(member, '$ref'));
  const at = locations.reduce((first, location) => {
    const byFile = compareStrings(location.file, first.file);
    const order = byFile || location.line - first.line || location.column - first.column;
    return order < 0 ? location : first;
  });
  const names = cycle.slice(0, NAMED).map((member) => `"${String(member['$ref'])}"`);
  const more = cycle.length > NAMED ? ` and ${cycle.length - NAMED} more` : '';
  const others = locations
    .filter((location) => location !== at)
    .map(({ file, line, column }) => `${file}:${line}:${column}`);
  const message =
    cycle.length === 1
      ? `the reference ${itemAt(names, 0)} refers to itself`
      : `the references ${names.join(', ')}${more} refer to each other and never to a value`;
  const rest = others.length > NAMED ? ', …' : '';
  const hint =
    others.length === 0
      ? undefined
      : `the others are at ${others.slice(0, NAMED).join(', ')}${rest}`;
  report(check, check.isShown ? 'openapi-ref-circular' : 'openapi-ref-unresolved', {
    message,
    at,
    hint,
  });
  return true;
}

interface Chain {
  readonly isRing: boolean;
  /** Members of the ring in which the chain ends, if it was not known before. */
  readonly cycle: readonly JsonObject[];
}

/** Follows a chain of references until its end is known, and remembers it for all members. */
function chainFrom(check: Check, start: JsonObject): Chain {
  const chain = new Set<JsonObject>();
  let at: JsonValue | undefined = start;
  while (isObject(at) && !chain.has(at) && !check.rings.has(at)) {
    const ref = refOf(at);
    if (ref === undefined) break;
    chain.add(at);
    const next = check.description.follow(ref, at);
    at = next.ok ? next.value : undefined;
  }
  const members = [...chain];
  const first = isObject(at) ? members.indexOf(at) : -1;
  const isRing = first >= 0 || (isObject(at) && check.rings.get(at) === true);
  for (const member of members) check.rings.set(member, isRing);
  return { isRing, cycle: first < 0 ? [] : members.slice(first) };
}
