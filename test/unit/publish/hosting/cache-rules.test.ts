import { describe, expect, it } from 'vitest';
import { cacheRule } from '../../../../src/publish/hosting-rules.ts';
import { toOutputPath } from '../../../../src/shared/paths.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';

describe('cacheRule', () => {
  it.each([
    'dw-assets/client-TKQ2J56F.js',
    'dw-assets/page-0-N22DN7OS.js',
    'dw-assets/chunk-ABCDEF23.js',
    'dw-assets/search/nq68Gnxjh9.json',
    'dw-assets/search/-_C0AB4j39.json',
    'dw-files/photo-0123456789.png',
    'dw-files/photo of a cat-deadbeef01.tar.gz',
    'dw-files/LICENSE-deadbeef01',
  ])('keeps %s for a year', (path) => {
    expect(cacheRule(toOutputPath(path))).toBe(IMMUTABLE);
  });

  it.each([
    'index.html',
    '404.html',
    'docs/a/index.html',
    'site.json',
    'search-index-default.json',
    'favicon.svg',
    'dw-assets/photo-0123456789.png',
    'dw-files/photo.png',
    'dw-assets/client.js',
    'dw-assets/client-tkq2j56f.js',
    'dw-assets/search/words.json',
    'dw-assets/search/x/nq68Gnxjh9.json',
    'dw-assets/x/client-TKQ2J56F.js',
    'docs/dw-assets/client-TKQ2J56F.js',
    'client-TKQ2J56F.js',
  ])('asks for %s again', (path) => {
    expect(cacheRule(toOutputPath(path))).toBe('no-cache');
  });
});
