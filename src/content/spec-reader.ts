import { realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { FilePath } from '../shared/paths.ts';
import { readSource } from './read-source.ts';

/** The text of a file of an API description, or why there is none. */
export type SpecText =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      readonly reason: 'missing' | 'outside' | 'unreadable' | 'encoding';
      readonly message: string;
    };

/**
 * Makes the reader of one description: it reads the root file and what lies below its folder, symbolic links
 * resolved, and nothing else.
 */
export function createSpecReader(siteDir: string, root: FilePath): (file: FilePath) => SpecText {
  const folder = realPath(dirname(join(siteDir, root)));
  return (file) => {
    const absolute = join(siteDir, file);
    const real = realPath(absolute);
    if (real === undefined || folder === undefined) {
      return { ok: false, reason: 'missing', message: `there is no file "${file}"` };
    }
    if (!real.startsWith(folder + sep)) {
      const message = `"${file}" lies outside the folder of the description`;
      return { ok: false, reason: 'outside', message };
    }
    const result = readSource({ file, absolute: real });
    if (result.ok) return { ok: true, text: result.text };
    const { code, message } = result.diagnostic;
    return { ok: false, reason: code === 'file-encoding' ? 'encoding' : 'unreadable', message };
  };
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
