/** Applies overlays (OpenAPI Overlay 1.0 and 1.1) to a description. */
import { type Diagnostic, diagnostic, type Location } from '../../diagnostics/diagnostic.ts';
import { asObject, changed, isObject, listOf, stringOf } from '../model/model-context.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';
import { parsePath, type Selected } from './json-path.ts';

/** An overlay, with the place of each of its objects. */
export interface Overlay {
  readonly root: JsonValue;
  readonly locate: (owner: object, key?: string) => Location;
}

export interface OverlaidRoot {
  readonly root: JsonValue;
  readonly diagnostics: readonly Diagnostic[];
}

interface Work {
  root: JsonValue;
  /** Notes that a copy has the place of an object. */
  readonly derive: (made: object, from: object) => void;
  /** Notes that the value under a key comes from the same key of an object of an overlay. */
  readonly move: (made: object, key: string, from: object) => void;
}

/** Returns the root with all overlays applied, in order; objects that change are copies. */
export function applyOverlays(
  root: JsonValue,
  overlays: readonly Overlay[],
  tools: Pick<Work, 'derive' | 'move'>,
): OverlaidRoot {
  const work: Work = { root, ...tools };
  const diagnostics: Diagnostic[] = [];
  for (const { root: overlay, locate } of overlays) {
    const object = asObject(overlay);
    const isOverlay = /^1\.[01](?:\.|$)/.test(stringOf(object?.['overlay']));
    const actions = listOf(object?.['actions']);
    if (object === undefined || !isOverlay || !actions.some(isObject) || !actions.every(isObject)) {
      const location = object && locate(object, isOverlay ? 'actions' : 'overlay');
      const message = isOverlay
        ? 'the overlay has no list of actions'
        : 'the file is no overlay: it needs `overlay: 1.0.0` or `overlay: 1.1.0`';
      diagnostics.push(diagnostic('overlay-invalid', { message, location }));
      continue;
    }
    for (const action of actions) {
      const problem = applyAction(work, action);
      if (problem === undefined) continue;
      const { code, key, message, hint } = problem;
      const isThere = code === 'overlay-unused' || action[key] !== undefined;
      const location = locate(action, isThere ? key : undefined);
      diagnostics.push(diagnostic(code, { message, hint, location }));
    }
  }
  return { root: work.root, diagnostics };
}

interface Problem {
  readonly code: 'overlay-invalid' | 'overlay-unused';
  readonly key: string;
  readonly message: string;
  readonly hint: string | undefined;
}

function invalid(key: string, message: string): Problem {
  return { ...unused(key, message), code: 'overlay-invalid' };
}

function unused(key: string, message: string, hint?: string): Problem {
  return { code: 'overlay-unused', key, message, hint };
}

function applyAction(work: Work, action: JsonObject): Problem | undefined {
  const select = (key: string): readonly Selected[] | Problem => {
    const { [key]: query } = action;
    if (typeof query !== 'string') return invalid(key, `the action has no ${key}`);
    try {
      const nodes = parsePath(query)(work.root);
      if (nodes.length > 0) return nodes;
      const hint =
        'compare it with the description: keys with special characters need brackets and quotes';
      return unused(key, `${query} matches nothing`, hint);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return invalid(key, `${query} is no JSONPath: ${error.message}`);
    }
  };
  const targets = select('target');
  if ('code' in targets) return targets;
  if (action['remove'] === true) {
    // The last items of a list first, so that the others keep their indexes.
    for (const { path } of targets.toReversed()) replaceAt(work, path, () => undefined);
    return undefined;
  }
  let update = action['update'];
  if (action['copy'] !== undefined) {
    const sources = select('copy');
    if ('code' in sources) return sources;
    const [source, ...others] = sources;
    if (others.length > 0) return invalid('copy', 'the source of the copy must be one value');
    update = source?.value;
  }
  if (update === undefined)
    return unused('target', 'the action changes nothing: it has neither update, copy nor remove');
  for (const { path } of targets) replaceAt(work, path, (value) => merge(work, value, update));
  return undefined;
}

/** Replaces a value by copies of all that holds it. */
function replaceAt(
  work: Work,
  path: readonly (string | number)[],
  change: (value: JsonValue) => JsonValue | undefined,
): void {
  const replace = (value: JsonValue, depth: number): JsonValue | undefined => {
    const step = path[depth];
    if (step === undefined) return change(value);
    if (Array.isArray(value)) {
      const copy = [...value];
      const next = replace(copy[Number(step)] ?? null, depth + 1);
      if (next === undefined) copy.splice(Number(step), 1);
      else copy[Number(step)] = next;
      work.derive(copy, value);
      return copy;
    }
    if (!isObject(value)) return value;
    const key = String(step);
    const next = replace(value[key] ?? null, depth + 1);
    const copy =
      next === undefined
        ? changed(value, { without: new Set([key]) })
        : changed(value, { set: [[key, next]] });
    work.derive(copy, value);
    return copy;
  };
  work.root = replace(work.root, 0) ?? work.root;
}

/** Merges an update: objects by key, lists by adding, other values replace. */
function merge(work: Work, value: JsonValue, update: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const copy = [...value, ...(Array.isArray(update) ? update : [update])];
    work.derive(copy, value);
    return copy;
  }
  if (!isObject(value) || !isObject(update)) return update;
  const copy = changed(value, {});
  work.derive(copy, value);
  for (const [key, own] of Object.entries(update)) {
    const before = copy[key];
    const isMerged = before !== undefined && typeof before === 'object' && before !== null;
    copy[key] = isMerged ? merge(work, before, own) : own;
    if (!isMerged) work.move(copy, key, update);
  }
  return copy;
}
