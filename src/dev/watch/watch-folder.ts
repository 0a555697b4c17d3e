import { watch } from 'node:fs';

/** What the system says about one folder, not about the folders in it. */
export interface FolderEvents {
  /** A name in the folder, or that of the folder itself; null where the system does not say it. */
  readonly onEvent: (type: 'rename' | 'change', name: string | null) => void;
  /** The watch has ended. */
  readonly onError: (cause: Error) => void;
}

/** Watches one folder, and gives the function that ends it. Throws what the system refuses with. */
export type WatchFolder = (folder: string, events: FolderEvents) => () => void;

/** One watch of the system for a folder; it does not keep the process alive. */
export const watchFolder: WatchFolder = (folder, { onEvent, onError }) => {
  const watcher = watch(folder, { persistent: false }, onEvent);
  watcher.on('error', onError);
  return () => watcher.close();
};
