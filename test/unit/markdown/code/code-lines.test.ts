import { describe, expect, it } from 'vitest';
import { readCodeLines } from '../../../../src/markdown/code/code-lines.ts';

/** Language, and how it writes a comment around `$`. */
const COMMENTS: readonly (readonly [string, string])[] = [
  ['typescript', '// $'],
  ['c', '/* $ */'],
  ['css', '/* $ */'],
  ['jsx', '{/* $ */}'],
  ['rust', '// $'],
  ['python', '# $'],
  ['bash', '  # $'],
  ['yaml', '# $'],
  ['coffeescript', '# $'],
  ['sql', '-- $'],
  ['lua', '--[[ $ ]]'],
  ['haskell', '{- $ -}'],
  ['markup', '<!-- $ -->'],
  ['markup', '// $'],
  ['markdown', '<!-- $ -->'],
  ['php', '<!-- $ -->'],
  ['clojure', ';; $'],
  ['ini', '; $'],
  ['latex', '% $'],
  ['mermaid', '%% $'],
  ['fsharp', '(* $ *)'],
  ['batch', 'REM $'],
  ['batch', '@rem $'],
  ['batch', ':: $'],
  ['vbnet', "' $"],
  ['basic', 'REM $'],
  ['fortran', '! $'],
  ['vim', '" $'],
  ['twig', '{# $ #}'],
  ['handlebars', '{{!-- $ --}}'],
  ['liquid', '{% comment %} $ {% endcomment %}'],
];

describe('comment markers in the comment style of the language, removed from the text', () => {
  it.each(COMMENTS)('%s: %s', (language, comment) => {
    const mark = (name: string): string => comment.replace('$', `highlight-${name}`);
    const code = ['a', mark('next-line'), 'b', mark('start'), 'c', 'd', mark('end'), 'e'];
    for (const id of [language, undefined]) {
      const read = readCodeLines(code.join('\n'), id);
      expect(read.lines).toEqual(['a', 'b', 'c', 'd', 'e']);
      expect([...read.highlighted]).toEqual([2, 3, 4]);
      expect(read.problems).toEqual([]);
    }
  });

  it.each([
    ['typescript', '# $'],
    ['python', '// $'],
    ['markup', '# $'],
    ['batch', 'remark $'],
    ['typescript', 'a(); // $'],
  ])('%s: %s is no marker', (language, comment) => {
    const code = `a\n${comment.replace('$', 'highlight-next-line')}\nb`;
    const read = readCodeLines(code, language);
    expect(read.lines.join('\n')).toBe(code);
    expect(read.highlighted.size).toBe(0);
  });

  it('may be in a plain diff', () => {
    expect(readCodeLines('# highlight-next-line\n+a', 'diff').lines).toEqual(['+a']);
  });
});
