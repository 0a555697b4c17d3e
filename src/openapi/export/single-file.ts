import {
  asObject,
  emptyObject,
  isInternal,
  isObject,
  listOf,
  namedEntries,
} from '../model/model-context.ts';
import type { Description, JsonObject, JsonValue, Resolution } from '../read/description.ts';
import { removeHidden } from './hidden.ts';
import { transform, transformKind } from './transform.ts';
import {
  type Component,
  createWalker,
  type Grammar,
  grammarOf,
  securityKeys,
  type Walker,
} from './walker.ts';

export interface BundledOperation {
  /** `paths`, `webhooks` or `x-webhooks`. */
  readonly section: string;
  readonly path: string;
  /** Key in the path item, or in its `additionalOperations`. */
  readonly method: string;
  readonly isAdditional: boolean;
  readonly value: JsonObject;
  readonly item: JsonObject;
  /** Keys of the components that it and its path refer to. */
  readonly uses: ReadonlySet<string>;
}

/** A description in one file, with the data for slicing it. */
export interface Bundle {
  readonly grammar: Grammar;
  readonly root: JsonObject;
  /** By `section/name`, in the order of the description, moved ones last. */
  readonly components: ReadonlyMap<string, Component>;
  /** By the origin of the operation's object: see `originOf`. */
  readonly operations: ReadonlyMap<string, BundledOperation>;
  /** File and pointer of an object of the description. */
  readonly originOf: (source: object) => string;
}

/**
 * Bundles a description: parts of other files become components; `x-internal` parts, and those that only they use,
 * are removed. Unchanged objects are shared with the description.
 */
export function createBundle(description: Description): Bundle {
  const source = asObject(description.root.root) ?? emptyObject();
  const grammar = grammarOf(source);
  const walker = createWalker(description, source, grammar);
  const originOf = (object: object): string => {
    const { file, pointer } = description.pointer(object);
    return `${file}#${pointer}`;
  };
  const operations = new Map<string, BundledOperation>();
  const root = emptyObject();
  for (const [key, value] of namedEntries(source)) {
    if (key === 'components' || grammar.kindOf(key) !== undefined) continue;
    const holdsPathItems = key === 'paths' || key === 'webhooks' || key === 'x-webhooks';
    const type = grammar.typeOf('Root', key);
    const made =
      holdsPathItems && isObject(value)
        ? bundlePaths({ walker, section: key, operations, originOf }, value)
        : type === undefined
          ? value
          : transform(walker, type, value);
    if (made !== undefined) root[key] = made;
  }
  for (const key of securityKeys(source['security'], grammar)) walker.uses.add(key);
  const own = walker.uses;
  for (let next = walker.queue.shift(); next !== undefined; next = walker.queue.shift()) {
    walker.uses = next.uses;
    next.value = transformKind(walker, next.kind, next.source) ?? null;
  }
  removeHidden(walker, root, { used: [own, ...[...operations.values()].map(({ uses }) => uses)] });
  return { grammar, root, components: walker.components, operations, originOf };
}

interface PathsContext {
  readonly walker: Walker;
  readonly section: string;
  readonly operations: Map<string, BundledOperation>;
  readonly originOf: (source: object) => string;
}

function bundlePaths(context: PathsContext, paths: JsonObject): JsonObject {
  const made = emptyObject();
  for (const [path, item] of namedEntries(paths)) {
    const bundled =
      isObject(item) && !path.startsWith('x-') ? bundleItem(context, path, item) : item;
    if (bundled !== undefined) made[path] = bundled;
  }
  return made;
}

interface FoundOperation extends Pick<BundledOperation, 'method' | 'isAdditional' | 'value'> {
  readonly source: JsonObject;
  readonly uses: ReadonlySet<string>;
}

/** Resolves the references of a path item; undefined if none of its operations is public. */
function bundleItem(context: PathsContext, path: string, item: JsonObject): JsonObject | undefined {
  const { walker, section } = context;
  const merged = mergedItem(walker, item);
  if (merged === undefined) return undefined;
  const before = walker.uses;
  const shared = new Set<string>();
  walker.uses = shared;
  const found: FoundOperation[] = [];
  const made = emptyObject();
  for (const [key, value] of namedEntries(merged)) {
    const field = bundleField({ walker, found }, key, value);
    if (field !== undefined) made[key] = field;
  }
  walker.uses = before;
  if (found.length === 0 && hasOperation(walker, merged)) return undefined;
  for (const { source, uses, ...rest } of found) {
    const security = rest.value['security'] ?? walker.root['security'];
    const all = new Set([...shared, ...uses, ...securityKeys(security, walker.grammar)]);
    const operation: BundledOperation = { ...rest, section, path, item: made, uses: all };
    context.operations.set(context.originOf(source), operation);
  }
  return made;
}

interface ItemContext {
  readonly walker: Walker;
  readonly found: FoundOperation[];
}

function bundleField(context: ItemContext, key: string, value: JsonValue): JsonValue | undefined {
  const { walker } = context;
  if (isMethod(walker, key))
    return bundleOperation(context, { method: key, isAdditional: false }, value);
  if (key === 'additionalOperations' && isObject(value)) {
    const list = emptyObject();
    for (const [method, source] of namedEntries(value)) {
      const operation = bundleOperation(context, { method, isAdditional: true }, source);
      if (operation !== undefined) list[method] = operation;
    }
    return Object.keys(list).length === 0 ? undefined : list;
  }
  const type = walker.grammar.typeOf('PathItem', key);
  return type === undefined ? value : transform(walker, type, value);
}

function bundleOperation(
  { walker, found }: ItemContext,
  key: Pick<FoundOperation, 'method' | 'isAdditional'>,
  source: JsonValue,
): JsonValue | undefined {
  const shared = walker.uses;
  const uses = new Set<string>();
  walker.uses = uses;
  const value = transformKind(walker, 'Operation', source);
  walker.uses = shared;
  if (isObject(source) && isObject(value)) found.push({ ...key, value, source, uses });
  return value;
}

function isMethod(walker: Walker, key: string): boolean {
  const type = walker.grammar.typeOf('PathItem', key);
  return type?.is === 'kind' && type.kind === 'Operation';
}

function hasOperation(walker: Walker, item: JsonObject): boolean {
  return Object.keys(item).some((key) => key === 'additionalOperations' || isMethod(walker, key));
}

/** Merges a path item with those that it refers to, the nearest first; undefined if one is internal. */
function mergedItem(walker: Walker, item: JsonObject): JsonObject | undefined {
  const layers: JsonObject[] = [];
  let at: JsonValue | undefined = item;
  while (isObject(at) && layers.length < 20 && !layers.includes(at)) {
    layers.push(at);
    const ref: JsonValue | undefined = at['$ref'];
    const next: Resolution | undefined =
      typeof ref === 'string' ? walker.description.follow(ref, at) : undefined;
    if (next?.ok !== true) break;
    at = next.value;
  }
  if (layers.some(isInternal)) {
    for (const layer of layers) walker.hidden.add(layer);
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

/**
 * Returns the description as one object of the same version that needs no other file: targets of references become
 * components, under their own names if these are free. `x-internal` parts, and those that only they use, are left
 * out. Shares objects with the description; do not change it.
 */
export function bundleDescription(description: Description): JsonObject {
  const { root, components, grammar } = createBundle(description);
  const source = asObject(description.root.root) ?? emptyObject();
  const document = emptyObject();
  for (const [key] of namedEntries(source)) {
    if (grammar.kindOf(key) !== undefined) document[key] = emptyObject();
    else if (key === 'components') document[key] = componentsFrame(source, grammar);
    else if (root[key] !== undefined) document[key] = root[key];
  }
  for (const { section, name, value } of components.values()) {
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

/** Copies the components that are not in the bundle, and keeps empty sections for the others in their order. */
function componentsFrame(
  source: JsonObject,
  grammar: { readonly kindOf: (section: string) => unknown },
): JsonObject {
  const frame = emptyObject();
  for (const [key, value] of namedEntries(source['components'])) {
    frame[key] = grammar.kindOf(`components/${key}`) === undefined ? value : emptyObject();
  }
  return frame;
}
