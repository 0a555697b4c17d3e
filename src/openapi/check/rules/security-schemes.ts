import { asText, isObject, namedEntries } from '../../model/json.ts';
import type { JsonObject } from '../../read/description.ts';
import { type Check, report } from '../check-context.ts';
import { locateStart } from '../member-locations.ts';

const NEEDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['apiKey', ['name', 'in']],
  ['http', ['scheme']],
  ['oauth2', ['flows']],
  ['openIdConnect', ['openIdConnectUrl']],
]);

const FLOW_NEEDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['implicit', ['authorizationUrl']],
  ['password', ['tokenUrl']],
  ['clientCredentials', ['tokenUrl']],
  ['authorizationCode', ['authorizationUrl', 'tokenUrl']],
  ['deviceAuthorization', ['deviceAuthorizationUrl', 'tokenUrl']],
]);

const OLD_FLOW_NEEDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['implicit', ['authorizationUrl']],
  ['password', ['tokenUrl']],
  ['application', ['tokenUrl']],
  ['accessCode', ['authorizationUrl', 'tokenUrl']],
]);

/** What a security scheme of some type must have. */
export function checkSecurityScheme(check: Check, scheme: JsonObject): void {
  const type = asText(scheme['type']) ?? '';
  if (check.version === '2.0') {
    if (type === 'apiKey') demand(check, scheme, { keys: ['name', 'in'], what: 'an API key' });
    if (type !== 'oauth2') return;
    const flow = asText(scheme['flow']);
    demand(check, scheme, { keys: ['flow', 'scopes'], what: 'an OAuth scheme' });
    if (flow !== undefined) {
      demand(check, scheme, { keys: OLD_FLOW_NEEDS.get(flow) ?? [], what: `the flow "${flow}"` });
    }
    return;
  }
  demand(check, scheme, {
    keys: NEEDS.get(type) ?? [],
    what: `a security scheme of type "${type}"`,
  });
  for (const [name, flow] of namedEntries(scheme['flows'])) {
    if (isObject(flow))
      demand(check, flow, { keys: FLOW_NEEDS.get(name) ?? [], what: `the flow "${name}"` });
  }
}

interface Demand {
  readonly keys: readonly string[];
  readonly what: string;
}

function demand(check: Check, object: JsonObject, { keys, what }: Demand): void {
  for (const key of keys) {
    if (key in object) continue;
    report(check, 'openapi-field-missing', {
      message: `${what} needs "${key}"`,
      at: locateStart(check, object),
    });
  }
}
