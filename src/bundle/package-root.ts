import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the docwright package itself: the same from `src/` and from the compiled `dist/`. */
export const PACKAGE_ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** True for a file below `node_modules`: it stays as it is for as long as the manifest of its package does. */
export function isInPackage(path: string): boolean {
  return path.includes(`${sep}node_modules${sep}`);
}

/** True for what the author of a site wrote: no package's file, and docwright's own only where it is the site. */
export function isAuthorFile(path: string, siteDir: string): boolean {
  if (isInPackage(path)) return false;
  return !path.startsWith(PACKAGE_ROOT) || path.startsWith(siteDir + sep);
}
