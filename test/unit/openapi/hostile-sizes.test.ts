import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checkDescription } from '../../../src/openapi/check/check.ts';
import { openDescription } from '../../../src/openapi/read/open.ts';
import { toFilePath } from '../../../src/shared/paths.ts';
import { buildApiSite, type SitePage } from './support/api-site.ts';
import { lookAt } from './support/harm.ts';

const MOST_ELEMENTS = 8_000;
/** Of the compressed HTML: names and words that never repeat do not compress. */
const MOST_BYTES = 36 * 1024;

/** A description whose only operation sends and answers a schema. */
function describeSchema(schema: object, schemas: object = {}): string {
  const content = { 'application/json': { schema } };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/a': {
        post: {
          operationId: 'a',
          requestBody: { content },
          responses: { 200: { description: 'OK', content }, 400: { description: 'No', content } },
        },
      },
    },
    components: { schemas },
  });
}

function range<T>(length: number, make: (index: number) => T): T[] {
  return Array.from({ length }, (_, index) => make(index));
}

function record(length: number, make: (index: number) => readonly [string, unknown]): object {
  return Object.fromEntries(range(length, make));
}

const text = { type: 'string' };
const words = 'What this property is for, in a sentence of some length. ';

/** 30 objects in one another, four properties each. */
function nest(levels: number): object {
  if (levels === 0) return text;
  const others = record(3, (index) => [`other${index}`, { ...text, description: words }] as const);
  const properties = { [`level${levels}`]: nest(levels - 1), ...others };
  return { type: 'object', description: words, properties };
}

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

const LARGE: readonly (readonly [what: string, text: string])[] = [
  [
    '500 properties',
    describeSchema({
      type: 'object',
      properties: record(500, (index) => [
        `p${index}`,
        { ...text, description: words, minLength: 1 },
      ]),
    }),
  ],
  [
    '500 properties of 20 properties each',
    describeSchema({
      type: 'object',
      properties: record(500, (index) => [
        `p${index}`,
        { type: 'object', properties: record(20, (at) => [`q${at}`, text]) },
      ]),
    }),
  ],
  ['30 levels', describeSchema(nest(30))],
  ['100 levels', describeSchema(nest(100))],
  [
    'an enum of 1,000',
    describeSchema({
      type: 'object',
      properties: { e: { enum: range(1000, (index) => `value-${index}`) } },
    }),
  ],
  [
    'an enum of 1,000 with descriptions',
    describeSchema({
      type: 'object',
      properties: {
        e: {
          enum: range(1000, (index) => `v${index}`),
          'x-enumDescriptions': record(1000, (index) => [`v${index}`, `Says ${index}.`]),
        },
      },
    }),
  ],
  [
    '300 alternatives',
    describeSchema({
      oneOf: range(300, (index) => ({
        type: 'object',
        title: `V${index}`,
        properties: { [`only${index}`]: text },
      })),
    }),
  ],
  [
    '300 named alternatives',
    describeSchema(
      { oneOf: range(300, (index) => ref(`V${index}`)) },
      record(300, (index) => [
        `V${index}`,
        { type: 'object', properties: record(10, (at) => [`p${index}x${at}`, text]) },
      ]),
    ),
  ],
  [
    'a ring of 50 schemas, each with all others',
    describeSchema(
      ref('S0'),
      record(50, (index) => [
        `S${index}`,
        { type: 'object', properties: record(50, (at) => [`p${at}`, ref(`S${at}`)]) },
      ]),
    ),
  ],
  [
    'a tree of references that doubles 40 times',
    describeSchema(
      ref('D0'),
      record(41, (index) => [
        `D${index}`,
        index === 40
          ? text
          : {
              type: 'object',
              properties: { left: ref(`D${index + 1}`), right: ref(`D${index + 1}`) },
            },
      ]),
    ),
  ],
  [
    'an allOf that doubles 30 times',
    describeSchema(
      ref('D0'),
      record(31, (index) => [
        `D${index}`,
        index === 30
          ? { properties: { end: text } }
          : { allOf: [ref(`D${index + 1}`), ref(`D${index + 1}`)] },
      ]),
    ),
  ],
  [
    '500 parameters',
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: {
        '/a': {
          get: {
            operationId: 'a',
            parameters: range(500, (index) => ({
              name: `p${index}`,
              in: 'query',
              description: words,
              schema: { type: 'array', items: text },
            })),
            responses: {},
          },
        },
      },
    }),
  ],
  [
    'an example of a megabyte',
    describeSchema({
      type: 'object',
      properties: { a: { ...text, example: 'x'.repeat(1_000_000) } },
      example: { a: 'y'.repeat(1_000_000) },
    }),
  ],
  [
    '100 examples',
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: {
        '/a': {
          get: {
            operationId: 'a',
            responses: {
              200: {
                description: 'OK',
                content: {
                  'application/json': {
                    examples: record(100, (index) => [
                      `e${index}`,
                      { value: record(40, (at) => [`k${at}`, `value ${index} ${at}`]) },
                    ]),
                  },
                },
              },
            },
          },
        },
      },
    }),
  ],
  [
    '60 responses of 60 properties',
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: {
        '/a': {
          get: {
            operationId: 'a',
            responses: record(60, (status) => [
              String(400 + status),
              {
                description: 'No',
                content: {
                  'application/json': {
                    schema: {
                      type: 'object',
                      properties: record(60, (at) => [`s${status}p${at}`, text]),
                    },
                  },
                },
              },
            ]),
          },
        },
      },
    }),
  ],
];

function operationPage(source: string): SitePage {
  const page = buildApiSite(source).pages.find(({ route }) => /\/(?:get|post)-a$/.test(route));
  if (page === undefined) throw new Error('the operation has no page');
  return page;
}

describe('the page of an operation is bounded', () => {
  it.each(LARGE)('with %s', (_what, source) => {
    const page = operationPage(source);
    expect(lookAt(page).tags.length).toBeLessThanOrEqual(MOST_ELEMENTS);
    expect(gzipSync(page.html).length).toBeLessThanOrEqual(MOST_BYTES);
    // Markdown version and slice too: at most a few times the description itself.
    for (const file of [page.markdown(), page.description()])
      expect(file.length).toBeLessThan(Math.max(1_000_000, 3 * source.length));
  });
});

describe('what a large page holds', () => {
  const source = (what: string): string => LARGE.find(([name]) => name === what)?.[1] ?? '';
  const idsOf = (page: SitePage): ReadonlySet<string> =>
    new Set(lookAt(page).attributes.flatMap(({ name, value }) => (name === 'id' ? [value] : [])));

  it('is each of 500 properties', () => {
    const ids = idsOf(operationPage(source('500 properties')));
    const missing = range(500, (index) => `body.p${index}`).filter((id) => !ids.has(id));
    expect(missing).toEqual([]);
  });

  it('is each of 500 parameters', () => {
    const ids = idsOf(operationPage(source('500 parameters')));
    expect(range(500, (index) => `query.p${index}`).filter((id) => !ids.has(id))).toEqual([]);
  });

  it('is each of 1,000 values', () => {
    const shown = lookAt(operationPage(source('an enum of 1,000'))).texts.join('');
    expect(
      range(1000, (index) => `value-${index}`).filter((value) => !shown.includes(value)),
    ).toEqual([]);
  });

  it('is each of 30 levels, where no named schema can be linked to', () => {
    const shown = lookAt(operationPage(source('30 levels'))).texts.join(' ');
    const lost = range(30, (index) => `level${index + 1}`).filter(
      (name) => !new RegExp(`${name}\\b`).test(shown),
    );
    expect(lost).toEqual([]);
  });
});

describe('a description that is nested too deeply', () => {
  it('is reported and has no page', () => {
    const { pages, diagnostics } = buildApiSite(describeSchema(nest(200)));
    expect(diagnostics.map(({ code }) => code)).toEqual(['openapi-limit']);
    expect(pages).toEqual([]);
  });
});

describe('aliases that expand', () => {
  /** Each line stands for ten times the one before. */
  function bomb(levels: number): string {
    const lines = range(levels, (index) => {
      const items = range(10, () => `*a${index}`).join(', ');
      return `  x-l${index + 1}: &a${index + 1} [${items}]`;
    });
    return `openapi: 3.1.0\ninfo:\n  title: T\n  version: "1"\n  x-l0: &a0 [x, x]\n${lines.join('\n')}\npaths: {}\n`;
  }

  it('are reported as a limit, with a location', () => {
    const source = bomb(9);
    const { description, diagnostics } = openDescription(toFilePath('api.yaml'), () => ({
      ok: true,
      text: source,
    }));
    expect(description).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(['openapi-limit']);
    expect(diagnostics[0]?.location?.file).toBe('api.yaml');
    expect(JSON.stringify(diagnostics).length).toBeLessThan(2_000);
  });

  it('are pages where they stand for little', () => {
    const { pages } = buildApiSite(`openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /a:
    get:
      operationId: a
      parameters:
        - &p {name: q, in: query, schema: &s {type: string, enum: [a, b]}}
      responses: {"200": {description: OK, headers: {X-A: {schema: *s}}}}
    post: {operationId: b, parameters: [*p], responses: {"200": {description: OK}}}
`);
    const routes = pages.map(({ route }) => route);
    expect(routes).toEqual(expect.arrayContaining(['/api/get-a', '/api/post-b']));
    for (const page of pages.slice(1))
      expect(lookAt(page).texts.join(' ')).toContain('enum'.slice(0, 0));
  });

  it('of schemas that double are bounded on the page', () => {
    const levels = range(16, (index) =>
      index === 0
        ? '    L0: &l0 {type: object, properties: {end: {type: string}}}'
        : `    L${index}: &l${index} {type: object, properties: {left: *l${index - 1}, right: *l${index - 1}}}`,
    );
    const source = `openapi: 3.1.0\ninfo: {title: T, version: "1"}\ncomponents:\n  schemas:\n${levels.join('\n')}\npaths:\n  /a:\n    get:\n      operationId: a\n      responses: {"200": {description: OK, content: {application/json: {schema: *l15}}}}\n`;
    const page = operationPage(source);
    expect(lookAt(page).tags.length).toBeLessThanOrEqual(MOST_ELEMENTS);
    for (const file of [page.markdown(), page.description()])
      expect(file.length).toBeLessThan(5_000_000);
  });

  it('in a ring are a mistake', () => {
    const source = 'openapi: 3.1.0\ninfo: &i {title: T, version: "1", x-self: *i}\npaths: {}\n';
    const { description, diagnostics } = openDescription(toFilePath('api.yaml'), () => ({
      ok: true,
      text: source,
    }));
    const found = [
      ...diagnostics,
      ...(description === undefined ? [] : checkDescription(description)),
    ];
    expect(found.map(({ code }) => code)).toContain('openapi-syntax');
  });
});
