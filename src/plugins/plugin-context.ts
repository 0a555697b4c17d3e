/** The context of functions of plug-ins, and the end of their promises. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { FileHashes } from '../cache/file-hashes.ts';
import type { Reader } from '../cache/memory.ts';
import { type Collections, filesBelow } from '../collections/collections.ts';
import { contains, siteRelative } from '../config/folders.ts';
import { messageOfError } from '../config/loading/error-location.ts';
import { TIME_LIMIT } from '../config/loading/time-limit.ts';
import type { CollectionEntry, PluginContext } from '../config/plugins.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { createSourceText, locate } from '../content/source-text.ts';
import { readYaml } from '../content/yaml/read-yaml.ts';
import { nameOf, type PluginPoint, type PluginResult } from '../markdown/plugins/call-plugin.ts';

export interface RunsState {
  readonly config: Pick<ResolvedConfig, 'siteDir' | 'includeRoots'>;
  /** Changes with the code of the configuration and its plug-ins. */
  readonly code: string;
  readonly collections: Collections;
}

/** Times the limit of code that is not asynchronous. */
const PATIENCE = 6;

export interface ContextSources {
  readonly hashes: FileHashes;
  /** The content of any file, by absolute path. */
  readonly file: Reader<unknown>;
  /** The state of what is no file, by its id. */
  readonly results: Reader<unknown>;
  /** Gets the files that are read. */
  readonly files: Set<string>;
  readonly state: () => RunsState;
}

/** Makes the context of a call, and notes its reads: `asked` gets the files, `ids` other dependencies. */
export function createContext(
  { hashes, file, results, files, state: stateNow }: ContextSources,
  asked = new Set<string>(),
  ids?: Set<string>,
) {
  const state = stateNow();
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
}

/** Waits for a promise, but not forever; its value becomes plain JSON. */
export async function settled(
  point: PluginPoint,
  promise: unknown,
): Promise<PluginResult<unknown>> {
  const seconds = Number((PATIENCE * TIME_LIMIT.seconds).toFixed(1));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, reject) => {
    const error = new Error(`it does not end within ${seconds} seconds`);
    timer = setTimeout(() => reject(error), seconds * 1000);
  });
  try {
    const value: unknown = await Promise.race([promise, late]);
    return { ok: true, value: plainJson(value) };
  } catch (error) {
    return { ok: false, message: `${nameOf(point)} throws: ${messageOfError(error)}` };
  } finally {
    clearTimeout(timer);
  }
}

/** Returns a result as the cache keeps it; throws for values that no JSON has. */
export function plainJson(value: unknown): unknown {
  return typeof value === 'object' ? JSON.parse(JSON.stringify(value)) : value;
}

/** Begin the names of collections and of folders among the paths of files. */
export const COLLECTION = 'collection:';
export const LIST = 'list:';

export function isNoFile(path: string): boolean {
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

export function isPromise(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}

/** Plain data that nobody can change from now on. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}
