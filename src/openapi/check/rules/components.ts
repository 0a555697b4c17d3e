import { namedEntries } from '../../model/json.ts';
import type { JsonObject } from '../../read/description.ts';
import { type Check, report } from '../check-context.ts';
import { isExtension } from '../value-kinds.ts';

/** Names of components are letters, digits, dots, hyphens and underscores (OpenAPI 3, Components Object). */
export function checkComponents(check: Check, components: JsonObject): void {
  for (const [section, held] of namedEntries(components)) {
    if (isExtension(section)) continue;
    for (const [name] of namedEntries(held)) {
      if (/^[\w.-]+$/.test(name)) continue;
      const message = `the name "${name}" has characters other than letters, digits, ".", "-" and "_"`;
      const holder = components[section];
      if (typeof holder !== 'object' || holder === null) continue;
      report(check, 'openapi-doubt', { message, at: check.description.locateKey(holder, name) });
    }
  }
}
