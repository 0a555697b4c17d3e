import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import { DANGEROUS_SCHEMES, PAGE_SCHEMES, parseUrl } from '../../shared/paths.ts';

/** Why a string is refused: the message is `<path> <reason>`; the code is `config-value` unless given. */
export interface Refusal {
  readonly reason: string;
  readonly hint?: string;
  readonly code?: DiagnosticCode;
}

/** Parses a scheme in lower case as the URL standard does: control characters do not hide it. */
export function schemeOf(address: string): string | undefined {
  const bare = address.replace(/[\u0000-\u0020\u007F-\u009F]+/g, '');
  return /^([a-z][a-z0-9+.-]*):/i.exec(bare)?.[1]?.toLowerCase();
}

/** Refuses schemes other than http, https, mailto and tel; relative addresses pass. */
export function checkScheme(address: string): Refusal | undefined {
  const scheme = schemeOf(address);
  if (scheme === undefined || PAGE_SCHEMES.has(scheme)) return undefined;
  return {
    code: 'unsafe-scheme',
    reason: `has the scheme "${scheme}:", which is refused`,
    hint: 'allowed are http, https, mailto, tel and paths of the site',
  };
}

/** Refuses addresses that are never published; the link check, which knows `links.schemes`, checks other schemes. */
export function checkHref(address: string): Refusal | undefined {
  return DANGEROUS_SCHEMES.includes(schemeOf(address) ?? '') ? checkScheme(address) : undefined;
}

/** Refuses invalid scheme names (RFC 3986, 3.1), and schemes that no site may link to. */
export function checkSchemeName(name: string): Refusal | undefined {
  const scheme = name.toLowerCase();
  if (DANGEROUS_SCHEMES.includes(scheme)) {
    return {
      reason: `must not allow "${scheme}:" links`,
      hint: `remove it: ${DANGEROUS_SCHEMES.join(', ')} are never published`,
    };
  }
  if (/^[a-z][a-z0-9+.-]*$/.test(scheme)) return undefined;
  const bare = /^([a-z][a-z0-9+.-]*):/.exec(scheme)?.[1];
  return {
    reason: `must be the name of a URL scheme, found "${name}"`,
    ...(bare === undefined ? {} : { hint: `write "${bare}"` }),
  };
}

/** Refuses anything but a complete http or https address. */
export function checkWebAddress(address: string): Refusal | undefined {
  const url = parseWebUrl(address);
  if (url !== undefined) return undefined;
  return (
    checkScheme(address) ?? {
      reason: `must be an http or https address, found "${address}"`,
      hint: `write a complete address: https://${address.replace(/^\/*/, '')}`,
    }
  );
}

/** Refuses anything but `http(s)://host[:port]`, with or without a final slash. */
export function checkOrigin(address: string): Refusal | undefined {
  const url = parseWebUrl(address);
  if (url === undefined) {
    return (
      checkScheme(address) ?? {
        reason: `must be an http or https origin, found "${address}"`,
        hint: /^[\w-]+(?:\.[\w-]+)+(?:[:/]|$)/.test(address)
          ? `did you mean "https://${address}"?`
          : 'write scheme and host, such as "https://docs.example.com"',
      }
    );
  }
  if (url.username !== '' || url.password !== '')
    return { reason: 'must not hold a user name or password', hint: `write "${url.origin}"` };
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(address)) {
    return {
      reason: 'must be an origin without query and fragment',
      hint: `write "${url.origin}"`,
    };
  }
  if (url.pathname === '/') return undefined;
  return {
    reason: `must be an origin without a path, found "${url.pathname}"`,
    hint: `write "${url.origin}"`,
  };
}

/** Parses a complete http or https address; undefined for anything else, such as `https:host`. */
export function parseWebUrl(address: string): URL | undefined {
  if (!/^https?:\/\/[^/\\?#\s]/i.test(address) || /[\s\\]/.test(address)) return undefined;
  return parseUrl(address);
}
