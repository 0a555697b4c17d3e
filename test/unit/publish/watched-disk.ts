import { type Disk, nodeDisk } from '../../../src/publish/disk.ts';

/** Called before each change of the disk, with its number from 1, the operation and the path that it changes. */
export type OnChange = (count: number, operation: string, path: string) => void;

/** The real disk, watched: what the hook throws or kills happens between two changes. */
export function watchedDisk(onChange: OnChange): Disk {
  let count = 0;
  const before = (operation: string, path: string): void => {
    count += 1;
    onChange(count, operation, path);
  };
  return {
    ...nodeDisk,
    makeFolder: (folder) => (before('makeFolder', folder), nodeDisk.makeFolder(folder)),
    create: (file) => (before('create', file), nodeDisk.create(file)),
    write: (file, bytes) => (before('write', file), nodeDisk.write(file, bytes)),
    copy: (from, to) => (before('copy', to), nodeDisk.copy(from, to)),
    rename: (from, to) => (before('rename', to), nodeDisk.rename(from, to)),
    removeFile: (file) => (before('removeFile', file), nodeDisk.removeFile(file)),
    removeEmptyFolder: (folder) => (
      before('removeEmptyFolder', folder), nodeDisk.removeEmptyFolder(folder)
    ),
    removeTree: (folder) => (before('removeTree', folder), nodeDisk.removeTree(folder)),
  };
}

/** What the crashing disk throws: no system error, so that nothing tidies up after it. */
export class Crash extends Error {}

/** A disk that does nothing any more from the change with the given number on, as for a process that was killed. */
export function crashingDisk(at: number): Disk {
  return watchedDisk((count) => {
    if (count >= at) throw new Crash(`killed before change ${at}`);
  });
}

/** An error as the operating system gives it. */
function systemFailure(code: string, path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: simulated`), { errno: -1, code, syscall: 'test', path });
}

/** The real disk, on which one operation fails for paths that match. */
export function failingDisk(operation: keyof Disk, path: RegExp, code: string): Disk {
  return {
    ...nodeDisk,
    [operation]: (...args: readonly string[]) => {
      const target = operation === 'rename' || operation === 'copy' ? args[1] : args[0];
      if (target !== undefined && path.test(target)) throw systemFailure(code, target);
      return Reflect.apply(nodeDisk[operation], undefined, args);
    },
  };
}
