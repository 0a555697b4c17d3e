import { describe, expect, it } from 'vitest';
import {
  isPrivateAddress,
  isPrivateHostname,
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

describe('private names', () => {
  it.each([
    'http://localhost/',
    'http://localhost./',
    'http://app.localhost/',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'http://nas.home.arpa/',
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
