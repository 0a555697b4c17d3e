import {
  compareDiagnostics,
  compareStrings,
  type Diagnostic,
  diagnostic,
} from '../../diagnostics/diagnostic.ts';
import type { FilePath } from '../../shared/paths.ts';
import type { Description } from './description.ts';
import {
  createDocumentCache,
  type DocumentCache,
  type ReadSpecFile,
  readSpec,
} from './document-cache.ts';
import { createFollower } from './follow.ts';
import {
  hasChild,
  locateKeyOf,
  locateParts,
  locateValue,
  pathOf,
  type ValueLocation,
  type ValueLocations,
} from './locations.ts';
import { printPointer } from './pointer.ts';

export type { ReadSpecFile } from './document-cache.ts';

/**
 * Opens a description: reads its root file, and other files as references need them. Returns diagnostics alone if
 * the root cannot be read at all, both if syntax errors leave a part to read.
 */
export function openDescription(
  file: FilePath,
  read: ReadSpecFile,
): { description: Description | undefined; diagnostics: readonly Diagnostic[] } {
  const found = read(file);
  if (!found.ok) {
    const code = found.reason === 'encoding' ? 'file-encoding' : 'file-unreadable';
    const location = { file, line: 1, column: 1 };
    const problem = diagnostic(code, { message: found.message, location });
    return { description: undefined, diagnostics: [problem] };
  }
  const locations: ValueLocations = new Map();
  const { spec, diagnostics } = readSpec(file, found.text, locations);
  if (spec === undefined) return { description: undefined, diagnostics };
  return { description: describeCache(createDocumentCache(spec, read, locations)), diagnostics };
}

function describeCache(cache: DocumentCache): Description {
  const origins = new WeakMap<object, object>();
  const { file, spans } = cache.root;
  // A scalar root has no keys to locate.
  const nothing = { spec: cache.root, value: [], parent: undefined, key: '' };
  const root: ValueLocation = cache.locations.get(Object(file.root)) ?? {
    ...nothing,
    spans: spans.add([0, 0]),
  };
  const locationOf = (owner: object): ValueLocation => {
    let at: object | undefined = owner;
    for (let location: ValueLocation | undefined; at !== undefined; at = origins.get(at)) {
      location = cache.locations.get(at);
      if (location !== undefined) return location;
    }
    return root;
  };
  return {
    root: file,
    files: () => {
      const all = [...cache.taken.values()].flatMap((taken) => (taken.ok ? [taken.spec.file] : []));
      const [, ...others] = all;
      return [file, ...others.sort((a, b) => compareStrings(a.file, b.file))];
    },
    problems: () => [...cache.problems].sort(compareDiagnostics),
    locate: (owner, key) => {
      const location = locationOf(owner);
      return locateValue(location, key !== undefined && hasChild(location, key) ? key : undefined);
    },
    locateKey: (owner, key) => locateKeyOf(locationOf(owner), key),
    locateText: (owner, key, parts) => locateParts(locationOf(owner), key, parts),
    locateName: (owner) => {
      const location = locationOf(owner);
      const holder = location.parent && cache.locations.get(location.parent);
      const isNamed = holder !== undefined && typeof location.key === 'string';
      return isNamed ? locateKeyOf(holder, location.key) : locateValue(location);
    },
    follow: createFollower(cache, locationOf),
    pointer: (owner) => {
      const location = locationOf(owner);
      return {
        file: location.spec.file.file,
        pointer: printPointer(pathOf(location, cache.locations)),
      };
    },
    derive: (made, from) => {
      if (made !== from) origins.set(made, from);
      return made;
    },
  };
}
