import {
  compareDiagnostics,
  compareStrings,
  type Diagnostic,
  diagnostic,
  type Location,
} from '../../diagnostics/diagnostic.ts';
import type { FilePath } from '../../shared/paths.ts';
import type { Description } from './description.ts';
import { createShelf, type Shelf } from './document-cache.ts';
import { createFollower } from './follow.ts';
import {
  hasChild,
  locateKeyOf,
  locateParts,
  locateValue,
  type Place,
  type Places,
  pathOf,
} from './locations.ts';
import { printPointer } from './pointer.ts';
import { type ReadSpecFile, readSpec } from './read-spec.ts';

export type { ReadSpecFile } from './read-spec.ts';

/**
 * Opens a description: reads its root file, the others when references ask for them. No description where the
 * root cannot be read; with problems of syntax that leave something to read, both.
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
  const places: Places = new Map();
  const { spec, diagnostics } = readSpec(file, found.text, places);
  if (spec === undefined) return { description: undefined, diagnostics };
  return { description: describeShelf(createShelf(spec, read, places)), diagnostics };
}

function describeShelf(shelf: Shelf): Description {
  const origins = new WeakMap<object, object>();
  const root: Place = shelf.placeOfRoot();
  const placeOf = (owner: object): Place => {
    let at: object | undefined = owner;
    for (let place: Place | undefined; at !== undefined; at = origins.get(at)) {
      place = shelf.places.get(at);
      if (place !== undefined) return place;
    }
    return root;
  };
  return {
    root: shelf.root.file,
    files: () =>
      [...shelf.specs()]
        .map((spec) => spec.file)
        .sort((a, b) => rank(a, shelf) - rank(b, shelf) || compareStrings(a.file, b.file)),
    problems: () => [...shelf.problems].sort(compareDiagnostics),
    locate: (owner, key) => locateAt(placeOf(owner), key),
    locateKey: (owner, key) => locateKeyOf(placeOf(owner), key),
    locateText: (owner, key, parts) => locateParts(placeOf(owner), key, parts),
    locateName: (owner) => locateName(placeOf(owner), shelf.places),
    follow: createFollower(shelf, placeOf),
    pointer: (owner) => {
      const place = placeOf(owner);
      return { file: place.spec.file.file, pointer: printPointer(pathOf(place, shelf.places)) };
    },
    derive: (made, from) => {
      if (made !== from) origins.set(made, from);
      return made;
    },
  };
}

function rank(file: object, shelf: Shelf): number {
  return file === shelf.root.file ? 0 : 1;
}

function locateName(place: Place, places: Places): Location {
  const holder = place.parent === undefined ? undefined : places.get(place.parent);
  const named = holder !== undefined && typeof place.key === 'string';
  return named ? locateKeyOf(holder, place.key) : locateValue(place);
}

function locateAt(place: Place, key: string | number | undefined): Location {
  return locateValue(place, key !== undefined && hasChild(place, key) ? key : undefined);
}
