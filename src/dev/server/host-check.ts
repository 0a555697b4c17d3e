import { isIP } from 'node:net';

/** By which names the server may be asked. */
export interface HostRules {
  /** The value of `--host`. */
  readonly host: string;
  /** The values of `--allowed-host`; one with a leading dot stands for a name and all below it. */
  readonly allowedHosts: readonly string[];
}

/** What a `Host` header says; `name` is in lower case, without port. */
export type HostVerdict =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'refused'; readonly name: string }
  | { readonly kind: 'malformed' };

/**
 * Decides on the values of the `Host` headers of a request. A page of another site can make its own name lead to this
 * machine and read what is served here (DNS rebinding); it cannot do so with an IP address or a name below `localhost`.
 * RFC 9112, section 3.2: none, more than one or a malformed one is an error.
 */
export function checkHost(values: readonly string[], rules: HostRules): HostVerdict {
  const [value] = values;
  const name = value === undefined || values.length > 1 ? undefined : hostName(value);
  if (name === undefined) return { kind: 'malformed' };
  return isAllowed(name, rules) ? { kind: 'allowed' } : { kind: 'refused', name };
}

/** The name in a `Host` header: lower case, without port, brackets and the root's full stop. */
function hostName(value: string): string | undefined {
  const [, address, name] =
    /^(?:\[([0-9a-f:.]+)\]|([a-z0-9_~!$&'()*+,;=%.-]+))(?::\d{0,5})?$/i.exec(value) ?? [];
  if (address !== undefined) return isIP(address) === 6 ? address.toLowerCase() : undefined;
  return name?.toLowerCase().replace(/\.$/, '') || undefined;
}

function isAllowed(name: string, { host, allowedHosts }: HostRules): boolean {
  if (isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost')) return true;
  return name === host.toLowerCase() || allowedHosts.some((entry) => matches(name, entry));
}

function matches(name: string, entry: string): boolean {
  const wanted = entry.trim().toLowerCase().replace(/:\d+$/, '');
  if (!wanted.startsWith('.')) return wanted !== '' && name === wanted;
  return wanted.length > 1 && (name === wanted.slice(1) || name.endsWith(wanted));
}
