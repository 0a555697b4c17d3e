import { describe, expect, it } from 'vitest';
import { readYaml } from '../../../../src/content/yaml/read-yaml.ts';
import { nodeAt, toValue } from '../../../../src/content/yaml/values.ts';

const LIMITS = { maxAliases: 10, maxDepth: 20, maxNodes: 1000 };

function value(text: string): unknown {
  const { root } = readYaml(text, LIMITS);
  return root === undefined ? undefined : toValue(root);
}

describe('YAML', () => {
  it('resolves scalars of the core schema', () => {
    expect(
      value('[1, -2, 1.5, 0x10, 0o7, 1e3, true, null, ~, yes, "1", 2024-01-01, 1.2.3]'),
    ).toEqual([1, -2, 1.5, 16, 7, 1000, true, null, null, 'yes', '1', '2024-01-01', '1.2.3']);
    expect(value('a: !!str 5')).toEqual(Object.assign(Object.create(null), { a: '5' }));
  });

  it('makes objects without a prototype, and merges nothing', () => {
    const object = value('__proto__: {polluted: true}\nconstructor: 1\n<<: {a: 1}');
    expect(Object.getPrototypeOf(object)).toBe(null);
    expect(Object.keys(object ?? {})).toEqual(['__proto__', 'constructor', '<<']);
  });

  it('takes brackets that are indented like their key, or less', () => {
    const lines = [
      'list:',
      '  enum: [ # of texts',
      '    "a]", b, # "c"',
      '  ]',
      '  maps: [',
      '{ d: 1 },',
      '{',
      'e: [2] }',
      ']',
      'last: f',
    ];
    const { root, problems } = readYaml(lines.join('\r\n'), LIMITS);
    expect(problems).toEqual([]);
    expect(root && toValue(root)).toMatchObject({
      list: { enum: ['a]', 'b'], maps: [{ d: 1 }, { e: [2] }] },
      last: 'f',
    });
    const last = nodeAt(root, ['last']);
    expect(lines.join('\r\n').slice(last?.span.start, last?.span.end)).toBe('f');
  });

  it('keeps the lines of a text that has brackets', () => {
    const text = 'a: |\n  list: [\n  1\n  ]\nb: [\n1\n]\nc: [2]\n';
    expect(value(text)).toMatchObject({ a: 'list: [\n1\n]\n', b: [1], c: [2] });
  });

  it('says which bracket is never closed, also in a long text', () => {
    const { problems } = readYaml('a: [\n1\n]\n' + 'b: [\n'.repeat(20_000), LIMITS);
    expect(problems).toMatchObject([{ message: 'the bracket [ is opened here and never closed' }]);
    expect(problems[0]?.span.start).toBe('a: [\n1\n]\nb: '.length);
  });

  it('knows the location of each node', () => {
    const text = 'a:\n  - b\n  - c: "d e"\n';
    const { root } = readYaml(text, LIMITS);
    const node = nodeAt(root, ['a', 1, 'c']);
    expect(text.slice(node?.span.start, node?.span.end)).toBe('d e');
    expect(nodeAt(root, ['a', 7])).toBe(undefined);
  });

  it('reports tags that are no types of YAML', () => {
    const tags = ['!!js/function', '!!python/name:a.b', '!<tag:x>', '!a', '!!set'];
    for (const tag of tags)
      for (const text of [`a: ${tag} b`, `a: ${tag} [b]`, `a: ${tag} { b: c }`]) {
        const { problems } = readYaml(text, LIMITS);
        expect(problems.map(({ span }) => text.slice(span.start, span.end))).toEqual([tag]);
      }
    for (const tag of ['!', '!!str', '!!map', '!!null'])
      expect(readYaml(`a: ${tag} b`, LIMITS).problems).toEqual([]);
  });

  it('shares what aliases name', () => {
    expect(JSON.stringify(value('a: &x [1]\nb: *x'))).toBe('{"a":[1],"b":[1]}');
  });

  it('reports an alias inside its anchor, a second document and too many aliases', () => {
    const problems = (text: string): string[] =>
      readYaml(text, LIMITS).problems.map(({ message }) => message);
    expect(problems('&a [*a]')).toEqual(['the alias "a" is inside its own anchor']);
    expect(problems('a: 1\n---\nb: 2')).toEqual(['there must be only one YAML document']);
    expect(problems(`[&a 1, ${'*a, '.repeat(11)}]`)).toEqual(['there are more than 10 aliases']);
    expect(problems('[a]: 1')).toEqual(['a key must be text']);
  });

  it('refuses aliases that expand beyond the limit, without expanding them', () => {
    const ten = (name: string): string => `[${Array(10).fill(`*${name}`).join(', ')}]`;
    const text = `a: &a [1]\nb: &b ${ten('a')}\nc: &c ${ten('b')}\nd: &d ${ten('c')}\ne: ${ten('d')}`;
    const { root, problems } = readYaml(text, { ...LIMITS, maxAliases: 100 });
    expect(root).toBe(undefined);
    expect(problems.map(({ kind, message }) => [kind, message])).toEqual([
      ['limit', 'the aliases expand to more than 1000 values'],
    ]);
  });

  it('reads JSON', () => {
    expect(JSON.stringify(value('{"a": [1, {"b": null}], "c": "\\u00e9"}'))).toBe(
      '{"a":[1,{"b":null}],"c":"é"}',
    );
  });
});
