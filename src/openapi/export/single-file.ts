import { createKinds } from '../kinds.ts';
import {
  asObject,
  dialectOf,
  emptyObject,
  isInternal,
  isObject,
  listOf,
  mapValues,
  namedEntries,
  objectsOf,
} from '../model/model-context.ts';
import { layersOf } from '../model/path-items.ts';
import type { Description, JsonObject, JsonValue } from '../read/description.ts';
import { createChainFollower } from '../schema/names.ts';
import {
  addOwnComponent,
  type Bundler,
  bundleField,
  bundlePart,
  closureOf,
  componentsIn,
} from './bundler.ts';

export interface BundledOperation {
  /** `paths`, `webhooks` or `x-webhooks`. */
  readonly section: string;
  readonly path: string;
  /** Key in the path item, or in its `additionalOperations`. */
  readonly method: string;
  readonly isAdditional: boolean;
  readonly value: JsonObject;
  readonly item: JsonObject;
}

/** A description in one file, with the data for slicing it. */
export interface Bundle {
  /** Its components are in the order of the description, moved ones last. */
  readonly bundler: Bundler;
  /** Without components. */
  readonly root: JsonObject;
  /** By file and pointer of the operation's object. */
  readonly operations: ReadonlyMap<string, BundledOperation>;
}

const PATHS = ['paths', 'webhooks', 'x-webhooks'];

/**
 * Bundles a description: parts of other files become components; `x-internal` parts, and those that only they use,
 * are removed. Unchanged objects are shared with the description.
 */
export function createBundle(description: Description): Bundle {
  const source = asObject(description.root.root) ?? emptyObject();
  const kinds = createKinds(dialectOf(source));
  const bundler: Bundler = {
    description,
    kinds,
    follow: createChainFollower(description, true),
    components: new Map(),
    claims: new Map(),
    queue: [],
    hidden: new Map(),
    inlining: new Set(),
  };
  for (const [prefix, holder] of [
    ['components/', source['components']],
    ['', source],
  ] as const) {
    for (const [key, values] of namedEntries(holder)) {
      const section = prefix + key;
      const kind = kinds.sections.get(section);
      if (kind === undefined) continue;
      for (const [name, value] of namedEntries(values))
        addOwnComponent(bundler, { section, kind, name }, value);
    }
  }
  const operations = new Map<string, BundledOperation>();
  const root = mapValues(source, (section, value) => {
    if (section === 'components' || kinds.sections.has(section)) return undefined;
    if (!PATHS.includes(section) || !isObject(value))
      return bundleField(bundler, ['Root', source], section);
    return mapValues(value, (path, item) => {
      if (!isObject(item) || path.startsWith('x-')) return item;
      return bundleItem({ bundler, operations, section, path }, item);
    });
  });
  for (let next = bundler.queue.shift(); next !== undefined; next = bundler.queue.shift())
    next.value = bundlePart(bundler, next.kind, next.source) ?? null;
  return { bundler, root: removeHidden(bundler, root), operations };
}

interface ItemContext extends Pick<BundledOperation, 'section' | 'path'> {
  readonly bundler: Bundler;
  readonly operations: Map<string, BundledOperation>;
}

/** Resolves the references of a path item; undefined if none of its operations is public. */
function bundleItem(
  { bundler, operations, section, path }: ItemContext,
  source: JsonObject,
): JsonObject | undefined {
  const merged = mergedItem(bundler, source);
  if (merged === undefined) return undefined;
  const item = mapValues(merged, (key) => {
    const field = bundleField(bundler, ['PathItem', merged], key);
    const isEmpty = key === 'additionalOperations' && namedEntries(field).length === 0;
    return isEmpty && isObject(field) ? undefined : field;
  });
  const methods = operationsIn(bundler, merged).flatMap(({ method, isAdditional, operation }) => {
    const holder = isAdditional ? asObject(item['additionalOperations']) : item;
    const value = asObject(holder?.[method]);
    return isObject(operation) && value ? [{ method, isAdditional, value, operation }] : [];
  });
  for (const { operation, ...rest } of methods)
    operations.set(originOf(bundler.description, operation), { section, path, item, ...rest });
  const hasOperation = operationsIn(bundler, merged).length > 0 || 'additionalOperations' in merged;
  return methods.length > 0 || !hasOperation ? item : undefined;
}

/** File and pointer of an operation's object. */
export function originOf(description: Description, operation: JsonObject): string {
  const { file, pointer } = description.pointer(operation);
  return `${file}#${pointer}`;
}

function operationsIn({ kinds }: Bundler, item: JsonObject) {
  const methods = namedEntries(item).filter(([key]) => {
    const type = kinds.typeOf('PathItem', key);
    return type?.is === 'kind' && type.kind === 'Operation';
  });
  const additional = namedEntries(item['additionalOperations']);
  return [...methods, ...additional].map(([method, operation], index) => ({
    method,
    operation,
    isAdditional: index >= methods.length,
  }));
}

/** Merges a path item with those that it refers to, the nearest first; undefined if one is internal. */
function mergedItem({ description, hidden }: Bundler, item: JsonObject): JsonObject | undefined {
  const layers = layersOf({ description }, item);
  if (layers.some(isInternal)) {
    for (const layer of layers) hidden.set(layer, 'PathItem');
    return undefined;
  }
  if (layers.length === 1) return item;
  const merged = emptyObject();
  for (const [key, value] of layers.flatMap(namedEntries)) {
    if (key !== '$ref' && !(key in merged)) merged[key] = value;
  }
  const parameters = layers.flatMap((layer) => listOf(layer['parameters']));
  if (parameters.length > 0) merged['parameters'] = parameters;
  return merged;
}

/** Removes components that only internal parts use, and tags that only internal operations have. */
function removeHidden(bundler: Bundler, root: JsonObject): JsonObject {
  const { hidden, components } = bundler;
  if (hidden.size === 0) return root;
  const starts = [...hidden].flatMap(([part, kind]) => [...componentsIn(bundler, kind, part)]);
  const internal = closureOf(bundler, starts);
  const free = [...components.keys()].filter((key) => !internal.has(key));
  const used = closureOf(bundler, [...componentsIn(bundler, 'Root', root), ...free]);
  for (const key of internal) if (!used.has(key)) components.delete(key);
  const tagsOf = (value: JsonValue): readonly JsonValue[] => listOf(asObject(value)?.['tags']);
  const gone = new Set(
    [...hidden.keys()].flatMap((part) => [part, ...Object.values(part)].flatMap(tagsOf)),
  );
  const items = PATHS.flatMap((section) => Object.values(asObject(root[section]) ?? {}));
  for (const item of items.filter(isObject)) {
    for (const { operation } of operationsIn(bundler, item))
      for (const tag of tagsOf(operation)) gone.delete(tag);
  }
  const isPublic = (tag: JsonValue): boolean => !gone.has(tag);
  return mapValues(root, (key, value) => {
    if (gone.size === 0 || !Array.isArray(value)) return value;
    if (key === 'tags') return value.filter((tag) => isPublic(asObject(tag)?.['name'] ?? null));
    if (key !== 'x-tagGroups') return value;
    return objectsOf(value).flatMap((group) => {
      const tags = listOf(group['tags']).filter(isPublic);
      return tags.length === 0
        ? []
        : [mapValues(group, (field, old) => (field === 'tags' ? tags : old))];
    });
  });
}

/**
 * Returns the description as one object of the same version that needs no other file: targets of references become
 * components, under their own names if these are free. `x-internal` parts, and those that only they use, are left
 * out. Shares objects with the description; do not change it.
 */
export function bundleDescription(description: Description): JsonObject {
  const { root, bundler } = createBundle(description);
  const { sections } = bundler.kinds;
  const document = emptyObject();
  for (const [key, value] of namedEntries(description.root.root)) {
    if (sections.has(key)) document[key] = emptyObject();
    else if (key === 'components') {
      // The sections of the bundle stay in their order; others are copied.
      const frame = namedEntries(value).map(([section, parts]) => [
        section,
        sections.has(`components/${section}`) ? emptyObject() : parts,
      ]);
      document[key] = Object.assign(emptyObject(), Object.fromEntries(frame));
    } else if (root[key] !== undefined) document[key] = root[key];
  }
  for (const { section, name, value } of bundler.components.values()) {
    let holder = document;
    for (const key of section.split('/')) {
      const next = holder[key];
      const inner = isObject(next) ? next : emptyObject();
      holder[key] = inner;
      holder = inner;
    }
    holder[name] = value;
  }
  return document;
}
