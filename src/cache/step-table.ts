/** The results of steps that one process leaves to the next, as one record. */
import type { RecordStore } from './record-store.ts';

/** A result with what was read for it. */
interface SavedResult<Node> {
  readonly node: Node;
  readonly reads: readonly Node[];
  /** Without line breaks. */
  readonly text: string;
}

/** The first line of the table's record; the texts of results follow, a line each. */
interface Table {
  readonly names: readonly string[];
  readonly keys: readonly string[];
  /** Name and key of each node, alternating. */
  readonly nodes: readonly number[];
  readonly prints: readonly string[];
  /** Of each result: its node, the number of its text's line or 0, the number of nodes that it read, and these. */
  readonly rows: readonly number[];
}

/** The name of the table's record. */
export const TABLE = 'steps';

/**
 * Reads the table that an earlier process has written. `nodeOf` makes the node of a step, input or cell with a key and a
 * fingerprint. The reads of a result are listed when they are compared: most processes do that once, or never.
 */
export function readTable<Node>(
  records: RecordStore | undefined,
  nodeOf: (name: string, key: string, print: string) => Node,
) {
  const record = records?.read(TABLE)?.toString();
  const lines = record?.split('\n') ?? [];
  // The store returns only what `writeTable` wrote.
  const table: Table | undefined = lines[0] === undefined ? undefined : JSON.parse(lines[0]);
  const { names = [], keys = [], nodes: pairs = [], prints = [], rows = [] } = table ?? {};
  const nodes = prints.map((print, at) =>
    nodeOf(names[pairs[at * 2] ?? 0] ?? '', keys[pairs[at * 2 + 1] ?? 0] ?? '', print),
  );
  const nodesAt = (from: number, to: number): readonly Node[] => {
    const found: Node[] = [];
    for (let at = from; at < to; at += 1) {
      const node = nodes[rows[at] ?? 0];
      if (node !== undefined) found.push(node);
    }
    return found;
  };
  return {
    /** Calls `note` for each result, with the number of its row. */
    each: (note: (row: number, node: Node, text: string) => void): void => {
      for (let row = 0; row < rows.length; row += 3 + (rows[row + 2] ?? 0)) {
        const node = nodes[rows[row] ?? 0];
        const line = rows[row + 1] ?? 0;
        if (node !== undefined) note(row, node, line === 0 ? '' : (lines[line] ?? ''));
      }
    },
    readsOf: (row: number): readonly Node[] => nodesAt(row + 3, row + 3 + (rows[row + 2] ?? 0)),
  };
}

export function writeTable<Node>(
  records: RecordStore,
  results: Iterable<SavedResult<Node>>,
  partsOf: (node: Node) => readonly [name: string, key: string, print: string],
): void {
  const names = numbered();
  const keys = numbered();
  const numbers = new Map<Node, number>();
  const nodes: number[] = [];
  const prints: string[] = [];
  const numberOf = (node: Node): number => {
    const existing = numbers.get(node);
    if (existing !== undefined) return existing;
    const [name, key, print] = partsOf(node);
    nodes.push(names.of(name), keys.of(key));
    const number = prints.push(print) - 1;
    numbers.set(node, number);
    return number;
  };
  const texts: string[] = [];
  const rows: number[] = [];
  for (const { node, reads, text } of results) {
    rows.push(numberOf(node), text === '' ? 0 : texts.push(text), reads.length);
    for (const read of reads) rows.push(numberOf(read));
  }
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
