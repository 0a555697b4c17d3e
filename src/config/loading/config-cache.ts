import { createHash } from 'node:crypto';
import { codeHash } from '../../cache/code-hash.ts';
import { CHANGED, createProbe, type Fact, holds } from '../../cache/fact-recorder.ts';
import { siteCacheFolder } from '../../cache/sealed-folder.ts';
import type { CompiledConfig } from './compile.ts';

/** Compiled modules of a site on disk, shared by all processes. Unusable entries are ignored without an error. */
interface ConfigCache {
  /** Returns the module of a file if all that its compilation depends on is the same. */
  readonly read: (path: string) => CompiledConfig | undefined;
  readonly write: (path: string, entry: Entry) => void;
}

interface Entry {
  readonly compiled: CompiledConfig;
  readonly facts: readonly Fact[];
}

/** Stores one file for each module, named by its path; undefined if the site can have no cache. */
export function createConfigCache(siteDir: string): ConfigCache | undefined {
  const folder = siteCacheFolder(siteDir, 'config');
  if (folder === undefined) return undefined;
  const nameOf = (path: string): string =>
    createHash('sha256')
      .update(JSON.stringify([process.env['NODE_PATH'] ?? '', path]))
      .digest('hex')
      .slice(0, 24);
  return {
    read: (path) => {
      const text = folder.read(nameOf(path))?.toString() ?? '';
      if (!text.startsWith(`${codeHash()}\n`)) return undefined;
      // The seal proves that `write` wrote it.
      const { compiled, facts }: Entry = JSON.parse(text.slice(text.indexOf('\n')));
      const probe = createProbe();
      return facts.every((fact) => holds(fact, probe)) ? compiled : undefined;
    },
    write: (path, entry) => {
      // A file that was saved a moment ago may have been read before.
      if (entry.facts.some(({ found }) => found === CHANGED)) return;
      try {
        folder.write(nameOf(path), `${codeHash()}\n${JSON.stringify(entry)}`);
      } catch {
        // A cache that cannot be written is not used.
      }
    },
  };
}
