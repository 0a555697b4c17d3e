import { describe, expect, it } from 'vitest';
import { srcsetCandidates } from '../../../src/html/reference-attributes.ts';
import { scanHtml } from '../../../src/html/scan-fragment.ts';

/** Everything that the scanner reports, in words. */
function scan(html: string): string[] {
  const found: string[] = [];
  scanHtml(html, {
    startTag: ({ name, attributes }) => {
      const values = attributes.map((attribute) =>
        attribute.hasValue
          ? `${attribute.name}=${html.slice(attribute.valueStart, attribute.valueEnd)}`
          : attribute.name,
      );
      found.push(`<${[name, ...values].join('|')}>`);
    },
    endTag: (name) => found.push(`</${name}>`),
    text: (start, end) => found.push(html.slice(start, end)),
    comment: (start, end) => found.push(`comment ${html.slice(start, end)}`),
    rawText: (name, start, end) => found.push(`raw ${name} ${html.slice(start, end)}`),
    cutOff: (start) => found.push(`cut ${html.slice(start)}`),
  });
  return found;
}

describe('scanHtml', () => {
  it('reads tags and attributes of every form', () => {
    expect(scan('<A HREF="b" c=\'d>e\' f = g/h i/>x</A >')).toEqual([
      '<a|href=b|c=d>e|f=g/h|i>',
      'x',
      '</a>',
    ]);
    expect(scan('<a b=1 B=2 =c ""=d>')).toEqual(['<a|b=1|=c|""=d>']);
    expect(scan('<a/b=c/d>')).toEqual(['<a|b=c/d>']);
    expect(scan('<a b=></a b="c">')).toEqual(['<a|b=>', '</a>']);
  });

  it('knows what is text', () => {
    expect(scan('a < b <3 <')).toEqual(['a < b <3 <']);
    expect(scan('a</')).toEqual(['a</']);
  });

  it('reads comments as browsers do', () => {
    expect(scan('<!-->a<!--->b<!-- c --!>d<!-- > -->e')).toEqual([
      'comment <!-->',
      'a',
      'comment <!--->',
      'b',
      'comment <!-- c --!>',
      'd',
      'comment <!-- > -->',
      'e',
    ]);
    expect(scan('<!doctype html><?x ?></ y><!-- z')).toEqual([
      'comment <!doctype html>',
      'comment <?x ?>',
      'comment </ y>',
      'comment <!-- z',
    ]);
  });

  it('does not read the content of scripts and the like as markup', () => {
    expect(scan('<script>"<a>"</scripty></SCRIPT ><style></style><title>a</title>')).toEqual([
      '<script>',
      'raw script "<a>"</scripty>',
      '</script>',
      '<style>',
      '</style>',
      '<title>',
      'raw title a',
      '</title>',
    ]);
    expect(scan('<textarea><a>')).toEqual(['<textarea>', 'raw textarea <a>']);
  });

  it('drops a tag that never ends', () => {
    expect(scan('a<b c="d>e')).toEqual(['a', 'cut <b c="d>e']);
    expect(scan('a<b c')).toEqual(['a', 'cut <b c']);
  });

  it('leaves out repeated attributes of absurdly long tags too', () => {
    const names = Array.from({ length: 40 }, (_, index) => `a${index}`);
    expect(scan(`<b ${[...names, ...names].join(' ')}>`)).toEqual([
      `<${['b', ...names].join('|')}>`,
    ]);
  });
});

describe('srcsetCandidates', () => {
  it('splits as the HTML standard says', () => {
    const split = (value: string): string[] =>
      srcsetCandidates(value).map(
        ({ start, end, descriptor }) => `${value.slice(start, end)}|${descriptor}`,
      );
    expect(split('a.png 1x, b,c.png 2x')).toEqual(['a.png|1x', 'b,c.png|2x']);
    expect(split(' , a.png, b.png 100w 2h ,')).toEqual(['a.png|', 'b.png|100w 2h']);
    expect(split('data:image/png,x 2x')).toEqual(['data:image/png,x|2x']);
    expect(split('')).toEqual([]);
  });
});
