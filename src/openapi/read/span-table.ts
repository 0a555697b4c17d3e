import type { YamlSpan } from '../../content/yaml/read-yaml.ts';
import { itemAt } from '../../shared/item-at.ts';

/**
 * Where the values of a file stand. Numbers in one buffer: a large description has half a million spans, which as
 * objects would take more memory than the description itself.
 */
export interface SpanTable {
  /** Adds spans, given as start, end, start, end …; returns the index of the first one. */
  readonly add: (offsets: readonly number[]) => number;
  readonly span: (index: number) => YamlSpan;
}

export function createSpanTable(): SpanTable {
  let offsets = new Int32Array(1024);
  let length = 0;
  return {
    add: (added) => {
      if (length + added.length > offsets.length) {
        const larger = new Int32Array(Math.max(2 * offsets.length, length + added.length));
        larger.set(offsets);
        offsets = larger;
      }
      offsets.set(added, length);
      length += added.length;
      return (length - added.length) / 2;
    },
    span: (index) => ({ start: itemAt(offsets, 2 * index), end: itemAt(offsets, 2 * index + 1) }),
  };
}
