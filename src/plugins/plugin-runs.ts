/** Calls the functions of plug-ins: each once for equal inputs, over all runs, whether it returns a result or a promise. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type FileHashes, hashOf } from '../cache/file-hashes.ts';
import type { Memory, Reader } from '../cache/memory.ts';
import { contains, siteRelative } from '../config/folders.ts';
import { endingInTime, TIME_LIMIT } from '../config/loading/time-limit.ts';
import { messageOfError } from '../config/loading/error-location.ts';
import { type Collections, filesBelow } from '../collections/collections.ts';
import type { CollectionEntry, PluginContext } from '../config/plugins.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { readYaml } from '../content/yaml/read-yaml.ts';
import { createSourceText, locate } from '../content/source-text.ts';
import {
  type CallFunction,
  callPlugin,
  nameOf,
  type PluginPoint,
  type PluginResult,
} from '../markdown/plugins/call-plugin.ts';

/** What a call gave, and the files that it has read, with their hashes. */
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

export interface RunsState {
  readonly config: Pick<ResolvedConfig, 'siteDir' | 'includeRoots'>;
  /** Changes with the code of the configuration and its plug-ins. */
  readonly code: string;
  readonly collections: Collections;
}

/** Times the limit of code that is not asynchronous. */
const PATIENCE = 6;

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
  const idOf = ({ plugin, point }: PluginPoint, key: string): string =>
    hashOf(JSON.stringify([state.code, plugin.name, plugin.version, point, key]));

  /** What a call may read, and what it has read. */
  const recorder = (asked = new Set<string>(), ids?: Set<string>) => {
    const reads = new Map<string, string>();
    const inside = (path: string): string => {
      const { siteDir, includeRoots } = state.config;
      const absolute = resolve(siteDir, path);
      if ([siteDir, ...includeRoots].some((root) => contains(root, absolute))) return absolute;
      throw new Error(`"${path}" is outside of the site and its includeRoots`);
    };
    const note = (id: string): void => {
      reads.set(id, results.print(id));
      ids?.add(id);
    };
    const list = (path: string): readonly string[] => {
      const folder = inside(path);
      note(LIST + folder);
      return (filesBelow(folder) ?? []).map((name) =>
        siteRelative(state.config.siteDir, join(folder, name)),
      );
    };
    const text = (path: string): string => {
      const absolute = inside(path);
      for (const noted of [files, asked]) noted.add(absolute);
      // The step that runs notes it, too.
      file.print(absolute);
      const hash = hashes.of(absolute);
      reads.set(absolute, hash ?? '');
      if (hash === undefined) throw new Error(`there is no file "${path}" to read`);
      return readFileSync(absolute, 'utf8');
    };
    const json = (path: string): unknown => {
      const content = text(path);
      try {
        return JSON.parse(content);
      } catch (cause) {
        const [problem] = readYaml(content, JSON_LIMITS).problems;
        const { line, column } = locate(createSourceText(path, content), problem?.span ?? START);
        const message = `${path}:${line}:${column} is no JSON: ${messageOfError(cause)}`;
        throw new Error(message, { cause });
      }
    };
    const collection = (name: string): readonly CollectionEntry<never>[] => {
      const found = state.collections.get(name);
      note(COLLECTION + name);
      if (found === undefined) throw new Error(`there is no collection "${name}"`);
      return found.entries;
    };
    const context: PluginContext = {
      read: Object.freeze({ file: text, json, list }),
      collection,
    };
    return { context, stored: () => [...reads] };
  };

  /** Waits for a promise, but not forever; its value becomes plain JSON. */
  const settled = async (point: PluginPoint, promise: unknown): Promise<PluginResult<unknown>> => {
    const seconds = Number((PATIENCE * TIME_LIMIT.seconds).toFixed(1));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((_, reject) => {
      const error = new Error(`it does not end within ${seconds} seconds`);
      timer = setTimeout(() => reject(error), seconds * 1000);
    });
    try {
      const value: unknown = await Promise.race([promise, late]);
      return { ok: true, value: value === undefined ? value : JSON.parse(JSON.stringify(value)) };
    } catch (error) {
      return { ok: false, message: `${nameOf(point)} throws: ${messageOfError(error)}` };
    } finally {
      clearTimeout(timer);
    }
  };

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
    const { context, stored } = recorder(asked, ids);
    const noted = { place: false };
    const called = callPlugin(point, () => endingInTime(() => run(guarded(context), noted)));
    if (!called.ok || !isPromise(called.value)) return called;
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
      const { context, stored } = recorder();
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

/** Begin the names of collections and of folders among the paths of files. */
const COLLECTION = 'collection:';
const LIST = 'list:';

function isNoFile(path: string): boolean {
  return path.startsWith(COLLECTION) || path.startsWith(LIST);
}

const JSON_LIMITS = { maxAliases: 0, maxDepth: 100, maxNodes: 100_000 };
const START = { start: 0, end: 0 };

const MISSING: Readonly<Record<string, string>> = {
  fetch: 'a build asks no network: save the data as a file, and read that',
  now: 'output does not depend on the clock: take dates from files',
  env: 'output does not depend on the environment: read values in site.config.ts',
};

/** Says why there is no clock, network or environment. */
export function guarded<Context extends object>(context: Context): Context {
  return new Proxy(Object.freeze(context), {
    get: (target, name, receiver) => {
      const why = typeof name === 'string' && !(name in target) ? MISSING[name] : undefined;
      if (why !== undefined) throw new Error(`there is no \`${String(name)}\`: ${why}`);
      return Reflect.get(target, name, receiver);
    },
  });
}

function isPromise(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}

/** A copy of plain data that a plug-in cannot change. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}
