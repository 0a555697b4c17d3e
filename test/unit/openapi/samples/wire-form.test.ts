import { describe, expect, it } from 'vitest';
import type { Parameter } from '../../../../src/openapi/model/api-model.ts';
import { serialize } from '../../../../src/shared/request/serialize.ts';
import { wireForm } from '../../../../src/openapi/samples/wire-form.ts';

import { operationOf } from './described.ts';

const LIST = ['blue', 'black', 'brown'];
const OBJECT = { R: 100, G: 200, B: 150 };

type Row = [Parameter['style'], boolean, Parameter['in'], string, string, string];

// OpenAPI 3.1 and 3.2, Style Examples.
describe('style examples of the specification', () => {
  it.each<Row>([
    ['matrix', false, 'path', ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150'],
    [
      'matrix',
      true,
      'path',
      ';color=blue',
      ';color=blue;color=black;color=brown',
      ';R=100;G=200;B=150',
    ],
    ['label', false, 'path', '.blue', '.blue,black,brown', '.R,100,G,200,B,150'],
    ['label', true, 'path', '.blue', '.blue.black.brown', '.R=100.G=200.B=150'],
    ['simple', false, 'path', 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
    ['simple', true, 'header', 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
    ['form', false, 'query', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
    [
      'form',
      true,
      'query',
      'color=blue',
      'color=blue&color=black&color=brown',
      'R=100&G=200&B=150',
    ],
    ['cookie', false, 'cookie', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
    [
      'cookie',
      true,
      'cookie',
      'color=blue',
      'color=blue; color=black; color=brown',
      'R=100; G=200; B=150',
    ],
    [
      'spaceDelimited',
      false,
      'query',
      'color=blue',
      'color=blue%20black%20brown',
      'color=R%20100%20G%20200%20B%20150',
    ],
    [
      'pipeDelimited',
      false,
      'query',
      'color=blue',
      'color=blue%7Cblack%7Cbrown',
      'color=R%7C100%7CG%7C200%7CB%7C150',
    ],
    [
      'deepObject',
      true,
      'query',
      'color=blue',
      'color=blue&color=black&color=brown',
      'color[R]=100&color[G]=200&color[B]=150',
    ],
  ])('%s, explode %s, in %s', (...row) => {
    const [style, explode, place, text, list, object] = row;
    const wire = { name: 'color', in: place, style, explode, allowReserved: false };
    expect([serialize(wire, 'blue'), serialize(wire, LIST), serialize(wire, OBJECT)]).toEqual([
      text,
      list,
      object,
    ]);
  });

  it('writes an empty text', () => {
    const wire = { name: 'color', explode: false, allowReserved: false } as const;
    expect(serialize({ ...wire, in: 'path', style: 'matrix' }, '')).toBe(';color');
    expect(serialize({ ...wire, in: 'path', style: 'label' }, '')).toBe('.');
    expect(serialize({ ...wire, in: 'query', style: 'form' }, '')).toBe('color=');
  });

  it('escapes what is reserved unless that is allowed, and never what would end the value', () => {
    const wire = { name: 'q', in: 'query', style: 'form', explode: true } as const;
    expect(serialize({ ...wire, allowReserved: false }, 'a/b?c&d=é')).toBe(
      'q=a%2Fb%3Fc%26d%3D%C3%A9',
    );
    expect(serialize({ ...wire, allowReserved: true }, 'a/b?c&d#')).toBe('q=a/b?c%26d%23');
  });
});

function form(parameter: Record<string, unknown>): string | undefined {
  const { operation, schemas } = operationOf({ parameters: [parameter] });
  const [first] = operation.parameters;
  return first === undefined ? 'none' : wireForm(first, schemas);
}

describe('wire form of a parameter', () => {
  const numbers = { type: 'array', items: { type: 'integer' } };

  it('shows how the entries of a list are joined', () => {
    expect(form({ name: 'ids', in: 'query', schema: numbers, explode: false })).toBe('?ids=3,4,5');
    expect(form({ name: 'ids', in: 'query', schema: numbers })).toBe('?ids=3&ids=4&ids=5');
    expect(form({ name: 'X-Ids', in: 'header', schema: numbers, example: [3, 4] })).toBe(
      'X-Ids: 3,4',
    );
    expect(form({ name: 'mx', in: 'cookie', schema: numbers, explode: false })).toBe(
      'Cookie: mx=3,4,5',
    );
  });

  it('shows objects by their properties', () => {
    const schema = { type: 'object', properties: { name: { type: 'string', example: 'x' } } };
    expect(form({ name: 'filter', in: 'query', style: 'deepObject', explode: true, schema })).toBe(
      '?filter[name]=x',
    );
  });

  it('shows JSON as it is escaped', () => {
    const content = { 'application/json': { example: { a: 1 } } };
    expect(form({ name: 'filter', in: 'query', content })).toBe('?filter=%7B%22a%22%3A1%7D');
  });

  it('takes the values of an enum', () => {
    const items = { type: 'string', enum: ['asc', 'desc'] };
    expect(
      form({ name: 'sort', in: 'query', explode: false, schema: { type: 'array', items } }),
    ).toBe('?sort=asc,desc');
  });

  it('has nothing to tell of a single value', () => {
    expect(form({ name: 'q', in: 'query', schema: { type: 'string' } })).toBeUndefined();
  });
});
