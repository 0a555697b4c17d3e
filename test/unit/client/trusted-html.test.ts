import { describe, expect, it } from 'vitest';
import { isAssetUrl } from '../../../src/client/trusted-html.ts';

const assets = new URL('https://docs.example.com/base/assets/');

describe('isAssetUrl', () => {
  it.each(['/base/assets/page-1.js', 'https://docs.example.com/base/assets/x/y.js'])(
    'accepts %s',
    (url) => {
      expect(isAssetUrl(url, assets)).toBe(true);
    },
  );

  it.each([
    '/base/other.js',
    '/base/assets/../other.js',
    '/base/assets/%2e%2e/other.js',
    '//elsewhere.example/base/assets/x.js',
    'https://elsewhere.example/base/assets/x.js',
    'http://docs.example.com/base/assets/x.js',
    '\\\\elsewhere.example/base/assets/x.js',
    'data:text/javascript,1',
    'blob:https://docs.example.com/base/assets/x',
    'javascript:alert(1)',
    'http://[',
    '/base/assetsx/y.js',
  ])('refuses %s', (url) => {
    expect(isAssetUrl(url, assets)).toBe(false);
  });
});
