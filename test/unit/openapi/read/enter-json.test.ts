import { describe, expect, it } from 'vitest';
import type { Description, JsonValue } from '../../../../src/openapi/read/description.ts';
import { openDescription } from '../../../../src/openapi/read/open.ts';
import { toFilePath } from '../../../../src/shared/paths.ts';

const FILE = toFilePath('api.json');

function open(text: string): ReturnType<typeof openDescription> {
  return openDescription(FILE, () => ({ ok: true, text }));
}

/** All location queries, by pointer. */
function locations(description: Description | undefined): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  const visit = (value: JsonValue | undefined): void => {
    if (description === undefined || typeof value !== 'object' || value === null) return;
    const { pointer } = description.pointer(value);
    found.set(pointer, [description.locate(value), description.locateName(value)]);
    const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
    for (const key of keys) {
      const at = `${pointer} ${key}`;
      found.set(at, description.locate(value, key));
      if (typeof key === 'string') found.set(`${at} key`, description.locateKey(value, key));
      visit(Array.isArray(value) ? value[Number(key)] : value[key]);
    }
  };
  visit(description?.root.root);
  return found;
}

const TEXTS: Readonly<Record<string, string>> = {
  compact: '{"a":1,"b":[true,null,"x"],"c":{"d":{}},"e":[]}',
  spaced: '\n{\n  "a" : 1 ,\n  "b" : [ 1.5e3 , -0 ,\n\n "x" ]\n}\n',
  'status codes before names': '{"x":{"default":1,"404":{"b":2},"200":{"a":[1,2]}}}',
  escapes: '{"a\\"b":"line\\nend \\u00e9","é":"\\\\","empty":"","tab":"a\\tb"}',
  'names of objects': '{"__proto__":{"constructor":1},"toString":"x"}',
  'windows lines': '{\r\n  "a": "b",\r\n  "c": [1]\r\n}\r\n',
  nested: `${'{"a":['.repeat(40)}1${']}'.repeat(40)}`,
};

describe('JSON', () => {
  it.each(Object.entries(TEXTS))('has the values and locations that YAML gives: %s', (_, text) => {
    const json = open(text);
    // A comment makes it YAML.
    const yaml = open(`${text} # end`);
    expect(json.diagnostics).toEqual([]);
    expect(yaml.diagnostics).toEqual([]);
    expect(json.description?.root.root).toEqual(yaml.description?.root.root);
    expect(locations(json.description)).toEqual(locations(yaml.description));
    expect(locations(json.description).size).toBeGreaterThan(3);
  });

  it('has the values that JSON.parse gives', () => {
    for (const text of Object.values(TEXTS)) {
      const root = open(text).description?.root.root;
      expect(JSON.stringify(root)).toBe(JSON.stringify(JSON.parse(text)));
    }
  });

  it('may have a text with millions of escapes', () => {
    const text = JSON.stringify({ openapi: '3.1.0', 'x-a': '\n'.repeat(9_000_000) });
    const { description, diagnostics } = open(text);
    expect(diagnostics).toEqual([]);
    expect(JSON.stringify(description?.root.root) === text).toBe(true);
  });

  it.each([
    ['{"a": 1,}', 'a comma at the end is YAML'],
    ["{'a': 1}", 'so are single quotes'],
    ['{"a": 1 # why\n}', 'and comments'],
    ['{"a": .5, "b": +1}', 'and other numbers'],
  ])('is left to the YAML reader where it is no JSON: %s', (text) => {
    expect(open(text).diagnostics).toEqual([]);
    expect(open(text).description).toBeDefined();
  });

  it.each([
    ['{"a": 1, "a": 2}', 'is used twice', 11],
    ['{"a": [1, 2', '', 0],
    ['{"a": "x', '', 0],
    ['{"a" 1}', '', 0],
    [`${'['.repeat(3)}{"a": ${'['.repeat(300)}`, '', 0],
  ])('has its problems reported: %s', (text, words, column) => {
    const { diagnostics } = open(text);
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(diagnostics[0]?.message).toContain(words);
    if (column > 0) expect(diagnostics[0]?.location?.column).toBe(column);
  });
});
