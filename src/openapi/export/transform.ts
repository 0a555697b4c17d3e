import type { FieldType, KindName } from '../check/fields/field.ts';
import {
  changed,
  emptyObject,
  isInternal,
  isObject,
  listOf,
  namedEntries,
  objectOf,
} from '../model/model-context.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';
import { componentKey, finalTarget, fitting, moved, type Walker } from './walker.ts';

/** Converts a value for the bundle: the same value if nothing changes, undefined if it is internal. */
export function transform(
  walker: Walker,
  type: FieldType,
  value: JsonValue,
): JsonValue | undefined {
  const chosen = fitting(type, value);
  switch (chosen.is) {
    case 'kind':
      return transformKind(walker, chosen.kind, value);
    case 'list':
      return Array.isArray(value) ? transformList(walker, chosen.of, value) : value;
    case 'map':
      return isObject(value) ? transformMap(walker, chosen.of, value) : value;
    default:
      return value;
  }
}

export function transformKind(
  walker: Walker,
  kind: KindName,
  value: JsonValue,
): JsonValue | undefined {
  if (!isObject(value)) return value;
  if (isInternal(value)) {
    walker.hidden.add(value);
    return undefined;
  }
  const isReference = typeof value['$ref'] === 'string';
  return isReference ? transformRef(walker, kind, value) : transformFields(walker, kind, value);
}

function transformList(walker: Walker, type: FieldType, list: JsonValue[]): JsonValue | undefined {
  const made = list.map((item) => transform(walker, type, item));
  if (made.every((item, index) => item === list[index])) return list;
  const left = made.filter((item) => item !== undefined);
  return left.length === 0 ? undefined : left;
}

function transformMap(walker: Walker, type: FieldType, map: JsonObject): JsonValue {
  // A reference to a whole map, unless it is a property named "$ref".
  const target = typeof map['$ref'] === 'string' ? finalTarget(walker, map)?.value : undefined;
  return changedValues(isObject(target) ? target : map, (_, item) => transform(walker, type, item));
}

/** Copies an object with other values, without undefined ones; returns the object itself if none changes. */
function changedValues(
  object: JsonObject,
  change: (key: string, value: JsonValue) => JsonValue | undefined,
): JsonObject {
  let copy: JsonObject | undefined;
  for (const key of Object.keys(object)) {
    const value = object[key] ?? null;
    const made = change(key, value);
    if (made === value) continue;
    copy ??= changed(object, {});
    if (made === undefined) delete copy[key];
    else copy[key] = made;
  }
  return copy ?? object;
}

function transformFields(walker: Walker, kind: KindName, object: JsonObject): JsonObject {
  const made = changedValues(object, (key, value) => {
    if (kind === 'Discriminator' && key === 'mapping') return transformMapping(walker, value);
    const type = walker.grammar.typeOf(kind, key);
    if (type === undefined) return value;
    const field = transform(walker, type, value);
    // Required keys stay, with an empty schema.
    return field === undefined && (key === 'items' || key === 'schema') ? emptyObject() : field;
  });
  return kind === 'Schema' && made !== object ? withoutRequired(object, made) : made;
}

function withoutRequired(before: JsonObject, made: JsonObject): JsonObject {
  const { properties } = made;
  const gone = namedEntries(before['properties'])
    .map(([name]) => name)
    .filter((name) => !isObject(properties) || !(name in properties));
  if (gone.length === 0 || !Array.isArray(made['required'])) return made;
  const left = listOf(made['required']).filter(
    (name) => typeof name !== 'string' || !gone.includes(name),
  );
  if (left.length === 0) delete made['required'];
  else made['required'] = left;
  return made;
}

function transformRef(walker: Walker, kind: KindName, object: JsonObject): JsonValue | undefined {
  const ref = String(object['$ref']);
  const found = walker.description.follow(ref, object);
  if (!found.ok) return object;
  if (isObject(found.value) && isInternal(found.value)) {
    walker.hidden.add(found.value);
    return undefined;
  }
  const local = localReference(walker, object, found);
  if (local === null) return undefined;
  const target = local ?? elsewhere(walker, kind, object);
  if (typeof target !== 'string') return target;
  if (target === ref && Object.keys(object).length === 1) return object;
  const siblings = transformFields(walker, kind, object);
  if (target === ref) return siblings;
  return changed(siblings, { set: [['$ref', target]] });
}

type Found = NonNullable<ReturnType<typeof finalTarget>>;

/** Returns the reference to the target in the root's components; null if the target is internal. */
function localReference(
  walker: Walker,
  object: JsonObject,
  found: Found,
): string | null | undefined {
  const ref = String(object['$ref']);
  const { file } = walker.description.root;
  // In the source the pointer may leave the root through a component that is an object of another file; not in the
  // bundle.
  const isLocal =
    ref.startsWith('#/') &&
    (found.file === file || walker.description.pointer(object).file === file);
  if (!isLocal && found.file !== file) return undefined;
  const key = componentKey(walker, isLocal ? ref.slice(1) : found.pointer);
  if (key === undefined) return undefined;
  if (!walker.components.has(key)) return null;
  walker.uses.add(key);
  const isOwn = ref.startsWith('#') && walker.description.pointer(object).file === file;
  return isLocal || isOwn ? ref : `#${encodeURI(found.pointer)}`;
}

/** Returns the reference to a moved object, or the object itself if its kind cannot be moved. */
function elsewhere(
  walker: Walker,
  kind: KindName,
  object: JsonObject,
): string | JsonValue | undefined {
  const first = walker.description.follow(String(object['$ref']), object);
  if (!first.ok) return object;
  const found = isObject(first.value) ? (finalTarget(walker, first.value) ?? first) : first;
  if (isObject(found.value) && isInternal(found.value)) {
    walker.hidden.add(found.value);
    return undefined;
  }
  if (found.file === walker.description.root.file) {
    const key = componentKey(walker, found.pointer);
    if (key !== undefined && !walker.components.has(key)) return undefined;
    if (key !== undefined) {
      walker.uses.add(key);
      return `#${encodeURI(found.pointer)}`;
    }
  }
  const reference = moved(walker, kind, found);
  if (reference !== undefined || !isObject(found.value)) return reference ?? found.value;
  if (walker.inlining.has(found.value)) return emptyObject();
  walker.inlining.add(found.value);
  const made = transformKind(walker, kind, found.value);
  walker.inlining.delete(found.value);
  return made;
}

// A value is a reference or the name of a schema (OpenAPI 3.2, Discriminator Object).
function transformMapping(walker: Walker, mapping: JsonValue): JsonValue {
  if (!isObject(mapping)) return mapping;
  return changedValues(mapping, (_, value) => {
    if (typeof value !== 'string') return value;
    const named = `${walker.grammar.sectionOf('Schema') ?? ''}/${value}`;
    if (walker.components.has(named)) {
      walker.uses.add(named);
      return value;
    }
    const reference = walker.description.derive(objectOf('$ref', value), mapping);
    const made = transformKind(walker, 'Schema', reference);
    if (made === undefined) return undefined;
    const target = isObject(made) ? made['$ref'] : undefined;
    return typeof target === 'string' ? target : value;
  });
}
