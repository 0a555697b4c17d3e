import { asObject } from '../../model/json.ts';
import type { JsonObject } from '../../read/description.ts';
import { type Check, report, suggest } from '../check-context.ts';

// Where one of these stands, the property may come from elsewhere.
const OPEN = [
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  '$ref',
  '$dynamicRef',
  'patternProperties',
  'discriminator',
];

/** Names under `required` that no property has. Parts of other schemas are not judged. */
export function checkRequiredNames(check: Check): void {
  for (const schema of check.schemas) {
    const required = schema['required'];
    if (!Array.isArray(required) || !isWhole(check, schema)) continue;
    const properties = asObject(schema['properties']) ?? {};
    const seen = new Set<string>();
    for (const [index, name] of required.entries()) {
      if (typeof name !== 'string') continue;
      const twice = seen.has(name);
      seen.add(name);
      if (!twice && name in properties) continue;
      const message = twice
        ? `"${name}" stands twice under "required"`
        : `"required" names "${name}", which is not one of the properties`;
      report(check, 'openapi-doubt', {
        message,
        at: check.description.locate(required, index),
        hint: twice ? undefined : suggest(name, Object.keys(properties)),
      });
    }
  }
}

function isWhole(check: Check, schema: JsonObject): boolean {
  if (check.parts.has(schema) || OPEN.some((key) => key in schema)) return false;
  const type = schema['type'];
  if (typeof type === 'string' && type !== 'object') return false;
  const rest = schema['additionalProperties'];
  return rest === undefined || rest === false;
}
