import { describe, expect, it } from 'vitest';
import { createMemory } from '../../../src/cache/memory.ts';
import type { RecordStore } from '../../../src/cache/record-store.ts';

/** Records in memory: what one process saves, the next one reads. */
function records(): RecordStore {
  const entries = new Map<string, Buffer>();
  return {
    read: (key) => entries.get(key),
    write: (key, bytes) => {
      entries.set(key, Buffer.from(bytes));
    },
    touch: (key) => entries.has(key),
    save: () => {},
  };
}

/** Files with numbers, their sums by folder, and a page that shows whether a sum is large. Notes which steps run. */
function sums(files: Map<string, number>, store?: RecordStore) {
  const memory = createMemory(store);
  const ran: string[] = [];
  const file = memory.input({
    name: 'file',
    load: (key) => ({ value: files.get(key) ?? 0, print: String(files.get(key)) }),
  });
  const folders = memory.cell<readonly string[]>('names');
  const sum = memory.step<number>({
    name: 'sum',
    run: () => {
      ran.push('sum');
      return folders().reduce((total, name) => total + file(name), 0);
    },
    print: (total) => String(total > 10),
    disk: { write: String, read: Number },
  });
  const page = memory.step<string>({
    name: 'page',
    run: (key) => {
      ran.push(`page ${key}`);
      return `${key}: ${sum('') > 10 ? 'large' : 'small'}`;
    },
    disk: { isRecord: true, write: (text) => text, read: (text) => text },
  });
  const names = [...files.keys()];
  folders.set(names, names.join());
  const runs = (): readonly string[] => ran.splice(0);
  return { memory, folders, page, sum, runs };
}

describe('a memory', () => {
  it('runs a step again only if something that it has read is different', () => {
    const files = new Map([
      ['a', 1],
      ['b', 2],
    ]);
    const { memory, page, runs } = sums(files);
    expect([page('x'), page('x'), page('y')]).toEqual(['x: small', 'x: small', 'y: small']);
    expect(runs()).toEqual(['page x', 'sum', 'page y']);
    memory.changed('file', () => true);
    expect(page('x')).toBe('x: small');
    expect(runs()).toEqual([]);
    files.set('a', 3);
    expect(page('x')).toBe('x: small');
    memory.changed('file', (key) => key === 'a');
    // The sum is another, but pages show the same of it.
    expect([page('x'), runs()]).toEqual(['x: small', ['sum']]);
    files.set('b', 20);
    memory.changed('file', (key) => key === 'b');
    expect([page('x'), runs()]).toEqual(['x: large', ['sum', 'page x']]);
    expect(memory.why('page', 'x')).toEqual(['sum', 'file b']);
  });

  it('keeps a set value of an equal fingerprint, and follows another one', () => {
    const { folders, page, sum, runs } = sums(new Map([['a', 11]]));
    page('x');
    runs();
    folders.set(['other'], 'a');
    expect([sum(''), runs()]).toEqual([11, []]);
    folders.set([], '');
    expect([page('x'), runs()]).toEqual(['x: small', ['sum', 'page x']]);
  });

  it('leaves results to the next process, which runs what has changed', () => {
    const files = new Map([['a', 1]]);
    const store = records();
    const first = sums(files, store);
    first.page('x');
    first.page('y');
    first.memory.save();
    const second = sums(files, store);
    expect([second.page('x'), second.page('y'), second.runs()]).toEqual([
      'x: small',
      'y: small',
      [],
    ]);
    second.memory.save();
    files.set('a', 30);
    const third = sums(files, store);
    expect([third.page('y'), third.runs()]).toEqual(['y: large', ['sum', 'page y']]);
    // A page that was not asked for is forgotten.
    third.memory.save();
    const fourth = sums(files, store);
    expect([fourth.page('y'), fourth.runs()]).toEqual(['y: large', []]);
    expect([fourth.page('x'), fourth.runs()]).toEqual(['x: large', ['page x']]);
  });

  it('keeps the results of steps that a process does not have', () => {
    const store = records();
    const first = sums(new Map([['a', 1]]), store);
    first.page('x');
    first.memory.save();
    const other = createMemory(store);
    other.step({ name: 'another', run: () => 1 })('');
    other.save();
    const third = sums(new Map([['a', 1]]), store);
    expect([third.page('x'), third.runs()]).toEqual(['x: small', []]);
  });

  it('makes results again whose record is lost, and after they were freed', () => {
    const files = new Map([['a', 1]]);
    const store = records();
    const first = sums(files, store);
    first.page('x');
    first.memory.save();
    const lossy = {
      ...store,
      read: (key: string) => (key === 'steps' ? store.read(key) : undefined),
    };
    const second = sums(files, lossy);
    expect([second.page('x'), second.runs()]).toEqual(['x: small', ['page x']]);
    second.page.release('x');
    expect([second.page('x'), second.runs()]).toEqual(['x: small', ['page x']]);
  });

  it('reads the fingerprint of a kept result without the result', () => {
    const files = new Map([['a', 1]]);
    const store = records();
    const first = sums(files, store);
    first.page('x');
    first.memory.save();
    const second = sums(files, {
      ...store,
      read: (key) => (key === 'steps' ? store.read(key) : undefined),
    });
    expect([second.page.print('x'), second.runs()]).toEqual([first.page.print('x'), []]);
  });

  it('does not keep what a step has thrown', () => {
    const memory = createMemory();
    let isBroken = true;
    const step = memory.step({
      name: 'step',
      run: () => {
        if (isBroken) throw new Error('broken');
        return 'right';
      },
    });
    expect(() => step('')).toThrow('broken');
    isBroken = false;
    expect(step('')).toBe('right');
  });

  it('refuses steps that read themselves, and two of one name', () => {
    const memory = createMemory();
    const step = memory.step<string>({ name: 'loop', run: (key): string => step(key) });
    expect(() => step('x')).toThrow('the step loop of "x" reads itself');
    expect(() => memory.cell('loop')).toThrow('two steps "loop"');
  });
});
