import type { News } from './memory.ts';

/**
 * What may have changed; false alarms are possible, so the reader decides by content.
 * The disk can be ahead of what is told. A file that is missing when it is read, though nothing is
 * structural, is in the middle of a save, or is told as gone by the next call. A file that the reader
 * does not know, since it walked the tree while the file was away, asks for another walk.
 */
export interface Changes {
  /** Absolute paths of files and folders; each file in a folder that came or went is among them. */
  readonly paths: ReadonlySet<string>;
  /** A file or folder came or went, so the tree has to be walked again. */
  readonly structural: boolean;
}

/** News that waits to be handed over. */
export interface Pending {
  /** `mayBeRead`: whether a walk of the reader can have met what came and went untold, such as a file of an editor. */
  readonly merge: (news: News, mayBeRead: boolean) => void;
  /** Empties what is ready; no paths where nothing is. */
  readonly takeReady: () => Changes;
  /** How long until what is missed is believed to be gone (ms); undefined where nothing is missed. */
  readonly wait: () => number | undefined;
}

/**
 * Editors save by renaming the file away, or by removing it, and writing it anew. What is gone is
 * believed after this time (ms), and until then nothing is told that makes a reader walk the tree.
 */
const GRACE = 40;

export function createPending(): Pending {
  const changed = new Set<string>();
  const came = new Set<string>();
  /** Was away, or was something else: who walked the tree in between has lost it. */
  const back = new Set<string>();
  /** With the time when it was missed. */
  const gone = new Map<string, number>();

  function mergeOne({ type, path }: News[number], mayBeRead: boolean): void {
    switch (type) {
      case 'gone':
        changed.delete(path);
        back.delete(path);
        if (!came.delete(path) || mayBeRead) gone.set(path, performance.now());
        return;
      case 'flash':
        if (mayBeRead) gone.set(path, performance.now());
        return;
      case 'came':
        if (gone.delete(path)) back.add(path);
        else came.add(path);
        return;
      case 'back':
        gone.delete(path);
        if (!came.has(path)) back.add(path);
        return;
      case 'changed':
        if (!came.has(path) && !back.has(path)) changed.add(path);
    }
  }

  /** Empties what is ready. */
  function takeReady(): Changes {
    const limit = performance.now() - GRACE;
    const lost = [...gone].filter(([, since]) => since <= limit).map(([path]) => path);
    const isSettled = lost.length > 0 || gone.size === 0;
    const news = isSettled ? [...came, ...back, ...lost] : [];
    const paths = new Set([...changed, ...news]);
    changed.clear();
    if (isSettled) for (const told of [came, back]) told.clear();
    for (const path of lost) gone.delete(path);
    return { paths, structural: news.length > 0 };
  }

  return {
    merge(news, mayBeRead) {
      for (const one of news) mergeOne(one, mayBeRead);
    },
    takeReady,
    wait() {
      const first = gone.values().next().value;
      return first === undefined ? undefined : Math.max(1, first + GRACE - performance.now());
    },
  };
}
