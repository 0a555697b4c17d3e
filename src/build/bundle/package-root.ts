import { fileURLToPath } from 'node:url';

/** The folder of the docwright package itself: the same from `src/` and from the compiled `dist/`. */
export const PACKAGE_ROOT = fileURLToPath(new URL('../../../', import.meta.url));
