import { asObject, asText, isObject, listOf, namedEntries } from '../../model/model-context.ts';
import type { JsonObject } from '../../read/description.ts';
import { type Check, isExtension, report, suggest } from '../check-context.ts';

export function checkServer(check: Check, server: JsonObject): void {
  const url = asText(server['url']);
  if (url === undefined) return;
  const variables = asObject(server['variables']) ?? {};
  const template = readTemplate(url);
  const at = check.description.locate(server, 'url');
  if (template.problem !== undefined) {
    const message = `the address of the server ${template.problem}`;
    report(check, 'openapi-server', { message, at });
    return;
  }
  for (const name of new Set(template.names)) {
    if (name in variables) continue;
    const message = `the variable "${name}" of the server is not declared`;
    const hint = suggest(name, Object.keys(variables)) ?? 'add it to "variables" with a default';
    report(check, 'openapi-server', { message, at, hint });
  }
  for (const [name, variable] of namedEntries(variables)) {
    if (isExtension(name)) continue;
    if (isObject(variable)) checkDefault(check, name, variable);
  }
}

function checkDefault(check: Check, name: string, variable: JsonObject): void {
  const value = asText(variable['default']);
  const allowed = listOf(variable['enum']).filter((item) => typeof item === 'string');
  if (value === undefined || allowed.length === 0 || allowed.includes(value)) return;
  const message = `the default "${value}" of the variable "${name}" is not one of its values`;
  const at = check.description.locate(variable, 'default');
  report(check, 'openapi-server', { message, at, hint: suggest(value, allowed, 'values') });
}

interface Template {
  readonly names: readonly string[];
  /** Follows "the path" in a message. */
  readonly problem?: string;
}

/** Parses `/tenants/{tenantId}`. */
export function readTemplate(text: string): Template {
  const names: string[] = [];
  let open = -1;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '{') {
      if (open >= 0) return { names, problem: 'has a "{" inside braces' };
      open = at;
    } else if (char === '}') {
      if (open < 0) return { names, problem: 'has a "}" without its "{"' };
      const name = text.slice(open + 1, at);
      if (name === '') return { names, problem: 'has empty braces' };
      names.push(name);
      open = -1;
    }
  }
  return open < 0 ? { names } : { names, problem: 'has a "{" that is not closed' };
}
