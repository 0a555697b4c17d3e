import { execFileSync } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRecords, type RecordStore } from '../../../src/cache/record-store.ts';
import { sealedFolder } from '../../../src/cache/sealed-folder.ts';
import { tempFolder } from '../publish/output-folder.ts';

const VERSION = 'one';

function store(folder: string, version = VERSION): RecordStore {
  return openRecords(sealedFolder(folder, Buffer.alloc(32)), version);
}

function text(records: RecordStore, key: string): string | undefined {
  return records.read(key)?.toString();
}

function packs(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.pack'));
}

function save(folder: string, records: Readonly<Record<string, string>>): void {
  const opened = store(folder);
  for (const [key, value] of Object.entries(records)) opened.write(key, value);
  opened.save();
}

describe('records on disk', () => {
  it('are read by later runs, with what these add', () => {
    const folder = join(tempFolder(), 'a', 'cache');
    save(folder, { one: 'first', two: 'Zweiter ü' });
    const second = store(folder);
    expect(text(second, 'one')).toBe('first');
    second.write('three', 'third');
    expect(text(second, 'three')).toBe('third');
    second.save();
    const third = store(folder);
    expect(['one', 'two', 'three', 'four'].map((key) => text(third, key))).toEqual([
      'first',
      'Zweiter ü',
      'third',
      undefined,
    ]);
  });

  it('are replaced', () => {
    const folder = tempFolder();
    save(folder, { one: 'old' });
    save(folder, { one: 'new' });
    expect(text(store(folder), 'one')).toBe('new');
  });

  it('of another version are not read', () => {
    const folder = tempFolder();
    save(folder, { one: 'first' });
    expect(text(store(folder, 'two'), 'one')).toBeUndefined();
  });

  it('that no run uses are dropped', () => {
    const folder = tempFolder();
    save(folder, { one: 'first', two: 'second' });
    for (let run = 0; run < 6; run += 1) {
      const records = store(folder);
      expect(records.touch('two')).toBe(true);
      records.save();
    }
    const last = store(folder);
    expect([text(last, 'one'), text(last, 'two')]).toEqual([undefined, 'second']);
    expect(last.touch('one')).toBe(false);
  });

  it('take at most about twice the room of what is used', () => {
    const folder = tempFolder();
    for (let run = 0; run < 40; run += 1)
      save(folder, Object.fromEntries([0, 1, 2].map((key) => [`${key}`, `${run}`.repeat(1000)])));
    const bytes = packs(folder).map((name) => statSync(join(folder, name)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(3 * 2000 * 3);
    expect(text(store(folder), '2')).toBe('39'.repeat(1000));
  });

  it('that are damaged count as missing', () => {
    const folder = tempFolder();
    save(folder, { one: 'first', two: 'second' });
    const [pack = ''] = packs(folder);
    const bytes = readFileSync(join(folder, pack));
    writeFileSync(join(folder, pack), bytes.toString().replace('first', 'f1rst'));
    expect(text(store(folder), 'one')).toBeUndefined();
    expect(text(store(folder), 'two')).toBe('second');
  });

  it('of a pack that is cut off or lost count as missing', () => {
    const folder = tempFolder();
    save(folder, { one: 'first', two: 'second' });
    const [pack = ''] = packs(folder);
    truncateSync(join(folder, pack), 7);
    expect([text(store(folder), 'one'), text(store(folder), 'two')]).toEqual(['first', undefined]);
    truncateSync(join(folder, pack), 0);
    const records = store(folder);
    expect(text(records, 'one')).toBeUndefined();
    records.write('one', 'again');
    records.save();
    expect(text(store(folder), 'one')).toBe('again');
  });

  it.each(['', '{', 'one 123\n{}', 'one\n[]'])('of a table with %j count as missing', (content) => {
    const folder = tempFolder();
    save(folder, { one: 'first' });
    writeFileSync(join(folder, 'table'), content);
    expect(text(store(folder), 'one')).toBeUndefined();
    save(folder, { one: 'again' });
    expect(text(store(folder), 'one')).toBe('again');
  });

  it('of runs at the same time do not damage each other', () => {
    const folder = tempFolder();
    save(folder, { both: 'before' });
    const [a, b] = [store(folder), store(folder)];
    a.write('a', 'from a');
    b.write('b', 'from b');
    a.save();
    expect(text(b, 'both')).toBe('before');
    b.save();
    const later = store(folder);
    // The last one wins.
    expect([text(later, 'a'), text(later, 'b'), text(later, 'both')]).toEqual([
      undefined,
      'from b',
      'before',
    ]);
  });

  it('are not kept in a folder that cannot be written', () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'file'), '');
    const records = store(join(folder, 'file', 'cache'));
    records.write('one', 'first');
    records.save();
    expect(existsSync(join(folder, 'file', 'cache'))).toBe(false);
  });

  it('leave the packs of running processes, and remove those of ended ones', () => {
    const folder = tempFolder();
    save(folder, { one: 'first' });
    const ended = execFileSync(process.execPath, ['-p', 'process.pid']).toString().trim();
    writeFileSync(join(folder, `${ended}-0123456789ab.pack`), 'left');
    writeFileSync(join(folder, `${process.ppid}-0123456789ab.pack`), 'in use');
    save(folder, { one: 'second' });
    expect(packs(folder)).toContain(`${process.ppid}-0123456789ab.pack`);
    expect(packs(folder)).not.toContain(`${ended}-0123456789ab.pack`);
  });
});
