import { describe, expect, it } from 'vitest';
import { remember, rememberFiles } from '../../../src/content/remember.ts';
import type { SourceFile } from '../../../src/content/source-file.ts';
import { toFilePath } from '../../../src/shared/paths.ts';

describe('remember', () => {
  it('makes nothing again while the inputs are the same', () => {
    const made: number[] = [];
    const twice = remember(({ number }: { number: number }) => {
      made.push(number);
      return { twice: number * 2 };
    });
    const first = twice({ number: 1 });
    expect(twice({ number: 1 })).toBe(first);
    expect(twice({ number: 2 })).toEqual({ twice: 4 });
    // Only the last result is kept.
    expect(twice({ number: 1 })).not.toBe(first);
    expect(made).toEqual([1, 2, 1]);
  });

  it('distinguishes a missing input from an undefined one', () => {
    const count = remember((inputs: { a?: undefined; b?: undefined }) => Object.keys(inputs));
    expect(count({ a: undefined })).toEqual(['a']);
    expect(count({ b: undefined })).toEqual(['b']);
  });
});

describe('rememberFiles', () => {
  const file = (name: string): SourceFile => {
    const path = toFilePath(name);
    return { file: path, path, originalFile: path, locale: undefined, absolute: `/site/${name}` };
  };
  const nothing = (): boolean => false;

  it('gives the same list for the same files', () => {
    const same = rememberFiles();
    const first = same([file('a'), file('b')], nothing);
    expect(same([file('a'), file('b')], nothing)).toBe(first);
    expect(same([file('a')], nothing)).toEqual([file('a')]);
  });

  it('returns another list when one of the files has changed, even for the same input', () => {
    const same = rememberFiles();
    const files = [file('a'), file('b')];
    const first = same(files, nothing);
    const second = same(files, (absolute) => absolute === '/site/b');
    expect(second).not.toBe(first);
    expect(second).toEqual(files);
    expect(same(files, nothing)).toBe(second);
  });
});
