import { describe, expect, it } from 'vitest';
import { isAssetUrl, sharedTrust, trustOf } from '../../../../src/client/app/trusted-html.ts';

const assets = new URL('https://docs.example.com/base/dw-assets/');

describe('the policy of a document', () => {
  it('is one for all scripts, and takes the address of another script at any time', () => {
    const page = {};
    expect(sharedTrust(page)).toBeUndefined();
    const first = trustOf(page, assets);
    const other = 'https://stats.example/count.js';
    expect(() => first.scriptUrl(other)).toThrow('is not a script of this site');
    trustOf(page, assets).allowScript(other);
    expect(first.scriptUrl(other)).toBe(other);
    expect(first.scriptUrl('x-N22DN7OS.js')).toBe(`${assets.href}x-N22DN7OS.js`);
    expect(sharedTrust(page)).toBe(first);
  });
});

describe('isAssetUrl', () => {
  it.each([
    '/base/dw-assets/page-0-ABCDEF23.js',
    'https://docs.example.com/base/dw-assets/x-N22DN7OS.js',
  ])('accepts %s', (url) => {
    expect(isAssetUrl(url, assets)).toBe(true);
  });

  it.each([
    '/base/other.js',
    '/base/dw-assets/../other-ABCDEF23.js',
    '/base/dw-assets/%2e%2e/other-ABCDEF23.js',
    '//elsewhere.example/base/dw-assets/x-ABCDEF23.js',
    'https://elsewhere.example/base/dw-assets/x-ABCDEF23.js',
    'http://docs.example.com/base/dw-assets/x-ABCDEF23.js',
    '\\\\elsewhere.example/base/dw-assets/x-ABCDEF23.js',
    'data:text/javascript,1',
    'blob:https://docs.example.com/base/dw-assets/x',
    'javascript:alert(1)',
    'http://[',
    '/base/dw-assetsx/y-ABCDEF23.js',
    '/base/dw-assets/y.js',
    '/base/dw-assets/y-0123456789.js',
    '/base/dw-assets/x/y-ABCDEF23.js',
    '/base/dw-assets/x%2fy-ABCDEF23.js',
    '/base/dw-assets/%2e%2e%2fy-ABCDEF23.js',
    '/base/dw-assets/y-ABCDEF23.js?z',
    '/base/dw-assets/y-ABCDEF23.js#z',
    '/base/dw-files/y-ABCDEF23.js',
    '/base/dw-files/../dw-assets/y-0123456789.js',
  ])('refuses %s', (url) => {
    expect(isAssetUrl(url, assets)).toBe(false);
  });
});
