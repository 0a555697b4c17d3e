import type { JsonValue } from '../read/description.ts';
import type { Parameter, ParameterLocation } from './api-model.ts';

const STYLES = [
  'matrix',
  'label',
  'simple',
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'deepObject',
  'cookie',
] as const satisfies readonly Parameter['style'][];

/** True for the name of a style (OpenAPI 3.2, 4.12.2.3). */
export function isStyle(value: JsonValue | undefined): value is Parameter['style'] {
  return STYLES.some((style) => style === value);
}

/** How an array or object is serialized. */
export interface Serialization {
  readonly style: Parameter['style'];
  readonly explode: boolean;
}

/** Returns style and explode of OpenAPI 3, with the defaults of the location. */
export function serialization(
  location: ParameterLocation,
  given: { readonly style: JsonValue | undefined; readonly explode: JsonValue | undefined },
): Serialization {
  const standard = location === 'path' || location === 'header' ? 'simple' : 'form';
  const style = isStyle(given.style) ? given.style : standard;
  const exploded = style === 'form' || style === 'cookie';
  return { style, explode: typeof given.explode === 'boolean' ? given.explode : exploded };
}

/** Converts Swagger 2.0's `collectionFormat`; only `multi` repeats the name, and tabs have no style. */
export function collectionStyle(
  location: ParameterLocation,
  format: JsonValue | undefined,
): Serialization {
  if (location === 'path' || location === 'header') return { style: 'simple', explode: false };
  switch (format) {
    case 'multi':
      return { style: 'form', explode: true };
    case 'ssv':
      return { style: 'spaceDelimited', explode: false };
    case 'pipes':
      return { style: 'pipeDelimited', explode: false };
    default:
      return { style: 'form', explode: false };
  }
}
