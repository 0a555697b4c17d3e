import type { KindName } from '../../kinds.ts';
import { listOf } from '../../model/model-context.ts';
import type { JsonObject } from '../../read/description.ts';
import type { Check, Direction, Visit } from '../check-context.ts';
import { checkExampleHolder } from './examples.ts';
import { checkDiscriminator, checkServer } from './names.ts';
import { checkParameterList } from './paths.ts';
import { checkSchema, noteValues } from './schemas.ts';

type Rule = (check: Check, object: JsonObject, direction: Direction) => void;

const RULES: ReadonlyMap<KindName, readonly Rule[]> = new Map<KindName, readonly Rule[]>([
  ['Server', [checkServer]],
  ['PathItem', [checkParameterList]],
  ['Operation', [checkParameterList, (check, object) => void check.operations.push(object)]],
  ['Parameter', [checkSimpleValue, checkExampleHolder]],
  ['Header', [checkSimpleValue, checkExampleHolder]],
  ['Items', [checkSimpleValue]],
  ['MediaType', [checkExampleHolder]],
  ['Response', [checkExampleHolder]],
  ['Link', [(check, object) => void check.links.push(object)]],
  ['Schema', [checkSchema]],
  ['Discriminator', [checkDiscriminator]],
  ['SecurityRequirement', [(check, object) => void check.requirements.push(object)]],
]);

export function applyRules(check: Check, { kind, object, direction }: Visit): void {
  for (const rule of RULES.get(kind) ?? []) rule(check, object, direction);
}

/** Checks a parameter, header or item of Swagger 2.0, which has no schema. */
function checkSimpleValue(check: Check, object: JsonObject): void {
  if (check.version !== '2.0' || listOf(object['type']).length > 0) return;
  if (object['in'] !== 'body') noteValues(check, object);
}
