import type { SchemaNode, Variant } from '../model/api-model.ts';
import { isObject, stringOf } from '../model/json.ts';
import { constOfProperty } from './alternatives.ts';
import { typeLabel } from './label.ts';
import { type Alternative, requiredOnly, type Shape } from './shape.ts';
import type { SchemaTools } from './tools.ts';

/** The alternatives of a union with what tells them apart. */
export function labelVariants(tools: SchemaTools, shape: Shape): SchemaNode['variants'] {
  const { variants } = shape;
  if (variants === undefined) return undefined;
  const { rule, list, discriminator } = variants;
  const told = discriminator === undefined ? tellingProperty(tools, list) : undefined;
  const labelled = list.map((alternative): Variant => {
    const { schema, value } = alternative;
    const constant = told === undefined ? undefined : constOfProperty(tools, schema, told);
    if (value !== undefined) return { label: value, value, schema };
    return {
      ...(constant === undefined ? nameOf(tools, alternative) : { label: constant }),
      schema,
    };
  });
  return {
    rule,
    list: labelled,
    ...(discriminator === undefined ? {} : { discriminator }),
  };
}

const MAX_TOLD = 60;

/** A property that has another constant in each alternative. */
function tellingProperty(tools: SchemaTools, list: readonly Alternative[]): string | undefined {
  const [first] = list;
  if (first === undefined || list.length < 2 || list.length > MAX_TOLD) return undefined;
  const { properties } = tools.flattener.flatten(first.schema).json;
  return Object.keys(isObject(properties) ? properties : {})
    .slice(0, MAX_TOLD)
    .find((name) => {
      const values = new Set<string>();
      for (const { schema } of list) {
        const value = constOfProperty(tools, schema, name);
        if (value === undefined || values.has(value)) return false;
        values.add(value);
      }
      return true;
    });
}

function nameOf(tools: SchemaTools, { schema }: Alternative): Pick<Variant, 'label' | 'requires'> {
  const shape = tools.shape(schema);
  const { ref, json } = shape.flat;
  const name = ref === undefined ? undefined : tools.names.named(ref.target)?.name;
  if (name !== undefined) return { label: name };
  const title = stringOf(json['title']).trim();
  if (title !== '') return { label: title };
  const requires = requiredOnly(schema);
  if (requires.length > 0) return { label: `with ${requires.join(', ')}`, requires };
  return { label: typeLabel(tools, shape) };
}
