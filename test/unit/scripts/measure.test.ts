import { describe, expect, it } from 'vitest';
import { codeLines, measureModule, percentile } from '../../../scripts/measure.ts';
import { parseModule } from '../../../scripts/sources.ts';

const measure = (...lines: readonly string[]) =>
  measureModule(parseModule('x.tsx', `${lines.join('\n')}\n`));

const lengths = (...lines: readonly string[]) =>
  measure(...lines).functions.map(({ line, lines: length }) => [line, length]);

describe('measureModule', () => {
  it('counts the lines of a file without final blank lines', () => {
    expect(measure('const a = 1;', '', 'const b = 2;', '', '').file.lines).toBe(3);
  });

  it('measures declarations, methods, accessors and arrow functions', () => {
    const found = lengths(
      'function a() {',
      '  return 1;',
      '}',
      'const b = {',
      '  c() {},',
      '  get d() { return 1; },',
      '};',
      'const e = () => (',
      '  <p>{"}"}</p>',
      ');',
    );
    expect(found).toEqual([
      [1, 3],
      [5, 1],
      [6, 1],
      [8, 3],
    ]);
  });

  it('counts an arrow function on one line with a body only if it spans lines', () => {
    expect(lengths('const double = (x: number) => x * 2;')).toEqual([]);
    expect(lengths('const run = (x: number) =>', '  x * 2;')).toEqual([[1, 2]]);
  });

  it('counts a nested function as part of the outer one too', () => {
    const found = lengths('function a() {', '  function b() {', '    return `}`;', '  }', '}');
    expect(found).toEqual([
      [1, 5],
      [2, 3],
    ]);
  });

  it('leaves declarations without a body out', () => {
    expect(lengths('declare function a(): void;')).toEqual([]);
  });

  it('finds the type any, not the word', () => {
    const { anys } = measure('const any = "any";', 'let x: any;', 'let y: Array<any> = [any];');
    expect(anys.map(({ line }) => line)).toEqual([2, 3]);
  });

  it('finds casts, without as const, satisfies and renamed imports', () => {
    const { casts } = measure(
      "import { a as b } from './a.ts';",
      'const c = { d: 1 } as const;',
      'const e = b as unknown;',
      'const g = e as string;',
      'const f = c satisfies object;',
    );
    expect(casts.map(({ line }) => line)).toEqual([3, 4]);
  });
});

describe('percentile', () => {
  const of = (...numbers: readonly number[]) =>
    numbers.map((lines) => ({ path: 'x.ts', line: 1, lines }));

  it('takes the nearest rank', () => {
    expect(percentile(of(5, 1, 4, 2, 3), 50)).toBe(3);
    expect(percentile(of(5, 1, 4, 2, 3), 95)).toBe(5);
    expect(percentile([], 50)).toBe(0);
  });
});

describe('codeLines', () => {
  it('counts what runs, whatever the layout of the text', () => {
    const text = `import { a } from './a.ts';
import {
  b,
} from './b.ts';

/** A comment. */
export interface Shape {
  readonly size: number;
}

// Another one.
export function sum(x: number, y: number): number { return a(x) + b(y); }
`;
    expect(codeLines('x.ts', text)).toBe(3);
    expect(codeLines('x.tsx', `${text}const e = <p>{1}</p>;\n`)).toBe(4);
  });
});
