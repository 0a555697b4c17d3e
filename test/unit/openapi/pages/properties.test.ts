import { describe, expect, it } from 'vitest';
import {
  attribute,
  operationPage,
  type RenderedPage,
  structureProblems,
  textOf,
} from './support/page.ts';

function body(schema: object, rest?: object): RenderedPage {
  return operationPage(
    { requestBody: { content: { 'application/json': { schema } } }, responses: {} },
    rest,
  );
}

function response(schema: object, rest?: object): RenderedPage {
  const content = { 'application/json': { schema } };
  return operationPage({ responses: { 200: { description: 'OK', content } } }, rest);
}

const row = (page: RenderedPage, id: string): string => textOf(page.byId(id));

describe('a property row', () => {
  it('has name, type, required and description, and a link to itself', () => {
    const page = body({
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', description: 'What it is called.' } },
    });
    expect(row(page, 'body.name')).toBe('name string required What it is called.');
    expect(page.html).toContain('<a href="#body.name">name</a>');
    expect(structureProblems(page)).toEqual([]);
  });

  it.each([
    ['pattern', { type: 'string', pattern: '^a|b$' }, '^a|b$'],
    ['minLength', { type: 'string', minLength: 3 }, '3'],
    ['minimum', { type: 'integer', minimum: 0 }, '0'],
    ['multipleOf', { type: 'number', multipleOf: 0.5 }, '0.5'],
    ['maxItems', { type: 'array', items: { type: 'string' }, maxItems: 9 }, '9'],
    ['minProperties', { type: 'object', minProperties: 2 }, '2'],
    ['a falsy default', { type: 'boolean', default: false }, 'Default: false'],
    ['an empty default', { type: 'string', default: '' }, 'Default: ""'],
    ['zero', { type: 'integer', default: 0 }, 'Default: 0'],
    ['a falsy constant', { const: false }, 'Always: false'],
    ['null', { type: ['string', 'null'], default: null }, 'Default: null'],
    ['examples', { type: 'string', examples: ['a', 'b'] }, 'Examples: a, b'],
    ['a text that looks like a number', { type: 'string', example: '1' }, 'Example: "1"'],
    ['read-only', { type: 'string', writeOnly: true }, 'write-only'],
    ['deprecated', { type: 'string', deprecated: true }, 'deprecated'],
  ])('shows %s', (_name, schema, words) => {
    expect(row(body({ type: 'object', properties: { x: schema } }), 'body.x')).toContain(words);
  });

  it('lists the values of an enum, with what each means', () => {
    const plain = body({ type: 'object', properties: { x: { enum: ['a', 1, '1', ''] } } });
    expect(row(plain, 'body.x')).toContain('Values: a 1 "1" ""');
    const described = body({
      type: 'object',
      properties: {
        x: { type: 'string', enum: ['on', 'off'], 'x-enumDescriptions': { on: 'It runs.' } },
      },
    });
    expect(row(described, 'body.x')).toContain('on It runs. off');
  });

  it('folds many values away, and keeps all of them', () => {
    const values = Array.from({ length: 1000 }, (_, index) => `v${index}`);
    const page = body({ type: 'object', properties: { x: { type: 'string', enum: values } } });
    expect(row(page, 'body.x')).toContain('Show 1000 values');
    expect(row(page, 'body.x')).toContain(values.join(' | '));
    expect(page.elements.length).toBeLessThan(200);
  });
});

describe('rows below a row', () => {
  it('is folded away with its number of properties', () => {
    const owner = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } };
    const page = body({ type: 'object', properties: { owner } });
    expect(row(page, 'body.owner')).toContain('Show 2 properties of owner');
    expect(row(page, 'body.owner.b')).toBe('b string');
    const details = page.elements.find(({ tagName }) => tagName === 'details');
    expect(details && attribute(details, 'open')).toBeUndefined();
  });

  it('goes through lists', () => {
    const items = { type: 'object', properties: { name: { type: 'string' } } };
    const tags = { type: 'array', items: { type: 'array', items } };
    const page = body({ type: 'object', properties: { tags } });
    expect(row(page, 'body.tags[][].name')).toBe('name string');
    expect(page.html).toContain('href="#body.tags%5B%5D%5B%5D.name"');
    expect(structureProblems(page)).toEqual([]);
  });

  it('has rows for maps, patterns, tuples and conditions', () => {
    const page = body({
      type: 'object',
      properties: { kind: { type: 'string' }, pair: { prefixItems: [{ type: 'string' }] } },
      patternProperties: { '^x-': { type: 'integer', description: 'An extension.' } },
      additionalProperties: { type: 'string', description: 'Anything.' },
      dependentRequired: { kind: ['pair', 'other'] },
      not: { required: ['never'], description: 'Not so.' },
      if: { properties: { kind: { const: 'a' } } },
      ...JSON.parse('{"then":{"description":"Then."}}'),
    });
    expect(row(page, 'body./^x-/')).toContain('keys that match ^x- integer');
    expect(row(page, 'body.*')).toContain('any other key string');
    expect(row(page, 'body.pair[0]')).toContain('[0] string');
    expect(row(page, 'body.(then)')).toContain('Then.');
    expect(page.text).toContain('With kind, pair and other are required too.');
    expect(page.text).toContain('Not so.');
    expect(structureProblems(page)).toEqual([]);
  });

  it('is the same for every direction but for what the direction forbids', () => {
    const schema = {
      type: 'object',
      properties: {
        id: { type: 'string', readOnly: true },
        secret: { type: 'string', writeOnly: true },
      },
    };
    expect(body(schema).article.ids.has('body.id')).toBe(false);
    expect(body(schema).article.ids.has('body.secret')).toBe(true);
    expect(response(schema).article.ids.has('response.200.id')).toBe(true);
    expect(response(schema).article.ids.has('response.200.secret')).toBe(false);
  });
});

describe('alternatives', () => {
  const schemas = {
    Card: {
      type: 'object',
      properties: { type: { const: 'card' }, number: { type: 'string' } },
    },
    Bank: { type: 'object', properties: { type: { const: 'bank' }, iban: { type: 'string' } } },
  };
  const union = {
    oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Bank' }],
    discriminator: { propertyName: 'type', mapping: { card: '#/components/schemas/Card' } },
  };

  it('have labels, the first is open, and ids with the label', () => {
    const page = body(
      { type: 'object', properties: { payment: union } },
      { components: { schemas } },
    );
    expect(page.text).toContain('One of 2 alternatives, distinguished by type');
    expect(row(page, 'body.payment.card.number')).toBe('number string');
    expect(attribute(page.byId('body.payment.card'), 'open')).toBe('');
    const [, bank] = page.byClass('variant');
    expect(bank && attribute(bank, 'open')).toBeUndefined();
    expect(structureProblems(page)).toEqual([]);
  });

  it('are left out where the type says all', () => {
    const x = { oneOf: [{ type: 'string' }, { type: 'integer' }] };
    const page = body({ type: 'object', properties: { x } });
    expect(row(page, 'body.x')).toBe('x string | integer');
  });
});

describe('references', () => {
  it('in a circle are named and linked, never followed endlessly', () => {
    const Node = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        next: { $ref: '#/components/schemas/Node' },
        all: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
      },
    };
    const page = body({ $ref: '#/components/schemas/Node' }, { components: { schemas: { Node } } });
    expect(row(page, 'body.next')).toBe('next Node recursive');
    expect(row(page, 'body.all')).toBe('all array of Node recursive');
    expect(page.html).toContain('<small>array of <a href="/api/schemas/Node">Node</a></small>');
  });

  it('are followed three blocks deep', () => {
    const chain = (next: string): object => ({
      type: 'object',
      properties: { next: { $ref: `#/components/schemas/${next}` } },
    });
    const schemas = { A: chain('B'), B: chain('C'), C: chain('D'), D: chain('E'), E: {} };
    const page = body({ $ref: '#/components/schemas/A' }, { components: { schemas } });
    expect(page.article.ids.has('body.next.next.next')).toBe(true);
    expect(page.article.ids.has('body.next.next.next.next')).toBe(false);
  });
});

describe('size', () => {
  it('shows thirty levels of nesting without names', () => {
    let schema: object = { type: 'string', description: 'The bottom.' };
    for (let level = 0; level < 30; level++) schema = { type: 'object', properties: { x: schema } };
    const page = body(schema);
    expect(row(page, `body${'.x'.repeat(30)}`)).toBe('x string The bottom.');
  });

  it('names and links large parts of responses sooner than those of requests', () => {
    const wide = (prefix: string, schema: object) =>
      Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${prefix}${index}`, schema]));
    const schemas = {
      Whole: {
        type: 'object',
        properties: {
          ...wide('p', { type: 'string' }),
          part: { $ref: '#/components/schemas/Part' },
        },
      },
      Part: { type: 'object', properties: wide('q', { type: 'string' }) },
    };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Whole' } } };
    const page = operationPage(
      { requestBody: { content }, responses: { 200: { description: 'Done.', content } } },
      { components: { schemas } },
    );
    expect(page.article.ids.has('body.part.q0')).toBe(true);
    expect(page.article.ids.has('response.200.p39')).toBe(true);
    expect(page.article.ids.has('response.200.part.q0')).toBe(false);
    expect(page.byId('response.200.part') && page.html).toContain('href="/api/schemas/Part"');
  });

  it('names what a page has no room for', () => {
    const names = Array.from({ length: 2000 }, (_, index) => [`p${index}`, { type: 'string' }]);
    const page = body({ type: 'object', properties: Object.fromEntries(names) });
    expect(page.elements.length).toBeLessThan(8000);
    expect(page.text).toMatch(/Not shown here: p1\d{3}, .* and \d+ more\. They are in the OpenAPI/);
    expect(page.html).toContain('<a href="/api/api.json">OpenAPI description</a>');
  });
});

describe('names from outside', () => {
  const evil = `"><script>alert(1)</script><img src=x onerror="alert(2)">`;

  it('stay text wherever they stand', () => {
    const page = operationPage(
      {
        summary: evil,
        description: evil,
        deprecated: true,
        'x-deprecated-description': evil,
        tags: [evil],
        externalDocs: { url: 'javascript:alert(1)', description: evil },
        parameters: [
          { name: evil, in: 'query', schema: { type: 'string', default: evil, enum: [evil] } },
          { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: evil } },
        ],
        requestBody: {
          content: {
            [evil]: {
              schema: {
                title: evil,
                properties: { [evil]: { properties: { [evil]: { example: evil } } } },
                patternProperties: { [evil]: { const: evil } },
                oneOf: [{ title: evil, properties: { a: {} } }, { title: evil }],
              },
              examples: { [evil]: { summary: evil, value: evil } },
            },
          },
        },
        responses: {
          200: {
            description: evil,
            headers: { [evil]: { schema: { type: 'string' } } },
            content: { 'text/plain': { schema: { type: 'string', example: evil } } },
            links: { [evil]: { operationId: evil, parameters: { [evil]: evil } } },
          },
        },
        callbacks: { [evil]: { [evil]: { post: { responses: { 200: { description: evil } } } } } },
        security: [{ [evil]: [evil] }],
        'x-codeSamples': [{ lang: evil, label: evil, source: evil }],
      },
      {
        components: {
          securitySchemes: { [evil]: { type: 'apiKey', in: 'header', name: evil } },
        },
      },
    );
    const names = new Set(page.elements.map(({ tagName }) => tagName));
    expect([...names].filter((name) => name === 'script' || name === 'img')).toEqual([]);
    expect(structureProblems(page)).toEqual([]);
    expect(page.html).not.toContain('javascript:');
  });

  it('may be names of JavaScript', () => {
    const page = body(
      JSON.parse(
        '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"}}}',
      ),
    );
    expect(row(page, 'body.__proto__')).toBe('__proto__ string');
    expect(row(page, 'body.constructor')).toBe('constructor integer');
  });

  it('give ids without white space, and every id once', () => {
    const page = body({
      type: 'object',
      properties: {
        'a b': { type: 'string' },
        a_b: { type: 'string' },
        'c.d': { type: 'string' },
        c: { type: 'object', properties: { d: { type: 'string' } } },
        '\ud800': { type: 'string' },
      },
    });
    expect(structureProblems(page)).toEqual([]);
    expect(page.article.ids.has('body.a_b-1')).toBe(true);
    expect(page.article.ids.has('body.c.d-1')).toBe(true);
  });
});
