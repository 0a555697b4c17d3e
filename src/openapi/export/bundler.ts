import { type KindName, type Kinds, type Visitor, visitValue } from '../kinds.ts';
import {
  changed,
  asObject,
  emptyObject,
  isInternal,
  isObject,
  mapValues,
  namedEntries,
  objectOf,
  stringOf,
} from '../model/model-context.ts';
import type { Description, JsonObject, JsonValue } from '../read/description.ts';
import { parsePointer, printPointer } from '../read/pointer.ts';
import { isPureReference } from '../schema/keywords.ts';
import type { FollowChain, Found } from '../schema/names.ts';

export interface Component {
  readonly section: string;
  readonly name: string;
  readonly kind: KindName;
  /** As in the source file. */
  readonly source: JsonValue;
  /** As in the bundle. */
  value: JsonValue;
  /** Keys of the components that it refers to, if they were requested. */
  uses?: ReadonlySet<string>;
}

/** State of bundling. */
export interface Bundler {
  readonly description: Description;
  readonly kinds: Kinds;
  /** Follows a reference through objects that are only references. */
  readonly follow: FollowChain;
  /** By `section/name`, without internal ones. */
  readonly components: Map<string, Component>;
  /** Keys of components, by the object of another file that they are. */
  readonly claims: Map<object, string>;
  readonly queue: Component[];
  readonly hidden: Map<JsonObject, KindName>;
  /** Objects being inlined in place of their references. */
  readonly inlining: Set<object>;
}

/**
 * Adds a component of the root. One that only refers to an object of another file becomes that object, and the target
 * of all references to it.
 */
export function addOwnComponent(
  bundler: Bundler,
  { section, kind, name }: Pick<Component, 'section' | 'kind' | 'name'>,
  value: JsonValue,
): void {
  const final = finalTarget(bundler, value);
  const object = final?.value ?? value;
  if (hides(bundler, kind, object)) return;
  const isElsewhere = final !== undefined && final.file !== bundler.description.root.file;
  const isFirst = isElsewhere && isObject(object) && !bundler.claims.has(object);
  const key = `${section}/${name}`;
  if (isFirst) bundler.claims.set(object, key);
  addComponent(bundler, key, { section, kind, name, source: isFirst ? object : value });
}

function addComponent(bundler: Bundler, key: string, part: Omit<Component, 'value'>): void {
  const component: Component = { ...part, value: null };
  bundler.components.set(key, component);
  bundler.queue.push(component);
}

/** Notes a part that is internal. */
function hides({ hidden }: Bundler, kind: KindName, value: JsonValue): boolean {
  if (!isObject(value) || !isInternal(value)) return false;
  hidden.set(value, kind);
  return true;
}

/** Follows a chain of objects that are only references. */
function finalTarget({ follow }: Bundler, value: JsonValue): Found | undefined {
  const isReference = isObject(value) && isPureReference(value, true);
  return isReference ? follow(stringOf(value['$ref']), value) : undefined;
}

/** Converts an object for the bundle: the same one if nothing changes, undefined if it is internal. */
export function bundlePart(
  bundler: Bundler,
  kind: KindName,
  object: JsonValue,
): JsonValue | undefined {
  if (!isObject(object)) return object;
  if (hides(bundler, kind, object)) return undefined;
  const ref = object['$ref'];
  if (typeof ref !== 'string') return bundleFields(bundler, kind, object);
  const target = bundleTarget(bundler, kind, object);
  if (typeof target !== 'string') return target;
  if (target === ref && Object.keys(object).length === 1) return object;
  const siblings = bundleFields(bundler, kind, object);
  return target === ref ? siblings : changed(siblings, { set: [['$ref', target]] });
}

function bundleFields(bundler: Bundler, kind: KindName, owner: JsonObject): JsonObject {
  const result = mapValues(owner, (key, value) => {
    if (kind === 'Discriminator' && key === 'mapping') return bundleMapping(bundler, value);
    const field = bundleField(bundler, [kind, owner], key);
    // Required keys stay, with an empty schema.
    return field === undefined && (key === 'items' || key === 'schema') ? emptyObject() : field;
  });
  const { properties, required } = result;
  if (kind !== 'Schema' || result === owner || !Array.isArray(required)) return result;
  const gone = namedEntries(owner['properties'])
    .map(([name]): JsonValue => name)
    .filter((name) => !isObject(properties) || !(String(name) in properties));
  const left = required.filter((name) => !gone.includes(name));
  if (left.length === 0 && gone.length > 0) delete result['required'];
  else if (left.length < required.length) result['required'] = left;
  return result;
}

export function bundleField(
  bundler: Bundler,
  [kind, owner]: readonly [KindName, JsonObject],
  key: string,
): JsonValue | undefined {
  const value = owner[key] ?? null;
  const type = bundler.kinds.typeOf(kind, key);
  if (type === undefined) return value;
  const visitor: Visitor = {
    part: (partKind, part) => bundlePart(bundler, partKind, part),
    mapOf: (map) => {
      // A reference to a whole map, unless it is a property named "$ref".
      const target = typeof map['$ref'] === 'string' ? finalTarget(bundler, map)?.value : undefined;
      return isObject(target) ? target : map;
    },
  };
  return visitValue(visitor, type, { owner, key, value });
}

// A value is a reference or the name of a schema (OpenAPI 3.2, Discriminator Object).
function bundleMapping(bundler: Bundler, mapping: JsonValue): JsonValue {
  if (!isObject(mapping)) return mapping;
  return mapValues(mapping, (_, value) => {
    if (typeof value !== 'string' || schemaKey(bundler, value) !== undefined) return value;
    const reference = bundler.description.derive(objectOf('$ref', value), mapping);
    const result = bundlePart(bundler, 'Schema', reference);
    const target = isObject(result) ? result['$ref'] : value;
    return result === undefined || typeof target === 'string' ? target : value;
  });
}

/** Returns the reference to a target in the bundle, or the target itself if no section has its kind. */
function bundleTarget(bundler: Bundler, kind: KindName, owner: JsonObject): JsonValue | undefined {
  const { description, components, claims, inlining } = bundler;
  const ref = String(owner['$ref']);
  const first = description.follow(ref, owner);
  if (!first.ok) return owner;
  const final = finalTarget(bundler, first.value) ?? first;
  const root = description.root.file;
  const isOwn = ref.startsWith('#') && description.pointer(owner).file === root;
  // In the source the pointer may leave the root through a component that is an object of another file; not in the
  // bundle.
  const isPointer = isOwn && ref.startsWith('#/');
  const steps = [
    { found: first, pointer: isPointer ? ref.slice(1) : first.pointer, isHere: isPointer, isOwn },
    { found: final, pointer: final.pointer, isHere: false, isOwn: false },
  ];
  for (const step of steps) {
    if (hides(bundler, kind, step.found.value)) return undefined;
    const isHere = step.isHere || step.found.file === root;
    const key = isHere ? componentKey(bundler, step.pointer) : undefined;
    if (key === undefined) continue;
    if (!components.has(key)) return undefined;
    return step.isOwn ? ref : `#${encodeURI(step.found.pointer)}`;
  }
  const { value, name: wish } = final;
  if (!isObject(value)) return value;
  const section = sectionOf(bundler, kind);
  if (!claims.has(value) && section !== undefined) {
    const safe = wish.replace(/[^A-Za-z0-9._-]+/g, '-');
    const base = safe === '' || safe === '-' ? 'part' : safe;
    let name = base;
    for (let count = 2; components.has(`${section}/${name}`); count += 1) name = `${base}-${count}`;
    claims.set(value, `${section}/${name}`);
    addComponent(bundler, `${section}/${name}`, { section, kind, name, source: value });
  }
  const component = components.get(claims.get(value) ?? '');
  if (component !== undefined) return `#/${component.section}${printPointer([component.name])}`;
  if (inlining.has(value)) return emptyObject();
  inlining.add(value);
  const result = bundlePart(bundler, kind, value);
  inlining.delete(value);
  return result;
}

/** Returns the section for shared objects of a kind. */
function sectionOf({ kinds }: Bundler, kind: KindName): string | undefined {
  if (kind === 'MediaType' && kinds.dialect !== '3.2') return undefined;
  return [...kinds.sections].find(([, inSection]) => inSection === kind)?.[0];
}

/** Returns the key of the component that a pointer from the root refers to or into, even if it does not exist. */
function componentKey({ kinds }: Bundler, pointer: string): string | undefined {
  const [first = '', second = '', third] = parsePointer(pointer) ?? [];
  if (kinds.sections.has(first) && second !== '') return `${first}/${second}`;
  const section = `${first}/${second}`;
  return third === undefined || !kinds.sections.has(section) ? undefined : `${section}/${third}`;
}

/** Returns the key of a schema named in the mapping of a discriminator. */
function schemaKey(bundler: Bundler, name: string): string | undefined {
  const key = `${sectionOf(bundler, 'Schema') ?? ''}/${name}`;
  return bundler.components.has(key) ? key : undefined;
}

/** Lists the keys of the components that an object of the description or the bundle refers to. */
export function componentsIn(
  bundler: Bundler,
  kind: KindName,
  object: JsonObject,
): ReadonlySet<string> {
  const { description, kinds, claims } = bundler;
  const root = description.root.file;
  const keys = new Set<string>();
  const seen = new Set<JsonObject>();
  const queue: (readonly [KindName, JsonObject])[] = [[kind, object]];
  const follow = (partKind: KindName, ref: string, owner: JsonObject): void => {
    const found = description.follow(ref, owner);
    const isPointer = ref.startsWith('#/') && description.pointer(owner).file === root;
    const pointer = isPointer ? ref.slice(1) : found.ok && found.file === root && found.pointer;
    const value = found.ok && isObject(found.value) ? found.value : undefined;
    const key = pointer ? componentKey(bundler, pointer) : value && claims.get(value);
    if (key !== undefined) keys.add(key);
    else if (value !== undefined) queue.push([partKind, value]);
  };
  const part = (partKind: KindName, owner: JsonObject): JsonObject => {
    if (seen.has(owner)) return owner;
    seen.add(owner);
    if (typeof owner['$ref'] === 'string') follow(partKind, owner['$ref'], owner);
    if (partKind === 'SecurityRequirement') {
      const section = sectionOf(bundler, 'SecurityScheme') ?? '';
      for (const name of Object.keys(owner)) keys.add(`${section}/${name}`);
    }
    if (partKind === 'Discriminator') {
      for (const value of Object.values(asObject(owner['mapping']) ?? {})) {
        const key = typeof value === 'string' ? schemaKey(bundler, value) : undefined;
        if (key !== undefined) keys.add(key);
        else if (typeof value === 'string') follow('Schema', value, owner);
      }
    }
    for (const name of Object.keys(owner)) {
      const type = kinds.typeOf(partKind, name);
      if (type !== undefined)
        visitValue({ part }, type, { owner, key: name, value: owner[name] ?? null });
    }
    return owner;
  };
  for (const [partKind, owner] of queue) part(partKind, owner);
  return keys;
}

/** Returns the keys and, transitively, all that their components refer to. */
export function closureOf(bundler: Bundler, starts: Iterable<string>): ReadonlySet<string> {
  const found = new Set<string>();
  const next = [...starts];
  for (let key = next.pop(); key !== undefined; key = next.pop()) {
    const component = bundler.components.get(key);
    if (component === undefined || found.has(key)) continue;
    found.add(key);
    const { kind, value } = component;
    component.uses ??= componentsIn(bundler, kind, asObject(value) ?? emptyObject());
    next.push(...component.uses);
  }
  return found;
}
