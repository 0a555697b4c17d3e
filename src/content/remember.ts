import type { SourceFile } from './source-file.ts';

/** Whether a file, by its absolute path, may have another content than when it was last read. */
export type IsChanged = (absolute: string) => boolean;

/**
 * Keeps the last result of a function: called with the same inputs again, by identity, it gives the same result.
 * A run that changes nothing of a step's inputs skips the step, and all that follow from it.
 */
export function remember<Inputs extends object, Result>(
  make: (inputs: Inputs) => Result,
): (inputs: Inputs) => Result {
  let last: { readonly inputs: Inputs; readonly result: Result } | undefined;
  return (inputs) => {
    if (last === undefined || !hasSameValues(last.inputs, inputs))
      last = { inputs, result: make(inputs) };
    return last.result;
  };
}

function hasSameValues(before: object, now: object): boolean {
  const values = new Map(Object.entries(before));
  const entries = Object.entries(now);
  return (
    entries.length === values.size &&
    entries.every(([name, value]) => values.has(name) && values.get(name) === value)
  );
}

/** Gives the same list again while it names the same files and none of them has changed. */
export function rememberFiles(): (
  files: readonly SourceFile[],
  isChanged: IsChanged,
) => readonly SourceFile[] {
  let last: readonly SourceFile[] = [];
  return (files, isChanged) => {
    const isSame =
      files.length === last.length &&
      files.every((file, index) => {
        const before = last[index];
        return before?.absolute === file.absolute && before.locale === file.locale;
      });
    // A copy: the list itself may be the one of last time.
    if (!isSame || files.some(({ absolute }) => isChanged(absolute))) last = [...files];
    return last;
  };
}
