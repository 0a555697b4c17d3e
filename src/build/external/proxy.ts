import { BlockList, isIP } from 'node:net';

/** Which requests go through which proxy. */
export interface ProxyRules {
  readonly http?: URL;
  readonly https?: URL;
  /** The entries of NO_PROXY, in lower case. */
  readonly none: readonly string[];
}

/**
 * Reads HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY; small letters win, as in curl. HTTP_PROXY in capitals is not
 * read where REQUEST_METHOD stands, since a CGI request can set it. A value that is no address is no proxy.
 */
export function proxyRules(env: Readonly<Record<string, string | undefined>>): ProxyRules {
  const read = (name: string): string | undefined => env[name.toLowerCase()] || env[name];
  const all = read('ALL_PROXY');
  const inCgi = env['REQUEST_METHOD'] !== undefined;
  const http = proxyUrl((inCgi ? env['http_proxy'] : read('HTTP_PROXY')) ?? all);
  const https = proxyUrl(read('HTTPS_PROXY') ?? all);
  return {
    ...(http === undefined ? {} : { http }),
    ...(https === undefined ? {} : { https }),
    none: (read('NO_PROXY') ?? '')
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((entry) => entry !== ''),
  };
}

/** The proxy for an address; undefined where it is asked directly. */
export function proxyFor(url: URL, rules: ProxyRules): URL | undefined {
  const proxy = url.protocol === 'https:' ? rules.https : rules.http;
  return proxy === undefined || rules.none.some((entry) => exempts(entry, url)) ? undefined : proxy;
}

/** `Proxy-Authorization` for the name and password in a proxy's address. */
export function proxyAuthorization({ username, password }: URL): string | undefined {
  if (username === '') return undefined;
  const credentials = `${decode(username)}:${decode(password)}`;
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}

function proxyUrl(text: string | undefined): URL | undefined {
  if (text === undefined || text === '') return undefined;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}

/** `*`, a name with its subdomains (a dot before it or not), an address, a range of addresses; perhaps a port. */
function exempts(entry: string, url: URL): boolean {
  if (entry === '*') return true;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const range = /^([\d.]+|[\da-f:.]+)\/(\d{1,3})$/.exec(entry);
  if (range !== null) return isInRange(host, range[1] ?? '', Number(range[2]));
  const [, bracketed, plain, port] = /^(?:\[(.*)\]|(.*?))(?::(\d+))?$/.exec(entry) ?? [];
  if (isIP(entry) === 6) return host === entry;
  if (port !== undefined && port !== portOf(url)) return false;
  const name = (bracketed ?? plain ?? '').replace(/^\*?\./, '');
  return name !== '' && (host === name || (isIP(host) === 0 && host.endsWith(`.${name}`)));
}

function isInRange(host: string, prefix: string, length: number): boolean {
  const family = isIP(prefix);
  if (family === 0 || isIP(host) !== family || length > (family === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(prefix, length, family === 4 ? 'ipv4' : 'ipv6');
  return list.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

/** The port of an address, also where it is the scheme's own. */
export function portOf({ port, protocol }: URL): string {
  return port === '' ? (protocol === 'https:' ? '443' : '80') : port;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
