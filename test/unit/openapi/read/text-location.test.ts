import { describe, expect, it } from 'vitest';
import { openDescription } from '../../../../src/openapi/read/open.ts';
import { toFilePath } from '../../../../src/shared/paths.ts';

/** Line and column of a word in the text under `description` of a YAML or JSON file's root. */
function locationOf(source: string, word: string): string {
  const { description } = openDescription(toFilePath('api.yaml'), () => ({
    ok: true,
    text: source,
  }));
  const root = description?.root.root;
  if (description === undefined || typeof root !== 'object' || root === null) return 'unreadable';
  if (Array.isArray(root)) return 'a list';
  const start = String(root['description']).indexOf(word);
  const part = { start, end: start + word.length };
  const [location] = description.locateText(root, 'description', [part]);
  return `${location?.line}:${location?.column}-${location?.endLine}:${location?.endColumn}`;
}

describe('the location of a part of a text', () => {
  it('is found in plain and quoted scalars', () => {
    expect(locationOf('description: see [it](/x) now', '/x')).toBe('1:23-1:25');
    expect(locationOf(`description: 'it''s [it](/x)'`, '/x')).toBe('1:26-1:28');
    expect(locationOf('description: "a\\tb \\"[it](/x)\\""', '/x')).toBe('1:27-1:29');
  });

  it('is found in block scalars, folded or not', () => {
    expect(locationOf('description: |\n  first\n\n  see [it](/x)\n', '/x')).toBe('4:12-4:14');
    expect(locationOf('a: 1\ndescription: >-\n  first\n  second\n  [it](/x) end\n', '/x')).toBe(
      '5:8-5:10',
    );
  });

  it('is found behind escaped line breaks of JSON', () => {
    expect(locationOf('{"description": "one\\n\\ntwo [\\u0041](/x)"}', '/x')).toBe('1:38-1:40');
  });

  it('is found behind characters and white space of any script', () => {
    expect(locationOf('{"description": "\u4e00\u3000 \ud83d\ude00\\n[it](/x)"}', '/x')).toBe(
      '1:30-1:32',
    );
    expect(
      locationOf('# \u4e00\ndescription: >-\n  \u4e00\u3000\n  [\u4e8c](/x) end\n', '/x'),
    ).toBe('4:7-4:9');
  });

  it('is found in a plain scalar over several lines', () => {
    expect(locationOf('description: one\n  two\n  [it](/x)\n', '/x')).toBe('3:8-3:10');
  });
});
