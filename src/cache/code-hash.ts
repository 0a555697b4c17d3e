import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

let known: string | undefined;

/** Hash of docwright's own code, which every cache key contains. The build of the package writes it. */
export function codeHash(): string {
  known ??= readHash();
  return known;
}

function readHash(): string {
  try {
    return readFileSync(fileURLToPath(new URL('../../dist/code-hash', import.meta.url)), 'utf8');
  } catch {
    return 'sources';
  }
}
