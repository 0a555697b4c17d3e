import { basename, dirname, join } from 'node:path';
import type { HintBox } from './hints.ts';
import { errorCode } from './look.ts';
import type { Tree } from './tree.ts';
import type { WatchFolder } from './watch-folder.ts';

export interface FolderWatches {
  /** Begins to watch a folder; undefined where the system refuses. */
  readonly watch: (folder: string) => (() => void) | undefined;
}

export interface FolderWatchesOptions {
  readonly watchFolder: WatchFolder;
  /** Asked when something happens; it is made after the watches. */
  readonly tree: () => Tree;
  readonly hints: HintBox;
  readonly onMessage: (text: string) => void;
  /** The system has no more watches to give, with the code of its error. Called once. */
  readonly onLimit: (code: string) => void;
}

/** Errors of a system that has no more watches to give. */
const LIMITS: ReadonlySet<string> = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);

/** Turns what the system says about folders into hints. */
export function createFolderWatches(options: FolderWatchesOptions): FolderWatches {
  const { watchFolder, tree, hints, onMessage, onLimit } = options;
  let isLimited = false;

  function watch(folder: string): (() => void) | undefined {
    if (isLimited) return undefined;
    try {
      return watchFolder(folder, {
        onEvent: (type, name) => hear(folder, type, name),
        onError: (cause) => lost(folder, cause),
      });
    } catch (cause) {
      refused(folder, errorCode(cause));
      return undefined;
    }
  }

  function hear(folder: string, type: 'rename' | 'change', name: string | null): void {
    if (name === null) return hints.addEverything();
    // The folder itself went or was moved; a thing of the same name in it looks the same.
    if (type === 'rename' && name === basename(folder)) doubt(folder);
    const path = join(folder, name);
    if (!tree().wants(path)) return;
    hints.addFile(path);
    if (type === 'rename' || !tree().knowsFile(path)) hints.addFolder(folder);
  }

  function lost(folder: string, cause: Error): void {
    refused(folder, errorCode(cause));
    doubt(folder);
  }

  function doubt(folder: string): void {
    tree().doubtFolder(folder);
    hints.addFolder(dirname(folder));
  }

  function refused(folder: string, code: string): void {
    if (LIMITS.has(code)) {
      if (!isLimited) onLimit(code);
      isLimited = true;
    } else if (code !== 'ENOENT' && code !== 'EPERM') {
      // ENOENT, and EPERM on Windows: the folder is gone, and is noticed as such.
      onMessage(`cannot watch the folder ${folder} (${code}); changes in it are not seen`);
    }
  }

  return { watch };
}
