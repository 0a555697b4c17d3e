import { createHash } from 'node:crypto';
import type { Slice, SlicedIndex } from '../query/slice-format.ts';

/** A file of an index. */
export interface IndexFile {
  /** Relative to the folder of slices. */
  readonly name: string;
  readonly content: string;
}

interface SliceFilesInput {
  readonly put: (file: IndexFile) => void;
  readonly keep: (name: string) => boolean;
  /** The slices of the last build. */
  readonly last: SlicedIndex['slices'] | undefined;
}

export interface SliceFiles {
  /** Keeps a slice of the last build; false if it has to be written again. */
  readonly keep: (name: string | undefined) => boolean;
  /** Writes a slice, unless it can be kept; returns its name. */
  readonly write: (slice: Slice) => string;
}

export function createSliceFiles({ put, keep, last }: SliceFilesInput): SliceFiles {
  const known = new Set(last === undefined ? [] : sliceNames(last));
  const keepKnown = (name: string | undefined): boolean =>
    name !== undefined && known.has(name) && keep(name);
  return {
    keep: keepKnown,
    write(slice) {
      const content = JSON.stringify(slice);
      const name = `${createHash('sha256').update(content).digest('hex').slice(0, 10)}.json`;
      if (!keepKnown(name)) put({ name, content });
      return name;
    },
  };
}

export function sliceNames(slices: SlicedIndex['slices']): readonly string[] {
  const { words, beginnings, vocabulary, operations, documents } = slices;
  const others = [beginnings, vocabulary, ...(operations === '' ? [] : [operations])];
  return [...words.map(([, name]) => name), ...others, ...documents];
}
