import { describe, expect, it } from 'vitest';
import { parse } from '../support/parse.ts';

const hintsOf = (text: string) =>
  parse(text)
    .diagnostics.filter(({ code }) => code !== 'unclosed-fence')
    .map(({ code, hint }) => [code, hint]);

describe('what is closed in a code block only', () => {
  it.each<[string, string, string, string]>([
    [
      'a tag before a block that never ends',
      '<details>\n<summary>S</summary>\n\n```js\nlet a;\n\n</details>\n',
      'html-unclosed',
      'the code block that begins in line 4 has </details> in line 7: write ``` before it',
    ],
    [
      'a directive before a block in which another one begins',
      ':::note\n\n~~~js\nlet a;\n\n:::\n\n~~~js\nlet b;\n~~~\n',
      'unclosed-directive',
      'the code block that begins in line 3 has ::: in line 6: write ~~~ before it',
    ],
  ])('names the block: %s', (...[, text, code, hint]) => {
    expect(hintsOf(text)).toEqual([[code, hint]]);
  });

  it('is not looked for in samples', () => {
    expect(hintsOf(':::note\n\n```md\n:::note\n:::\n```\n')).toEqual([
      ['unclosed-directive', 'add a line ::: where it ends'],
    ]);
  });
});
