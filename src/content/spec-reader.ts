import { dirname, join } from 'node:path';
import type { FilePath } from '../shared/paths.ts';
import { createFileRules, type FileRulesInput, OUTSIDE } from './file-rules.ts';
import { readSource, realPath } from './read-source.ts';

/** The text of a file of an API description, or the reason why there is none. */
type SpecText =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      readonly reason: 'missing' | 'outside' | 'unreadable' | 'encoding';
      readonly message: string;
    };

/**
 * Creates the reader of one description: it reads the root file, and those below its folder that the rules for pages
 * allow.
 */
export function createSpecReader(
  root: FilePath,
  { isIgnored, ...site }: Omit<FileRulesInput, 'roots'>,
): (file: FilePath) => SpecText {
  const absoluteRoot = join(site.siteDir, root);
  const realRoot = realPath(absoluteRoot) ?? absoluteRoot;
  const refusalOf = createFileRules({
    ...site,
    roots: [dirname(absoluteRoot)],
    // A description that a script makes may have further files.
    isIgnored: (real, folder) => isIgnored(real, folder) && !isIgnored(realRoot, folder),
  });
  return (file) => {
    const absolute = join(site.siteDir, file);
    const real = realPath(absolute);
    if (real === undefined)
      return { ok: false, reason: 'missing', message: `there is no file "${file}"` };
    const refusal = file === root ? undefined : refusalOf(real);
    if (refusal !== undefined) {
      const why = refusal === OUTSIDE ? 'lies outside the folder of the description' : refusal;
      return { ok: false, reason: 'outside', message: `"${file}" ${why}` };
    }
    const result = readSource({ file, absolute: real });
    if (result.ok) return { ok: true, text: result.text };
    const { code, message } = result.diagnostic;
    return { ok: false, reason: code === 'file-encoding' ? 'encoding' : 'unreadable', message };
  };
}
