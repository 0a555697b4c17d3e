/**
 * The memory of builds, checks and `docs dev`: steps whose results are used again while all that they read is the same.
 * A step's reads are recorded while it runs, so that nobody lists dependencies (as in Salsa and Adapton).
 */
import { hashOf } from './file-hashes.ts';
import type { RecordStore } from './record-store.ts';
import { readTable, type SavedNode, type SavedResult, TABLE, writeTable } from './step-table.ts';

/** A named pure function of a key. It reads inputs and other steps through their readers, and in no other way. */
export interface Step<Result> {
  readonly name: string;
  readonly run: (key: string) => Result;
  /**
   * The fingerprint of a result: what reads an equal one does not run again. Default: a hash of the fingerprints that
   * were read, which costs less and changes with any of them.
   */
  readonly print?: (result: Result, key: string) => string;
  /** How a later process gets the result. Default: it gets the fingerprint, and runs the step if the result is asked. */
  readonly disk?: DiskForm<Result>;
}

/** The form of a result in the cache, a text without line breaks. */
export interface DiskForm<Result> {
  /** Whether the text is a separate record, which is read only if the result is asked. Default: it is in the table. */
  readonly isRecord?: boolean;
  readonly write: (result: Result, key: string, print: string) => string;
  /** Undefined if the result cannot be used: then the step runs again. */
  readonly read: (text: string, key: string, print: string) => Result | undefined;
}

/** Something outside, such as the text of a file. */
export interface Input<Value> {
  readonly name: string;
  /** The fingerprint, if it is known without the value. */
  readonly peek?: (key: string) => string | undefined;
  readonly load: (key: string) => { readonly value: Value; readonly print: string };
}

/** Reads the result of a step, or the value of an input; a running step notes that. */
export interface Reader<Result> {
  (key: string): Result;
  /** Reads only the fingerprint; a running step notes that, too. */
  readonly print: (key: string) => string;
  /** Frees a result that is hardly read again. */
  readonly release: (key: string) => void;
}

/** A value that is set from outside. */
export interface Cell<Value> {
  /** Throws before the first `set`. */
  (): Value;
  readonly print: () => string;
  /** With an equal fingerprint, the value of before stays. */
  readonly set: (value: Value, print: string) => void;
}

export type Memory = ReturnType<typeof createMemory>;

/** A step, input or cell with a key. */
interface Entry {
  readonly source: Source;
  readonly key: string;
  /** Undefined before the first run. */
  print: string | undefined;
  /** The reads of the last run, in order, and the fingerprints of then. An undefined one is no longer known. */
  reads: readonly (Entry | undefined)[];
  prints: readonly (string | undefined)[];
  /** The revision up to which the fingerprint holds; RUNNING while the step runs. */
  checked: number;
  /** The result as on disk, or the key of its record. */
  text: string;
  /** The read whose change made the step run again. */
  cause: Entry | undefined;
  /** Whether it ran in this process. */
  hasRun: boolean;
}

interface Source {
  readonly name: string;
  readonly kind: 'step' | 'input';
  /** Whether results on disk are separate records. */
  readonly isRecord: boolean;
  readonly entries: Map<string, Entry>;
  /** Makes the fingerprint right after a read has changed. */
  readonly update: (entry: Entry) => void;
  /** Whether this process asks for it. */
  isUsed: boolean;
}

const RUNNING = -1;

/** Creates a memory with what an earlier process has saved in `records`. With `isShort`, this process leaves nothing there. */
export function createMemory(records?: RecordStore, { isShort = false } = {}) {
  const sources = new Map<string, Source>();
  const earlier = readTable(records);
  const state = { isChanged: false };
  /** The reads of the steps that run. */
  const running: Set<Entry>[] = [];
  let revision = 1;

  const entryOf = (source: Source, key: string): Entry => {
    const known = source.entries.get(key);
    if (known !== undefined) return known;
    const row = earlier.find(source.name, key);
    const { print, reads = [], text = '' } = row === undefined ? {} : earlier.open(row);
    const prints = reads.map(earlier.printOf);
    const start = { checked: 0, cause: undefined, hasRun: false };
    const entry: Entry = { source, key, print, reads: [], prints, text, ...start };
    source.entries.set(key, entry);
    entry.reads = reads.map(entryAt);
    return entry;
  };

  /** By the numbers of nodes in the table. */
  const opened: (Entry | undefined)[] = [];
  const entryAt = (node: number): Entry | undefined => {
    const [name, key] = opened[node] === undefined ? earlier.nodeAt(node) : ['', ''];
    const source = sources.get(name);
    opened[node] ??= source && entryOf(source, key);
    return opened[node];
  };

  const refresh = (entry: Entry): void => {
    if (entry.checked >= revision) return;
    const { source, key } = entry;
    source.isUsed = true;
    if (entry.checked === RUNNING)
      throw new Error(`the step ${source.name} of "${key}" reads itself`);
    if (!isSame(entry)) source.update(entry);
    entry.checked = source.kind === 'input' ? Number.POSITIVE_INFINITY : revision;
  };

  /** Compares in the order of reading: what the first reads name may be gone. */
  const isSame = (entry: Entry): boolean => {
    const { print, reads, prints } = entry;
    if (print === undefined) return false;
    for (let at = 0; at < reads.length; at += 1) {
      const read = reads[at];
      if (read !== undefined) refresh(read);
      if (read !== undefined && read.print === prints[at]) continue;
      entry.cause = read;
      return false;
    }
    return true;
  };

  const addSource = (source: Omit<Source, 'entries' | 'isUsed'>): Source => {
    if (sources.has(source.name)) throw new Error(`there are two steps "${source.name}"`);
    const added = { ...source, entries: new Map<string, Entry>(), isUsed: false };
    sources.set(source.name, added);
    return added;
  };

  /** Returns the entry of a key with its fingerprint; the running step has read it. */
  const ask = (source: Source, key: string): Entry => {
    const entry = entryOf(source, key);
    running.at(-1)?.add(entry);
    refresh(entry);
    return entry;
  };

  const invalidate = (entry: Entry): void => {
    entry.print = undefined;
    entry.checked = 0;
    revision += 1;
  };

  const core: Core = { records, isShort, state, running, addSource, entryOf, ask, invalidate };
  return {
    step: <Result>(of: Step<Result>): Reader<Result> => addStep(core, of),
    input: <Value>(of: Input<Value>): Reader<Value> => addInput(core, of),
    cell: <Value>(name: string): Cell<Value> => addCell<Value>(core, name),
    /** Tells that inputs may have changed. */
    changed: (reader: string, isChanged: (key: string) => boolean): void => {
      for (const entry of sources.get(reader)?.entries.values() ?? [])
        if (isChanged(entry.key)) invalidate(entry);
    },
    /** The keys with which a step or an input was read. */
    keys: (reader: string): readonly string[] => [...(sources.get(reader)?.entries.keys() ?? [])],
    /**
     * Why a step ran in this process: what had changed, from what it reads down to an input. Empty if no result of it was
     * known; undefined if it did not run.
     */
    why: (name: string, key: string): readonly string[] | undefined => {
      const entry = sources.get(name)?.entries.get(key);
      if (entry?.hasRun !== true) return undefined;
      const chain: string[] = [];
      for (let { cause } = entry; cause !== undefined; { cause } = cause)
        chain.push(`${cause.source.name} ${cause.key}`.trimEnd());
      return chain;
    },
    /** Writes the results for later processes: all of this one, and those of steps that it did not use. */
    save: (): void => {
      if (records === undefined || isShort) return;
      const steps = [...sources.values()].filter(({ kind }) => kind === 'step');
      const visited = steps.map(({ name, isUsed, entries }) =>
        isUsed
          ? [...entries.values()].filter(({ checked }) => checked > 0)
          : earlier.rowsOf(name).map(earlier.saved),
      );
      // A check does not define the steps of a build.
      const others = earlier.names.filter((name) => !sources.has(name)).flatMap(earlier.rowsOf);
      visited.push(others.map(earlier.saved));
      for (const [at, { isRecord }] of steps.entries())
        if (isRecord) for (const { text } of visited[at] ?? []) records.touch(text);
      const size = visited.reduce((sum, { length }) => sum + length, 0);
      if (!state.isChanged && size === earlier.size && records.touch(TABLE)) return;
      writeTable(records, visited.flat().map(savedResults()));
    },
  };
}

/** Returns a function that converts entries for the table. Equal nodes are one object. */
function savedResults(): (result: Entry | SavedResult) => SavedResult {
  const nodes = new Map<Entry, SavedNode>();
  const nodeOf = (entry: Entry, print = ''): SavedNode => {
    const node: SavedNode = nodes.get(entry) ?? [entry.source.name, entry.key, print];
    nodes.set(entry, node);
    return node[2] === print ? node : [node[0], node[1], print];
  };
  return (result) =>
    'source' in result
      ? {
          node: nodeOf(result, result.print),
          reads: result.reads.flatMap((read, at) =>
            read ? [nodeOf(read, result.prints[at])] : [],
          ),
          text: result.text,
        }
      : result;
}

/** The parts of a memory that steps, inputs and cells use. */
interface Core {
  readonly records: RecordStore | undefined;
  readonly isShort: boolean;
  /** `isChanged`: a result is not the saved one. */
  readonly state: { isChanged: boolean };
  readonly running: Set<Entry>[];
  readonly addSource: (source: Omit<Source, 'entries' | 'isUsed'>) => Source;
  readonly entryOf: (source: Source, key: string) => Entry;
  readonly ask: (source: Source, key: string) => Entry;
  /** Makes the fingerprint of an input unknown. */
  readonly invalidate: (entry: Entry) => void;
}

function addStep<Result>(
  { records, isShort, state, running, addSource, ask }: Core,
  { name, run, print, disk }: Step<Result>,
): Reader<Result> {
  const results = new Map<string, { readonly result: Result }>();
  const form = records === undefined ? undefined : disk;
  const isRecord = form?.isRecord === true;
  const write = (result: Result, { key, print: of = '' }: Entry): string => {
    const text = (isShort ? undefined : form?.write(result, key, of)) ?? '';
    if (!isRecord || text === '') return text;
    const record = `${name} ${key} ${of}`;
    records?.write(record, text);
    return record;
  };
  const restore = ({ key, text, print: of = '' }: Entry): Result | undefined => {
    if (text === '' || form === undefined) return undefined;
    const stored = isRecord ? records?.read(text)?.toString() : text;
    return stored === undefined ? undefined : form.read(stored, key, of);
  };
  const make = (entry: Entry): Result => {
    const { key, checked } = entry;
    const before = [entry.print, entry.text, ...entry.prints];
    const reads = new Set<Entry>();
    running.push(reads);
    entry.checked = RUNNING;
    try {
      const result = run(key);
      entry.hasRun = true;
      entry.reads = [...reads];
      entry.prints = Array.from(reads, (read) => read.print);
      entry.print = print?.(result, key) ?? hashOf(entry.prints.join());
      entry.text = write(result, entry);
      const now = [entry.print, entry.text, ...entry.prints];
      state.isChanged ||= before.length !== now.length || now.some((one, at) => one !== before[at]);
      results.set(key, { result });
      return result;
    } finally {
      running.pop();
      entry.checked = checked;
    }
  };
  const source = addSource({ name, kind: 'step', isRecord, update: make });
  const read = (key: string): Result => {
    const entry = ask(source, key);
    const known = results.get(key);
    if (known !== undefined) return known.result;
    const stored = restore(entry);
    if (stored === undefined) return make(entry);
    results.set(key, { result: stored });
    return stored;
  };
  return Object.assign(read, {
    print: (key: string) => ask(source, key).print ?? '',
    release: (key: string) => {
      results.delete(key);
    },
  });
}

function addInput<Value>(
  { running, addSource, ask }: Core,
  { name, peek, load }: Input<Value>,
): Reader<Value> {
  const values = new Map<string, Value>();
  const get = (entry: Entry): Value => {
    const { value, print } = load(entry.key);
    values.set(entry.key, value);
    entry.print = print;
    return value;
  };
  /** The reads of an input are none of the running step. */
  const unseen = <Result>(task: () => Result): Result => {
    running.push(new Set());
    try {
      return task();
    } finally {
      running.pop();
    }
  };
  const update = (entry: Entry): void => {
    values.delete(entry.key);
    entry.print = unseen(() => peek?.(entry.key));
    if (entry.print === undefined) unseen(() => get(entry));
  };
  const source = addSource({ name, kind: 'input', isRecord: false, update });
  const read = (key: string): Value => {
    const entry = ask(source, key);
    return values.get(key) ?? unseen(() => get(entry));
  };
  return Object.assign(read, {
    print: (key: string) => ask(source, key).print ?? '',
    release: (key: string) => {
      values.delete(key);
    },
  });
}

function addCell<Value>({ addSource, ask, entryOf, invalidate }: Core, name: string): Cell<Value> {
  let current: { readonly value: Value; readonly print: string } | undefined;
  const source = addSource({
    name,
    kind: 'input',
    isRecord: false,
    update: (entry) => {
      if (current === undefined) throw new Error(`the cell ${name} is empty`);
      entry.print = current.print;
    },
  });
  const read = (): Value => {
    ask(source, '');
    if (current === undefined) throw new Error(`the cell ${name} is empty`);
    return current.value;
  };
  return Object.assign(read, {
    print: () => ask(source, '').print ?? '',
    set: (value: Value, print: string) => {
      if (current?.print === print) return;
      current = { value, print };
      invalidate(entryOf(source, ''));
    },
  });
}
