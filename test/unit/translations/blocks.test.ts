import { describe, expect, it } from 'vitest';
import {
  changesSince,
  printAccepted,
  readAccepted,
  readBlocks,
  withAccepted,
} from '../../../src/translations/blocks.ts';

const blocksOf = (text: string) => readBlocks('a.md', text).blocks;

/** The lines of what changed between two texts; of removed blocks, the line that they were at. */
function changed(before: string, after: string, isKnown = true): readonly number[] {
  const old = blocksOf(before);
  const baseline = { hashes: old.map(({ hash }) => hash), blocks: isKnown ? old : undefined };
  return changesSince(baseline, blocksOf(after)).map(({ near }) => near?.line ?? 0);
}

describe('what is no change for translators', () => {
  it.each([
    ['line breaks', 'One two\nthree\n', 'One\ntwo three\n'],
    ['the address of a link', 'See [it](/a#b).\n', 'See [it](https://x.example/c).\n'],
    ['a definition', '[it][a]\n\n[a]: /x\n', '[it][a]\n\n[a]: /y "z"\n'],
    ['emphasis and quotes', 'It is **very** "good".\n', 'It is __very__ “good”.\n'],
    ['markers of lists', '- one\n- two\n', '* one\n* two\n'],
    ['the id of a heading', '## Install\n', '## Install { #install }\n'],
    ['attributes of elements', '<img src="a.png"> Text\n', '<img src="b.png" width=3> Text\n'],
    ['marks of admonitions', '!!! note\n\nText\n', ':::note\n\nText\n\n:::\n'],
    ['options of a code block', '```js\na();\n```\n', '```ts {1} title="a"\na();\n```\n'],
    ['indentation of code', '```js\nif (a)\n  b();\n```\n', '```js\nif (a)\n    b();\n```\n'],
    ['a tag of a template', 'Text\n\n{% a.py 1 %}\n', 'Text\n\n{% b.py 2 %}\n'],
    ['keys of the frontmatter', '---\nslug: /a\n---\nText\n', '---\nslug: /b\n---\nText\n'],
  ])('%s', (_, before, after) => expect(changed(before, after, false)).toEqual([]));

  it('misspelled words, if the text is known', () => {
    const [before, after] = ['You recieve two mesages.\n', 'You receive two messages.\n'];
    expect(changed(before, after)).toEqual([]);
    expect(changed(before, after, false)).toEqual([1]);
  });
});

describe('what is a change', () => {
  it.each([
    ['another word', 'Text\n\nUse three.\n', 'Text\n\nUse five.\n', [3]],
    ['a number', 'Wait 30 seconds.\n', 'Wait 60 seconds.\n', [1]],
    ['the opposite', 'It is enabled by default.\n', 'It is disabled by default.\n', [1]],
    ['a short word', 'It is now done.\n', 'It is not done.\n', [1]],
    ['signs in a code span', 'If `a < b`.\n', 'If `a > b`.\n', [1]],
    ['code', '# A\n\n```js\na(1);\n```\n', '# A\n\n```js\na(2);\n```\n', [3]],
    ['a new block', '# A\n\nOne\n', '# A\n\nOne\n\nTwo\n', [5]],
    ['a removed block', '# A\n\nOne\n\nTwo\n', '# A\n\nTwo\n', [1]],
    ['the title', '---\ntitle: A b\n---\n', '---\ntitle: A c\n---\n', [2]],
  ])('%s', (...[, before, after, lines]) => expect(changed(before, after)).toEqual(lines));
});

it('knows the section of each block, and no heading in code', () => {
  const text =
    'Start\n\n## One\n\nText\n\n~~~~sh\n# no heading\n~~~\n\n~~~~\n\n## `Two` {#b}\nText\n';
  expect(blocksOf(text).map(({ line, section, code }) => [line, section, code])).toEqual([
    [1, '', undefined],
    [3, 'One', undefined],
    [5, 'One', undefined],
    [7, 'One', 'sh'],
    [13, '`Two`', undefined],
    [14, '`Two`', undefined],
  ]);
});

it('writes hashes into the frontmatter, and reads them again', () => {
  const hashes = blocksOf('# A\n\nText\n').map(({ hash }) => hash);
  const value = printAccepted('2026-01-31', hashes);
  expect(readAccepted(value)).toEqual({ date: '2026-01-31', hashes });
  expect(readAccepted('yes')).toBeUndefined();
  const line = `translated_from: ${value}`;
  expect(withAccepted('# B\n', value)).toBe(`---\n${line}\n---\n\n# B\n`);
  const crlf = withAccepted('---\r\ntitle: B\r\n---\r\n# B\r\n\r\n---\r\n', value);
  expect(crlf).toBe(`---\r\ntitle: B\r\n${line}\r\n---\r\n# B\r\n\r\n---\r\n`);
  expect(withAccepted(crlf.replace(value, 'old'), value)).toBe(crlf);
  expect(withAccepted('---\n---\n# B\n', value)).toBe(`---\n${line}\n---\n# B\n`);
  expect(readBlocks('b.md', crlf).frontmatter.translated_from).toBe(value);
});
