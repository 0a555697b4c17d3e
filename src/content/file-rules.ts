/** Which files the text of a site may bring into its pages: nothing that nobody meant for readers. */
import { join, relative, sep } from 'node:path';
import { contains, realFolder } from '../config/folders.ts';
import { CONFIG_NAMES } from '../config/loading/find-config.ts';
import { foldName } from '../shared/paths.ts';
import type { IsIgnored } from './git-ignored.ts';

export const OUTSIDE = 'lies outside of the folders that may be included';

/** The hint for files that a site may publish nevertheless. */
export const NAME_IT = 'if readers may see it, name it or its folder in `includeRoots`';

/** Why a file is refused, as the end of a sentence about it. */
export type Refusal =
  | typeof OUTSIDE
  | 'is a hidden file, or in a hidden folder'
  | 'is in node_modules'
  | "is the site's configuration"
  | 'is ignored by Git';

/** Returns why the text of a site must not read a file, given by its absolute real path. */
export type FileRules = (real: string) => Refusal | undefined;

export interface FileRulesInput {
  /** Absolute folders, or files. Only what is below a root can be refused: who names a root wants it. */
  readonly roots: readonly string[];
  /** Absolute. */
  readonly siteDir: string;
  /** Relative to the site folder. */
  readonly configFile: string;
  readonly isIgnored: IsIgnored;
}

/** Creates the rules; a file needs one root that allows it. */
export function createFileRules({
  roots,
  siteDir,
  configFile,
  isIgnored,
}: FileRulesInput): FileRules {
  const realRoots = [...new Set(roots.map(realFolder))];
  const site = realFolder(siteDir);
  const configFiles = new Set(
    [...CONFIG_NAMES, configFile].map((name) => foldName(realFolder(join(site, name)))),
  );
  const refuseBelow = (root: string, real: string): Refusal | undefined => {
    const names = relative(root, real).split(sep);
    if (names.some((name) => name.startsWith('.')))
      return 'is a hidden file, or in a hidden folder';
    if (names.some((name) => foldName(name) === 'node_modules')) return 'is in node_modules';
    if (real !== root && configFiles.has(foldName(real))) return "is the site's configuration";
    return isIgnored(real, root) ? 'is ignored by Git' : undefined;
  };
  return (real) => {
    let first: Refusal | undefined;
    for (const root of realRoots) {
      if (!contains(root, real)) continue;
      const refusal = refuseBelow(root, real);
      if (refusal === undefined) return undefined;
      first ??= refusal;
    }
    return first ?? OUTSIDE;
  };
}
