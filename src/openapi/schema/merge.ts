import { diagnostic } from '../../diagnostics/diagnostic.ts';
import {
  asSchema,
  canonical,
  changed,
  emptyObject,
  isObject,
  type ModelContext,
  objectOf,
  stringsOf,
} from '../model/model-context.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';
import { isAnnotation } from './keywords.ts';

/** A part of an `allOf`: keywords, and the object that holds each of them. */
export interface Layer {
  readonly json: JsonObject;
  readonly ownerOf: (key: string) => JsonObject;
  /** True for a reference: its annotations do not apply to the whole. */
  readonly named: boolean;
}

interface Keywords {
  readonly json: JsonObject;
  readonly owners: Map<string, JsonObject>;
}

interface Merged extends Keywords {
  /** Schemas generated for keywords that several parts have. */
  readonly made: readonly JsonObject[];
}

interface Parts {
  readonly schema: JsonObject;
  readonly own: Layer;
  readonly members: readonly Layer[];
  /** Number of merges, with this one, that led to the schema. */
  readonly generation: number;
}

/**
 * Merges the parts of a schema: constraints are intersected, annotations taken from the outermost part that has
 * them. Reports contradictions; the outer part wins.
 */
export function mergeLayers(
  context: ModelContext,
  { schema, own, members, generation }: Parts,
): Merged {
  const made: JsonObject[] = [];
  const merged = { json: emptyObject(), owners: new Map<string, JsonObject>() };
  const all = [...members, own].map(normalized);
  const tools: MergeTools = {
    combinesAlternatives: generation <= MAX_COMBINED,
    both: (outer, inner) => {
      const object = objectOf('allOf', [inner, outer]);
      made.push(context.description.derive(object, isObject(outer) ? outer : schema));
      return object;
    },
    either: (outer, inner) => {
      const object = objectOf('anyOf', [outer, inner]);
      made.push(context.description.derive(object, schema));
      return object;
    },
  };
  for (const layer of all) addConstraints(context, { layer, merged, tools });
  const outer = all.at(-1) ?? own;
  // Later parts add to earlier ones.
  const inner = all.slice(0, -1).toReversed();
  const byNearness = [
    outer,
    ...inner.filter(({ named }) => !named),
    ...inner.filter(({ named }) => named),
  ];
  for (const layer of byNearness) addAnnotations(layer, merged);
  // Titles and examples describe only a part of an object.
  if (all.filter(({ json }) => isObject(json['properties'])).length > 1) {
    for (const key of OF_THE_PART) if (own.json[key] === undefined) delete merged.json[key];
  }
  const { json, owners } = merged;
  for (const [low, high] of RANGES) {
    const [least, most] = [json[low], json[high]];
    if (typeof least !== 'number' || typeof most !== 'number' || least <= most) continue;
    const owner = owners.get(low) ?? schema;
    // The check reports contradictions within one part.
    if (owner === owners.get(high)) continue;
    const message = `one part of the allOf has ${low} ${least}, another ${high} ${most}`;
    tell(context, message, { owner, key: low });
  }
  checkClosed(context, all);
  return { ...merged, made };
}

// Draft 4 uses a boolean to make a bound exclusive.
function normalized(layer: Layer): Layer {
  const { json } = layer;
  let result = json;
  for (const [bound, exclusive] of BOUNDS) {
    if (typeof json[exclusive] !== 'boolean') continue;
    const value = json[bound];
    const strict = json[exclusive] === true && value !== undefined;
    result = changed(result, {
      without: new Set(strict ? [bound, exclusive] : [exclusive]),
      set: strict ? [[exclusive, value]] : [],
    });
  }
  return result === json ? layer : { ...layer, json: result };
}

const BOUNDS = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const;

function addConstraints(
  context: ModelContext,
  { layer, merged, tools }: { layer: Layer; merged: Keywords; tools: MergeTools },
): void {
  for (const key of Object.keys(layer.json)) {
    const value = layer.json[key];
    if (value === undefined || isAnnotation(key)) continue;
    const before = merged.json[key];
    if (before === undefined || before === value) {
      merged.json[key] = value;
      merged.owners.set(key, layer.ownerOf(key));
      continue;
    }
    // Returns how to combine a keyword of two parts; the outer value wins for unknown keywords.
    const combined = (COMBINERS.get(key) ?? takeOuter)(value, before, tools);
    const owner = layer.ownerOf(key);
    if (combined === undefined) {
      const message = `the parts of the allOf contradict each other: ${key} is ${shown(before)} and ${shown(value)}`;
      tell(context, message, { owner, key });
    }
    merged.json[key] = combined === undefined ? value : combined;
    merged.owners.set(key, owner);
  }
}

// A part that is deprecated, read-only or write-only makes the whole so (JSON Schema 2020-12, validation 9.3, 9.4).
const ANY: ReadonlySet<string> = new Set(['deprecated', 'readOnly', 'writeOnly']);

function addAnnotations(layer: Layer, { json, owners }: Keywords): void {
  for (const key of Object.keys(layer.json)) {
    const value = layer.json[key];
    if (value === undefined || !isAnnotation(key)) continue;
    const empty = json[key] === undefined || (ANY.has(key) && json[key] === false);
    if (!empty || key === 'x-internal') continue;
    json[key] = value;
    owners.set(key, layer.ownerOf(key));
  }
}

const OF_THE_PART = ['title', 'example', 'examples', 'default'];

const RANGES = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

/** Reports properties that another part forbids by allowing no additional ones. */
function checkClosed(context: ModelContext, layers: readonly Layer[]): void {
  for (const layer of layers) {
    if (layer.json['additionalProperties'] !== false) continue;
    if (isObject(layer.json['patternProperties'])) continue;
    const own = isObject(layer.json['properties']) ? layer.json['properties'] : emptyObject();
    const refused = layers
      .flatMap(({ json }) => (isObject(json['properties']) ? Object.keys(json['properties']) : []))
      .find((name) => own[name] === undefined);
    if (refused === undefined) continue;
    const message = `one part of the allOf allows no other properties, but another has "${refused}"`;
    const owner = layer.ownerOf('additionalProperties');
    tell(context, message, { owner, key: 'additionalProperties' });
  }
}

function tell(
  context: ModelContext,
  message: string,
  { owner, key }: { owner: JsonObject; key: string },
): void {
  const location = context.description.locate(owner, key);
  context.diagnostics.push(
    diagnostic('openapi-merge', { message, location, hint: 'no value can be valid for both' }),
  );
}

const MAX_SHOWN = 60;

function shown(value: JsonValue): string {
  const text = JSON.stringify(value) ?? '';
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;
}

interface MergeTools {
  /** False deep inside of generated schemas: a few unions that are parts of each other would have millions of combinations. */
  readonly combinesAlternatives: boolean;
  /** Schema of the values that are valid for both. */
  both(outer: JsonValue, inner: JsonValue): JsonObject;
  /** Schema of the values that are valid for at least one. */
  either(outer: JsonValue, inner: JsonValue): JsonObject;
}

/** Returns what is valid for both; undefined if nothing is. */
type Combiner = (outer: JsonValue, inner: JsonValue, tools: MergeTools) => JsonValue | undefined;

const takeOuter: Combiner = (outer) => outer;
const takeLarger = narrowest(Math.max);
const takeSmaller = narrowest(Math.min);

function narrowest(pick: (a: number, b: number) => number): Combiner {
  return (outer, inner) => {
    const numbers = [outer, inner].filter((value) => typeof value === 'number');
    return numbers.length === 0 ? outer : numbers.reduce((a, b) => pick(a, b));
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
  if (only === undefined || (common.length === 1 && only === 'null' && !nullMeant))
    return undefined;
  return common.length === 1 ? only : common;
};

const combineEnums: Combiner = (outer, inner) => {
  if (!Array.isArray(outer) || !Array.isArray(inner)) return outer;
  const allowed = new Set(inner.map(canonical));
  const common = outer.filter((item) => allowed.has(canonical(item)));
  return common.length === 0 ? undefined : common;
};

const combineConst: Combiner = (outer, inner) =>
  canonical(outer) === canonical(inner) ? outer : undefined;

const combineMultiples: Combiner = (outer, inner) => {
  if (typeof outer !== 'number' || typeof inner !== 'number') return outer;
  if (outer <= 0 || inner <= 0 || outer % inner === 0) return outer;
  if (inner % outer === 0) return inner;
  const whole = Number.isSafeInteger(outer) && Number.isSafeInteger(inner);
  return whole ? (outer / greatestDivisor(outer, inner)) * inner : outer;
};

function greatestDivisor(a: number, b: number): number {
  let [left, right] = [a, b];
  while (right !== 0) [left, right] = [right, left % right];
  return left;
}

const uniteNames: Combiner = (outer, inner) => [
  ...new Set([...stringsOf(inner), ...stringsOf(outer)]),
];

const eitherTrue: Combiner = (outer, inner) => outer === true || inner === true;

function intersect(outer: JsonValue, inner: JsonValue, tools: MergeTools): JsonValue {
  if (outer === inner || asSchema(inner) === undefined || inner === true) return outer;
  if (asSchema(outer) === undefined || outer === true) return inner;
  if (outer === false || inner === false) return false;
  return tools.both(outer, inner);
}

/** Unites two maps of schemas in the order of the inner one; schemas of the same key are intersected. */
const uniteSchemas: Combiner = (outer, inner, tools) => {
  if (!isObject(outer)) return inner;
  if (!isObject(inner)) return outer;
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
  return united;
};

const bothLists: Combiner = (outer, inner, tools) => {
  if (!Array.isArray(outer) || !Array.isArray(inner)) return outer;
  const longer = outer.length >= inner.length ? outer : inner;
  return longer.map((item, index) => {
    const [own, other] = [outer[index], inner[index]];
    return own === undefined || other === undefined ? item : intersect(own, other, tools);
  });
};

const combineItems: Combiner = (outer, inner, tools) => {
  if (Array.isArray(outer) && Array.isArray(inner)) return bothLists(outer, inner, tools);
  return Array.isArray(outer) || Array.isArray(inner) ? outer : intersect(outer, inner, tools);
};

const MAX_ALTERNATIVES = 100;
/** Number of merges in a row that combine alternatives; after them, the outer ones win. */
const MAX_COMBINED = 2;

/** Combines each alternative of one with all alternatives of the other. */
const combineAlternatives =
  (key: 'oneOf' | 'anyOf'): Combiner =>
  (outer, inner, tools) => {
    if (!Array.isArray(outer) || !Array.isArray(inner)) return outer;
    if (outer.length > MAX_ALTERNATIVES || !tools.combinesAlternatives) return outer;
    const others = objectOf(key, inner);
    return outer.map((item) => tools.both(item, others));
  };

const combineNot: Combiner = (outer, inner, tools) => tools.either(outer, inner);

const COMBINERS: ReadonlyMap<string, Combiner> = new Map<string, Combiner>([
  ['type', combineTypes],
  ['enum', combineEnums],
  ['const', combineConst],
  ['required', uniteNames],
  ...keysOf('properties patternProperties dependentSchemas dependentRequired', uniteSchemas),
  ['dependencies', uniteSchemas],
  ...keysOf('additionalProperties unevaluatedProperties propertyNames', intersect),
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
