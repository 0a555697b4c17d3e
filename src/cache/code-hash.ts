import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

let known: string | undefined;

/** Hash of docwright's own code, which every cache key contains. The build of the package writes it. */
export function codeHash(): string {
  known ??= readHash() ?? hashSources();
  return known;
}

/** Beside `dist/lib`, but not beside `src/cache`: code that runs from its sources may differ from `dist`. */
function readHash(): string | undefined {
  try {
    return readFileSync(new URL('../code-hash', import.meta.url), 'utf8');
  } catch {
    return undefined;
  }
}

/** Hash of names, sizes and times of the sources; another one each time if there are none. */
function hashSources(): string {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const hash = createHash('sha256');
  try {
    for (const folder of ['src', 'templates', 'messages'])
      for (const entry of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
        const { size, mtimeMs } = statSync(join(root, folder, entry));
        hash.update(`${entry} ${size} ${mtimeMs}\n`);
      }
    return hash.update(readFileSync(join(root, 'package-lock.json'))).digest('hex');
  } catch {
    return randomUUID();
  }
}
