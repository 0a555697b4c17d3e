import type { JsonObject, JsonValue } from '../read/description.ts';
import type { ApiInfo, ExternalDocs, Server, ServerVariable } from './api-model.ts';
import {
  asObject,
  emptyObject,
  type ModelContext,
  namedEntries,
  objectsOf,
  readText,
  stringOf,
  stringsOf,
  textOrNone,
} from './model-context.ts';
import { isReservedName } from './page-names.ts';
import { kebab } from './words.ts';

export function readInfo(context: ModelContext, infoSlug: string | undefined): ApiInfo {
  const info =
    asObject(context.root['info']) ?? context.description.derive(emptyObject(), context.root);
  const title = stringOf(info['title']).trim() === '' ? 'API' : stringOf(info['title']);
  const contact = readContact(info['contact']);
  const license = readLicense(info['license']);
  const terms = textOrNone(info['termsOfService']);
  return {
    title,
    version: stringOf(info['version']),
    summary: stringOf(info['summary']),
    description: readText(info, 'description'),
    ...(terms === undefined ? {} : { termsOfService: terms }),
    ...(contact === undefined ? {} : { contact }),
    ...(license === undefined ? {} : { license }),
    ...readExternalDocs(context.root),
    slug: infoSlug ?? slugOf(title),
  };
}

function slugOf(title: string): string {
  const slug = kebab(title);
  if (slug === '') return 'api';
  return isReservedName(slug) ? `${slug}-api` : slug;
}

function readContact(value: JsonValue | undefined): ApiInfo['contact'] {
  const contact = asObject(value);
  if (contact === undefined) return undefined;
  const [name, url, email] = [contact['name'], contact['url'], contact['email']].map(textOrNone);
  return {
    owner: contact,
    ...(name === undefined ? {} : { name }),
    ...(url === undefined ? {} : { url }),
    ...(email === undefined ? {} : { email }),
  };
}

function readLicense(value: JsonValue | undefined): ApiInfo['license'] {
  const license = asObject(value);
  if (license === undefined) return undefined;
  const [url, identifier] = [license['url'], license['identifier']].map(textOrNone);
  return {
    owner: license,
    name: stringOf(license['name']),
    ...(url === undefined ? {} : { url }),
    ...(identifier === undefined ? {} : { identifier }),
  };
}

/** Reads the `externalDocs` of an object, to be spread into its model. */
export function readExternalDocs(owner: JsonObject): { readonly externalDocs?: ExternalDocs } {
  const docs = asObject(owner['externalDocs']);
  const url = textOrNone(docs?.['url']);
  if (docs === undefined || url === undefined) return {};
  return { externalDocs: { url, description: stringOf(docs['description']), owner: docs } };
}

/** Reads a list of servers; undefined if there is none, so that the level above applies. */
export function readServers(value: JsonValue | undefined): readonly Server[] | undefined {
  const servers = objectsOf(value).map(readServer);
  return servers.length === 0 ? undefined : servers;
}

/** Returns the servers of the description; its own location if there are none (OpenAPI 3.2, 4.1). */
export function rootServers(context: ModelContext): readonly Server[] {
  if (context.dialect === '2.0') return swaggerServers(context.root, context.root['schemes']);
  return readServers(context.root['servers']) ?? [plainServer('/')];
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

/** Returns the path of a server's address, without a final slash. */
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
