import { describe, expect, it } from 'vitest';
import { parseCategoryFile } from '../../../src/content/category-file.ts';
import { toFilePath } from '../../../src/shared/paths.ts';

const FILE = toFilePath('content/docs/guide/_category_.yml');

describe('category file', () => {
  it('reads every key', () => {
    const text = 'label: 1.10\nposition: 3\ncollapsed: false\ncollapsible: true';
    expect(parseCategoryFile(FILE, text)).toEqual({
      category: {
        label: '1.10',
        position: 3,
        collapsed: false,
        collapsible: true,
      },
      diagnostics: [],
    });
  });

  it('may be empty', () => {
    expect(parseCategoryFile(FILE, '# nothing\n')).toEqual({ category: {}, diagnostics: [] });
  });

  it('reports problems with their locations', () => {
    const { category, diagnostics } = parseCategoryFile(
      FILE,
      'label: a\nposition: first\nlabl: b\ncollapsed: [c]',
    );
    expect(category).toEqual({ label: 'a' });
    expect(
      diagnostics.map(({ code, location }) => `${code} ${location?.line}:${location?.column}`),
    ).toEqual(['category-invalid 2:11', 'frontmatter-unknown-key 3:1', 'category-invalid 4:12']);
    expect(parseCategoryFile(FILE, '- a').diagnostics.map(({ code }) => code)).toEqual([
      'category-invalid',
    ]);
    expect(parseCategoryFile(FILE, 'a: [').diagnostics.map(({ code }) => code)).toEqual([
      'category-invalid',
    ]);
  });
});
