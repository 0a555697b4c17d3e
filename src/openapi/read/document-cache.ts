import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { FilePath } from '../../shared/paths.ts';
import type { ReadSpec, ValueLocation, ValueLocations } from './locations.ts';
import { type ReadSpecFile, readSpec, type SpecFileText } from './read-spec.ts';

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
  | Extract<SpecFileText, { ok: false }>
  | { readonly ok: false; readonly reason: 'syntax'; readonly message: string };

export function createDocumentCache(
  root: ReadSpec,
  read: ReadSpecFile,
  locations: ValueLocations,
): DocumentCache {
  const taken = new Map<FilePath, CachedDocument>([[root.file.file, { ok: true, spec: root }]]);
  const problems: Diagnostic[] = [];
  return {
    root,
    locations,
    problems,
    rootLocation: () => {
      const value = root.file.root;
      const known = typeof value === 'object' && value !== null ? locations.get(value) : undefined;
      // A scalar root has no keys to locate.
      const place = { spec: root, value: [], parent: undefined, key: '' };
      return known ?? { ...place, spans: root.spans.add([0, 0]) };
    },
    specs: function* () {
      for (const outcome of taken.values()) if (outcome.ok) yield outcome.spec;
    },
    take: (file) => {
      const previous = taken.get(file);
      if (previous !== undefined) return previous;
      let outcome: CachedDocument | SpecFileText = read(file);
      if (outcome.ok) {
        const { spec, diagnostics } = readSpec(file, outcome.text, locations);
        problems.push(...diagnostics);
        const message = `"${file}" has syntax errors`;
        outcome = spec ? { ok: true, spec } : { ok: false, reason: 'syntax', message };
      }
      taken.set(file, outcome);
      return outcome;
    },
  };
}
