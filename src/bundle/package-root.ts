import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInPackage } from '../cache/fact-recorder.ts';

/** The folder of the docwright package, the same from `src/` and from the compiled `dist/`. */
export const PACKAGE_ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Name of the compiled renderer in stack traces. */
export const MODULE_NAME = 'docwright-renderer.cjs';

/** True for files of the site's author: no file of a package, and docwright's own only in docwright's own site. */
export function isAuthorFile(path: string, siteDir: string): boolean {
  if (isInPackage(path)) return false;
  return !path.startsWith(PACKAGE_ROOT) || path.startsWith(siteDir + sep);
}

/** Name of the compiled components in stack traces. */
export const COMPONENTS_NAME = 'docwright-components.cjs';
