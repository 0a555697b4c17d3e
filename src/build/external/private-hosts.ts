import { BlockList, isIP } from 'node:net';

/** RFC 6890 and its registry: addresses that mean another host, or nothing, elsewhere. */
const PRIVATE_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
const PRIVATE_V6: readonly (readonly [string, number])[] = [
  ['::', 128],
  ['::1', 128],
  ['100::', 64],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];
/** IPv6 addresses that carry an IPv4 address: mapped, compatible, translated (RFC 6052), 6to4. */
const CARRIERS: readonly (readonly [prefix: string, length: number, group: number])[] = [
  ['::ffff:0:0', 96, 6],
  ['::ffff:0:0:0', 96, 6],
  ['::', 96, 6],
  ['64:ff9b::', 96, 6],
  ['2002::', 16, 1],
];

const V4 = blockList(PRIVATE_V4, 'ipv4');
const V6 = blockList(PRIVATE_V6, 'ipv6');
const CARRYING = CARRIERS.map(([prefix, length, group]) => ({
  list: blockList([[prefix, length]], 'ipv6'),
  group,
}));

/**
 * Whether the host of a URL, as `URL.hostname` prints it, is private by its looks: a private address, or a name that
 * never leaves the own network (RFC 6761, 6762, 8375, and `internal`). Decimal, octal and hexadecimal forms of IPv4
 * addresses are made plain by `URL`.
 */
export function isPrivateHostname(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return isPrivateAddress(host);
  return /(?:^|\.)(?:localhost|local|internal|home\.arpa|intranet|lan)$/.test(host);
}

/** Whether an IPv4 or IPv6 address is private, loopback, link-local or otherwise not of the public network. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, '');
  if (isIP(plain) === 4) return V4.check(plain, 'ipv4');
  if (isIP(plain) !== 6) return true;
  if (V6.check(plain, 'ipv6')) return true;
  const carrier = CARRYING.find(({ list }) => list.check(plain, 'ipv6'));
  return carrier !== undefined && V4.check(carriedAddress(plain, carrier.group), 'ipv4');
}

/** The IPv4 address that two groups of an IPv6 address hold. */
function carriedAddress(address: string, group: number): string {
  const groups = expanded(address);
  const [high = 0, low = 0] = groups.slice(group, group + 2);
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

/** The eight groups of an IPv6 address. */
function expanded(address: string): readonly number[] {
  // `URL` prints an address with hexadecimal groups only.
  const plain = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [before = '', after] = plain.split('::');
  const groups = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  if (after === undefined) return groups(before);
  const [head, tail] = [groups(before), groups(after)];
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail];
}

function blockList(
  ranges: readonly (readonly [string, number])[],
  family: 'ipv4' | 'ipv6',
): BlockList {
  const list = new BlockList();
  for (const [prefix, length] of ranges) list.addSubnet(prefix, length, family);
  return list;
}
