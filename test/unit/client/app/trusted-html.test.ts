import { describe, expect, it } from 'vitest';
import { isAssetUrl } from '../../../../src/client/app/trusted-html.ts';

const assets = new URL('https://docs.example.com/base/assets/');

describe('isAssetUrl', () => {
  it.each([
    '/base/assets/page-0-ABCDEF23.js',
    'https://docs.example.com/base/assets/x-N22DN7OS.js',
  ])('accepts %s', (url) => {
    expect(isAssetUrl(url, assets)).toBe(true);
  });

  it.each([
    '/base/other.js',
    '/base/assets/../other-ABCDEF23.js',
    '/base/assets/%2e%2e/other-ABCDEF23.js',
    '//elsewhere.example/base/assets/x-ABCDEF23.js',
    'https://elsewhere.example/base/assets/x-ABCDEF23.js',
    'http://docs.example.com/base/assets/x-ABCDEF23.js',
    '\\\\elsewhere.example/base/assets/x-ABCDEF23.js',
    'data:text/javascript,1',
    'blob:https://docs.example.com/base/assets/x',
    'javascript:alert(1)',
    'http://[',
    '/base/assetsx/y-ABCDEF23.js',
    '/base/assets/y.js',
    '/base/assets/y-0123456789.js',
    '/base/assets/x/y-ABCDEF23.js',
    '/base/assets/x%2fy-ABCDEF23.js',
    '/base/assets/%2e%2e%2fy-ABCDEF23.js',
    '/base/assets/y-ABCDEF23.js?z',
    '/base/assets/y-ABCDEF23.js#z',
    '/base/dw-files/y-ABCDEF23.js',
    '/base/dw-files/../assets/y-0123456789.js',
  ])('refuses %s', (url) => {
    expect(isAssetUrl(url, assets)).toBe(false);
  });
});
