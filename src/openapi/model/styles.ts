import type { JsonValue } from '../read/description.ts';
import type { Parameter, ParameterLocation } from './api-model.ts';

/** Whether each style explodes lists and objects by default. */
const STYLES: Readonly<Record<Parameter['style'], boolean>> = {
  matrix: false,
  label: false,
  simple: false,
  form: true,
  spaceDelimited: false,
  pipeDelimited: false,
  deepObject: false,
  cookie: true,
};

/** True for the name of a style (OpenAPI 3.2, 4.12.2.3). */
export function isStyle(value: JsonValue | undefined): value is Parameter['style'] {
  return typeof value === 'string' && Object.hasOwn(STYLES, value);
}

/** How an array or object is serialized. */
interface Serialization {
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
  return { style, explode: typeof given.explode === 'boolean' ? given.explode : STYLES[style] };
}

/** Converts Swagger 2.0's `collectionFormat`; only `multi` repeats the name, and tabs have no style. */
export function collectionStyle(
  location: ParameterLocation,
  format: JsonValue | undefined,
): Serialization {
  if (location === 'path' || location === 'header') return { style: 'simple', explode: false };
  if (format === 'ssv') return { style: 'spaceDelimited', explode: false };
  if (format === 'pipes') return { style: 'pipeDelimited', explode: false };
  return { style: 'form', explode: format === 'multi' };
}
