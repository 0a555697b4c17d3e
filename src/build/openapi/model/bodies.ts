import type { JsonObject, JsonValue } from '../documents/types.ts';
import { type ModelContext, resolveObject, resolvedText } from './context.ts';
import { isInternal } from './json.ts';
import { readContents } from './media.ts';
import { resolveParameters } from './parameters.ts';
import { swaggerBody } from './swagger.ts';
import type { RequestBody } from './types.ts';

/** The body of an operation; undefined where it has none, or none that has a media type. */
export function readBody(
  context: ModelContext,
  operation: JsonObject,
  parameterLevels: readonly (readonly JsonValue[])[],
): RequestBody | undefined {
  if (context.dialect === '2.0') {
    return swaggerBody(context, operation, resolveParameters(context, parameterLevels));
  }
  const resolved = resolveObject(context, operation['requestBody']);
  if (resolved === undefined || isInternal(resolved.object)) return undefined;
  const contents = readContents(context, resolved.object['content']);
  if (contents.length === 0) return undefined;
  return {
    required: resolved.object['required'] === true,
    description: resolvedText(resolved, 'description'),
    contents,
    source: resolved.object,
  };
}
