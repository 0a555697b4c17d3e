import { describe, expect, it } from 'vitest';
import { joinStyles, moveStyles } from '../../../src/html/move-styles.ts';

/** The HTML with classes numbered in the order of the style sheet, and the rules without selectors. */
function moved(html: string): { html: string; rules: string[]; refused: readonly string[] } {
  const { css, refused, ...result } = moveStyles(html);
  const names = [...css.matchAll(/^\.(s-[0-9a-f]{8})/gm)].map(([, name = '']) => name);
  const rules = [...css.matchAll(/\{(.*)\}\n/g)].map(([, rule = '']) => rule);
  const text = names.reduce((all, name, at) => all.replaceAll(name, `s${at}`), result.html);
  return { html: text, rules, refused };
}

describe('moveStyles', () => {
  it.each([
    ['<p style="color: red">x</p>', '<p class="s0">x</p>', 'color:red'],
    ['<p STYLE=color:red>x</p>', '<p class="s0">x</p>', 'color:red'],
    ['<p id=a style="color:red"class=b>x</p>', '<p id=a class="b s0">x</p>', 'color:red'],
    ['<p class=a style="top:0"id=b>', '<p class="a s0" id=b>', 'top:0'],
    [`<p class='a "b"' style='top:1px;'>`, '<p class="a &quot;b&quot; s0">', 'top:1px'],
    ['<p style="color:red"id=b>', '<p class="s0" id=b>', 'color:red'],
    ['<br style="Top:1em; LEFT: 2em"/>', '<br class="s0"/>', 'top:1em;left:2em'],
    ['<p style="color:red" style="top:0">', '<p class="s0">', 'color:red'],
    ['<i style="--x: &quot;a;b&quot;; --X:1">', '<i class="s0">', '--x:"a;b";--X:1'],
    ['<i style="width: calc(1px + (2em * 3))">', '<i class="s0">', 'width:calc(1px + (2em * 3))'],
    ['<i style="background: url(/a.png)">', '<i class="s0">', 'background:url(/a.png)'],
    [`<i style="fill: url('#a')">`, '<i class="s0">', `fill:url('#a')`],
    ['<i style="top: 0 !important /* x */">', '<i class="s0">', 'top:0 !important'],
    ['<svg><g style="fill:red"/></svg>', '<svg><g class="s0"/></svg>', 'fill:red'],
  ])('%s', (html, expected, rule) => {
    expect(moved(html)).toEqual({ html: expected, rules: [rule], refused: [] });
  });

  it.each([
    'color:red}body{display:none',
    'background:url(https://a.test/x.png)',
    'background:url(//a.test/x.png)',
    'background:url( "javascript:x" )',
    'background:url(data:image/png;base64,AA)',
    'background:url(images/x.png)',
    'background:u\\72l(https://a.test)',
    'background:image-set("https://a.test/x.png" 1x)',
    'width:expression(alert(1))',
    'behavior:url(/x.htc)',
    'color:red</style><script>',
    '@import "/x.css"',
    'content:"a',
    'width:calc(1px',
    'width:calc(1px))',
    'color:[red)',
    'color:/*red',
    'no declaration',
  ])('leaves out %s', (declaration) => {
    const html = `<p style="${declaration.replaceAll('"', '&quot;')}" id="a">x</p>`;
    const { html: text, rules, refused } = moved(html);
    expect(rules.join()).not.toMatch(/https?:|\/\/|expression|behavior|[@<\\]/);
    expect(text).not.toContain('style=');
    expect(refused).not.toEqual([]);
  });

  it('keeps the other declarations of an attribute', () => {
    expect(moved('<p style="color:red;x;top:0">')).toEqual({
      html: '<p class="s0">',
      rules: ['color:red;top:0'],
      refused: ['x'],
    });
  });

  it('has one rule for equal declarations, in the order of the names', () => {
    const one = moveStyles('<p style="color:red">a<i style="top:0">b<b style="color: red">');
    const other = moveStyles('<p style="top:0">a<i style="color:red">');
    expect(one.css.split('\n')).toHaveLength(3);
    expect(other.css).toBe(one.css);
    expect(joinStyles([one.css, other.css, moveStyles('<p style="top:0">').css])).toBe(one.css);
  });

  it('reads only attributes', () => {
    const html = '<p title=" style=x">a style="color:red"</p><script>"<p style=\'a:b\'>"</script>';
    expect(moveStyles(html)).toEqual({ html, css: '', refused: [] });
  });
});
