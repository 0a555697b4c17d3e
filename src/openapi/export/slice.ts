import type { OpenAPIV2, OpenAPIV3, OpenAPIV3_1 } from 'openapi-types';
import type { Operation } from '../model/api-model.ts';
import { emptyObject, isObject, listOf, namedEntries, objectOf } from '../model/model-context.ts';
import type { Description, JsonObject, JsonValue } from '../read/description.ts';
import { closure } from './hidden.ts';
import { type Bundle, type BundledOperation, createBundle } from './single-file.ts';

/**
 * Returns a function that reduces a description to one operation or webhook: its path with that method only, and
 * exactly the components that it needs. It prints JSON without white space, each component once for all slices; an
 * empty string for an unpublished operation.
 */
export function createSlicer(description: Description): (operation: Operation) => string {
  const bundle = createBundle(description);
  const order = new Map([...bundle.components.keys()].map((key, index) => [key, index]));
  const texts = new Map<string, string>();
  const componentText = (key: string): string => {
    let text = texts.get(key);
    if (text === undefined) {
      const component = bundle.components.get(key);
      text = `${JSON.stringify(component?.name ?? key)}:${JSON.stringify(component?.value ?? null)}`;
      texts.set(key, text);
    }
    return text;
  };
  return (operation) => {
    const bundled = bundle.operations.get(bundle.originOf(operation.source));
    if (bundled === undefined) return '';
    const keys = [...closure({ components: bundle.components }, [bundled.uses])].sort(
      (a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0),
    );
    const head = JSON.stringify(headOf(bundle, bundled)).slice(0, -1);
    return `${head}${componentsText(bundle, keys, componentText)}}\n`;
  };
}

function componentsText(
  { components }: Bundle,
  keys: readonly string[],
  textOf: (key: string) => string,
): string {
  const bySection = new Map<string, string[]>();
  for (const key of keys) {
    const section = components.get(key)?.section ?? '';
    const texts = bySection.get(section) ?? [];
    bySection.set(section, texts);
    texts.push(textOf(key));
  }
  const inside: string[] = [];
  const outside: string[] = [];
  for (const [section, texts] of bySection) {
    const [first = '', second] = section.split('/');
    const text = `${JSON.stringify(second ?? first)}:{${texts.join(',')}}`;
    (second === undefined ? outside : inside).push(text);
  }
  if (inside.length > 0) outside.push(`"components":{${inside.join(',')}}`);
  return outside.map((text) => `,${text}`).join('');
}

type RootKey =
  | keyof OpenAPIV2.Document
  | keyof OpenAPIV3.Document
  | keyof OpenAPIV3_1.Document
  | '$self'
  | 'webhooks'
  | 'x-webhooks';

// Parts of every slice, in the order of the specification.
const SHARED: readonly RootKey[] = [
  'swagger',
  'openapi',
  '$self',
  'jsonSchemaDialect',
  'info',
  'host',
  'basePath',
  'schemes',
  'consumes',
  'produces',
  'servers',
  'security',
  'tags',
  'paths',
  'webhooks',
  'x-webhooks',
];

function headOf({ root, grammar }: Bundle, operation: BundledOperation): JsonObject {
  const { section, path, value, item } = operation;
  const head = emptyObject();
  const isOwn = (key: string): boolean => value[key] !== undefined || item[key] !== undefined;
  for (const key of SHARED) {
    const shared = root[key];
    if (key === section) head[key] = objectOf(path, cutItem(operation));
    else if (key === 'paths' && grammar.version !== '3.1' && grammar.version !== '3.2')
      head[key] = emptyObject();
    else if (shared === undefined || key.endsWith('webhooks') || key === 'paths') continue;
    else if (key === 'info') head[key] = shortInfo(shared);
    else if (key === 'tags') addTags(head, shared, value);
    else if ((key !== 'servers' && key !== 'security') || !isOwn(key)) head[key] = shared;
  }
  return head;
}

const INFO_KEYS: readonly (keyof OpenAPIV3_1.InfoObject)[] = [
  'title',
  'summary',
  'version',
  'license',
];

function shortInfo(info: JsonValue): JsonValue {
  if (!isObject(info)) return info;
  const short = emptyObject();
  for (const key of INFO_KEYS) {
    const value = info[key];
    if (value !== undefined) short[key] = value;
  }
  return short;
}

function addTags(head: JsonObject, tags: JsonValue, operation: JsonObject): void {
  const own = listOf(operation['tags']);
  const used = listOf(tags).filter((tag) => isObject(tag) && own.includes(tag['name'] ?? null));
  if (used.length > 0) head['tags'] = used;
}

// Typed as strings, to be compared with keys of the description.
const ITEM_KEYS: ReadonlySet<string> = new Set<keyof OpenAPIV3_1.PathItemObject>([
  'summary',
  'description',
  'parameters',
  'servers',
]);

function cutItem({ item, method, isAdditional, value }: BundledOperation): JsonObject {
  const cut = emptyObject();
  for (const [key, field] of namedEntries(item)) {
    if (ITEM_KEYS.has(key)) cut[key] = field;
  }
  if (isAdditional) cut['additionalOperations'] = objectOf(method, value);
  else cut[method] = value;
  return cut;
}
