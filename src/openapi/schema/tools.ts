import type { RawSchema } from '../model/api-model.ts';
import { isInternal, type ModelContext } from '../model/model-context.ts';
import type { Flattener } from './flatten.ts';
import type { SchemaNames } from './names.ts';
import type { Shape } from './shape.ts';

export interface SchemaTools {
  readonly context: ModelContext;
  readonly names: SchemaNames;
  readonly flattener: Flattener;
  /** The shape of a schema; the same object gives the same shape. */
  shape(schema: RawSchema): Shape;
}

/** True for a schema that is kept out of the reference, itself or what it refers to. */
export function isHidden({ names }: SchemaTools, schema: RawSchema): boolean {
  if (typeof schema === 'boolean') return false;
  if (isInternal(schema)) return true;
  const ref = schema['$ref'];
  const target = typeof ref === 'string' ? names.target(ref, schema)?.schema : undefined;
  return typeof target === 'object' && isInternal(target);
}
