/** Names without a declaration: security schemes, scopes, tags, server variables, targets of links and discriminators. */

import { keysOf } from '../../../diagnostics/nearest.ts';
import { asObject, asText, declaredIn, listOf, namedEntries } from '../../model/model-context.ts';
import type { JsonObject, JsonValue } from '../../read/description.ts';
import { type Check, isExtension, report, suggest, suggestOrList } from '../check-context.ts';
import { resolveObject } from '../references.ts';
import { readTemplate } from './paths.ts';

export function checkRequirements(check: Check, root: JsonObject): void {
  const schemes = declaredIn({ root, dialect: check.version }, 'securitySchemes');
  for (const requirement of check.requirements) {
    for (const [name, scopes] of namedEntries(requirement)) {
      if (!(name in schemes)) {
        // OpenAPI 3.2 allows an address instead of a name.
        if (isExtension(name) || (check.version === '3.2' && /[/.#:]/.test(name))) continue;
        report(check, 'openapi-security', {
          message: `the security scheme "${name}" is not declared`,
          at: check.description.locateKey(requirement, name),
          hint: suggestOrList(check, name, { known: keysOf(schemes), what: 'declared' }),
        });
        continue;
      }
      const scheme = resolveObject(check, schemes[name]);
      const known = scheme?.['type'] === 'oauth2' ? scopesOf(scheme) : undefined;
      if (known === undefined || !Array.isArray(scopes)) continue;
      for (const [index, scope] of scopes.entries()) {
        if (typeof scope !== 'string' || known.has(scope)) continue;
        report(check, 'openapi-security', {
          message: `the security scheme "${name}" has no scope "${scope}"`,
          at: check.description.locate(scopes, index),
          hint: suggestOrList(check, scope, { known, what: 'scopes' }),
        });
      }
    }
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

export function checkServer(check: Check, server: JsonObject): void {
  const url = asText(server['url']);
  if (url === undefined) return;
  const variables = asObject(server['variables']) ?? {};
  for (const name of new Set(readTemplate(url).names)) {
    if (name in variables) continue;
    const message = `the variable "${name}" of the server is not declared`;
    const hint = suggest(check, name, keysOf(variables)) ?? 'add it to "variables" with a default';
    report(check, 'openapi-server', { message, at: check.description.locate(server, 'url'), hint });
  }
}

/** Reports tags of operations that the description's list does not declare; without a list, all tags are allowed. */
export function checkTags(check: Check, root: JsonObject): void {
  const names = listOf(root['tags']).map((tag) => asText(asObject(tag)?.['name']));
  const declared = new Set(names.filter((name) => name !== undefined));
  if (declared.size === 0) return;
  for (const operation of check.operations) {
    const tags: JsonValue | undefined = operation['tags'];
    if (!Array.isArray(tags)) continue;
    for (const [index, name] of tags.entries()) {
      if (typeof name !== 'string' || declared.has(name)) continue;
      const message = `the tag "${name}" is not declared`;
      const at = check.description.locate(tags, index);
      report(check, 'openapi-tag', { message, at, hint: suggest(check, name, declared) });
    }
  }
}

/** Reports links of responses to operations that do not exist. */
export function checkLinks(check: Check): void {
  const ids = new Set(check.operations.map((operation) => operation['operationId']));
  const known = [...ids].filter((id) => typeof id === 'string');
  for (const link of check.links) {
    const id = asText(link['operationId']);
    const ref = asText(link['operationRef']);
    if (id !== undefined && !ids.has(id)) {
      const message = `the operation "${id}" does not exist`;
      const at = check.description.locate(link, 'operationId');
      report(check, 'openapi-link', { message, at, hint: suggest(check, id, known) });
    }
    // Absolute addresses may belong to another API and are not resolved.
    if (ref === undefined || /^[a-z][a-z\d+.-]*:/i.test(ref)) continue;
    const found = check.description.follow(ref, link);
    if (found.ok) continue;
    const { message, hint } = found.problem;
    const at = check.description.locate(link, 'operationRef');
    report(check, 'openapi-link', { message, at, hint });
  }
}

/** Reports values of a discriminator that lead to no schema. */
export function checkDiscriminator(check: Check, discriminator: JsonObject): void {
  const mapping = asObject(discriminator['mapping']) ?? {};
  const components = asObject(asObject(check.description.root.root)?.['components']);
  const schemas = asObject(components?.['schemas']) ?? {};
  const targets = Object.entries(mapping).map(([key, target]) => ({
    holder: mapping,
    key,
    target,
  }));
  const fallback = discriminator['defaultMapping'] ?? null;
  targets.push({ holder: discriminator, key: 'defaultMapping', target: fallback });
  for (const { holder, key, target } of targets) {
    // The name of a schema, or else a reference (OpenAPI 3.2, Discriminator Object).
    if (typeof target !== 'string' || target in schemas) continue;
    const isBare = /^[\w-]+$/.test(target);
    const found = isBare ? undefined : check.description.follow(target, holder);
    if (found?.ok === true) continue;
    const message = `the discriminator refers to "${target}", which does not exist`;
    const hint = isBare ? suggest(check, target, keysOf(schemas)) : found?.problem.hint;
    const at = check.description.locate(holder, key);
    report(check, 'openapi-discriminator', { message, at, hint });
  }
}
