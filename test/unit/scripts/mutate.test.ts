import { describe, expect, it } from 'vitest';
import { findMutants, interval, sample, withSwitches } from '../../../scripts/mutate.ts';
import { parseModule } from '../../../scripts/sources.ts';

const mutants = (text: string): readonly string[] =>
  findMutants(parseModule('a.ts', text)).map(
    ({ kind, start, end, replacement }) => `${kind}: ${text.slice(start, end)} -> ${replacement}`,
  );

describe('mutants', () => {
  it('are found in what runs, and not in types and names', () => {
    expect(mutants("type A = 'x'; const a: Record<'k', 1> = { b: f('y') as 'y' };")).toEqual([
      "literal: 'y' -> ''",
    ]);
    expect(mutants("import a from 'a'; export * from 'b'; import('c');")).toEqual(
      ["call: import('c') -> undefined"].slice(1),
    );
  });

  it('are operators, conditions, returns, literals and calls', () => {
    expect(
      mutants('if (a < 1) { f(); } return b.trim();'.replace(/^/, 'function g() { ') + ' }'),
    ).toEqual([
      'condition: a < 1 -> true',
      'condition: a < 1 -> false',
      'operator: a < 1 -> (a) <= (1)',
      'literal: 1 -> 2',
      'call: f() -> undefined',
      'return: b.trim() -> undefined',
      'call: b.trim() -> b',
    ]);
    expect(mutants('const f = () => !a;')).toEqual([
      'return: !a -> undefined',
      'operator: !a -> a',
    ]);
  });

  it('leave the links of an optional chain together', () => {
    expect(mutants("const x = a?.b.trim().c('d');")).toEqual(["literal: 'd' -> ''"]);
  });

  it('are switched on one at a time', () => {
    const text = 'const f = (a, b) => a === 1 && b === 2;';
    const found = findMutants(parseModule('a.ts', text)).map((mutant, at) => ({
      ...mutant,
      id: at + 1,
    }));
    const results = found.map(({ id, kind, replacement }) => {
      const on = { __mutant: (asked: number) => asked === id };
      const f = new Function('globalThis', `${withSwitches(text, found)} return f;`)(on);
      return [`${kind} ${replacement}`, f(1, 2), f(1, 3)];
    });
    const off = new Function('globalThis', `${withSwitches(text, found)} return f;`)({});
    expect([off(1, 2), off(1, 3)]).toEqual([true, false]);
    expect(results).toEqual([
      ['return undefined', undefined, undefined],
      ['operator (a === 1) || (b === 2)', true, true],
      ['operator (a) !== (1)', false, false],
      ['literal 2', false, false],
      ['operator (b) !== (2)', false, true],
      ['literal 3', false, true],
    ]);
  });
});

it('draws the same sample for the same seed', () => {
  const all = Array.from({ length: 100 }, (_, at) => at);
  const drawn = sample(all, 10, 7);
  expect(new Set(drawn).size).toBe(10);
  expect(sample(all, 10, 7)).toEqual(drawn);
  expect(sample(all, 10, 8)).not.toEqual(drawn);
});

it('gives the 95 % interval of a share', () => {
  const [low, high] = interval(90, 100);
  expect([low.toFixed(3), high.toFixed(3)]).toEqual(['0.826', '0.945']);
});
