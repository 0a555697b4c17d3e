import type { JsonObject } from '../../read/description.ts';
import type { Check, Direction, Visit } from '../check-context.ts';
import type { KindName } from '../fields/field.ts';
import {
  checkComponents,
  checkEncodings,
  checkExample,
  checkExampleHolder,
  checkMediaTypeList,
  checkMediaTypes,
  checkResponses,
} from './contents.ts';
import { checkDiscriminator } from './discriminator.ts';
import { checkAdditionalOperations, checkBodies, checkParameterList } from './operations.ts';
import { checkParameter, checkSimpleValue } from './parameters.ts';
import { checkSchema } from './schemas.ts';
import { checkSecurityScheme } from './security.ts';
import { checkServer } from './servers.ts';

type Rule = (check: Check, object: JsonObject, direction: Direction) => void;

const RULES: ReadonlyMap<KindName, readonly Rule[]> = new Map<KindName, readonly Rule[]>([
  ['Root', [checkMediaTypeList]],
  ['Components', [checkComponents]],
  ['Server', [checkServer]],
  ['PathItem', [checkParameterList, checkBodies, checkAdditionalOperations]],
  [
    'Operation',
    [checkParameterList, checkMediaTypeList, (check, object) => void check.operations.push(object)],
  ],
  ['Parameter', [checkParameter, checkSimpleValue, checkExampleHolder, checkMediaTypes]],
  ['Header', [checkSimpleValue, checkExampleHolder, checkMediaTypes]],
  ['Items', [checkSimpleValue]],
  ['RequestBody', [checkMediaTypes]],
  ['MediaType', [checkExampleHolder, checkEncodings]],
  ['Responses', [checkResponses]],
  ['Response', [checkMediaTypes, checkExampleHolder]],
  ['Example', [checkExample]],
  ['Link', [(check, object) => void check.links.push(object)]],
  ['Schema', [checkSchema, checkDiscriminator]],
  ['SecurityScheme', [checkSecurityScheme]],
  ['SecurityRequirement', [(check, object) => void check.requirements.push(object)]],
]);

export function applyRules(check: Check, { kind, object, direction }: Visit): void {
  for (const rule of RULES.get(kind) ?? []) rule(check, object, direction);
}
