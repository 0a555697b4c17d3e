/**
 * The memory of builds, checks and `docs dev`: steps whose results are used again while all that they read is the same.
 * A step's reads are recorded while it runs, so that nobody lists dependencies (as in Salsa and Adapton).
 */
import { getOrInsert } from '../shared/maps.ts';
import { hashOf } from './file-hashes.ts';
import type { RecordStore } from './record-store.ts';
import { readTable, TABLE, writeTable } from './step-table.ts';

/** A named pure function of a key. It reads inputs and other steps through their readers, and in no other way. */
export interface Step<Result> {
  readonly name: string;
  readonly run: (key: string) => Result;
  /** Whether it is a part of the steps that read it: they note its reads as theirs, and it is not saved. */
  readonly isPart?: boolean;
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
  /** As it is now if it is checked, else as it was; undefined before the first run. */
  state: State | undefined;
  /** The states of what the last run has read, in order; undefined if that was a run of an earlier process. */
  reads: readonly State[] | undefined;
  /** The number of its row in the table of the earlier process, or -1. */
  row: number;
  /** The revision up to which the state holds: 0 if this process has not read it; RUNNING while the step runs. */
  checked: number;
  /** The result as on disk, or the key of its record. */
  text: string;
  /** The read whose change made the step run again. */
  cause: Entry | undefined;
  /** Whether it ran in this process. */
  hasRun: boolean;
}

/** An entry with a fingerprint. */
interface State {
  readonly entry: Entry;
  readonly print: string;
}

interface Source {
  readonly name: string;
  readonly entries: Map<string, Entry>;
  /** Undefined for a step or input of an earlier process, as long as this one does not add it. */
  form: SourceForm | undefined;
  /** Whether this process asks for it. */
  isUsed: boolean;
}

interface SourceForm {
  readonly kind: 'step' | 'input';
  /** Whether results on disk are separate records. */
  readonly isRecord?: boolean;
  readonly isPart?: boolean;
  /** Makes the state right after a read has changed. */
  readonly update: (entry: Entry) => void;
}

const RUNNING = -1;

/** The reads, the fingerprint and the result of a run. */
interface Run extends Pick<State, 'print'> {
  readonly reads: readonly State[];
  readonly text: string;
}

/** The entries of all steps, inputs and cells, and what an earlier process knew of them. */
function createEntries(records: RecordStore | undefined) {
  const sources = new Map<string, Source>();
  /** The reads of the steps that run. */
  const running: Set<Entry>[] = [];
  let isChanged = false;
  let revision = 1;

  const sourceOf = (name: string): Source => {
    const start = { form: undefined, isUsed: false };
    return getOrInsert(sources, name, () => ({ name, entries: new Map(), ...start }));
  };
  const entryOf = (source: Source, key: string): Entry => {
    const existing = source.entries.get(key);
    if (existing !== undefined) return existing;
    const run = { state: undefined, reads: undefined, cause: undefined, hasRun: false };
    const entry: Entry = { source, key, ...run, row: -1, checked: 0, text: '' };
    source.entries.set(key, entry);
    return entry;
  };

  const earlier = readTable(records, (name, key, print): State => {
    const entry = entryOf(sourceOf(name), key);
    entry.state = { entry, print };
    return entry.state;
  });
  let rows = 0;
  earlier.each((row, state, text) => {
    Object.assign(state.entry, { state, row, text });
    rows += 1;
  });
  const readsOf = ({ reads, row }: Entry): readonly State[] | undefined =>
    reads ?? (row === -1 ? undefined : earlier.readsOf(row));

  const refresh = (entry: Entry): void => {
    if (entry.checked >= revision) return;
    const { source, key, checked } = entry;
    const { form } = source;
    if (checked === RUNNING) throw new Error(`the step ${source.name} of "${key}" reads itself`);
    // Nobody asks for what this process does not have.
    if (form === undefined) return;
    source.isUsed = true;
    if (form.kind === 'input' || !isSame(entry)) form.update(entry);
    entry.checked = form.kind === 'input' ? Number.POSITIVE_INFINITY : revision;
  };

  /** Compares in the order of reading: what the first reads name may be gone. */
  const isSame = (entry: Entry): boolean => {
    const reads = readsOf(entry);
    if (reads === undefined) return false;
    for (const { entry: read, print } of reads) {
      refresh(read);
      if (read.checked > 0 && read.state?.print === print) continue;
      entry.cause = read;
      return false;
    }
    return true;
  };

  return {
    sources,
    running,
    readsOf,
    /** Whether the rows of the earlier process are those of these results. */
    isSaved: (results: number): boolean => !isChanged && results === rows,
    addSource: (name: string, form: SourceForm): Source => {
      const source = sourceOf(name);
      if (source.form !== undefined) throw new Error(`there are two steps "${name}"`);
      source.form = form;
      return source;
    },
    entryOf,
    /** Returns the entry of a key with its state; the running step has read it. */
    ask: (source: Source, key: string): Entry => {
      const entry = entryOf(source, key);
      const reads = running.at(-1);
      if (source.form?.isPart !== true) reads?.add(entry);
      refresh(entry);
      if (source.form?.isPart === true)
        for (const { entry: read } of entry.reads ?? []) reads?.add(read);
      return entry;
    },
    /** Notes what a step has read and made. */
    ran: (entry: Entry, { reads, print, text }: Run): void => {
      const before = (isChanged ? undefined : readsOf(entry)) ?? [];
      const isSaved = entry.source.form?.isPart !== true;
      isChanged ||=
        isSaved &&
        (print !== entry.state?.print ||
          text !== entry.text ||
          reads.length !== before.length ||
          reads.some(
            (read, at) => read.entry !== before[at]?.entry || read.print !== before[at].print,
          ));
      setPrint(entry, print);
      Object.assign(entry, { reads, text, hasRun: true });
    },
    /** Makes the fingerprint of an input unknown. */
    invalidate: (entry: Entry): void => {
      // Not 0, which is for what nobody has asked.
      entry.checked = revision;
      revision += 1;
    },
  };
}

/** Creates a memory with what an earlier process has saved in `records`. With `isShort`, this process leaves nothing there. */
export function createMemory(records?: RecordStore, { isShort = false } = {}) {
  const { sources, readsOf, isSaved, ...shared } = createEntries(records);
  const core: Core = { records, isShort, ...shared };
  return {
    step: <Result>(of: Step<Result>): Reader<Result> => addStep(core, of),
    input: <Value>(of: Input<Value>): Reader<Value> => addInput(core, of),
    cell: <Value>(name: string): Cell<Value> => addCell<Value>(core, name),
    /** Tells that inputs may have changed. */
    changed: (reader: string, mayHave: (key: string) => boolean): void => {
      for (const entry of sources.get(reader)?.entries.values() ?? [])
        if (entry.checked > 0 && mayHave(entry.key)) core.invalidate(entry);
    },
    /** The keys with which a step or an input was read. */
    keys: (reader: string): readonly string[] =>
      Array.from(sources.get(reader)?.entries.values() ?? [])
        .filter(({ checked }) => checked > 0)
        .map(({ key }) => key),
    /** Whether there is a result, of this process or an earlier one; it may be outdated. */
    knows: (name: string, key: string): boolean =>
      sources.get(name)?.entries.get(key)?.state !== undefined,
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
      const saved: Entry[] = [];
      for (const { form, isUsed, entries } of sources.values()) {
        if (form?.kind === 'input' || form?.isPart === true) continue;
        for (const entry of entries.values())
          if (isUsed ? entry.checked > 0 : entry.row !== -1) saved.push(entry);
        if (form?.isRecord === true) for (const { text } of saved) records.touch(text);
      }
      if (isSaved(saved.length) && records.touch(TABLE)) return;
      const results = saved.flatMap((entry) => {
        const { state: node, text } = entry;
        return node === undefined ? [] : { node, reads: readsOf(entry) ?? [], text };
      });
      writeTable(records, results, ({ entry: { source, key }, print }) => [
        source.name,
        key,
        print,
      ]);
    },
  };
}

/** Keeps the object of an equal fingerprint. */
function setPrint(entry: Entry, print: string): void {
  if (entry.state?.print !== print) entry.state = { entry, print };
}

/** The parts of a memory that steps, inputs and cells use. */
interface Core extends Omit<ReturnType<typeof createEntries>, 'sources' | 'readsOf' | 'isSaved'> {
  readonly records: RecordStore | undefined;
  readonly isShort: boolean;
}

/** The key of the record that a step with `isRecord` leaves for a result. */
export function recordKey(name: string, key: string, print: string): string {
  return `${name} ${key} ${print}`;
}

function addStep<Result>(
  { records, isShort, running, addSource, ask, ran }: Core,
  { name, run, isPart = false, print, disk }: Step<Result>,
): Reader<Result> {
  const results = new Map<string, { readonly result: Result }>();
  const form = records === undefined ? undefined : disk;
  const isRecord = form?.isRecord === true;
  const write = (result: Result, key: string, of: string): string => {
    const text = (isShort ? undefined : form?.write(result, key, of)) ?? '';
    if (!isRecord || text === '') return text;
    const record = recordKey(name, key, of);
    records?.write(record, text);
    return record;
  };
  const restore = ({ key, text, state }: Entry): Result | undefined => {
    if (text === '' || form === undefined) return undefined;
    const stored = isRecord ? records?.read(text)?.toString() : text;
    return stored === undefined ? undefined : form.read(stored, key, state?.print ?? '');
  };
  const make = (entry: Entry): Result => {
    const { key, checked } = entry;
    const read = new Set<Entry>();
    running.push(read);
    entry.checked = RUNNING;
    try {
      const result = run(key);
      const reads = Array.from(read).flatMap(({ state }) => state ?? []);
      const of = print?.(result, key) ?? hashOf(reads.map((state) => state.print).join());
      ran(entry, { reads, print: of, text: write(result, key, of) });
      results.set(key, { result });
      return result;
    } finally {
      running.pop();
      entry.checked = checked;
    }
  };
  const source = addSource(name, { kind: 'step', isRecord, isPart, update: make });
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
    print: (key: string) => ask(source, key).state?.print ?? '',
    release: (key: string) => {
      results.delete(key);
      // Nothing reads a part itself.
      if (isPart) source.entries.delete(key);
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
    setPrint(entry, print);
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
    const print = unseen(() => peek?.(entry.key));
    if (print === undefined) unseen(() => get(entry));
    else setPrint(entry, print);
  };
  const source = addSource(name, { kind: 'input', update });
  const read = (key: string): Value => {
    const entry = ask(source, key);
    return values.get(key) ?? unseen(() => get(entry));
  };
  return Object.assign(read, {
    print: (key: string) => ask(source, key).state?.print ?? '',
    release: (key: string) => {
      values.delete(key);
    },
  });
}

function addCell<Value>({ addSource, ask, entryOf, invalidate }: Core, name: string): Cell<Value> {
  let current: { readonly value: Value; readonly print: string } | undefined;
  const valueOf = (): { readonly value: Value; readonly print: string } => {
    if (current === undefined) throw new Error(`the cell ${name} is empty`);
    return current;
  };
  const source = addSource(name, {
    kind: 'input',
    update: (entry) => setPrint(entry, valueOf().print),
  });
  const read = (): Value => {
    ask(source, '');
    return valueOf().value;
  };
  return Object.assign(read, {
    print: () => ask(source, '').state?.print ?? '',
    set: (value: Value, print: string) => {
      if (current?.print === print) return;
      current = { value, print };
      invalidate(entryOf(source, ''));
    },
  });
}
