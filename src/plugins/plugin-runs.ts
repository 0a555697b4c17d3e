/** Calls the functions of plug-ins: each once for equal inputs, over all runs, whether it returns a result or a promise. */
import { type FileHashes, hashOf } from '../cache/file-hashes.ts';
import type { Memory, Reader } from '../cache/memory.ts';
import { endingInTime } from '../config/loading/time-limit.ts';
import { filesBelow } from '../collections/collections.ts';
import type { CollectionEntry, PluginContext } from '../config/plugins.ts';
import {
  type CallFunction,
  callPlugin,
  type PluginPoint,
  type PluginResult,
} from '../markdown/plugins/call-plugin.ts';
import {
  COLLECTION,
  type ContextSources,
  createContext,
  guarded,
  isNoFile,
  isPromise,
  LIST,
  plainJson,
  type RunsState,
  settled,
} from './plugin-context.ts';

/** The result of a call, and the files that it has read, with their hashes. */
interface Stored {
  readonly reads: readonly (readonly [path: string, hash: string])[];
  readonly result?: PluginResult<unknown>;
  /** Set if there is a result for each place of the block. */
  readonly isOfPlace?: true;
}

type Entries = readonly (readonly [id: string, Stored])[];

/** Where results are kept for later runs. */
export interface ResultStore {
  readonly get?: (name: { readonly name: string; readonly type?: Stored }) => Stored | undefined;
  readonly set?: (name: { readonly name: string; readonly type?: Stored }, value: Stored) => void;
}

interface RunsInput extends ResultStore {
  readonly memory: Memory;
  readonly hashes: FileHashes;
  /** The content of any file, by absolute path. */
  readonly file: Reader<unknown>;
}

/** Calls functions of plug-ins, and knows their results. */
export interface PluginRuns {
  /** Results by id. */
  readonly results: Reader<unknown>;
  /** To be called before any function. */
  readonly set: (current: RunsState) => void;
  /** Calls a function in a step. Undefined while its promise is pending: then the step runs again after `settle`. */
  readonly now: CallFunction;
  /** Calls a function outside of steps, unless its result for an equal key is known. */
  readonly call: (
    point: PluginPoint,
    key: string,
    run: (context: PluginContext) => unknown,
  ) => Promise<PluginResult<unknown>>;
  /** Waits for all pending promises; true if there were some. */
  readonly settle: () => Promise<boolean>;
  /** The entries of a collection, for a step. */
  readonly collection: (name: string) => readonly CollectionEntry<never>[];
  /** Absolute paths of the files that plug-ins have read. */
  readonly files: () => readonly string[];
}

export function createPluginRuns({ memory, hashes, file, get, set }: RunsInput): PluginRuns {
  let state: RunsState = {
    config: { siteDir: '', includeRoots: [] },
    code: '',
    collections: new Map(),
  };
  const known = new Map<string, Stored>();
  const pending = new Map<string, Promise<Entries>>();
  const files = new Set<string>();

  /** The state of a file, a list of files or a collection. */
  const stateOf = (path: string): string => {
    if (path.startsWith(COLLECTION))
      return state.collections.get(path.slice(COLLECTION.length))?.print ?? '';
    if (path.startsWith(LIST)) return hashOf((filesBelow(path.slice(LIST.length)) ?? []).join());
    return hashes.of(path) ?? '';
  };
  const find = (id: string): Stored | undefined => {
    const stored = known.get(id) ?? get?.({ name: `plug-in ${id}` });
    if (stored?.reads.every(([path, hash]) => stateOf(path) === hash) !== true) return undefined;
    for (const [path] of stored.reads) if (!isNoFile(path)) files.add(path);
    known.set(id, stored);
    return stored;
  };
  const keep = (id: string, stored: Stored): void => {
    known.set(id, stored);
    // A failure may have other reasons than what was read.
    if (stored.result?.ok !== false) set?.({ name: `plug-in ${id}` }, stored);
  };
  const results = memory.input<Stored | undefined>({
    name: 'result of a plug-in',
    load: (id) => {
      if (isNoFile(id)) return { value: undefined, print: stateOf(id) };
      const value = find(id);
      return {
        value,
        print: value === undefined ? '' : hashOf(JSON.stringify(value.result ?? '')),
      };
    },
  });
  const sources: ContextSources = { hashes, file, results, files, state: () => state };
  const idOf = ({ plugin, point }: PluginPoint, key: string): string =>
    hashOf(JSON.stringify([state.code, plugin.name, plugin.version, point, key]));

  const now: CallFunction = (point, { key, place = '', ids, files: asked }, run) => {
    const short = idOf(point, key);
    const long = idOf(point, `${key}\0${place}`);
    ids?.add(short);
    let found = results(short);
    if (found?.isOfPlace === true) {
      ids?.add(long);
      found = results(long);
    }
    const { result } = found ?? {};
    if (result !== undefined) return result;
    if (pending.has(short)) return undefined;
    const { context, stored } = createContext(sources, asked, ids);
    const noted = { place: false };
    const called = callPlugin(point, () => endingInTime(() => run(guarded(context), noted)));
    if (!called.ok) return called;
    if (!isPromise(called.value)) return callPlugin(point, () => plainJson(called.value));
    const finish = async (): Promise<Entries> => {
      const stayed = { result: await settled(point, called.value), reads: stored() };
      const atPlace = { reads: [], isOfPlace: true as const };
      return noted.place
        ? [
            [short, atPlace],
            [long, stayed],
          ]
        : [[short, stayed]];
    };
    pending.set(short, finish());
    return undefined;
  };

  return {
    results,
    set: (current): void => {
      state = current;
      memory.changed('result of a plug-in', () => true);
    },
    now,
    call: async (point, key, run) => {
      const id = idOf(point, key);
      const before = find(id)?.result;
      if (before !== undefined) return before;
      const { context, stored } = createContext(sources);
      const called = callPlugin(point, () => endingInTime(() => run(guarded(context))));
      const result = called.ok ? await settled(point, called.value) : called;
      keep(id, { reads: stored(), result });
      return result;
    },
    settle: async () => {
      if (pending.size === 0) return false;
      const started = [...pending.keys()];
      const entries = (await Promise.all(pending.values())).flat();
      for (const [id, stored] of entries) keep(id, stored);
      for (const id of started) pending.delete(id);
      const done = new Set(entries.map(([id]) => id));
      memory.changed('result of a plug-in', (id) => done.has(id));
      return true;
    },
    collection: (name) => {
      results.print(COLLECTION + name);
      return state.collections.get(name)?.entries ?? [];
    },
    files: () => [...files],
  };
}
