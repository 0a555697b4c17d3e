import { itemAt } from '../../shared/item-at.ts';
import { addTo } from '../../shared/maps.ts';
import type { OperationPath } from '../query/operations.ts';
import type { SlicedIndex } from '../query/slice-format.ts';
import type { LastDocuments } from './documents.ts';
import type { IndexState } from './index-state.ts';
import { startsOf } from './numbers.ts';
import type { SectionRange, SectionTable } from './section-table.ts';

/** The pages of the last build, by their position. */
export interface LastBuild extends LastDocuments {
  /** The position of a page with a key: the given one if possible. */
  readonly find: (key: string, position: number) => number | undefined;
  readonly page: (position: number) => LastPage;
  readonly operationsOf: (position: number) => readonly OperationPath[];
  /** Number of positions. */
  readonly length: number;
  readonly table: SectionTable;
  readonly content: string;
  /** Undefined if the index was one file. */
  readonly slices: SlicedIndex['slices'] | undefined;
}

interface LastPage extends SectionRange {
  /** Its number in the index, and the number of its pages there: long pages are several. */
  readonly number: number;
  readonly pages: number;
}

export function createLastBuild({ facts, table }: IndexState): LastBuild {
  const { keys } = facts;
  const starts = startsOf(Uint32Array.from(facts.sizes));
  const slices = facts.isWhole ? undefined : readSlices(facts.content);
  const numberAt = (section: number): number =>
    section < table.size ? itemAt(table.pages, section) : (table.pages.at(-1) ?? -1) + 1;
  const page = (position: number): LastPage => {
    const [from, to] = [itemAt(starts, position), itemAt(starts, position + 1)];
    const number = numberAt(from);
    return { from, to, number, pages: numberAt(to) - number };
  };
  let operations: ReadonlyMap<number, readonly OperationPath[]> | undefined;
  let positions: ReadonlyMap<string, number> | undefined;
  return {
    find(key, position) {
      if (keys[position] === key) return position;
      positions ??= new Map(keys.map((one, at) => [one, at]));
      return positions.get(key);
    },
    page,
    operationsOf(position) {
      operations ??= byPosition(facts.operations, starts);
      return operations.get(position) ?? [];
    },
    length: keys.length,
    table,
    content: facts.content,
    slices,
    names: slices?.documents ?? [],
    count: numberAt(table.size),
  };
}

function readSlices(content: string): SlicedIndex['slices'] {
  const { index }: { index: SlicedIndex } = JSON.parse(content);
  return index.slices;
}

/** Operations, which are in the order of sections, by the position of their page. */
function byPosition(operations: readonly OperationPath[], starts: Uint32Array) {
  const found = new Map<number, OperationPath[]>();
  let position = 0;
  for (const operation of operations) {
    while (itemAt(starts, position + 1) <= operation[2]) position += 1;
    addTo(found, position, operation);
  }
  return found;
}
