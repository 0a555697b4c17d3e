import { describe, expect, it } from 'vitest';
import {
  isPrivateAddress,
  isPrivateHostname,
  PRIVATE_ADDRESS,
  publicLookup,
} from '../../../../src/links/external/private-hosts.ts';

describe('private addresses', () => {
  it.each([
    '0.0.0.0',
    '10.255.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '::7f00:1',
    '64:ff9b::a00:1',
    '2002:c0a8:101::1',
    'no address',
  ])('knows %s', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each([
    '1.1.1.1',
    '11.0.0.1',
    '100.128.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '2606:4700::1111',
    '::ffff:1.1.1.1',
    '64:ff9b::101:101',
    '2002:101:101::1',
  ])('leaves %s alone', (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });
});

/** The first and last addresses of the private IPv4 ranges. */
const RANGES = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
] as const;

const neighbor = (address: string, step: number): string => {
  const number = address.split('.').reduce((sum, part) => 256 * sum + Number(part), 0) + step;
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');
};

/** An IPv4 address, and the IPv6 addresses that carry it. */
const formsOf = (address: string): readonly string[] => {
  const hex = Buffer.from(address.split('.').map(Number)).toString('hex');
  const carried = ['::', '::ffff:', '::ffff:0:', '64:ff9b::'].map((start) => start + address);
  return [address, ...carried, `2002:${hex.slice(0, 4)}:${hex.slice(4)}::1`];
};

describe('the private ranges', () => {
  it.each(RANGES)('from %s to %s end there, in every form', (first, last) => {
    const inside = [first, last].flatMap(formsOf);
    expect(inside.filter((address) => !isPrivateAddress(address))).toEqual([]);
    const outside = [
      ...(first === '0.0.0.0' ? [] : [neighbor(first, -1)]),
      ...(last === '255.255.255.255' ? [] : [neighbor(last, 1)]),
    ];
    expect(outside.flatMap(formsOf).filter(isPrivateAddress)).toEqual([]);
  });

  it.each([
    ['100::', '100::ffff:ffff:ffff:ffff', '100:0:0:1::'],
    ['2001:db8::', '2001:db8:ffff::', '2001:db9::'],
    ['fc00::', 'fdff:ffff::', 'fbff:ffff::'],
    ['fe80::', 'fe80:ffff::', 'fe7f:ffff::'],
    ['fec0::', 'feff:ffff::', 'fe7f::'],
    ['ff00::', 'ffff:ffff::', '2606::'],
  ])('from %s to %s do not have %s', (first, last, outside) => {
    expect([first, last, outside].map(isPrivateAddress)).toEqual([true, true, false]);
  });
});

describe('a lookup of public addresses', () => {
  type Found = string | { address: string; family: number }[];
  const looked = (found: Found, error: Error | null = null) =>
    new Promise<readonly unknown[]>((resolve) => {
      publicLookup((_, __, callback) => callback(error, found, 4))(
        'a.test',
        {},
        (problem, address, family) => resolve([problem, address, family]),
      );
    });
  const open = { address: '1.1.1.1', family: 4 };
  const closed = { address: '10.0.0.1', family: 4 };

  it('passes public addresses, and errors', async () => {
    expect(await looked([closed, open])).toEqual([null, [open], 4]);
    expect(await looked('1.1.1.1')).toEqual([null, '1.1.1.1', 4]);
    expect(await looked([])).toEqual([null, [], 4]);
    const error = new Error('no name');
    expect(await looked('', error)).toEqual([error, '', 4]);
  });

  it.each([['10.0.0.1'], [[closed]]])('refuses a name with %j alone', async (found) => {
    const [error] = await looked(found);
    expect(error).toMatchObject({ code: PRIVATE_ADDRESS, message: 'a.test is private' });
  });
});

describe('private names', () => {
  it.each([
    'http://localhost/',
    'http://localhost./',
    'http://app.localhost/',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'http://nas.home.arpa/',
    'http://wiki.intranet/',
    'http://router.lan./',
    'http://127.1/',
    'http://0x7f000001/',
    'http://017700000001/',
    'http://2130706433/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://127.0.0.1./',
    'http://１２７.0.0.1/',
  ])('knows %s', (url) => {
    expect(isPrivateHostname(new URL(url).hostname)).toBe(true);
  });

  it.each([
    'https://example.com/',
    'https://localhost.example/',
    'https://mylocal/',
    'http://1.1/',
  ])('leaves %s alone', (url) => {
    expect(isPrivateHostname(new URL(url).hostname)).toBe(false);
  });
});
