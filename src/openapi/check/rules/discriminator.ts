import { asObject, asText, isObject, listOf } from '../../model/model-context.ts';
import type { JsonObject, JsonValue } from '../../read/description.ts';
import { type Check, report, suggest } from '../check-context.ts';
import { resolveObject } from '../references.ts';

export function checkDiscriminator(check: Check, schema: JsonObject): void {
  const given = schema['discriminator'];
  if (typeof given === 'string') {
    checkProperty(check, { schema, holder: schema, key: 'discriminator', name: given });
    return;
  }
  if (!isObject(given)) return;
  const name = asText(given['propertyName']);
  if (name !== undefined)
    checkProperty(check, { schema, holder: given, key: 'propertyName', name });
  const mapping = asObject(given['mapping']) ?? {};
  for (const [key, target] of Object.entries(mapping)) {
    if (typeof target === 'string') checkTarget(check, { holder: mapping, key, target });
  }
  const fallback = asText(given['defaultMapping']);
  if (fallback !== undefined) {
    checkTarget(check, { holder: given, key: 'defaultMapping', target: fallback });
  }
}

// The name of a schema, or else a reference (OpenAPI 3.2, Discriminator Object).
function checkTarget(
  check: Check,
  { holder, key, target }: { holder: JsonObject; key: string; target: string },
): void {
  const { root } = check.description.root;
  const components = asObject(asObject(root)?.['components']);
  const schemas = asObject(components?.['schemas']) ?? {};
  if (target in schemas) return;
  const bare = /^[\w-]+$/.test(target);
  const found = bare ? undefined : check.description.follow(target, holder);
  if (found?.ok === true) return;
  const message = `the discriminator refers to "${target}", which does not exist`;
  const hint = bare ? suggest(target, Object.keys(schemas)) : found?.problem.hint;
  const at = check.description.locate(holder, key);
  report(check, 'openapi-discriminator', { message, at, hint });
}

interface Property {
  readonly schema: JsonObject;
  readonly holder: JsonObject;
  readonly key: string;
  readonly name: string;
}

function checkProperty(check: Check, { schema, holder, key, name }: Property): void {
  const variants = [...listOf(schema['oneOf']), ...listOf(schema['anyOf'])];
  const own = findProperty(check, withoutVariants(check, schema), { name, depth: 0 });
  if (own === 'present') return;
  const at = check.description.locate(holder, key);
  if (variants.length === 0) {
    const names = Object.keys(asObject(schema['properties']) ?? {});
    // Schemas that extend one without properties have them.
    if (names.length === 0 || own === 'unknown') return;
    const message = `the discriminator names the property "${name}", which the schema does not have`;
    report(check, 'openapi-suspicious', { message, at, hint: suggest(name, names) });
    return;
  }
  for (const variant of variants) {
    if (findProperty(check, variant, { name, depth: 1 }) !== 'absent') continue;
    const ref = isObject(variant) ? asText(variant['$ref']) : undefined;
    const which = ref === undefined ? 'one of its variants' : `"${ref}"`;
    const message = `the discriminator names the property "${name}", which ${which} does not have`;
    report(check, 'openapi-suspicious', { message, at });
  }
}

function withoutVariants(check: Check, schema: JsonObject): JsonObject {
  const copy: JsonObject = Object.create(null);
  for (const key of ['properties', 'allOf', '$ref', 'type']) {
    const value = schema[key];
    if (value !== undefined) copy[key] = value;
  }
  return check.description.derive(copy, schema);
}

/** Whether a schema has a property; `unknown` if that cannot be determined. */
function findProperty(
  check: Check,
  value: JsonValue,
  { name, depth }: { name: string; depth: number },
): 'present' | 'absent' | 'unknown' {
  const schema = resolveObject(check, value);
  if (schema === undefined || depth > 20) return 'unknown';
  if (name in (asObject(schema['properties']) ?? {})) return 'present';
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((key) => listOf(schema[key]));
  const found = parts.map((part) => findProperty(check, part, { name, depth: depth + 1 }));
  if (found.includes('present')) return 'present';
  if (found.includes('unknown') || '$ref' in schema || '$dynamicRef' in schema) return 'unknown';
  const type = schema['type'];
  const other = typeof type === 'string' && type !== 'object';
  return other || depth > 0 || 'properties' in schema || parts.length > 0 ? 'absent' : 'unknown';
}
