import type { JsonObject, JsonValue } from '../read/description.ts';
import type { Server, ServerVariable } from './api-model.ts';
import { namedEntries, objectsOf, stringOf, stringsOf } from './json.ts';
import type { ModelContext } from './model-context.ts';

/** The servers of a list; undefined where none is given, so that the level above decides. */
export function readServers(value: JsonValue | undefined): readonly Server[] | undefined {
  const servers = objectsOf(value).map(readServer);
  return servers.length === 0 ? undefined : servers;
}

/** The servers of the whole description. Without any it is the place of the description (OpenAPI 3.2, 4.1). */
export function rootServers(context: ModelContext): readonly Server[] {
  if (context.dialect === '2.0') return swaggerServers(context.root, context.root['schemes']);
  return readServers(context.root['servers']) ?? [plainServer('/')];
}

/** The servers of Swagger 2.0: one for each scheme. */
export function swaggerServers(
  root: JsonObject,
  schemes: JsonValue | undefined,
): readonly Server[] {
  const host = stringOf(root['host']);
  const basePath = stringOf(root['basePath']);
  const path = basePath === '' || basePath.startsWith('/') ? basePath : `/${basePath}`;
  if (host === '') return [plainServer(path === '' ? '/' : path)];
  const given = stringsOf(schemes);
  return (given.length === 0 ? ['https'] : given).map((scheme) =>
    plainServer(`${scheme}://${host}${path}`),
  );
}

function plainServer(url: string): Server {
  return { url, resolvedUrl: url, description: '', variables: [] };
}

function readServer(server: JsonObject): Server {
  const url = stringOf(server['url']);
  const variables = namedEntries(server['variables']).map(([name, value]) =>
    readVariable(name, value),
  );
  const description = stringOf(server['description']) || stringOf(server['name']);
  return { url, resolvedUrl: fillVariables(url, variables), description, variables };
}

function readVariable(name: string, value: JsonValue): ServerVariable {
  const [variable] = objectsOf([value]);
  const allowed = (Array.isArray(variable?.['enum']) ? variable['enum'] : []).map(stringOf);
  return {
    name,
    default: stringOf(variable?.['default']) || (allowed[0] ?? ''),
    enum: allowed,
    description: stringOf(variable?.['description']),
  };
}

function fillVariables(url: string, variables: readonly ServerVariable[]): string {
  let filled = url;
  for (const { name, default: value } of variables) {
    if (value !== '') filled = filled.replaceAll(`{${name}}`, () => value);
  }
  return filled;
}

/** The path part of a server's address, without a final slash. */
export function pathOfServer(server: Server | undefined): string {
  const address = (server?.resolvedUrl ?? '').split(/[?#]/, 1)[0] ?? '';
  const scheme = address.indexOf('://');
  let path = address;
  if (scheme >= 0 || address.startsWith('//')) {
    const slash = address.indexOf('/', scheme >= 0 ? scheme + 3 : 2);
    path = slash < 0 ? '' : address.slice(slash);
  }
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end -= 1;
  path = path.slice(0, end);
  return path === '' || path.startsWith('/') || path.startsWith('.') ? path : `/${path}`;
}
