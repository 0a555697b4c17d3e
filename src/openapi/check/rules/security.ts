import { asObject, asText, isObject, listOf, namedEntries } from '../../model/model-context.ts';
import type { JsonObject } from '../../read/description.ts';
import { type Check, isExtension, locateStart, report, suggest } from '../check-context.ts';
import { resolveObject } from '../references.ts';

export function checkRequirements(check: Check, root: JsonObject): void {
  const schemes = asObject(
    check.version === '2.0'
      ? root['securityDefinitions']
      : asObject(root['components'])?.['securitySchemes'],
  );
  for (const requirement of check.requirements) {
    for (const [name, scopes] of namedEntries(requirement)) {
      if (isExtension(name) && schemes?.[name] === undefined) continue;
      checkRequirement(check, {
        requirement,
        name,
        scopes: listOf(scopes),
        schemes: schemes ?? {},
      });
    }
  }
}

interface Requirement {
  readonly requirement: JsonObject;
  readonly name: string;
  readonly scopes: readonly unknown[];
  readonly schemes: JsonObject;
}

function checkRequirement(check: Check, { requirement, name, scopes, schemes }: Requirement): void {
  const scheme = name in schemes ? resolveObject(check, schemes[name]) : undefined;
  if (!(name in schemes)) {
    // OpenAPI 3.2 allows an address instead of a name.
    if (check.version === '3.2' && /[/.#:]/.test(name)) return;
    const message = `the security scheme "${name}" is not declared`;
    const at = check.description.locateKey(requirement, name);
    const hint = suggest(name, Object.keys(schemes), 'declared');
    report(check, 'openapi-security', { message, at, hint });
    return;
  }
  if (scheme?.['type'] !== 'oauth2') return;
  const known = scopesOf(scheme);
  const list = requirement[name];
  if (known === undefined || !Array.isArray(list)) return;
  for (const [index, scope] of scopes.entries()) {
    if (typeof scope !== 'string' || known.has(scope)) continue;
    const message = `the security scheme "${name}" has no scope "${scope}"`;
    const at = check.description.locate(list, index);
    report(check, 'openapi-security', { message, at, hint: suggest(scope, known, 'scopes') });
  }
}

/** Returns the scopes of all flows; undefined if a flow has none declared. */
function scopesOf(scheme: JsonObject): ReadonlySet<string> | undefined {
  const flows =
    asText(scheme['flow']) === undefined ? namedEntries(scheme['flows']) : [['', scheme] as const];
  const scopes = new Set<string>();
  for (const [name, flow] of flows) {
    if (isExtension(name)) continue;
    const held = asObject(asObject(flow)?.['scopes']);
    if (held === undefined) return undefined;
    for (const scope of Object.keys(held)) scopes.add(scope);
  }
  return scopes;
}

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
    const message = `${what} needs "${key}"`;
    report(check, 'openapi-field-missing', { message, at: locateStart(check, object) });
  }
}
