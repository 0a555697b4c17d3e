import type { SourceModule } from './sources.ts';
import { lineCounter } from './sources.ts';

/** A small change of an expression or statement that a test should detect. */
export interface Mutant {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly kind: 'operator' | 'condition' | 'return' | 'literal' | 'call';
  /** UTF-16 offsets of the replaced source text. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** A mutant with the number that activates it while tests run. */
export interface NumberedMutant extends Mutant {
  readonly id: number;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const OPERATORS: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
};
/** Methods whose result has the type of the receiver, so that the call can be removed. */
const REMOVABLE_METHODS = new Set(
  'filter sort toSorted reverse toReversed slice trim trimEnd trimStart toLowerCase normalize'.split(
    ' ',
  ),
);
/** Parts of a node that contain no executable code, or text that is a name. */
const SKIPPED_PARTS = new Set(
  'typeAnnotation typeParameters typeArguments returnType superTypeArguments implements source specifiers'.split(
    ' ',
  ),
);

/** Lists every mutant of a module, in source order. */
export function findMutants({ path, text, parsed }: SourceModule): readonly Mutant[] {
  const lineOf = lineCounter(text);
  const found: Mutant[] = [];
  const add = (node: Node, kind: Mutant['kind'], replacement: string): void => {
    const { start, end } = node;
    found.push({ path, line: lineOf(start), kind, start, end, replacement });
  };
  const source = (node: Node): string => text.slice(node.start, node.end);
  visit(parsed.program, (node) => mutateNode(node, source, add));
  return found.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

type Source = (node: Node) => string;
type Add = (node: Node, kind: Mutant['kind'], replacement: string) => void;

function mutateNode(node: Node, source: Source, add: Add): void {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return mutateOperator(node, source, add);
    case 'UnaryExpression':
      if (node['operator'] === '!') add(node, 'operator', source(child(node, 'argument')));
      return;
    case 'IfStatement':
    case 'ConditionalExpression':
      add(child(node, 'test'), 'condition', 'true');
      return add(child(node, 'test'), 'condition', 'false');
    case 'WhileStatement':
      return add(child(node, 'test'), 'condition', 'false');
    case 'ReturnStatement':
      if (isNode(node['argument'])) mutateResult(node['argument'], source, add);
      return;
    case 'ArrowFunctionExpression':
      if (node['expression'] === true) mutateResult(child(node, 'body'), source, add);
      return;
    case 'Literal':
      return mutateLiteral(node, add);
    case 'ExpressionStatement':
      if (child(node, 'expression').type === 'CallExpression') {
        add(child(node, 'expression'), 'call', 'undefined');
      }
      return;
    case 'CallExpression':
      return mutateCall(node, source, add);
    default:
  }
}

function mutateOperator(node: Node, source: Source, add: Add): void {
  const operator = String(node['operator']);
  const other = OPERATORS[operator];
  if (other === undefined) return;
  const left = child(node, 'left');
  const right = child(node, 'right');
  // `??` cannot be mixed with `&&` without parentheses.
  add(node, 'operator', `(${source(left)}) ${other} (${source(right)})`);
}

function mutateResult(node: Node, source: Source, add: Add): void {
  if (source(node) !== 'undefined') add(node, 'return', 'undefined');
}

function mutateLiteral(node: Node, add: Add): void {
  const { value } = node;
  if (typeof value === 'number') add(node, 'literal', String(value + 1));
  if (typeof value === 'boolean') add(node, 'literal', String(!value));
  if (typeof value === 'string') add(node, 'literal', value === '' ? "'mutant'" : "''");
}

function mutateCall(node: Node, source: Source, add: Add): void {
  const callee = child(node, 'callee');
  if (callee.type !== 'MemberExpression' || callee['optional'] === true) return;
  const name = child(callee, 'property')['name'];
  if (typeof name !== 'string' || !REMOVABLE_METHODS.has(name)) return;
  add(node, 'call', source(child(callee, 'object')));
}

/**
 * Visits the nodes that are code at run time. Names of properties and modules are not literals; a part of an optional
 * chain (`a?.b.c()`) cannot be replaced alone, because the rest would no longer be skipped.
 */
function visit(value: unknown, seen: (node: Node) => void, isInChain = false): void {
  if (Array.isArray(value)) {
    for (const entry of value) visit(entry, seen);
    return;
  }
  if (!isNode(value) || isTypeOnly(value)) return;
  if (!isInChain) seen(value);
  for (const [part, below] of Object.entries(value)) {
    if (SKIPPED_PARTS.has(part) || (part === 'key' && value['computed'] !== true)) continue;
    const isLink = isInChain && (part === 'callee' || part === 'object');
    visit(below, seen, isLink || value.type === 'ChainExpression');
  }
}

const TYPED_EXPRESSIONS = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
]);

function isTypeOnly(node: Node): boolean {
  return (
    (node.type.startsWith('TS') && !TYPED_EXPRESSIONS.has(node.type)) ||
    node.type === 'JSXAttribute' ||
    node.type === 'ImportDeclaration'
  );
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function child(node: Node, part: string): Node {
  const value = node[part];
  if (!isNode(value)) throw new Error(`${node.type} has no ${part}`);
  return value;
}

/**
 * Adds the mutants of a module next to the original code, each behind a switch: `globalThis.__mutant(id)` is true for
 * the active one. So one transformed module serves all runs.
 */
export function withSwitches(text: string, mutants: readonly NumberedMutant[]): string {
  // At the same offset, the switch of the outer expression opens first and closes last.
  const outerFirst = mutants.toSorted((a, b) => b.end - b.start - (a.end - a.start) || a.id - b.id);
  const before = new Map<number, string>();
  const after = new Map<number, string>();
  for (const { id, start, end, replacement } of outerFirst) {
    const opening = `(globalThis.__mutant?.(${id}) ? (${replacement}) : (`;
    before.set(start, (before.get(start) ?? '') + opening);
    after.set(end, `))${after.get(end) ?? ''}`);
  }
  const offsets = [...new Set([...before.keys(), ...after.keys()])].toSorted((a, b) => a - b);
  let last = 0;
  let out = '';
  for (const offset of offsets) {
    out += text.slice(last, offset) + (after.get(offset) ?? '') + (before.get(offset) ?? '');
    last = offset;
  }
  return out + text.slice(last);
}

/** Draws a sample without replacement; the same seed gives the same sample (mulberry32). */
export function sample<T>(all: readonly T[], count: number, seed: number): readonly T[] {
  let state = seed;
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return all
    .map((value) => ({ value, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ value }) => value);
}

/** Wilson's 95% interval of a share, as two shares from 0 to 1. */
export function interval(hits: number, total: number): readonly [number, number] {
  if (total === 0) return [0, 1];
  const z = 1.96;
  const share = hits / total;
  const middle = share + z ** 2 / (2 * total);
  const spread = z * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2));
  const scale = 1 + z ** 2 / total;
  return [(middle - spread) / scale, (middle + spread) / scale];
}
