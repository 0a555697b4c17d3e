import { addTo, getOrInsert } from '../../shared/maps.ts';
import type { Operation } from '../model/api-model.ts';
import { emptyObject, isObject, listOf, objectOf } from '../model/model-context.ts';
import type { Description, JsonObject } from '../read/description.ts';
import { closureOf, componentsIn } from './bundler.ts';
import { type Bundle, type BundledOperation, createBundle, originOf } from './single-file.ts';

/**
 * Returns a function that reduces a description to one operation or webhook: its path with that method only, and
 * exactly the components that it needs. It prints JSON without white space, each component once for all slices; an
 * empty string for an unpublished operation.
 */
export function createSlicer(description: Description): (operation: Operation) => string {
  const bundle = createBundle(description);
  const { bundler } = bundle;
  const texts = new Map<string, string>();
  return (operation) => {
    const bundled = bundle.operations.get(originOf(description, operation.source));
    if (bundled === undefined) return '';
    const head = headOf(bundle, bundled);
    const used = closureOf(bundler, componentsIn(bundler, 'Root', head));
    const sections = new Map<string, string[]>();
    for (const [key, { section, name, value }] of bundler.components) {
      if (!used.has(key)) continue;
      const print = (): string => `${JSON.stringify(name)}:${JSON.stringify(value)}`;
      addTo(sections, section, getOrInsert(texts, key, print));
    }
    const inside: string[] = [];
    const parts = [JSON.stringify(head).slice(1, -1)];
    for (const [section, components] of sections) {
      const [first = '', second] = section.split('/');
      const text = `${JSON.stringify(second ?? first)}:{${components.join(',')}}`;
      (second === undefined ? parts : inside).push(text);
    }
    if (inside.length > 0) parts.push(`"components":{${inside.join(',')}}`);
    return `{${parts.join(',')}}\n`;
  };
}

// Parts of every slice, in the order of the specification.
const SHARED =
  'swagger openapi $self jsonSchemaDialect info host basePath schemes consumes produces servers security tags paths webhooks x-webhooks'.split(
    ' ',
  );
const INFO_KEYS = ['title', 'summary', 'version', 'license'];
const ITEM_KEYS = ['summary', 'description', 'parameters', 'servers'];

/** Returns a slice without its components. */
function headOf({ root, bundler }: Bundle, operation: BundledOperation): JsonObject {
  const { section, path, method, isAdditional, value, item } = operation;
  const head = emptyObject();
  for (const key of SHARED) {
    const shared = root[key];
    if (key === section) {
      const cut = only(
        item,
        Object.keys(item).filter((name) => ITEM_KEYS.includes(name)),
      );
      if (isAdditional) cut['additionalOperations'] = objectOf(method, value);
      else cut[method] = value;
      head[key] = objectOf(path, cut);
    } else if (key === 'paths' && ['2.0', '3.0'].includes(bundler.kinds.dialect)) {
      head[key] = emptyObject();
    } else if (shared === undefined || key.endsWith('webhooks') || key === 'paths') continue;
    else if (key === 'info') head[key] = isObject(shared) ? only(shared, INFO_KEYS) : shared;
    else if (key === 'tags') {
      const own = listOf(value['tags']);
      const tags = listOf(shared).filter(
        (tag) => isObject(tag) && own.includes(tag['name'] ?? null),
      );
      if (tags.length > 0) head[key] = tags;
    } else if (key !== 'servers' && key !== 'security') head[key] = shared;
    else if (value[key] === undefined && item[key] === undefined) head[key] = shared;
  }
  return head;
}

/** Copies some keys of an object, in their order. */
function only(object: JsonObject, keys: readonly string[]): JsonObject {
  const copy = emptyObject();
  for (const key of keys) if (object[key] !== undefined) copy[key] = object[key];
  return copy;
}
