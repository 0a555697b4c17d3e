import { hash, randomBytes } from 'node:crypto';
import { closeSync, openSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, makeCacheFolder } from './cache-folder.ts';
import { openRegularFile } from './regular-file.ts';
import type { SealedFolder } from './sealed-folder.ts';

/**
 * Records on disk that outlive the process. Whatever cannot be read, because another version or somebody else wrote it, it
 * was cut off, or another process has replaced it, counts as missing: nothing here throws, and no record is ever wrong.
 */
export interface RecordStore {
  /** The bytes of a record; undefined if there is none. Its key stays in the store. */
  readonly read: (key: string) => Buffer | undefined;
  /** Adds or replaces a record. */
  readonly write: (key: string, bytes: string | Uint8Array) => void;
  /** Marks a record as used without reading it; false if there is none. */
  readonly touch: (key: string) => boolean;
  /** Makes the records of this run the state that later runs see, and drops those that several runs did not use. */
  readonly save: () => void;
}

/** Where a record is: its pack, offset and length there, its hash, and the number of runs that did not use it. */
type Entry = readonly [pack: string, offset: number, length: number, hash: string, age: number];

/** Runs after which an unused record is dropped: other commands and options use other records. */
const MOST_UNUSED = 4;

/** Packs are merged above this number. */
const MOST_PACKS = 8;

/** Bytes that are collected before they are written. */
const BLOCK = 2 ** 20;

const TABLE = 'table';
/** Packs, and tables that were not finished, by the number of the process. */
const OWNED = /^(?:table\.)?(\d+)(?:-[\da-f]{12}\.pack|\.new)$/;

/**
 * Opens the records of a folder, which is created when the first ones are saved. Each run writes its own pack of records
 * and then replaces the table of all records at once, so that two processes cannot damage each other's. The table is sealed
 * and has the hashes of all records. `version` names what the records depend on as a whole.
 */
export function openRecords(sealed: SealedFolder, version: string): RecordStore {
  const folder = sealed.path;
  const entries = readTable(sealed, version);
  const packs = openPacks(folder);
  const used = new Set<string>();
  const own = createPackWriter(folder);
  const bytesOf = ([pack, offset, length, expected]: Entry): Buffer | undefined => {
    const bytes = pack === own.name ? own.read(offset, length) : packs.read(pack, offset, length);
    return bytes !== undefined && hashOf(bytes) === expected ? bytes : undefined;
  };
  const put = (key: string, bytes: Uint8Array): void => {
    const offset = own.add(bytes);
    entries.set(key, [own.name, offset, bytes.length, hashOf(bytes), 0]);
    used.add(key);
  };
  /** Moves records out of packs that are mostly unused, or when there are many packs. */
  const merge = (): void => {
    const kept = [...entries].filter(([, [pack]]) => pack !== own.name);
    const live = new Map<string, number>();
    for (const [, [pack, , length]] of kept) live.set(pack, (live.get(pack) ?? 0) + length);
    const isFull = live.size > MOST_PACKS;
    for (const [key, entry] of kept) {
      const [pack] = entry;
      if (!isFull && (live.get(pack) ?? 0) * 2 > packs.size(pack)) continue;
      const bytes = bytesOf(entry);
      if (bytes === undefined) entries.delete(key);
      else entries.set(key, [own.name, own.add(bytes), entry[2], entry[3], entry[4]]);
    }
  };
  return {
    read: (key) => {
      const entry = entries.get(key);
      const bytes = entry && bytesOf(entry);
      if (bytes === undefined) entries.delete(key);
      else used.add(key);
      return bytes;
    },
    touch: (key) => {
      if (!entries.has(key)) return false;
      used.add(key);
      return true;
    },
    write: (key, bytes) => put(key, typeof bytes === 'string' ? Buffer.from(bytes) : bytes),
    save: () => {
      for (const [key, entry] of entries) {
        const age = used.has(key) ? 0 : entry[4] + 1;
        if (age > MOST_UNUSED) entries.delete(key);
        else entries.set(key, [entry[0], entry[1], entry[2], entry[3], age]);
      }
      try {
        makeCacheFolder(folder);
        merge();
        own.finish();
        writeTable(sealed, version, entries);
        removeOthers(folder, new Set([...entries.values()].map(([pack]) => pack)));
      } catch {
        // A cache that cannot be written is not used.
      } finally {
        packs.close();
      }
    },
  };
}

/** 192 bits of SHA-256: who can write a page's text must not be able to make two records of one hash. */
function hashOf(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'base64url').slice(0, 32);
}

/** Reads the table: a line with the version, and a line of JSON. */
function readTable(sealed: SealedFolder, version: string): Map<string, Entry> {
  const text = sealed.read(TABLE)?.toString() ?? '';
  const end = text.indexOf('\n');
  if (text.slice(0, end) !== version) return new Map();
  // The seal proves that `writeTable` wrote it.
  const { packs, entries }: Table = JSON.parse(text.slice(end + 1));
  return new Map(
    entries.map(([key, pack, ...rest]) => [key, [packs[pack] ?? '', ...rest] as const]),
  );
}

interface Table {
  readonly packs: readonly string[];
  readonly entries: readonly (readonly [
    key: string,
    pack: number,
    offset: number,
    length: number,
    hash: string,
    age: number,
  ])[];
}

function writeTable(
  sealed: SealedFolder,
  version: string,
  entries: ReadonlyMap<string, Entry>,
): void {
  const packs = [...new Set([...entries.values()].map(([pack]) => pack))];
  const numbers = new Map(packs.map((pack, number) => [pack, number]));
  const table: Table = {
    packs,
    entries: [...entries].map(([key, [pack, ...rest]]) => [key, numbers.get(pack) ?? 0, ...rest]),
  };
  sealed.write(TABLE, `${version}\n${JSON.stringify(table)}`);
}

/** Deletes packs that the table does not name, and unfinished tables, except for those of running processes. */
function removeOthers(folder: string, wanted: ReadonlySet<string>): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = OWNED.exec(name) ?? [];
    if (pid === undefined || wanted.has(name)) continue;
    if (Number(pid) === process.pid || !isRunning(Number(pid)))
      rmSync(join(folder, name), { force: true });
  }
}

/** Reads from packs. They stay open: another process may delete a pack that this one still uses. */
function openPacks(folder: string) {
  const files = new Map<string, { readonly fd: number; readonly size: number }>();
  const open = (pack: string): { readonly fd: number; readonly size: number } | undefined => {
    const known = files.get(pack);
    if (known !== undefined) return known;
    const file = openRegularFile(join(folder, pack));
    if (file !== undefined) files.set(pack, file);
    return file;
  };
  return {
    size: (pack: string): number => open(pack)?.size ?? 0,
    read: (pack: string, offset: number, length: number): Buffer | undefined => {
      const file = open(pack);
      if (file === undefined) return undefined;
      const bytes = Buffer.allocUnsafe(length);
      try {
        return readSync(file.fd, bytes, 0, length, offset) === length ? bytes : undefined;
      } catch {
        return undefined;
      }
    },
    close: (): void => {
      for (const { fd } of files.values()) closeSync(fd);
      files.clear();
    },
  };
}

/** Collects records and writes them in blocks to a pack of this process. */
function createPackWriter(folder: string) {
  const name = `${process.pid}-${randomBytes(6).toString('hex')}.pack`;
  let file: number | undefined;
  let isBroken = false;
  let blocks: Uint8Array[] = [];
  let waiting = 0;
  let written = 0;
  const flush = (): void => {
    if (waiting === 0 || isBroken) return;
    try {
      if (file === undefined) makeCacheFolder(folder);
      file ??= openSync(join(folder, name), 'wx+');
      const bytes = Buffer.concat(blocks);
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    } catch {
      isBroken = true;
    }
    written += waiting;
    [blocks, waiting] = [[], 0];
  };
  return {
    name,
    /** Returns the offset of the bytes. */
    add: (bytes: Uint8Array): number => {
      const offset = written + waiting;
      blocks.push(bytes);
      waiting += bytes.length;
      if (waiting > BLOCK) flush();
      return offset;
    },
    read: (offset: number, length: number): Buffer | undefined => {
      flush();
      if (isBroken || file === undefined) return undefined;
      const bytes = Buffer.allocUnsafe(length);
      return readSync(file, bytes, 0, length, offset) === length ? bytes : undefined;
    },
    /** Throws if the pack is not complete. */
    finish: (): void => {
      flush();
      if (file !== undefined) closeSync(file);
      file = undefined;
      if (isBroken) throw new Error('the pack could not be written');
    },
  };
}
