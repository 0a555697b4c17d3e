/** A cookie of one chain of redirects (RFC 6265, as far as one chain needs it). */
interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  /** True where subdomains of `domain` do not get it. */
  readonly hostOnly: boolean;
  readonly path: string;
  readonly secure: boolean;
}

export type CookieJar = readonly Cookie[];

// A server that sends more has other plans.
const MOST = 50;
const LONGEST = 4096;

/** The jar after an answer of `url` with these `Set-Cookie` lines. */
export function withCookies(
  jar: CookieJar,
  { url, lines, now }: { url: URL; lines: readonly string[]; now: number },
): CookieJar {
  let result = jar;
  for (const line of lines) {
    const parsed = line.length > LONGEST ? undefined : parseCookie(line, url, now);
    if (parsed === undefined) continue;
    const others = result.filter((cookie) => !isSame(cookie, parsed.cookie));
    result = parsed.expired || others.length >= MOST ? others : [...others, parsed.cookie];
  }
  return result;
}

/** The `Cookie` line for a request; empty where there is none. */
export function cookieLine(jar: CookieJar, url: URL): string {
  return jar
    .filter(
      (cookie) =>
        (cookie.hostOnly
          ? url.hostname === cookie.domain
          : isWithin(url.hostname, cookie.domain)) &&
        (!cookie.secure || url.protocol === 'https:') &&
        isBelow(url.pathname, cookie.path),
    )
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
}

function parseCookie(
  line: string,
  url: URL,
  now: number,
): { cookie: Cookie; expired: boolean } | undefined {
  const [pair = '', ...rest] = line.split(';');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, equals).trim();
  const value = pair.slice(equals + 1).trim();
  // The value goes into a request, so it holds nothing that could end its line.
  if (equals < 1 || /[^\t\x20-\x7e\x80-\xff]/.test(name + value)) return undefined;
  const attributes = new Map(rest.map(attribute));
  const domain = (attributes.get('domain') ?? '').replace(/^\./, '').toLowerCase();
  if (domain !== '' && !(domain.includes('.') && isWithin(url.hostname, domain))) return undefined;
  const path = attributes.get('path') ?? '';
  return {
    cookie: {
      name,
      value,
      domain: domain === '' ? url.hostname : domain,
      hostOnly: domain === '',
      path: path.startsWith('/') ? path : url.pathname.replace(/\/[^/]*$/, '') || '/',
      secure: attributes.has('secure'),
    },
    expired: isExpired(attributes, now),
  };
}

function attribute(text: string): [string, string] {
  const equals = text.indexOf('=');
  return equals < 0
    ? [text.trim().toLowerCase(), '']
    : [text.slice(0, equals).trim().toLowerCase(), text.slice(equals + 1).trim()];
}

function isExpired(attributes: ReadonlyMap<string, string>, now: number): boolean {
  const age = attributes.get('max-age');
  if (age !== undefined && /^-?\d+$/.test(age)) return Number(age) <= 0;
  const expires = Date.parse(attributes.get('expires') ?? '');
  return !Number.isNaN(expires) && expires <= now;
}

function isSame(a: Cookie, b: Cookie): boolean {
  return a.name === b.name && a.domain === b.domain && a.path === b.path;
}

function isWithin(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`);
}

function isBelow(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
}
