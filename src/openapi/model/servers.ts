import { parseUrl } from '../../shared/paths.ts';
import { fillVariables, serverAddress } from '../../shared/request/request-model.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';
import type { ApiModel, Server, ServerVariable } from './api-model.ts';
import {
  asObject,
  listOf,
  type ModelContext,
  namedEntries,
  objectsOf,
  stringOf,
  stringsOf,
} from './model-context.ts';

/** Reads a list of servers; undefined if there is none, so that the level above applies. */
export function readServers(
  { root }: ModelContext,
  value: JsonValue | undefined,
): readonly Server[] | undefined {
  const base = stringOf(root['$self']);
  const servers = objectsOf(value).map((server) => readServer(server, base));
  return servers.length === 0 ? undefined : servers;
}

/** Returns the servers of the description; its own location if there are none (OpenAPI 3.2, 4.1). */
export function rootServers(context: ModelContext): readonly Server[] {
  if (context.dialect === '2.0') return swaggerServers(context.root, context.root['schemes']);
  return readServers(context, context.root['servers']) ?? [plainServer('/')];
}

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

function readServer(server: JsonObject, base: string): Server {
  const given = stringOf(server['url']);
  // Relative to the description's own address (`$self` of OpenAPI 3.2, 4.1), if that is known.
  const isRelative = base !== '' && !/^[a-z][a-z\d+.-]*:|^\{/i.test(given);
  const resolved = isRelative ? parseUrl(given, base)?.href : undefined;
  const url = resolved?.replaceAll('%7B', '{').replaceAll('%7D', '}') ?? given;
  const variables = namedEntries(server['variables']).map(([name, value]): ServerVariable => {
    const variable = asObject(value);
    const allowed = listOf(variable?.['enum']).map(stringOf);
    return {
      name,
      default: stringOf(variable?.['default']) || (allowed[0] ?? ''),
      enum: allowed,
      description: stringOf(variable?.['description']),
    };
  });
  const description = stringOf(server['description']) || stringOf(server['name']);
  return { url, resolvedUrl: fillVariables(url, variables), description, variables };
}

/** Returns the path of a server's address, without a final slash. */
export function pathOfServer(server: Server | undefined): string {
  const address = (server?.resolvedUrl ?? '').split(/[?#]/, 1)[0] ?? '';
  const path = address.replace(/^(?:.*?:\/\/|\/\/)[^/]*/s, '').replace(/\/+$/, '');
  return path === '' || path.startsWith('/') || path.startsWith('.') ? path : `/${path}`;
}

/** Moves the server of the samples to the front, if there is one. */
export function preferServer(
  servers: readonly Server[],
  choice: number | string | undefined,
): readonly Server[] {
  const found = choice === undefined ? undefined : findServer(servers, choice);
  if (found === undefined) return servers;
  const isOther = ({ url, description }: Server): boolean =>
    url !== found.url || description !== found.description;
  return [found, ...servers.filter(isOther)];
}

/** Finds a server by its index, or by a text in its address, with any values of variables, or description. */
export function findServer(
  servers: readonly Server[],
  choice: number | string,
): Server | undefined {
  if (typeof choice === 'number') return servers[choice];
  const text = choice.toLowerCase();
  return [...servers, ...servers.flatMap(serverVariants)].find(({ resolvedUrl, description }) =>
    [resolvedUrl, description].some((words) => words.toLowerCase().includes(text)),
  );
}

/** Lists a server with each combination of its variables' allowed values, defaults first; with defaults if too many. */
export function serverVariants(server: Server): readonly Server[] {
  const choices = server.variables.filter(({ enum: values }) => values.length > 1);
  const count = choices.reduce((product, { enum: values }) => product * values.length, 1);
  if (count > MOST_VARIANTS) return [server];
  let variants = [server];
  for (const { name, default: first, enum: values } of choices)
    variants = variants.flatMap((variant) =>
      [...new Set([first, ...values])].map((value) => {
        const variables = variant.variables.map((variable) =>
          variable.name === name ? { ...variable, default: value } : variable,
        );
        return { ...variant, variables, resolvedUrl: fillVariables(variant.url, variables) };
      }),
    );
  return variants;
}

const MOST_VARIANTS = 30;

/** The origins of all servers of a description: those of HTTP, without user info. */
export function serverOrigins({
  servers,
  operations,
}: Pick<ApiModel, 'servers' | 'operations'>): readonly string[] {
  const all = [...servers, ...operations.flatMap((operation) => operation.servers)];
  const origins = new Set<string>();
  for (const { resolvedUrl } of new Set(all.flatMap(serverVariants))) {
    if (!/^(?:https?:)?\/\//i.test(resolvedUrl.trim())) continue;
    const url = parseUrl(serverAddress({ url: resolvedUrl, variables: [] }));
    if (url === undefined) continue;
    // Braces are variables without a value.
    if (url.username + url.password === '' && /^[\w.:[\]-]+$/.test(url.host))
      origins.add(url.origin);
  }
  return [...origins];
}
