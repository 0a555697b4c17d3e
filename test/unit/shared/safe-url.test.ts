import { describe, expect, it } from 'vitest';
import { isSafeHref, urlScheme } from '../../../src/shared/paths.ts';

describe('urlScheme', () => {
  it('reads what a browser reads', () => {
    expect(urlScheme('HTTPS://a')).toBe('https');
    expect(urlScheme(' \u0001java\nscr\tipt:x')).toBe('javascript');
    expect(urlScheme('./a:b')).toBe(undefined);
    expect(urlScheme('//a/b')).toBe(undefined);
    expect(urlScheme('#a:b')).toBe(undefined);
    expect(urlScheme('')).toBe(undefined);
  });
});

describe('isSafeHref', () => {
  it('allows web, mail, telephone and relative addresses', () => {
    for (const href of [
      'a.md',
      '/a',
      '#a',
      '?a',
      '//a/b',
      'http://a',
      'https://a',
      'mailto:a@b',
      'tel:1',
    ]) {
      expect(isSafeHref(href, 'page')).toBe(true);
    }
  });

  it('refuses the rest, however it is written', () => {
    for (const href of [
      'javascript:a',
      '\tJavaScript:a',
      'java\nscript:a',
      'vbscript:a',
      'blob:a',
      'file:///a',
    ]) {
      expect(isSafeHref(href, 'page')).toBe(false);
      expect(isSafeHref(href, 'asset')).toBe(false);
    }
    expect(isSafeHref('data:text/html,a', 'page')).toBe(false);
    expect(isSafeHref('mailto:a@b', 'asset')).toBe(false);
  });

  it('allows raster images as data, for assets only', () => {
    expect(isSafeHref('data:image/png;base64,AA', 'asset')).toBe(true);
    expect(isSafeHref('data:image/png;base64,AA', 'page')).toBe(false);
    expect(isSafeHref('data:image/svg+xml,<svg>', 'asset')).toBe(false);
    expect(isSafeHref('data:image/pngx,a', 'asset')).toBe(false);
  });
});
