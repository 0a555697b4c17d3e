import { BlockList, isIP, type LookupFunction } from 'node:net';

/** RFC 6890 and its registry: addresses that are not globally reachable. */
const PRIVATE_V4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4';
const PRIVATE_V6 = '::/128 ::1/128 100::/64 2001:db8::/32 fc00::/7 fe80::/10 fec0::/10 ff00::/8';

const PRIVATE = privateAddresses();

function privateAddresses(): BlockList {
  const list = new BlockList();
  for (const range of PRIVATE_V6.split(' ')) {
    const [prefix = '', length] = range.split('/');
    list.addSubnet(prefix, Number(length), 'ipv6');
  }
  for (const range of PRIVATE_V4.split(' ')) {
    const [prefix = '', length] = range.split('/');
    // The list also finds these addresses mapped to IPv6.
    list.addSubnet(prefix, Number(length), 'ipv4');
    // Other IPv6 addresses that carry an IPv4 address: compatible, translated (RFC 6052), 6to4.
    for (const carrier of ['::', '::ffff:0:', '64:ff9b::']) {
      list.addSubnet(carrier + prefix, 96 + Number(length), 'ipv6');
    }
    const hex = Buffer.from(prefix.split('.').map(Number)).toString('hex');
    list.addSubnet(`2002:${hex.slice(0, 4)}:${hex.slice(4)}::`, 16 + Number(length), 'ipv6');
  }
  return list;
}

/**
 * Tells whether the host of a URL, as printed in `URL.hostname`, looks private: a private address, or a name for local
 * networks (RFC 6761, 6762, 8375, and `internal`). `URL` normalizes decimal, octal and hexadecimal IPv4 addresses.
 */
export function isPrivateHostname(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return isPrivateAddress(host);
  return /(?:^|\.)(?:localhost|local|internal|home\.arpa|intranet|lan)$/.test(host);
}

/** Tells whether an IPv4 or IPv6 address is private, loopback, link-local or otherwise not public. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, '');
  return isIP(plain) === 0 || PRIVATE.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6');
}

/** The error code of a lookup that finds only private addresses. */
export const PRIVATE_ADDRESS = 'EPRIVATE';

/**
 * Limits a DNS lookup to public addresses, so that the checked address is the one connected to. A name with only
 * private addresses is an error with the code `PRIVATE_ADDRESS`.
 */
export function publicLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, found, family) => {
      // The caller handles a lookup without any address.
      if (error !== null || found.length === 0) return callback(error, found, family);
      const list = typeof found === 'string' ? [{ address: found, family: 0 }] : found;
      const open = list.filter(({ address }) => !isPrivateAddress(address));
      if (open.length > 0) return callback(null, typeof found === 'string' ? found : open, family);
      const refusal = new Error(`${hostname} is private`);
      callback(Object.assign(refusal, { code: PRIVATE_ADDRESS }), '');
    });
  };
}
