import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { FilePath } from '../../shared/paths.ts';
import type { ReadSpec, ValueLocation, ValueLocations } from './locations.ts';
import { type ReadSpecFile, readSpec } from './read-spec.ts';

/** The files of a description, each read once, on first use. */
export interface DocumentCache {
  readonly root: ReadSpec;
  readonly locations: ValueLocations;
  /** Syntax errors of all files but the root. */
  readonly problems: readonly Diagnostic[];
  rootLocation(): ValueLocation;
  specs(): Iterable<ReadSpec>;
  take(file: FilePath): CachedDocument;
}

export type CachedDocument =
  | { readonly ok: true; readonly spec: ReadSpec }
  | {
      readonly ok: false;
      readonly reason: 'missing' | 'outside' | 'unreadable' | 'encoding' | 'syntax';
      readonly message: string;
    };

export function createDocumentCache(
  root: ReadSpec,
  read: ReadSpecFile,
  locations: ValueLocations,
): DocumentCache {
  const taken = new Map<FilePath, CachedDocument>([[root.file.file, { ok: true, spec: root }]]);
  const problems: Diagnostic[] = [];
  const open = (file: FilePath): CachedDocument => {
    const found = read(file);
    if (!found.ok) return found;
    const { spec, diagnostics } = readSpec(file, found.text, locations);
    problems.push(...diagnostics);
    if (spec !== undefined) return { ok: true, spec };
    return { ok: false, reason: 'syntax', message: `"${file}" has syntax errors` };
  };
  return {
    root,
    locations,
    problems,
    rootLocation: () => locateRoot(root, locations),
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

function locateRoot(spec: ReadSpec, locations: ValueLocations): ValueLocation {
  const { root } = spec.file;
  const known = typeof root === 'object' && root !== null ? locations.get(root) : undefined;
  if (known !== undefined) return known;
  // A scalar root has no keys to locate.
  const spans = spec.spans.add([0, 0]);
  return { spec, value: [], parent: undefined, key: '', spans };
}
