import { describe, expect, it } from 'vitest';
import { fillSocialImage, unknownPlaceholders } from '../../../src/render/social-image.ts';

const TEXTS = { title: 'A & B', description: 'd', section: 's', site: 'Site <x>' };

/** The lines of a title that is alone in its element. */
function lines(title: string, attributes = 'x="100" font-size="100"'): readonly string[] {
  const svg = fillSocialImage(
    `<svg><text ${attributes}>{{ title }}</text></svg>`,
    { ...TEXTS, title },
    1200,
  );
  return [...svg.matchAll(/<tspan[^>]*>(.*?)<\/tspan>/g)].map(([, line = '']) => line);
}

describe('an image of link previews', () => {
  it('has the texts of the page, escaped', () => {
    const svg =
      '<svg><title>{{site}}</title><text>On {{ title }}: {{section}}/{{description}}</text></svg>';
    expect(fillSocialImage(svg, TEXTS, 1200)).toBe(
      '<svg><title>Site &lt;x&gt;</title><text>On A &amp; B: s/d</text></svg>',
    );
  });

  it('wraps a text that is alone', () => {
    const svg = '<svg><text x="100" y="200" font-size="100">\n  {{ title }}\n</text></svg>';
    const title = 'From an empty account to a first badge';
    expect(fillSocialImage(svg, { ...TEXTS, title }, 1200)).toBe(
      '<svg><text x="100" y="200" font-size="100"><tspan x="100">From an empty</tspan><tspan x="100" dy="1.2em">account to a first</tspan><tspan x="100" dy="1.2em">badge</tspan></text></svg>',
    );
  });

  it('fits it into width and number of lines', () => {
    const title = 'one two three four five six seven eight nine';
    expect(lines(title, 'x="100" font-size="100" data-width="500" data-lines="2"')).toEqual([
      'one two',
      'three fou…',
    ]);
    expect(lines('word '.repeat(200).trim())).toHaveLength(3);
    expect(lines('x'.repeat(40)).length).toBeGreaterThan(1);
    expect(lines('漢'.repeat(25))).toEqual(['漢'.repeat(10), '漢'.repeat(10), '漢'.repeat(5)]);
  });

  it('leaves no place for markup or further texts', () => {
    expect(lines('</tspan><script>{{ site }}')[0]).toBe('&lt;/tspan&gt;&lt;script&gt;&#123;{');
    expect(lines('a\u0000b')).toEqual(['a b']);
  });

  it('names unknown placeholders', () => {
    expect(unknownPlaceholders('<svg>{{ titel }}{{title}}</svg>')).toEqual([
      { name: 'titel', start: 5, end: 16 },
    ]);
  });
});
