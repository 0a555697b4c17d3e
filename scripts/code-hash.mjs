import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Has the hash of the code that dist was made of, written last. */
export const CODE_HASH = 'dist/code-hash';

/** Whether dist is complete, and made of the present code. */
export function isBuilt() {
  return existsSync(CODE_HASH) && readFileSync(CODE_HASH, 'utf8') === hashOfCode();
}

/** Hash of all files that determine dist, and so the output for a site. */
export function hashOfCode() {
  const files = ['src', 'templates', 'messages', 'schema', 'tsconfig'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).replaceAll('\\', '/')),
  );
  const scripts = ['build', 'code-hash', 'declarations', 'html-alias'].map(
    (name) => `scripts/${name}.mjs`,
  );
  const others = [...scripts, 'scripts/package-bundles.ts', 'package.json', 'package-lock.json'];
  const hash = createHash('sha256');
  for (const file of [...files.toSorted(), ...others])
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}
