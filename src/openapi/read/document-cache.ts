import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { FilePath } from '../../shared/paths.ts';
import type { Place, Places, ReadSpec } from './locations.ts';
import { type ReadSpecFile, readSpec } from './read-spec.ts';

/** The files of a description, each read once, when it is first asked for. */
export interface Shelf {
  readonly root: ReadSpec;
  readonly places: Places;
  /** Problems of syntax in all files but the root. */
  readonly problems: readonly Diagnostic[];
  placeOfRoot(): Place;
  specs(): Iterable<ReadSpec>;
  take(file: FilePath): ShelfOutcome;
}

export type ShelfOutcome =
  | { readonly ok: true; readonly spec: ReadSpec }
  | {
      readonly ok: false;
      readonly reason: 'missing' | 'outside' | 'unreadable' | 'encoding' | 'syntax';
      readonly message: string;
    };

export function createShelf(root: ReadSpec, read: ReadSpecFile, places: Places): Shelf {
  const taken = new Map<FilePath, ShelfOutcome>([[root.file.file, { ok: true, spec: root }]]);
  const problems: Diagnostic[] = [];
  const open = (file: FilePath): ShelfOutcome => {
    const found = read(file);
    if (!found.ok) return found;
    const { spec, diagnostics } = readSpec(file, found.text, places);
    problems.push(...diagnostics);
    if (spec !== undefined) return { ok: true, spec };
    return { ok: false, reason: 'syntax', message: `"${file}" cannot be understood` };
  };
  return {
    root,
    places,
    problems,
    placeOfRoot: () => rootPlace(root, places),
    specs: function* () {
      for (const outcome of taken.values()) if (outcome.ok) yield outcome.spec;
    },
    take: (file) => {
      const before = taken.get(file);
      if (before !== undefined) return before;
      const outcome = open(file);
      taken.set(file, outcome);
      return outcome;
    },
  };
}

function rootPlace(spec: ReadSpec, places: Places): Place {
  const { root } = spec.file;
  const known = typeof root === 'object' && root !== null ? places.get(root) : undefined;
  if (known !== undefined) return known;
  // A root that is text or a number has nothing that a place could be asked for.
  const spans = spec.spans.add([0, 0]);
  return { spec, value: [], parent: undefined, key: '', spans };
}
