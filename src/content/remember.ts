import type { SourceFile } from './source-file.ts';

/** Tells whether the content of a file, given by absolute path, may have changed since it was last read. */
export type IsChanged = (absolute: string) => boolean;

/**
 * Caches the last result of a function by the identity of its inputs. A run that does not change the inputs of a step
 * skips it, and all steps that depend on it.
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

/** Returns the same list while it names the same files and none of them has changed. */
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
    // A copy, because the caller may reuse the list.
    if (!isSame || files.some(({ absolute }) => isChanged(absolute))) last = [...files];
    return last;
  };
}
