import { dirname, join, relative } from 'node:path/posix';
import {
  compareDiagnostics,
  compareStrings,
  type Diagnostic,
  diagnostic,
  startOf,
} from '../../diagnostics/diagnostic.ts';
import { boundedNearest, type Nearest } from '../../diagnostics/nearest.ts';
import { itemAt } from '../../shared/item-at.ts';
import { isObject } from '../../shared/json.ts';
import { append, getOrInsert } from '../../shared/maps.ts';
import { decodeSafely, type FilePath, toFilePath } from '../../shared/paths.ts';
import { applyOverlays, type Overlay } from '../overlay/apply-overlays.ts';
import type { Description, JsonValue, RefProblem, Resolution } from './description.ts';
import {
  hasChild,
  locateKeyOf,
  locateParts,
  locateValue,
  pathOf,
  type ReadSpec,
  type ValueLocation,
  type ValueLocations,
} from './locations.ts';
import { childOf, nearestSteps, parsePointer, printPointer, walkPointer } from './pointer.ts';
import { readSpec, type ReadSpecFile, type SpecFileText } from './read-spec.ts';

export type { ReadSpecFile } from './read-spec.ts';

/**
 * Opens a description: reads its root file, and other files as references need them. Returns diagnostics alone if
 * the root cannot be read at all, both if syntax errors leave a part to read.
 */
export function openDescription(
  file: FilePath,
  read: ReadSpecFile,
  overlays: readonly OverlayFile[] = [],
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
  const problems = [...diagnostics];
  const origins: Origins = { from: new WeakMap(), moves: new WeakMap() };
  const opened = overlays.flatMap((overlay): Overlay[] => {
    const text = overlay.read();
    if (!text.ok) {
      const { message } = text;
      problems.push(diagnostic('file-unreadable', { message, location: startOf(overlay.file) }));
      return [];
    }
    const own = readSpec(overlay.file, text.text, locations);
    append(problems, own.diagnostics);
    if (own.spec === undefined) return [];
    const { root } = own.spec.file;
    const locate: Overlay['locate'] = (owner, key) => {
      const location = locations.get(owner);
      return location === undefined ? startOf(overlay.file) : locateValue(location, key);
    };
    return [{ root, locate }];
  });
  if (opened.length > 0) {
    const overlaid = applyOverlays(spec.file.root, opened, {
      derive: (made, from) => origins.from.set(made, from),
      move: (made, key, from) => {
        getOrInsert(origins.moves, made, () => new Map()).set(key, [from, key]);
      },
    });
    append(problems, overlaid.diagnostics);
    Object.assign(spec.file, { root: overlaid.root });
  }
  const later: Diagnostic[] = [];
  const open = (other: FilePath): OpenedFile => {
    const text = read(other);
    if (!text.ok) return text;
    const own = readSpec(other, text.text, locations);
    append(later, own.diagnostics);
    const message = `"${other}" has syntax errors`;
    return own.spec ? { ok: true, spec: own.spec } : { ok: false, reason: 'syntax', message };
  };
  const files = { root: spec, locations, open, origins, problems: later, folder: dirname(file) };
  return { description: describeFiles(files).description, diagnostics: problems };
}

/** An overlay of a description, relative to the site folder. */
export interface OverlayFile {
  readonly file: FilePath;
  readonly read: () => ReturnType<ReadSpecFile>;
}

/** Where objects that no file has come from. */
interface Origins {
  readonly from: WeakMap<object, object>;
  /** The object and key of an overlay, for values under keys of copies. */
  readonly moves: WeakMap<object, Map<string, readonly [owner: object, key: string]>>;
}

/** A file, or why it cannot be read. */
export type OpenedFile =
  | { readonly ok: true; readonly spec: ReadSpec }
  | Extract<SpecFileText, { ok: false }>
  | { readonly ok: false; readonly reason: 'syntax'; readonly message: string };

interface Files {
  readonly root: ReadSpec;
  readonly locations: ValueLocations;
  /** Opens another file; called once for each. */
  readonly open: (file: FilePath) => OpenedFile;
  readonly origins?: Origins;
  /** Syntax errors of the other files. */
  readonly problems?: readonly Diagnostic[];
  /** References must not leave it; default: they may. */
  readonly folder?: string | undefined;
}

/** Describes files, which are read on first use; `locationOf` locates an object, or what it is made from. */
export function describeFiles({
  root: spec,
  locations,
  open,
  origins: { from: origins, moves } = { from: new WeakMap(), moves: new WeakMap() },
  problems = [],
  folder,
}: Files): {
  readonly description: Description;
  /** Opens a file as references do. */
  readonly take: Files['open'];
  readonly locationOf: (owner: object) => ValueLocation;
} {
  const { file, spans } = spec;
  // A scalar root has no keys to locate.
  const nothing = { spec, value: [], parent: undefined, key: '' };
  const root: ValueLocation = locations.get(Object(file.root)) ?? {
    ...nothing,
    spans: spans.add([0, 0]),
  };
  const opened = new Map<FilePath, OpenedFile>([[file.file, { ok: true, spec }]]);
  const take = (other: FilePath): OpenedFile => getOrInsert(opened, other, () => open(other));
  const locationOf = (owner: object): ValueLocation => {
    let at: object | undefined = owner;
    for (let location: ValueLocation | undefined; at !== undefined; at = origins.get(at)) {
      location = locations.get(at);
      if (location !== undefined) return location;
    }
    return root;
  };
  const moved = (owner: object, key: string | number | undefined) => {
    if (key === undefined) return undefined;
    for (let at: object | undefined = owner; at !== undefined; at = origins.get(at)) {
      const found = moves.get(at)?.get(String(key));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const ownLocation = (
    owner: object,
    key?: string | number,
  ): readonly [ValueLocation, string | number | undefined] => {
    const [holder, name] = moved(owner, key) ?? [owner, key];
    return [locationOf(holder), name];
  };
  // Other revisions may share an object, and an overlay is part of the description.
  const specOf = (owner: object): ReadSpec => {
    const found = opened.get(locationOf(owner).spec.file.file);
    return found?.ok === true ? found.spec : spec;
  };
  const follower: Follower = {
    root: spec,
    locations,
    folder,
    take,
    locationOf,
    specOf,
    anchors: new Map(),
    known: new Map(),
    depth: 0,
    nearest: boundedNearest(),
  };
  const description: Description = {
    root: file,
    files: () => {
      const all = [...opened.values()].flatMap((one) => (one.ok ? [one.spec.file] : []));
      const [, ...others] = all;
      return [file, ...others.sort((a, b) => compareStrings(a.file, b.file))];
    },
    problems: () => [...problems].sort(compareDiagnostics),
    locate: (owner, key) => {
      const [location, name] = ownLocation(owner, key);
      const isThere = name !== undefined && hasChild(location, name);
      return locateValue(location, isThere ? name : undefined);
    },
    locateKey: (owner, key) => {
      const [location, name = key] = ownLocation(owner, key);
      return locateKeyOf(location, String(name));
    },
    locateText: (owner, key, parts) => {
      const [location, name = key] = ownLocation(owner, key);
      return locateParts(location, String(name), parts);
    },
    locateName: (owner) => {
      const location = locationOf(owner);
      const holder = location.parent && locations.get(location.parent);
      const isNamed = holder !== undefined && typeof location.key === 'string';
      return isNamed ? locateKeyOf(holder, location.key) : locateValue(location);
    },
    locatePointer: (name, pointer) => {
      const found = take(name);
      let value = found.ok ? found.spec.file.root : null;
      let at = startOf(found.ok ? name : file.file);
      for (const step of parsePointer(pointer) ?? []) {
        const next = childOf(value, step);
        if (next === undefined || typeof value !== 'object' || value === null) break;
        at = isObject(value)
          ? description.locateKey(value, step)
          : description.locate(value, Number(step));
        value = next;
      }
      return at;
    },
    follow: (ref, owner) => followFrom(follower, ref, specOf(owner)),
    pointer: (owner) => {
      const location = locationOf(owner);
      return { file: location.spec.file.file, pointer: printPointer(pathOf(location, locations)) };
    },
    derive: (made, from) => {
      if (made !== from) origins.set(made, from);
      return made;
    },
  };
  return { description, take, locationOf };
}

interface Follower extends Pick<Files, 'root' | 'locations' | 'folder'> {
  readonly take: Files['open'];
  readonly locationOf: (owner: object) => ValueLocation;
  /** The file that has an object. */
  readonly specOf: (owner: object) => ReadSpec;
  readonly anchors: Map<ReadSpec, Anchors>;
  readonly known: Map<ReadSpec, Map<string, Resolution>>;
  /** Number of references being followed to resolve others. */
  depth: number;
  readonly nearest: Nearest;
}

const MAX_DEPTH = 50;

type Failure = { readonly ok: false; readonly problem: RefProblem };

// The target of a reference depends on its file alone.
function followFrom(follower: Follower, ref: string, from: ReadSpec): Resolution {
  const known = getOrInsert(follower.known, from, () => new Map<string, Resolution>());
  const previous = known.get(ref);
  if (previous !== undefined) return previous;
  // A pointer that leads through this reference itself finds nothing.
  known.set(ref, missing(ref, 'it refers to itself'));
  if (follower.depth > MAX_DEPTH) return missing(ref, 'the chain of references is too long');
  follower.depth += 1;
  const found = resolve(follower, ref, from);
  follower.depth -= 1;
  known.set(ref, found);
  return found;
}

function resolve(follower: Follower, ref: string, from: ReadSpec): Resolution {
  const hash = ref.indexOf('#');
  const address = hash < 0 ? ref : ref.slice(0, hash);
  const fragment = hash < 0 ? '' : ref.slice(hash + 1);
  const target = findFile(follower, address, from);
  if (!target.ok) return target;
  const { spec, within } = target;
  const steps = parsePointer(fragment);
  if (steps === undefined) {
    const found = anchorsFor(follower, spec).names.get(decodeSafely(fragment) ?? fragment);
    if (found === undefined) return missing(ref, `no schema has the $anchor "${fragment}"`);
    return arrive(follower, found, fragment);
  }
  if (within === undefined) return resolvePointer(follower, { ref, address, steps, spec });
  // `#/allOf/0` inside a schema with `$id` is relative to that schema (JSON Schema 2020-12, 8.2.1).
  const all = [...pathOf(within, follower.locations).map(String), ...steps];
  return resolvePointer(follower, { ref, address: '', steps: all, spec });
}

type FileTarget =
  | { readonly ok: true; readonly spec: ReadSpec; readonly within?: ValueLocation }
  | Failure;

function findFile(follower: Follower, address: string, from: ReadSpec): FileTarget {
  if (address === '') return { ok: true, spec: from };
  const own = anchorsFor(follower, from).ids.get(address);
  if (own !== undefined) return { ok: true, spec: from, within: own };
  const { root, folder } = follower;
  if (childOf(root.file.root, '$self') === address) return { ok: true, spec: root };
  const file = resolveFile(address, from.file.file, folder);
  if (typeof file !== 'string') return file;
  const outcome = follower.take(file);
  if (outcome.ok) return outcome;
  const message = outcome.reason === 'missing' ? `there is no file "${file}"` : outcome.message;
  const code = outcome.reason === 'outside' ? 'openapi-ref-refused' : 'openapi-ref-file';
  return { ok: false, problem: { code, message, reported: outcome.reason === 'syntax' } };
}

/** The file at an address in another file; references must not leave `folder`. */
export function resolveFile(address: string, from: FilePath, folder?: string): FilePath | Failure {
  const path = (decodeSafely(address) ?? address).replaceAll('\\', '/');
  if (/^[a-z][a-z\d+.-]*:/i.test(path) || path.startsWith('//')) {
    const code = /^(?:https?:)?\/\//i.test(path) ? 'openapi-ref-remote' : 'openapi-ref-refused';
    const message = `the reference "${address}" is remote and not followed`;
    const hint = 'store the file beside the description and name it by its relative path';
    return { ok: false, problem: { code, message, hint } };
  }
  const file = toFilePath(join(dirname(from), path));
  const isOutside = folder !== undefined && /^(?:$|\.\.(?:\/|$))/.test(relative(folder, file));
  if (!isOutside && !path.startsWith('/')) return file;
  const reason = path.startsWith('/') ? 'must be relative' : `is outside the folder "${folder}"`;
  const message = `the reference "${address}" ${reason}`;
  const hint = 'store the file in the folder of the description';
  return { ok: false, problem: { code: 'openapi-ref-refused', message, hint } };
}

interface PointerTarget {
  readonly ref: string;
  readonly address: string;
  readonly steps: readonly string[];
  readonly spec: ReadSpec;
}

function resolvePointer(follower: Follower, target: PointerTarget): Resolution {
  const { spec, steps, ref, address } = target;
  const { root, file } = spec.file;
  const through = (value: JsonValue): JsonValue | undefined => {
    const inner = childOf(value, '$ref');
    if (typeof inner !== 'string') return undefined;
    const next = followFrom(follower, inner, follower.specOf(Object(value)));
    return next.ok ? next.value : undefined;
  };
  const found = walkPointer(root, steps, through);
  if (!found.ok) {
    const before = printPointer(steps.slice(0, found.at));
    const where = before === '' ? `"${file}"` : `"${address}#${before}"`;
    const near = nearestSteps(root, steps, { ...found, nearest: follower.nearest });
    const hint =
      near === undefined ? undefined : `did you mean "${address}#${printPointer(near)}"?`;
    return missing(ref, `${where} has no "${itemAt(steps, found.at)}"`, hint);
  }
  const { value } = found;
  const name = steps.at(-1) ?? file.slice(file.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  if (typeof value === 'object' && value !== null)
    return { ...arrive(follower, follower.locationOf(value), name), value };
  return { ok: true, value, name, file, pointer: printPointer(steps) };
}

function arrive(
  follower: Follower,
  location: ValueLocation,
  name: string,
): Extract<Resolution, { ok: true }> {
  const pointer = printPointer(pathOf(location, follower.locations));
  return { ok: true, value: location.value, name, file: location.spec.file.file, pointer };
}

function anchorsFor(follower: Follower, spec: ReadSpec): Anchors {
  return getOrInsert(follower.anchors, spec, () => anchorsOf(spec, follower.locations));
}

function missing(ref: string, reason: string, hint?: string): Failure {
  const message = `the reference "${ref}" cannot be resolved: ${reason}`;
  return { ok: false, problem: { code: 'openapi-ref-missing', message, hint } };
}

/** Schemas of a file that have an identifier (JSON Schema 2020-12, 8.2). */
interface Anchors {
  /** By `$anchor` or `$dynamicAnchor`; the first of each name. */
  readonly names: ReadonlyMap<string, ValueLocation>;
  /** By `$id`, without a final `#`. */
  readonly ids: ReadonlyMap<string, ValueLocation>;
}

function anchorsOf(spec: ReadSpec, locations: ValueLocations): Anchors {
  const names = new Map<string, ValueLocation>();
  const ids = new Map<string, ValueLocation>();
  const { text } = spec.file;
  if (!/\$(?:id|anchor|dynamicAnchor)\b/.test(text)) return { names, ids };
  for (const location of locations.values()) {
    const { value } = location;
    if (location.spec !== spec || Array.isArray(value)) continue;
    for (const [map, name] of [
      [names, value['$anchor']],
      [names, value['$dynamicAnchor']],
      [ids, value['$id']],
    ] as const) {
      const key = typeof name === 'string' ? name.replace(/#$/, '') : undefined;
      if (key !== undefined && !map.has(key)) map.set(key, location);
    }
  }
  return { names, ids };
}
