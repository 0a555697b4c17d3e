import { HTTP_METHODS } from '../../shared/page.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';
import type { SharedParts } from './api-model.ts';
import {
  asObject,
  entriesOf,
  isInternal,
  listOf,
  type ModelContext,
  resolveObject,
} from './model-context.ts';

/** An operation of the source before it is read. */
export interface OperationDraft {
  /** Upper case. */
  readonly method: string;
  /** Path, name of a webhook, or expression of a callback. */
  readonly path: string;
  readonly source: JsonObject;
  readonly shared: SharedParts;
}

/** Lists the published operations of a map of paths, webhooks or expressions, in source order. */
export function readPathItems(
  context: ModelContext,
  items: JsonValue | undefined,
): readonly OperationDraft[] {
  return entriesOf(items).flatMap(([path, item]) => readPathItem(context, path, item));
}

export function readPathItem(
  context: ModelContext,
  path: string,
  item: JsonValue,
): readonly OperationDraft[] {
  const layers = layersOf(context, item);
  if (layers.some(isInternal)) return [];
  const shared: SharedParts = {
    parameters: layers.flatMap((layer) => listOf(layer['parameters'])),
    servers: layers.find((layer) => Array.isArray(layer['servers']))?.['servers'],
    summary: layers.find((layer) => typeof layer['summary'] === 'string'),
    description: layers.find((layer) => typeof layer['description'] === 'string'),
  };
  const operations = new Map<string, JsonObject>();
  for (const [key, value] of layers.flatMap((layer) => Object.entries(layer))) {
    const isMethod = HTTP_METHODS.includes(key.toLowerCase());
    const additional = key === 'additionalOperations' ? entriesOf(value) : [];
    for (const [method, operation] of isMethod ? [[key, value] as const] : additional) {
      const name = method.toUpperCase();
      const source = resolveObject(context, operation)?.object;
      if (source !== undefined && !operations.has(name)) operations.set(name, source);
    }
  }
  return [...operations]
    .filter(([, source]) => !isInternal(source))
    .map(([method, source]) => ({ method, path, source, shared }));
}

const MAX_LAYERS = 20;

/** Returns a path item and those that it refers to; the nearest wins. */
export function layersOf(
  { description }: Pick<ModelContext, 'description'>,
  item: JsonValue,
): readonly JsonObject[] {
  const layers: JsonObject[] = [];
  let at = asObject(item);
  while (at !== undefined && layers.length < MAX_LAYERS && !layers.includes(at)) {
    layers.push(at);
    const ref = at['$ref'];
    if (typeof ref !== 'string') break;
    const target = description.follow(ref, at);
    at = target.ok ? asObject(target.value) : undefined;
  }
  return layers;
}
