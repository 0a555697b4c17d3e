/** The results of steps that one process leaves to the next, as one record. */
import type { RecordStore } from './record-store.ts';

/** The results that an earlier process has saved. */
export interface Earlier {
  /** The row of a step's result. */
  readonly find: (name: string, key: string) => number | undefined;
  /** The fingerprint of a row, the nodes that it has read, and its text. */
  readonly open: (row: number) => {
    readonly print: string;
    readonly reads: readonly number[];
    readonly text: string;
  };
  readonly nodeAt: (node: number) => SavedNode;
  readonly printOf: (node: number) => string;
  /** The names of all steps, inputs and cells. */
  readonly names: readonly string[];
  readonly rowsOf: (name: string) => readonly number[];
  readonly saved: (row: number) => SavedResult;
  /** Number of rows. */
  readonly size: number;
}

export interface SavedResult {
  readonly node: SavedNode;
  readonly reads: readonly SavedNode[];
  readonly text: string;
}

/** A step, input or cell with a key and a fingerprint. */
export type SavedNode = readonly [name: string, key: string, print: string];

/** The first line of the table's record; the texts of results follow, a line each. */
interface Table {
  readonly names: readonly string[];
  readonly keys: readonly string[];
  /** Name and key of each node, alternating. */
  readonly nodes: readonly number[];
  readonly prints: readonly string[];
  /** Of each result: its node, the number of its text's line or 0, the nodes that it read. */
  readonly rows: readonly (readonly number[])[];
}

/** The name of the table's record. */
export const TABLE = 'steps';
const NO_TABLE: Table = { names: [], keys: [], nodes: [], prints: [], rows: [] };

/** Reads the table that an earlier process has written; an empty one without it. */
export function readTable(records: RecordStore | undefined): Earlier {
  const text = records?.read(TABLE)?.toString() ?? '';
  const lines = text.split('\n');
  // The store returns only what `writeTable` wrote.
  const table: Table = text === '' ? NO_TABLE : JSON.parse(lines[0] ?? '');
  const { names, keys, nodes, prints, rows } = table;
  const byStep = new Map(names.map((name) => [name, new Map<string, number>()]));
  for (const [row, [node = 0]] of rows.entries())
    byStep.get(names[nodes[node * 2] ?? 0] ?? '')?.set(keys[nodes[node * 2 + 1] ?? 0] ?? '', row);
  const nodeAt = (node: number): SavedNode => [
    names[nodes[node * 2] ?? 0] ?? '',
    keys[nodes[node * 2 + 1] ?? 0] ?? '',
    prints[node] ?? '',
  ];
  const textOf = ([, line = 0]: readonly number[]): string =>
    line === 0 ? '' : (lines[line] ?? '');
  const rowAt = (row: number): readonly number[] => rows[row] ?? [];
  return {
    find: (name, key) => byStep.get(name)?.get(key),
    open: (row) => {
      const saved = rowAt(row);
      return { print: prints[saved[0] ?? 0] ?? '', reads: saved.slice(2), text: textOf(saved) };
    },
    nodeAt,
    printOf: (node) => prints[node] ?? '',
    names,
    rowsOf: (name) => [...(byStep.get(name)?.values() ?? [])],
    saved: (row) => {
      const [node = 0, , ...reads] = rowAt(row);
      return { node: nodeAt(node), reads: reads.map(nodeAt), text: textOf(rowAt(row)) };
    },
    size: rows.length,
  };
}

export function writeTable(records: RecordStore, results: Iterable<SavedResult>): void {
  const names = numbered();
  const keys = numbered();
  const numbers = new Map<SavedNode, number>();
  const nodes: number[] = [];
  const prints: string[] = [];
  const nodeOf = (node: SavedNode): number => {
    const known = numbers.get(node);
    if (known !== undefined) return known;
    const [name, key, print] = node;
    nodes.push(names.of(name), keys.of(key));
    const number = prints.push(print) - 1;
    numbers.set(node, number);
    return number;
  };
  const texts: string[] = [];
  const rows = Array.from(results, ({ node, reads, text }) => [
    nodeOf(node),
    text === '' ? 0 : texts.push(text),
    ...reads.map(nodeOf),
  ]);
  const table: Table = { names: names.list, keys: keys.list, nodes, prints, rows };
  records.write(TABLE, [JSON.stringify(table), ...texts].join('\n'));
}

/** Numbers texts in the order of their first occurrence. */
function numbered() {
  const list: string[] = [];
  const numbers = new Map<string, number>();
  const of = (text: string): number => {
    const number = numbers.get(text) ?? list.push(text) - 1;
    numbers.set(text, number);
    return number;
  };
  return { list, of };
}
