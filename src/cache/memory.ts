/**
 * The memory of builds, checks and `docs dev`: steps whose results are used again while all that they read is the same.
 * A step's reads are recorded while it runs, so that nobody lists dependencies (as in Salsa and Adapton).
 */
import { hashOf } from './file-hashes.ts';
import type { RecordStore } from './record-store.ts';

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
  const earlier: Rows = records === undefined ? new Map() : readRows(records);
  /** The reads of the steps that run. */
  const running: Set<Entry>[] = [];
  let revision = 1;

  const entryOf = (source: Source, key: string): Entry => {
    const known = source.entries.get(key);
    if (known !== undefined) return known;
    const { print, reads = [], prints = [], text = '' } = earlier.get(source.name)?.get(key) ?? {};
    const state = { print, prints, text, checked: 0, cause: undefined, hasRun: false };
    const entry: Entry = { source, key, reads: [], ...state };
    source.entries.set(key, entry);
    entry.reads = reads.map(([name, of]) => {
      const from = sources.get(name);
      return from && entryOf(from, of);
    });
    return entry;
  };

  const refresh = (entry: Entry): void => {
    if (entry.checked >= revision) return;
    const { source, key } = entry;
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
    source.isUsed = true;
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

  const core: Core = { records, isShort, running, addSource, entryOf, ask, invalidate };
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
      const rows = [...sources.values()].flatMap(({ name, kind, isRecord, isUsed, entries }) => {
        if (kind === 'input') return [];
        const found = isUsed
          ? [...entries.values()].filter(({ checked }) => checked > 0).map(rowOf)
          : [...(earlier.get(name)?.values() ?? [])];
        if (isRecord) for (const { text } of found) records.touch(text);
        return found;
      });
      writeRows(records, rows);
    },
  };
}

/** The parts of a memory that steps, inputs and cells use. */
interface Core {
  readonly records: RecordStore | undefined;
  readonly isShort: boolean;
  readonly running: Set<Entry>[];
  readonly addSource: (source: Omit<Source, 'entries' | 'isUsed'>) => Source;
  readonly entryOf: (source: Source, key: string) => Entry;
  readonly ask: (source: Source, key: string) => Entry;
  /** Makes the fingerprint of an input unknown. */
  readonly invalidate: (entry: Entry) => void;
}

function addStep<Result>(
  { records, isShort, running, addSource, ask }: Core,
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

/** A result for later processes. */
interface Row {
  readonly name: string;
  readonly key: string;
  readonly print: string;
  readonly reads: readonly Node[];
  readonly prints: readonly string[];
  readonly text: string;
}

type Node = readonly [name: string, key: string];

/** By step and key. */
type Rows = ReadonlyMap<string, ReadonlyMap<string, Row>>;

function rowOf({ source, key, print = '', reads, prints, text }: Entry): Row {
  return {
    name: source.name,
    key,
    print,
    reads: reads.map((read) => [read?.source.name ?? '', read?.key ?? ''] as const),
    prints: prints.map((one = '') => one),
    text,
  };
}

/** The first line of the table's record; the texts of the rows follow, a line each. */
interface Table {
  readonly names: readonly string[];
  readonly nodes: readonly (readonly [name: number, key: string])[];
  readonly prints: readonly string[];
  /** The row's node and fingerprint, then those of its reads. */
  readonly rows: readonly (readonly number[])[];
}

const TABLE = 'steps';

function writeRows(records: RecordStore, rows: readonly Row[]): void {
  const names = createNumbers();
  const prints = createNumbers();
  const nodes: (readonly [number, string])[] = [];
  const nodeNumbers = new Map<string, number>();
  const nodeOf = ([name, key]: Node): number => {
    const id = `${name} ${key}`;
    const known = nodeNumbers.get(id) ?? nodes.push([names.of(name), key]) - 1;
    nodeNumbers.set(id, known);
    return known;
  };
  const numbers = rows.map(({ name, key, print, reads, prints: of }) => [
    nodeOf([name, key]),
    prints.of(print),
    ...reads.flatMap((read, at) => [nodeOf(read), prints.of(of[at] ?? '')]),
  ]);
  const table: Table = { names: names.list, nodes, prints: prints.list, rows: numbers };
  records.write(TABLE, [JSON.stringify(table), ...rows.map(({ text }) => text)].join('\n'));
}

function createNumbers() {
  const list: string[] = [];
  const known = new Map<string, number>();
  const of = (text: string): number => {
    const number = known.get(text) ?? list.push(text) - 1;
    known.set(text, number);
    return number;
  };
  return { list, of };
}

function readRows(records: RecordStore): Rows {
  const found = new Map<string, Map<string, Row>>();
  const bytes = records.read(TABLE);
  if (bytes === undefined) return found;
  const [head = '', ...texts] = bytes.toString().split('\n');
  // The store returns only what `writeRows` wrote.
  const { names, nodes, prints, rows }: Table = JSON.parse(head);
  const all = nodes.map(([name, key]): Node => [names[name] ?? '', key]);
  const nodeAt = (number: number | undefined): Node => all[number ?? -1] ?? ['', ''];
  for (const [at, [node, print = -1, ...pairs]] of rows.entries()) {
    const [name, key] = nodeAt(node);
    const ofStep = found.get(name) ?? new Map<string, Row>();
    found.set(name, ofStep);
    ofStep.set(key, {
      name,
      key,
      print: prints[print] ?? '',
      reads: pairs.filter((_, index) => index % 2 === 0).map(nodeAt),
      prints: pairs.filter((_, index) => index % 2 === 1).map((one) => prints[one] ?? ''),
      text: texts[at] ?? '',
    });
  }
  return found;
}
