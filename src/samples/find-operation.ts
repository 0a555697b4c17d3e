/** Finds the operation of an API that a request of a sample is for. */
import { editDistance, nearest } from '../diagnostics/nearest.ts';
import type { LoadedApi } from '../openapi/load-descriptions.ts';
import type { Operation } from '../openapi/model/api-model.ts';
import { serverVariants } from '../openapi/model/servers.ts';
import { DYNAMIC, isPlaceholder, type Piece } from './sample.ts';

/** An operation with its API, and the values that a path gives its parameters. */
export interface Match {
  readonly api: LoadedApi;
  readonly operation: Operation;
  readonly values: ReadonlyMap<string, string>;
  /** The address of the server, as in the description; undefined if a placeholder stands for it. */
  readonly server: string | undefined;
}

export interface Unmatched {
  /** The path without that of the server. */
  readonly path: string;
  /** Operations at this path with other methods. */
  readonly others: readonly Operation[];
  /** The most similar path of the API. */
  readonly near: string | undefined;
  /** The operation that the API once had here. */
  readonly gone: (method: string) => Removed | undefined;
}

interface Removed {
  /** `GET /orders` */
  readonly operation: string;
  readonly date: string;
  readonly replacement: string | undefined;
}

/** The addresses of the APIs of a site. */
export interface Operations {
  /** Several operations fit a path equally well if APIs share paths. Undefined for an address of something else. */
  readonly find: (
    url: Piece,
    method: string | undefined,
  ) => readonly Match[] | Unmatched | undefined;
  /** By `operationId`, or method and path. */
  readonly named: (name: string) => Match | undefined;
  readonly clients: readonly SampleClient[];
  /** By the name of a client's method: `createTenant` and `create_tenant` are the same. */
  readonly called: (name: string) => Match | undefined;
  readonly all: readonly { readonly api: LoadedApi; readonly operation: Operation }[];
}

function callKey(name: string): string {
  return name.replace(/[^a-z\d]/gi, '').toLowerCase();
}

interface Route {
  readonly api: LoadedApi;
  readonly operation: Operation;
  readonly segments: readonly Segment[];
  /** Paths of its servers, longest first. */
  readonly bases: readonly string[];
}

/** A part of a path between slashes: a text, or a pattern with the names of its parameters. */
type Segment = string | { readonly pattern: RegExp; readonly names: readonly string[] };

/** The settings of the site about samples. */
export interface SampleSettings {
  readonly hosts: readonly string[];
  readonly clients?: readonly SampleClient[];
}

/** A client of the API whose calls are named like its operations. */
export interface SampleClient {
  readonly import: string;
  /** With `{operationId}` for the name of the operation. */
  readonly call: string;
}

export function createOperations(
  apis: readonly LoadedApi[],
  { hosts, clients = [] }: SampleSettings,
): Operations {
  const routes = apis.flatMap((api) =>
    api.model.operations.map((operation) => routeOf(api, operation)),
  );
  const addresses = apis.flatMap(serversOf);
  const byCall = new Map<string, Match>(
    [...routes]
      .reverse()
      .map((route) => [
        callKey(route.operation.operationId),
        { ...route, values: new Map(), server: undefined },
      ]),
  );
  byCall.delete('');
  return {
    all: routes,
    clients,
    called: (name) => byCall.get(callKey(name)),
    named(name) {
      const found = routes.find(
        ({ operation: { operationId, method, path } }) =>
          (name !== '' && operationId === name) || `${method} ${path}` === name,
      );
      return found && { ...found, values: new Map(), server: undefined };
    },
    find({ text, variable }, method) {
      const url = text.split(/[?#]/, 1)[0] ?? '';
      const named = serverOfUrl(addresses, url);
      if (named !== undefined) {
        const own = routes.filter(({ api }) => named.some((one) => one.api === api));
        for (const { path, server } of named) {
          const found = best(own, path, method);
          if (found.length > 0) return found.map((match) => ({ ...match, server }));
        }
        const [first] = named;
        return first && unmatched(own, first.path);
      }
      const { host, path } = splitUrl(url);
      const names = [variable, host.replace(/^https?:\/\/|[\ue000${}<>]/g, '')];
      const ours = hosts.find((one) =>
        /^https?:/.test(one) ? isAt(url, one) : names.includes(one.replace(/[${}<>]/g, '')),
      );
      const isOpen = host === '' || /[\ue000<>{}…]|^[A-Z_\d]+$/.test(host);
      if (path === undefined || (ours === undefined && !isOpen)) return undefined;
      const own =
        ours !== undefined && isAt(url, ours) ? url.slice(ours.replace(/\/$/, '').length) : path;
      const paths = pathsBelow(own, routes);
      for (const rest of paths) {
        const found = best(routes, rest, method);
        if (found.length > 0) return found.map((match) => ({ ...match, server: undefined }));
      }
      // A description without a server does not tell the path of that.
      const below = ours === undefined ? -1 : own.indexOf('/', 1);
      const rest = below < 0 ? [] : best(routes.filter(isAnywhere), own.slice(below), method);
      if (rest.length > 0) return rest.map((match) => ({ ...match, server: undefined }));
      // An address without a host is the API's if its first part is.
      const shown = paths[0] ?? own;
      const [first] = segmentsOf(shown);
      const isKnown = host === '' && routes.some(({ segments: [one] }) => one === first);
      return ours !== undefined || isKnown ? unmatched(routes, shown) : undefined;
    },
  };
}

function isAt(url: string, host: string): boolean {
  return (
    /^https?:/.test(host) &&
    (url === host || url.startsWith(host.endsWith('/') ? host : `${host}/`))
  );
}

/** Whether its description names no server. */
function isAnywhere({ operation: { servers }, bases }: Route): boolean {
  return servers.every(({ url }) => url === '/') && bases.every((base) => base === '');
}

function routeOf(api: LoadedApi, operation: Operation): Route {
  const bases = [
    ...new Set(operation.servers.map(({ resolvedUrl }) => splitUrl(resolvedUrl).path ?? '')),
  ];
  return {
    api,
    operation,
    segments: segmentsOf(operation.path).map(readSegment),
    bases: bases.map((base) => base.replace(/\/$/, '')).toSorted((a, b) => b.length - a.length),
  };
}

function segmentsOf(path: string): readonly string[] {
  // An address at the end is one value, as in `/publish/https://example.com`.
  const own = path.replace(/(?<=\/)https?:\/\/.+$/i, encodeURIComponent);
  return own.replace(/^\/|\/$/g, '').split('/');
}

function readSegment(text: string): Segment {
  if (!text.includes('{')) return text;
  const names: string[] = [];
  const pattern = text
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{([^{}]*)\}/g, (_, name: string) => {
      names.push(name);
      return '(.+?)';
    });
  return { pattern: new RegExp(`^${pattern}$`, 's'), names };
}

interface Address {
  readonly api: LoadedApi;
  readonly server: string;
  readonly pattern: RegExp;
}

/** The addresses of an API's servers; a variable may have any value. */
function serversOf(api: LoadedApi): readonly Address[] {
  const lists = [api.model.operations.flatMap(({ servers }) => servers)];
  const servers = new Map(lists.flat().map((server) => [server.url, server] as const));
  return [...servers.values()].flatMap((server) =>
    [server.url, ...serverVariants(server).map(({ resolvedUrl }) => resolvedUrl)].flatMap((url) => {
      if (!/^(?:https?:)?\/\/[^/]/.test(url)) return [];
      const plain = url.replace(/\/$/, '').replace(/^(?:https?:)?\/\//, '');
      const pattern = plain.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^{}]*\}/g, '[^/?#]+');
      return [
        { api, server: server.url, pattern: new RegExp(`^(?:https?:)?//${pattern}(?=/|$)`, 'i') },
      ];
    }),
  );
}

function serverOfUrl(
  addresses: readonly Address[],
  url: string,
):
  | readonly { readonly api: LoadedApi; readonly path: string; readonly server: string }[]
  | undefined {
  const found = addresses.flatMap(({ api, server, pattern }) => {
    const length = pattern.exec(url)?.[0].length;
    return length === undefined ? [] : [{ api, server, path: url.slice(length) || '/', length }];
  });
  return found.length === 0 ? undefined : found.toSorted((a, b) => b.length - a.length);
}

/** Splits an address at its path; a placeholder or variable stands for the rest. */
function splitUrl(url: string): { readonly host: string; readonly path: string | undefined } {
  const scheme = /^[a-z][a-z\d+.-]*:\/\//i.exec(url)?.[0].length ?? (url.startsWith('//') ? 2 : 0);
  const slash = url.indexOf('/', scheme);
  if (slash < 0) return { host: url, path: undefined };
  return { host: url.slice(0, slash), path: url.slice(slash) };
}

/** The path itself, and without the base path of servers. */
function pathsBelow(path: string, routes: readonly Route[]): readonly string[] {
  const bases = new Set(routes.flatMap((route) => route.bases).filter((base) => base !== ''));
  const below = [...bases]
    .toSorted((a, b) => b.length - a.length)
    .filter((base) => path.startsWith(`${base}/`))
    .map((base) => path.slice(base.length));
  return [...below, path];
}

/** The operations at a path with the most equal texts. */
function best(
  routes: readonly Route[],
  path: string,
  method: string | undefined,
): readonly Omit<Match, 'server'>[] {
  const segments = segmentsOf(path);
  let found: Omit<Match, 'server'>[] = [];
  let most = Number.NEGATIVE_INFINITY;
  for (const route of routes) {
    if (route.segments.length !== segments.length) continue;
    if (method !== undefined && route.operation.method !== method) continue;
    const read = valuesAt(route.segments, segments);
    if (read === undefined || read.score < most) continue;
    if (read.score > most) found = [];
    most = read.score;
    found.push({ api: route.api, operation: route.operation, values: read.values });
  }
  return found;
}

function valuesAt(
  template: readonly Segment[],
  path: readonly string[],
): { readonly values: ReadonlyMap<string, string>; readonly score: number } | undefined {
  const values = new Map<string, string>();
  let score = 0;
  for (const [index, segment] of template.entries()) {
    const text = path[index] ?? '';
    if (typeof segment === 'string') {
      if (segment === text) score += 1;
      else if (!text.includes(DYNAMIC)) return undefined;
      else score -= 1;
      continue;
    }
    const [, ...found] = segment.pattern.exec(text) ?? [];
    if (found.length === 0) {
      if (!text.includes(DYNAMIC)) return undefined;
      continue;
    }
    for (const [at, value] of found.entries()) values.set(segment.names[at] ?? '', value);
  }
  return { values, score };
}

function unmatched(routes: readonly Route[], path: string): Unmatched | undefined {
  const segments = segmentsOf(path);
  // A path that is a placeholder as a whole says nothing.
  if (segments.every((text) => text === '' || isPlaceholder(text))) return undefined;
  const others = routes
    .filter(
      (route) =>
        route.segments.length === segments.length &&
        valuesAt(route.segments, segments) !== undefined,
    )
    .map(({ operation }) => operation);
  const near = others.length > 0 ? undefined : nearPath(path, routes);
  return { path, others, near, gone: (method) => removalAt(routes, segments, method) };
}

function removalAt(
  routes: readonly Route[],
  segments: readonly string[],
  method: string,
): Removed | undefined {
  for (const { past } of new Set(routes.map(({ api }) => api)))
    for (const [operation, date] of past?.gone ?? []) {
      const [own, path = ''] = operation.split(' ');
      const template = segmentsOf(path).map(readSegment);
      if (own !== method || template.length !== segments.length) continue;
      if (valuesAt(template, segments) === undefined) continue;
      const page = past?.removed.find((one) => `${one.method} ${one.path}` === operation);
      return { operation, date, replacement: page?.replacement };
    }
  return undefined;
}

/** The path with the most similar parts; values of parameters may be anything. */
function nearPath(path: string, routes: readonly Route[]): string | undefined {
  const segments = segmentsOf(path);
  let found: { readonly path: string; readonly distance: number } | undefined;
  for (const { operation } of routes) {
    const template = segmentsOf(operation.path);
    if (template.length !== segments.length) continue;
    let distance = 0;
    for (const [index, part] of template.entries()) {
      const text = segments[index] ?? '';
      const limit = Math.max(1, Math.floor(part.length / 3));
      const own = part.includes('{')
        ? 0
        : text.includes(DYNAMIC)
          ? 1
          : editDistance(text, part, limit);
      distance += own > limit ? Number.POSITIVE_INFINITY : own;
    }
    if (distance < (found?.distance ?? Number.POSITIVE_INFINITY))
      found = { path: operation.path, distance };
  }
  return (
    found?.path ??
    nearest(path.replaceAll(DYNAMIC, '{…}'), new Set(routes.map(({ operation }) => operation.path)))
  );
}
