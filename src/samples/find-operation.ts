/** Finds the operation of an API that a request of a sample is for. */
import { editDistance, nearest } from '../diagnostics/nearest.ts';
import type { LoadedApi } from '../openapi/load-descriptions.ts';
import type { Operation } from '../openapi/model/api-model.ts';
import type { GoneOperation } from '../openapi/past.ts';
import { toRoute } from '../shared/paths.ts';
import { splitPath } from '../shared/request/request-model.ts';
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

/** An operation without an address. */
export function matchOf(api: LoadedApi, operation: Operation): Match {
  return { api, operation, values: new Map(), server: undefined };
}

/** The route of an operation's page. */
export function pageOf({ api, operation }: Pick<Match, 'api' | 'operation'>): string {
  return toRoute(`${api.source.routeBase}/${operation.slug}`);
}

export interface Unmatched {
  /** The path without that of the server. */
  readonly path: string;
  /** Operations at this path with other methods. */
  readonly others: readonly Operation[];
  /** The most similar path of the API. */
  readonly near: string | undefined;
  /** True if all similar paths have the same text there. */
  readonly isCertain: boolean;
  /** The operation that the API once had here. */
  readonly gone: (method: string) => Removed | undefined;
}

interface Removed extends GoneOperation {
  /** `GET /orders` */
  readonly operation: string;
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
  readonly all: readonly Match[];
}

function callKey(name: string): string {
  return name.replace(/[^a-z\d]/gi, '').toLowerCase();
}

/** A part of a path between slashes, with the names of its parameters. */
interface Segment {
  readonly text: string;
  readonly names: readonly string[];
  readonly pattern: RegExp;
}

interface Route extends Match {
  readonly segments: readonly Segment[];
  /** Paths of its servers. */
  readonly bases: readonly string[];
}

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
  const bases = [...new Set(routes.flatMap((route) => route.bases))]
    .filter((base) => base !== '')
    .toSorted((a, b) => b.length - a.length);
  const addresses = apis.flatMap(serversOf);
  const byCall = new Map(
    routes.toReversed().map((route) => [callKey(route.operation.operationId), route] as const),
  );
  byCall.delete('');
  const find: Operations['find'] = ({ text, variable, isOfCall }, method) => {
    const url = text.split(/[?#]/, 1)[0] ?? '';
    const named = serversAt(addresses, url);
    const [server] = named;
    if (server !== undefined) {
      const own = routes.filter(({ api }) => named.some((one) => one.api === api));
      const found = named.map((one) => best(own, one.path, { method, server: one.server }));
      return found.find(({ length }) => length > 0) ?? unmatched(own, server.path);
    }
    const { host, path } = splitUrl(url);
    const names = [variable, host.replace(/^https?:\/\/|[\ue000${}<>]/g, '')];
    const ours = hosts.find((one) =>
      /^https?:/.test(one) ? isAt(url, one) : names.includes(one.replace(/[${}<>]/g, '')),
    );
    const isOpen = host === '' || /[\ue000<>{}…]|^[A-Z_\d]+$/.test(host);
    if (path === undefined || (ours === undefined && !isOpen)) return undefined;
    const own = ours && isAt(url, ours) ? url.slice(ours.replace(/\/$/, '').length) : path;
    const below = bases.flatMap((base) =>
      own.startsWith(`${base}/`) ? [own.slice(base.length)] : [],
    );
    const found = [...below, own].map((rest) => best(routes, rest, { method }));
    // A description without a server does not tell the path of that.
    const slash = ours === undefined ? -1 : own.indexOf('/', 1);
    if (slash > 0) found.push(best(routes.filter(isAnywhere), own.slice(slash), { method }));
    const matches = found.find(({ length }) => length > 0);
    if (matches !== undefined) return matches;
    // An address without a host is the API's if its first part is; in a call, it may be of the app itself.
    const shown = below[0] ?? own;
    const [first] = segmentsOf(shown);
    const mayBe = host === '' && isOfCall !== true;
    const isKnown = mayBe && routes.some(({ segments: [one] }) => one?.text === first);
    return ours !== undefined || isKnown ? unmatched(routes, shown) : undefined;
  };
  return {
    all: routes,
    clients,
    called: (name) => byCall.get(callKey(name)),
    named: (name) =>
      routes.find(
        ({ operation: { operationId, method, path } }) =>
          (name !== '' && operationId === name) || `${method} ${path}` === name,
      ),
    find: (url, method) => {
      const { text, address } = url;
      // The address may be that of a server, or of one that nobody knows.
      const isSet = address !== undefined && text.startsWith(DYNAMIC);
      const set = isSet ? find({ ...url, text: address + text.slice(1) }, method) : undefined;
      return set ?? find(url, method);
    },
  };
}

function isAt(url: string, host: string): boolean {
  const start = host.replace(/\/?$/, '/');
  return /^https?:/.test(host) && (url === host || url.startsWith(start));
}

/** Whether its description names no server. */
function isAnywhere({ operation: { servers }, bases }: Route): boolean {
  return servers.every(({ url }) => url === '/') && bases.every((base) => base === '');
}

function routeOf(api: LoadedApi, operation: Operation): Route {
  const paths = operation.servers.map(({ resolvedUrl }) => splitUrl(resolvedUrl).path ?? '');
  const bases = paths.map((base) => base.replace(/\/$/, ''));
  return { ...matchOf(api, operation), segments: templateOf(operation.path), bases };
}

export function segmentsOf(path: string): readonly string[] {
  // An address at the end is one value, as in `/publish/https://example.com`.
  const own = splitPath(path).path.replace(/(?<=\/)https?:\/\/.+$/i, encodeURIComponent);
  return own.replace(/^\/|\/$/g, '').split('/');
}

function templateOf(path: string): readonly Segment[] {
  return segmentsOf(path).map((text) => {
    const names = Array.from(text.matchAll(/\{([^{}]*)\}/g), ([, name = '']) => name);
    const pattern = escaped(text).replace(/\{[^{}]*\}/g, '(.+?)');
    return { text, names, pattern: new RegExp(`^${pattern}$`, 's') };
  });
}

/** Braces stay. */
function escaped(text: string): string {
  return text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
}

interface Address {
  readonly api: LoadedApi;
  readonly server: string;
  readonly pattern: RegExp;
}

/** The addresses of an API's servers; a variable may have any value. */
function serversOf(api: LoadedApi): readonly Address[] {
  const all = api.model.operations.flatMap(({ servers }) => servers);
  return [...new Map(all.map((server) => [server.url, server] as const)).values()].flatMap(
    (server) =>
      [server.url, ...serverVariants(server).map(({ resolvedUrl }) => resolvedUrl)].flatMap(
        (url) => {
          const [, plain] = /^(?:https?:)?\/\/([^/].*?)\/?$/.exec(url) ?? [];
          if (plain === undefined) return [];
          const own = escaped(plain).replace(/\{[^{}]*\}/g, '[^/?#]+');
          const pattern = new RegExp(`^(?:https?:)?//${own}(?=/|$)`, 'i');
          return [{ api, server: server.url, pattern }];
        },
      ),
  );
}

/** The servers that an address begins with, the longest first, with the path behind. */
function serversAt(addresses: readonly Address[], url: string) {
  const found = addresses.flatMap(({ api, server, pattern }) => {
    const length = pattern.exec(url)?.[0].length;
    return length === undefined ? [] : [{ api, server, path: url.slice(length) || '/', length }];
  });
  return found.toSorted((a, b) => b.length - a.length);
}

/** Splits an address at its path; a placeholder or variable stands for the rest. */
function splitUrl(url: string): { readonly host: string; readonly path: string | undefined } {
  const [host = ''] = /^(?:[a-z][a-z\d+.-]*:\/\/|\/\/)?[^/]*/i.exec(url) ?? [];
  return { host, path: host === url ? undefined : url.slice(host.length) };
}

/** The operations at a path with the most equal texts. */
function best(
  routes: readonly Route[],
  path: string,
  { method, server }: { readonly method: string | undefined; readonly server?: string },
): readonly Match[] {
  const segments = segmentsOf(path);
  let found: Match[] = [];
  let most = Number.NEGATIVE_INFINITY;
  for (const { api, operation, segments: template } of routes) {
    if (method !== undefined && operation.method !== method) continue;
    const read = valuesAt(template, segments);
    if (read === undefined || read.score < most) continue;
    if (read.score > most) found = [];
    most = read.score;
    found.push({ api, operation, values: read.values, server });
  }
  return found;
}

/** The values of parameters, and how many other parts are equal; what is dynamic may be any part. */
function valuesAt(
  template: readonly Segment[],
  path: readonly string[],
): { readonly values: ReadonlyMap<string, string>; readonly score: number } | undefined {
  if (template.length !== path.length) return undefined;
  const values = new Map<string, string>();
  let score = 0;
  for (const [index, { text, names, pattern }] of template.entries()) {
    const own = path[index] ?? '';
    const found = names.length === 0 ? text === own && [] : pattern.exec(own);
    if (!found && !own.includes(DYNAMIC)) return undefined;
    if (names.length === 0) score += found ? 1 : -1;
    else if (found) for (const [at, name] of names.entries()) values.set(name, found[at + 1] ?? '');
  }
  return { values, score };
}

function unmatched(routes: readonly Route[], path: string): Unmatched | undefined {
  const segments = segmentsOf(path);
  // A path that is a placeholder as a whole says nothing.
  if (segments.every((text) => text === '' || isPlaceholder(text))) return undefined;
  const others = routes.filter((route) => valuesAt(route.segments, segments) !== undefined);
  return {
    path,
    others: others.map(({ operation }) => operation),
    ...(others.length > 0 ? { near: undefined, isCertain: false } : nearPath(path, routes)),
    gone: (method) => removalAt(routes, segments, method),
  };
}

function removalAt(
  routes: readonly Route[],
  segments: readonly string[],
  wanted: string,
): Removed | undefined {
  for (const { past } of new Set(routes.map(({ api }) => api)))
    for (const [operation, then] of past?.gone ?? []) {
      const [method, path = ''] = operation.split(' ');
      if (method === wanted && valuesAt(templateOf(path), segments) !== undefined)
        return { operation, ...then };
    }
  return undefined;
}

/** The path with the most similar parts; values of parameters may be anything. */
function nearPath(path: string, routes: readonly Route[]): Pick<Unmatched, 'near' | 'isCertain'> {
  const own = segmentsOf(path);
  const distanceOf = ({ text, names }: Segment, index: number): number => {
    const other = own[index] ?? '';
    const limit = Math.max(1, Math.floor(text.length / 3));
    if (names.length > 0 || other.includes(DYNAMIC)) return names.length > 0 ? 0 : 1;
    const distance = editDistance(other, text, limit);
    return distance > limit ? Number.POSITIVE_INFINITY : distance;
  };
  const near = routes
    .filter(({ segments }) => segments.length === own.length)
    .map(({ operation, segments }) => ({
      path: operation.path,
      segments,
      distance: segments.map(distanceOf).reduce((sum, one) => sum + one, 0),
    }))
    .filter(({ distance }) => distance < Number.POSITIVE_INFINITY)
    .toSorted((a, b) => a.distance - b.distance);
  const [first] = near;
  const isWrong = ({ text, names }: Segment, index: number): boolean =>
    names.length === 0 && text !== own[index];
  const wrong = first?.segments.findIndex(isWrong) ?? -1;
  const paths = new Set(routes.map(({ operation }) => operation.path));
  return {
    near: first?.path ?? nearest(path.replaceAll(DYNAMIC, '{…}'), paths),
    isCertain:
      first !== undefined &&
      near.every(({ segments }) => segments[wrong]?.text === first?.segments[wrong]?.text),
  };
}
