import { resolve } from 'node:path';

/** The site folder that a command line means: the one named, else that of `--config`, else this folder. */
export function siteFolder(dir: string | undefined, config: string | undefined): string {
  if (dir !== undefined) return resolve(dir);
  return config === undefined ? process.cwd() : resolve(config, '..');
}
