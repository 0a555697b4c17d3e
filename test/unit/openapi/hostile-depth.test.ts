import { describe, expect, it } from 'vitest';
import { checkDescription } from '../../../src/openapi/check/check.ts';
import { buildModel } from '../../../src/openapi/model/build-model.ts';
import { openDescription } from '../../../src/openapi/read/open.ts';
import { toFilePath } from '../../../src/shared/paths.ts';
import { buildApiSite } from './support/api-site.ts';

const LENGTH = 10_000;
const text = { type: 'string' };
const schema = (index: number): object => ({ $ref: `#/components/schemas/S${index}` });
const parameter = (index: number): object => ({ $ref: `#/components/parameters/P${index}` });

/** Links of a chain by the next one. */
const LINKS: Readonly<Record<string, (next: object) => object>> = {
  references: (next) => next,
  properties: (next) => ({ type: 'object', properties: { a: next } }),
  'inline properties': ({ $ref }: { readonly $ref?: string }) => ({
    properties: { a: { properties: { b: { $ref: `${$ref}/properties/a` } } } },
  }),
  items: (next) => ({ type: 'array', items: next }),
  maps: (next) => ({ type: 'object', additionalProperties: next }),
  'allOf parts': (next) => ({ allOf: [next], properties: { a: text } }),
  alternatives: (next) => ({ oneOf: [next, { type: 'integer' }] }),
};

/** An operation whose answer is a chain of schemas, and whose parameter is one of references. */
function describeChain(link: (next: object) => object, length: number, isRing = false): string {
  const schemas: Record<string, object> = {};
  const parameters: Record<string, object> = {};
  for (let index = 0; index < length; index += 1) {
    schemas[`S${index}`] = link(schema(index + 1));
    parameters[`P${index}`] = parameter(index + 1);
  }
  schemas[`S${length}`] = isRing ? schema(0) : { properties: { a: text } };
  parameters[`P${length}`] = { name: 'deep', in: 'query', schema: text };
  const content = { 'application/json': { schema: schema(0) } };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/a': {
        get: {
          operationId: 'a',
          parameters: [parameter(0)],
          responses: { 200: { description: 'OK', content } },
        },
      },
    },
    components: { schemas, parameters },
  });
}

/** Number of references that check and model follow, with their findings and the parameter's name. */
function readChain(source: string) {
  const opened = openDescription(toFilePath('api.json'), () => ({ ok: true, text: source }));
  if (opened.description === undefined) throw new Error('the description cannot be read');
  let followed = 0;
  const { follow } = opened.description;
  const description = {
    ...opened.description,
    follow: (...given: Parameters<typeof follow>) => {
      followed += 1;
      return follow(...given);
    },
  };
  const found = [...opened.diagnostics, ...checkDescription(description)];
  const { model, schemas, diagnostics } = buildModel(description, { id: 'api' });
  for (const named of model.schemas) schemas.read(named.schema);
  const parameters = model.operations[0]?.parameters.map(({ name }) => name);
  return { followed, found: [...found, ...diagnostics], parameters };
}

describe('a chain of 10,000', () => {
  it.each(Object.entries(LINKS))('%s is read in linear time', (_name, link) => {
    const quarter = readChain(describeChain(link, LENGTH / 4));
    const whole = readChain(describeChain(link, LENGTH));
    expect(whole.found).toEqual([]);
    expect(whole.parameters).toEqual(['deep']);
    expect(whole.followed).toBeLessThan(4.2 * quarter.followed);
  });

  it('references is shown as the schema at its end', () => {
    const { pages } = buildApiSite(describeChain((next) => next, LENGTH));
    const page = pages.find(({ route }) => route.endsWith('/get-a'));
    expect(page?.html).toContain('query.deep');
    expect(page?.html).toContain(`S${LENGTH}`);
  });

  it('references that is a ring is one error, of bounded length', () => {
    const quarter = readChain(describeChain((next) => next, LENGTH / 4, true));
    const whole = readChain(describeChain((next) => next, LENGTH, true));
    expect(whole.found).toMatchObject([{ severity: 'error', code: 'openapi-ref-circular' }]);
    expect(JSON.stringify(whole.found).length).toBeLessThan(1_000);
    expect(whole.followed).toBeLessThan(4.2 * quarter.followed);
  });

  it.each([
    ['properties', '{"properties":{"a":', '}}'],
    ['items', '{"items":', '}'],
    ['allOf parts', '{"allOf":[', ']}'],
  ])('%s in one another is beyond the limits', (_name, open, close) => {
    const nested = `${open.repeat(LENGTH)}{}${close.repeat(LENGTH)}`;
    const source = `{"openapi":"3.1.0","info":{"title":"T","version":"1"},"components":{"schemas":{"A":${nested}}}}`;
    const { description, diagnostics } = openDescription(toFilePath('api.json'), () => ({
      ok: true,
      text: source,
    }));
    expect(description).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(['openapi-limit']);
  });
});

describe('150,000 mistakes', () => {
  const many = <T>(make: (index: number) => T): T[] =>
    Array.from({ length: 150_000 }, (_, at) => make(at));
  const DESCRIPTION = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} };
  const open = (description: object, overlay?: object) =>
    openDescription(
      toFilePath('api.json'),
      () => ({ ok: true, text: JSON.stringify(description) }),
      (overlay === undefined ? [] : [overlay]).map((one) => ({
        file: toFilePath('overlay.json'),
        read: () => ({ ok: true, text: JSON.stringify(one) }),
      })),
    );

  it('in a description are findings', () => {
    const anyOf = many(() => ({ type: 'strin' }));
    const { description } = open({ ...DESCRIPTION, components: { schemas: { A: { anyOf } } } });
    expect(description && checkDescription(description)).toHaveLength(150_000);
  });

  it('in an overlay are findings', () => {
    const actions = many((index) => ({ target: `$.x${index}`, remove: true }));
    const info = { title: 'T', version: '1' };
    expect(open(DESCRIPTION, { overlay: '1.0.0', info, actions }).diagnostics).toHaveLength(
      150_000,
    );
  });

  it('are no matter of dependent schemas', () => {
    const dependentSchemas = Object.fromEntries(many((index) => [`k${index}`, {}]));
    const { description } = open({
      ...DESCRIPTION,
      components: { schemas: { A: { dependentSchemas } } },
    });
    expect(description && checkDescription(description)).toEqual([]);
  });
});

describe('40 unions', () => {
  it('that are parts of each other have pages of a usual size', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => {
        const others = Array.from({ length: 39 - at }, (_other, next) => schema(at + next + 1));
        const key = ['anyOf', 'allOf', 'oneOf'][at % 3] ?? 'anyOf';
        return [`S${at}`, { properties: { [`p${at}`]: {} }, [key]: others }];
      }),
    );
    const { pages } = buildApiSite(
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'T', version: '1' },
        paths: {},
        components: { schemas },
      }),
    );
    expect(pages.length).toBeGreaterThan(40);
    expect(pages.filter(({ html }) => html.length > 1_000_000)).toEqual([]);
  });
});
