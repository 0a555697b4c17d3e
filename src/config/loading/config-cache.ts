import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, makeCacheFolder, replaceFile } from '../../cache/cache-folder.ts';
import { codeHash } from '../../cache/code-hash.ts';
import { CHANGED, createProbe, type Fact, holds } from '../../cache/fact-recorder.ts';
import type { CompiledConfig } from './compile.ts';

/** Compiled modules of a site on disk, shared by all processes. Unusable entries are ignored without an error. */
export interface ConfigCache {
  /** Returns the module of a file if all that its compilation depends on is the same. */
  readonly read: (path: string) => CompiledConfig | undefined;
  readonly write: (path: string, entry: Entry) => void;
}

interface Entry {
  readonly compiled: CompiledConfig;
  readonly facts: readonly Fact[];
}

/** Stores one file for each module, named by its path; its first line is a hash of the rest and of docwright's code. */
export function createConfigCache(siteDir: string): ConfigCache {
  const folder = cacheFolder(siteDir);
  const fileOf = (path: string): string => {
    const key = [process.env['NODE_PATH'] ?? '', path];
    return join(folder, `config-${hash(JSON.stringify(key)).slice(0, 24)}`);
  };
  return {
    read: (path) => {
      try {
        const text = readFileSync(fileOf(path), 'utf8');
        const start = text.indexOf('\n') + 1;
        if (text.slice(0, start - 1) !== headOf(text.slice(start))) return undefined;
        // The hash proves that `write` wrote it.
        const { compiled, facts }: Entry = JSON.parse(text.slice(start));
        const probe = createProbe();
        return facts.every((fact) => holds(fact, probe)) ? compiled : undefined;
      } catch {
        return undefined;
      }
    },
    write: (path, entry) => {
      // A file that was saved a moment ago may have been read before.
      if (entry.facts.some(({ found }) => found === CHANGED)) return;
      const text = JSON.stringify(entry);
      try {
        makeCacheFolder(folder);
        replaceFile(fileOf(path), `${headOf(text)}\n${text}`);
      } catch {
        // A cache that cannot be written is not used.
      }
    },
  };
}

function headOf(text: string): string {
  return hash(`${codeHash()} ${text}`);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
