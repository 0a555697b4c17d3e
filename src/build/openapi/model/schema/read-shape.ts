import type { EnumValue } from '../types.ts';
import { readAlternatives } from './alternatives.ts';
import { constAlternatives } from './enums.ts';
import type { Flat } from './flatten.ts';
import { kindOf, type Shape, typeOfValue, typesOf } from './shape.ts';
import type { SchemaTools } from './tools.ts';

/** Reads what kind of value a merged schema stands for. */
export function readShape(tools: SchemaTools, flat: Flat): Shape {
  if (flat.never) return { flat, kind: 'never', types: [], nullable: false, variants: undefined };
  const said = typesOf(flat.json);
  const others = said.includes('null') ? said.filter((type) => type !== 'null') : said;
  const constants = said.length === 0 ? constAlternatives(flat.json) : undefined;
  const types = constants === undefined ? others : typesOfValues(constants);
  // A value that can only be null is not a nullable one.
  const onlyNull = said.length > 0 && others.length === 0;
  const variants = readAlternatives(tools, flat, types);
  const shaped = onlyNull ? said : types;
  return {
    flat,
    kind: variants === undefined ? kindOf(flat.json, shaped) : 'union',
    types: shaped,
    nullable: !onlyNull && flat.nullable === true,
    variants,
  };
}

function typesOfValues(values: readonly EnumValue[]): readonly string[] {
  return [...new Set(values.map(({ json }) => typeOfValue(json)))];
}
