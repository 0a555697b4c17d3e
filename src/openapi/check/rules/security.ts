import { asObject, asText, listOf, namedEntries } from '../../model/json.ts';
import type { JsonObject } from '../../read/description.ts';
import { type Check, report, suggest } from '../check-context.ts';
import { resolveObject } from '../references.ts';
import { isExtension } from '../value-kinds.ts';

/** Schemes and scopes that security requirements name. */
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
    // OpenAPI 3.2 allows an address in place of a name.
    if (check.version === '3.2' && /[/.#:]/.test(name)) return;
    report(check, 'openapi-security', {
      message: `there is no security scheme "${name}"`,
      at: check.description.locateKey(requirement, name),
      hint: suggest(name, Object.keys(schemes), 'declared'),
    });
    return;
  }
  if (scheme?.['type'] !== 'oauth2') return;
  const known = scopesOf(scheme);
  const list = requirement[name];
  if (known === undefined || !Array.isArray(list)) return;
  for (const [index, scope] of scopes.entries()) {
    if (typeof scope !== 'string' || known.has(scope)) continue;
    report(check, 'openapi-security', {
      message: `the security scheme "${name}" has no scope "${scope}"`,
      at: check.description.locate(list, index),
      hint: suggest(scope, known, 'scopes'),
    });
  }
}

/** The scopes of all flows; undefined where a flow does not say. */
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
