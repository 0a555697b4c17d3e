import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleDescription } from '../../../src/openapi/export/single-file.ts';
import type { JsonObject, JsonValue } from '../../../src/openapi/read/description.ts';
import { openDescription } from '../../../src/openapi/read/open.ts';
import { toFilePath } from '../../../src/shared/paths.ts';
import { buildApiSite, type SitePage } from './support/api-site.ts';

const EXAMPLES = 'node_modules/@readme/oas-examples';
const FILES = [
  'openapi/achievo.yaml',
  join(EXAMPLES, '3.1/yaml/train-travel.yaml'),
  join(EXAMPLES, '3.0/yaml/polymorphism.yaml'),
  join(EXAMPLES, '2.0/yaml/petstore.yaml'),
];

/** A description as one value. */
function read(file: string): JsonObject {
  const { description } = openDescription(toFilePath(file), (path) => ({
    ok: true,
    text: readFileSync(path, 'utf8'),
  }));
  if (description === undefined) throw new Error(`${file} cannot be read`);
  return bundleDescription(description);
}

/** Maps that readers see in the order in which they stand. */
const IN_ORDER: ReadonlySet<string> = new Set([
  'paths',
  'webhooks',
  'properties',
  'patternProperties',
  'content',
  'examples',
  'headers',
  'links',
  'callbacks',
  'flows',
  'scopes',
  'mapping',
  'variables',
  'encoding',
  'securitySchemes',
  'securityDefinitions',
  'x-enumDescriptions',
  'dependentRequired',
]);
/** Values that are shown as they are. */
const VALUES: ReadonlySet<string> = new Set(['example', 'default', 'const', 'enum', 'value']);

/** Turns the keys of every object around but for those whose order says something. */
function turnKeys(value: JsonValue, key = ''): JsonValue {
  if (VALUES.has(key)) return value;
  // `examples` of a schema is a list of values; of a media type it is a map.
  if (Array.isArray(value)) return key === 'examples' ? value : value.map((item) => turnKeys(item));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    ([name, held]) => [name, turnKeys(held, name)] as const,
  );
  return Object.fromEntries(IN_ORDER.has(key) ? entries : entries.toReversed());
}

/** Turns the entries of one map around. */
function turnMap(description: JsonObject, ...path: readonly string[]): JsonObject {
  const [first = '', ...rest] = path;
  const held = description[first];
  if (typeof held !== 'object' || held === null || Array.isArray(held)) return description;
  const turned: JsonValue =
    rest.length > 0
      ? turnMap(held, ...rest)
      : Object.fromEntries(Object.entries(held).toReversed());
  return { ...description, [first]: turned };
}

function pagesOf(description: JsonValue): ReadonlyMap<string, SitePage> {
  const { pages } = buildApiSite(JSON.stringify(description));
  return new Map(pages.map((page) => [page.route, page]));
}

/** Pages with all their files. */
function bytesOf(pages: ReadonlyMap<string, SitePage>): readonly unknown[] {
  return [...pages.values()].map((page) => [
    page.route,
    page.html,
    page.markdown(),
    page.description(),
  ]);
}

const ITEM = /<li>.*?<\/li>/g;

/**
 * A page with the items of its lists from A to Z: the operations of the first page, and those that use a schema, stand
 * in the order of the sidebar, which is that of the paths and methods; schemas that use it in that of the schemas.
 */
function withoutOrder(html: string): string {
  return [html.replace(ITEM, ''), ...(html.match(ITEM) ?? []).sort()].join('\n');
}

const OPERATION = /\/(?:get|put|post|delete|patch|head|options|webhook)-/;

/** Pages whose bytes are not those of the page of the same address; pages of operations are compared as they are. */
function changed(
  pages: ReadonlyMap<string, SitePage>,
  others: ReadonlyMap<string, SitePage>,
): readonly string[] {
  return [...pages].flatMap(([route, { html }]) => {
    const other = others.get(route)?.html ?? '';
    const isSame = OPERATION.test(route)
      ? html === other
      : withoutOrder(html) === withoutOrder(other);
    return isSame ? [] : [route];
  });
}

describe.each(FILES)('%s', (file) => {
  const description = read(file);
  const pages = pagesOf(description);
  const schemaMap = 'swagger' in description ? ['definitions'] : ['components', 'schemas'];

  it('is the same, byte by byte, when it is built again', () => {
    expect(bytesOf(pagesOf(description))).toEqual(bytesOf(pages));
  });

  it.each([
    ['the keys of its objects', turnKeys(description)],
    ['its schemas', turnMap(description, ...schemaMap)],
    ['its paths', turnMap(description, 'paths')],
  ])('has the same pages with %s in another order', (_what, turned) => {
    expect(JSON.stringify(turned)).not.toBe(JSON.stringify(description));
    const found = pagesOf(turned);
    expect([...found.keys()].sort()).toEqual([...pages.keys()].sort());
    expect(changed(pages, found)).toEqual([]);
  });
});

describe('where order says something', () => {
  const schema = (properties: object): object => ({ type: 'object', properties });
  const describeOne = (properties: object, values: readonly string[]): object => ({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/b': {
        get: {
          operationId: 'b',
          parameters: values.map((name) => ({
            name,
            in: 'query',
            schema: { type: 'string', enum: values },
          })),
          responses: {
            200: {
              description: 'OK',
              content: { 'application/json': { schema: schema(properties) } },
            },
          },
        },
      },
    },
  });
  const htmlOf = (description: object): string => {
    const { pages } = buildApiSite(JSON.stringify(description));
    return pages.find(({ route }) => route.endsWith('get-b'))?.html ?? '';
  };
  const order = (html: string, ...parts: readonly string[]): readonly number[] =>
    parts.map((part) => html.indexOf(part));

  it('is kept: properties, parameters and values', () => {
    const one = htmlOf(describeOne({ x: {}, y: {} }, ['p', 'q']));
    const other = htmlOf(describeOne({ y: {}, x: {} }, ['q', 'p']));
    const rows = ['id="response.200.x"', 'id="response.200.y"'];
    const parameters = ['id="query.p"', 'id="query.q"'];
    const values = ['<code>p</code> <code>q</code>'];
    expect(order(one, ...rows)[0]).toBeLessThan(order(one, ...rows)[1] ?? 0);
    expect(order(other, ...rows)[0]).toBeGreaterThan(order(other, ...rows)[1] ?? 0);
    expect(order(one, ...parameters)[0]).toBeLessThan(order(one, ...parameters)[1] ?? 0);
    expect(order(other, ...parameters)[0]).toBeGreaterThan(order(other, ...parameters)[1] ?? 0);
    expect(order(one, ...values)[0]).toBeGreaterThan(0);
    expect(order(other, ...values)[0]).toBe(-1);
  });
});
