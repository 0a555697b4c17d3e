import {
  asSchema,
  canonical,
  emptyObject,
  isObject,
  objectOf,
  stringsOf,
} from '../model/model-context.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';

export interface MergeTools {
  /** Schema of the values that are valid for both. */
  both(outer: JsonValue, inner: JsonValue): JsonObject;
  /** Schema of the values that are valid for at least one. */
  either(outer: JsonValue, inner: JsonValue): JsonObject;
}

interface Combined {
  readonly value: JsonValue;
  /** True if no value can be valid for both; `value` is then the outer one. */
  readonly conflict: boolean;
}

type Combiner = (outer: JsonValue, inner: JsonValue, tools: MergeTools) => Combined;

const fine = (value: JsonValue): Combined => ({ value, conflict: false });
const clash = (value: JsonValue): Combined => ({ value, conflict: true });

/** Returns how to combine a keyword of two parts; the outer value wins for unknown keywords. */
export function combinerOf(key: string): Combiner {
  return COMBINERS.get(key) ?? takeOuter;
}

const takeOuter: Combiner = (outer) => fine(outer);
const takeLarger = bound(Math.max);
const takeSmaller = bound(Math.min);

function bound(pick: (a: number, b: number) => number): Combiner {
  return (outer, inner) => {
    const numbers = [outer, inner].filter((value) => typeof value === 'number');
    return fine(numbers.length === 0 ? outer : numbers.reduce((a, b) => pick(a, b)));
  };
}

const combineTypes: Combiner = (outer, inner) => {
  const [left, right] = [outer, inner].map((value) => (Array.isArray(value) ? value : [value]));
  const common = (left ?? []).flatMap((type) => {
    if ((right ?? []).includes(type)) return [type];
    if (type === 'number' && (right ?? []).includes('integer')) return ['integer'];
    return type === 'integer' && (right ?? []).includes('number') ? [type] : [];
  });
  const [only] = common;
  // Two nullable types that contradict each other leave `null`.
  const nullMeant = left?.length === 1 || right?.length === 1;
  if (only === undefined || (common.length === 1 && only === 'null' && !nullMeant)) {
    return clash(outer);
  }
  return fine(common.length === 1 ? only : common);
};

const combineEnums: Combiner = (outer, inner) => {
  if (!Array.isArray(outer) || !Array.isArray(inner)) return fine(outer);
  const allowed = new Set(inner.map(canonical));
  const common = outer.filter((item) => allowed.has(canonical(item)));
  return common.length === 0 ? clash(outer) : fine(common);
};

const combineConst: Combiner = (outer, inner) =>
  canonical(outer) === canonical(inner) ? fine(outer) : clash(outer);

const combineMultiples: Combiner = (outer, inner) => {
  if (typeof outer !== 'number' || typeof inner !== 'number') return fine(outer);
  if (outer <= 0 || inner <= 0 || outer % inner === 0) return fine(outer);
  if (inner % outer === 0) return fine(inner);
  const whole = Number.isSafeInteger(outer) && Number.isSafeInteger(inner);
  return fine(whole ? (outer / greatestDivisor(outer, inner)) * inner : outer);
};

function greatestDivisor(a: number, b: number): number {
  let [left, right] = [a, b];
  while (right !== 0) [left, right] = [right, left % right];
  return left;
}

const uniteNames: Combiner = (outer, inner) =>
  fine([...new Set([...stringsOf(inner), ...stringsOf(outer)])]);

const eitherTrue: Combiner = (outer, inner) => fine(outer === true || inner === true);

const bothSchemas: Combiner = (outer, inner, tools) => fine(intersect(outer, inner, tools));

function intersect(outer: JsonValue, inner: JsonValue, tools: MergeTools): JsonValue {
  if (outer === inner || asSchema(inner) === undefined || inner === true) return outer;
  if (asSchema(outer) === undefined || outer === true) return inner;
  if (outer === false || inner === false) return false;
  return tools.both(outer, inner);
}

/** Unites two maps of schemas in the order of the inner one; schemas of the same key are intersected. */
const uniteSchemas: Combiner = (outer, inner, tools) => {
  if (!isObject(outer)) return fine(inner);
  if (!isObject(inner)) return fine(outer);
  const united = Object.assign(emptyObject(), inner);
  for (const key of Object.keys(outer)) {
    const value = outer[key] ?? null;
    const before = united[key];
    if (before === undefined) united[key] = value;
    // Names in `dependencies` (draft 4) and `dependentRequired`.
    else if (Array.isArray(value) && Array.isArray(before))
      united[key] = [...new Set([...before, ...value])];
    else united[key] = intersect(value, before, tools);
  }
  return fine(united);
};

const bothLists: Combiner = (outer, inner, tools) => {
  if (!Array.isArray(outer) || !Array.isArray(inner)) return fine(outer);
  const longer = outer.length >= inner.length ? outer : inner;
  return fine(
    longer.map((item, index) => {
      const [own, other] = [outer[index], inner[index]];
      return own === undefined || other === undefined ? item : intersect(own, other, tools);
    }),
  );
};

const combineItems: Combiner = (outer, inner, tools) => {
  if (Array.isArray(outer) && Array.isArray(inner)) return bothLists(outer, inner, tools);
  return fine(
    Array.isArray(outer) || Array.isArray(inner) ? outer : intersect(outer, inner, tools),
  );
};

const MAX_ALTERNATIVES = 100;

/** Combines each alternative of one with all alternatives of the other. */
const combineAlternatives =
  (key: 'oneOf' | 'anyOf'): Combiner =>
  (outer, inner, tools) => {
    if (!Array.isArray(outer) || !Array.isArray(inner)) return fine(outer);
    if (outer.length > MAX_ALTERNATIVES) return fine(outer);
    const others = objectOf(key, inner);
    return fine(outer.map((item) => tools.both(item, others)));
  };

const combineNot: Combiner = (outer, inner, tools) => fine(tools.either(outer, inner));

const COMBINERS: ReadonlyMap<string, Combiner> = new Map<string, Combiner>([
  ['type', combineTypes],
  ['enum', combineEnums],
  ['const', combineConst],
  ['required', uniteNames],
  ...keysOf('properties patternProperties dependentSchemas dependentRequired', uniteSchemas),
  ['dependencies', uniteSchemas],
  ...keysOf('additionalProperties unevaluatedProperties propertyNames', bothSchemas),
  ['items', combineItems],
  ['prefixItems', bothLists],
  ['oneOf', combineAlternatives('oneOf')],
  ['anyOf', combineAlternatives('anyOf')],
  ['not', combineNot],
  ['uniqueItems', eitherTrue],
  ['multipleOf', combineMultiples],
  ...keysOf('minimum exclusiveMinimum minLength minItems minProperties minContains', takeLarger),
  ...keysOf('maximum exclusiveMaximum maxLength maxItems maxProperties maxContains', takeSmaller),
]);

function keysOf(keys: string, combiner: Combiner): [string, Combiner][] {
  return keys.split(' ').map((key) => [key, combiner]);
}
