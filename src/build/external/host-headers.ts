import type { HostHeader } from './types.ts';

/** Reads `host: Name: value`; undefined where it is no such line. */
export function parseHostHeader(text: string): HostHeader | undefined {
  const match = /^\s*([^\s:/]+|\[[0-9a-f:.]+\])\s*:\s*([!#$%&'*+.^_`|~\w-]+)\s*:\s*(.*?)\s*$/i.exec(
    text,
  );
  const [, host, name, value] = match ?? [];
  if (host === undefined || name === undefined || value === undefined) return undefined;
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
    ? { host: host.toLowerCase(), name, value }
    : undefined;
}

/** The lines that a host is to be sent. */
export function headersOfHost(
  headers: readonly HostHeader[],
  hostname: string,
): readonly HostHeader[] {
  return headers.filter(({ host }) =>
    host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host,
  );
}
