import { describe, expect, it } from 'vitest';
import { checkOutput, type OutputCheck } from '../../../../src/links/folder/check-output.ts';
import { readOutput } from '../../../../src/links/folder/read-output.ts';
import { fileLocator } from '../../../../src/pipeline/check-folder.ts';
import { check, type Files, write } from './output.ts';

describe('a finding', () => {
  const page = (main: string, title = ''): string =>
    `<html><head><link rel=stylesheet href=/no.css></head><body><a href="#skip">s</a><nav><a href="/gone/" ${title}>g</a></nav><main>${main}</main><footer><a href="../gone-too/">t</a></footer><div class=menu><a href=/gone/>g</a></div></body></html>`;
  const places = ({ findings }: OutputCheck): readonly string[] =>
    findings
      .filter(({ code }) => code !== 'orphan-page')
      .map(({ href, file, files, region }) => `${href} ${region} ${file} ${files.length}`);

  it('of the layout is one, of articles one each', () => {
    const main = '<a href=/lost/>l</a>';
    const files = {
      'a/index.html': page(main),
      'b/index.html': page(main, 'aria-current=true'),
      'c/index.html': page(''),
    };
    expect(places(check(files))).toEqual([
      '/no.css head a/index.html 3',
      '#skip outside a/index.html 3',
      '/gone/ nav a/index.html 3',
      '/lost/ content a/index.html 1',
      '../gone-too/ footer a/index.html 3',
      '/gone/ outside a/index.html 3',
      '/lost/ content b/index.html 1',
    ]);
  });

  it('of pages without landmarks is one if the surrounding characters are the same', () => {
    const bare = (text: string): string =>
      `<title>${text}</title>${'<p>menu</p>'.repeat(9)}<a href=/gone/>g</a>${'<hr>'.repeat(20)}<p>${text} <a href=/lost/>l</a>`;
    expect(places(check({ 'a.html': bare('one'), 'b.html': bare('two') }))).toEqual([
      '/gone/ outside a.html 2',
      '/lost/ outside a.html 1',
      '/lost/ outside b.html 1',
    ]);
  });

  it('has its location in the file', () => {
    const folder = write({
      'index.html': '\ufeff<p>ä😀\r\n\r<a\n href="/go&amp;ne/"></a>\n<a href=\n"a\nb">',
    });
    const { findings } = checkOutput(readOutput(folder), { baseUrl: '/' });
    const locateIn = fileLocator(folder);
    expect(findings.map((finding) => [finding.href, locateIn(finding.file, finding)])).toEqual([
      ['/go&ne/', { file: 'index.html', line: 4, column: 8, endLine: 4, endColumn: 19 }],
      ['a\nb', { file: 'index.html', line: 6, column: 2, endLine: 7, endColumn: 2 }],
    ]);
  });

  it('says where it is, and what to write', () => {
    const { findings } = check({
      'index.html': '<nav><a class=x href="/Guide/#a">x</a></nav><img src=/guide/>',
      'guide/index.html': '<i id=a><i id=a>',
    });
    const at = { file: 'index.html', files: ['index.html'] };
    expect(findings).toEqual(
      [
        { code: 'orphan-page' },
        {
          code: 'duplicate-id',
          file: 'guide/index.html',
          files: ['guide/index.html'],
          href: 'a',
          tag: '',
          attribute: 'id',
          region: 'outside',
          start: 14,
          end: 15,
        },
        {
          ...at,
          code: 'case-mismatch',
          resolved: '/Guide/',
          existing: '/guide/',
          differs: 'case',
          suggestion: '/guide/#a',
          href: '/Guide/#a',
          tag: 'a',
          attribute: 'href',
          region: 'nav',
          start: 22,
          end: 31,
        },
        {
          ...at,
          code: 'asset-not-found',
          resolved: '/guide/',
          href: '/guide/',
          tag: 'img',
          attribute: 'src',
          region: 'outside',
          start: 53,
          end: 60,
        },
      ].map((finding) => expect.objectContaining(finding)),
    );
  });

  it('of pages without landmarks is one for the same 48 characters on both sides', () => {
    const bare = (before: string, after: string): string => `<p>${before}<a href=/gone/>${after}`;
    const near = 'x'.repeat(48 - '<a href='.length);
    const far = 'y'.repeat(47);
    const files = (pages: readonly string[]): Files =>
      Object.fromEntries(pages.map((html, index) => [`${index}.html`, html]));
    const count = (...pages: readonly string[]): number => places(check(files(pages))).length;
    expect(count(bare(`1${near}`, `${far}1`), bare(`2${near}`, `${far}2`))).toBe(1);
    expect(count(bare(`${near.slice(1)}`, far), bare(`2${near.slice(1)}`, far))).toBe(2);
    expect(count(bare(near, `${far.slice(1)}1`), bare(near, `${far.slice(1)}2`))).toBe(2);
  });

  it('includes pages without links to them, and duplicate ids', () => {
    const files = {
      'index.html': '<a href=b.html></a><p id=x><p id=x>',
      'a.html': '<a href=a.html>',
      'b.html': '',
      '404.html': '',
      'docs/index.html': '',
    };
    const { findings } = check(files);
    expect(findings.map(({ code, file, href }) => `${code} ${file} ${href}`)).toEqual([
      'orphan-page a.html ',
      'orphan-page docs/index.html ',
      'duplicate-id index.html x',
    ]);
  });
});

describe('a check', () => {
  it('counts references by their kind', () => {
    const counted = (html: string) => check({ 'index.html': html, 'x.css': '' }).coverage;
    const none = { pages: 1, links: 1, anchors: 0, assets: 0, external: 0 };
    expect(counted('<a href="/x.css">')).toEqual(none);
    expect(counted('<a href="?q">')).toEqual(none);
    expect(counted('<a href="#q">')).toEqual({ ...none, anchors: 1 });
    expect(counted('<img src="/x.css#q">')).toEqual({ ...none, assets: 1 });
    expect(counted('<img src="https://a.example/x#q">')).toEqual({ ...none, external: 1 });
  });

  it.each([
    ['<a href="/b.html">', false],
    ['<map><area href="/b.html"></map>', false],
    ['<iframe src="/b.html"></iframe>', false],
    ['<meta http-equiv="refresh" content="5; url=/b.html">', false],
    ['<link rel="prev" href="/b.html">', true],
    ['<object data="/b.html"></object>', true],
    ['<p>', true],
  ])('has a page that %s may lead to', (html, isOrphan) => {
    const { findings } = check({ 'index.html': html, 'b.html': '<a href="/b.html">' });
    const orphan = {
      code: 'orphan-page',
      file: 'b.html',
      files: ['b.html'],
      resolved: '/b.html',
      href: '',
      tag: '',
      attribute: '',
      region: 'content',
      start: 0,
      end: 0,
    };
    expect(findings).toEqual(isOrphan ? [orphan] : []);
  });
});
