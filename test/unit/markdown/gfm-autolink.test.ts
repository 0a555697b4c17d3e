import { describe, expect, it } from 'vitest';
import { findAutolinks } from '../../../src/markdown/gfm-autolink.ts';

function found(text: string): string[] {
  return findAutolinks(text).map(({ start, end, href }) => `${text.slice(start, end)} -> ${href}`);
}

describe('extended autolinks', () => {
  it('are found as in the examples of GFM 6.9', () => {
    expect(found('www.commonmark.org/help for more')).toEqual([
      'www.commonmark.org/help -> http://www.commonmark.org/help',
    ]);
    expect(found('Visit www.commonmark.org.')).toEqual([
      'www.commonmark.org -> http://www.commonmark.org',
    ]);
    expect(found('(www.google.com/search?q=Markup+(business)))+ok')).toHaveLength(1);
    expect(found('((www.a.com/b_(c)))')).toEqual(['www.a.com/b_(c) -> http://www.a.com/b_(c)']);
    expect(found('www.a.com/b&hl;')).toEqual(['www.a.com/b -> http://www.a.com/b']);
    expect(found('www.a.com/he<lp')).toEqual(['www.a.com/he -> http://www.a.com/he']);
    expect(found('http://commonmark.org, https://encrypted.google.com/search?q=a')).toEqual([
      'http://commonmark.org -> http://commonmark.org',
      'https://encrypted.google.com/search?q=a -> https://encrypted.google.com/search?q=a',
    ]);
    expect(found('hello@mail+xyz.example is not, hello+xyz@mail.example is')).toEqual([
      'hello+xyz@mail.example -> mailto:hello+xyz@mail.example',
    ]);
    expect(found('a.b-c_d@a.b a.b-c_d@a.b. a.b-c_d@a.b- a.b-c_d@a.b_')).toEqual([
      'a.b-c_d@a.b -> mailto:a.b-c_d@a.b',
      'a.b-c_d@a.b -> mailto:a.b-c_d@a.b',
    ]);
  });

  it('are not made of file names, bare domains or other schemes', () => {
    for (const text of [
      'file.md',
      'example.com',
      'ftp://a.b',
      'javascript://a.b',
      'a://b.c',
      'xwww.a.b',
      'a@b',
      '@scope/pkg.x',
    ]) {
      expect(found(text)).toEqual([]);
    }
  });

  it('end before emphasis, quotes and unbalanced brackets', () => {
    expect(found('**http://a.b/c**')).toEqual(['http://a.b/c -> http://a.b/c']);
    expect(found('"http://a.b/c"')).toEqual(['http://a.b/c -> http://a.b/c']);
    expect(found('[http://a.b/c]')).toEqual(['http://a.b/c -> http://a.b/c']);
  });
});
