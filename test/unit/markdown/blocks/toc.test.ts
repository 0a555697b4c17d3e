import { describe, expect, it } from 'vitest';
import { buildToc } from '../../../../src/markdown/blocks/toc.ts';

const heading = (level: number, id: string) => ({ id, level, text: id, html: id, line: 1 });
const outline = (entries: ReturnType<typeof buildToc>): unknown[] =>
  entries.map(({ id, children }) => (children.length === 0 ? id : [id, outline(children)]));

describe('buildToc', () => {
  it('nests by level', () => {
    const toc = buildToc(
      [heading(1, 't'), heading(2, 'a'), heading(3, 'b'), heading(3, 'c'), heading(2, 'd')],
      { min: 2, max: 3 },
    );
    expect(outline(toc)).toEqual([['a', ['b', 'c']], 'd']);
  });
  it('moves a heading up whose parent level is missing', () => {
    const toc = buildToc([heading(3, 'a'), heading(2, 'b'), heading(4, 'c'), heading(3, 'd')], {
      min: 2,
      max: 4,
    });
    expect(outline(toc)).toEqual(['a', ['b', ['c', 'd']]]);
  });
  it('leaves out other levels', () => {
    expect(outline(buildToc([heading(2, 'a'), heading(4, 'b')], { min: 2, max: 3 }))).toEqual([
      'a',
    ]);
  });
});
