import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compareStrings } from '../src/diagnostics/diagnostic.ts';
import { findPhrases } from './phrase-list.ts';

/** Files that people read: code, templates, styles, the manual, README and ARCHITECTURE. */
function readablePaths(): readonly string[] {
  const roots = [
    'src',
    'templates',
    'bin',
    'schema',
    'scripts/reference',
    'manual',
    'README.md',
    'ARCHITECTURE.md',
  ];
  return roots
    .flatMap((root) =>
      statSync(root).isFile()
        ? [root]
        : readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name)),
    )
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(?:tsx?|mjs|js|css|mdx?|json|ya?ml)$/.test(path) && !BUILT.test(path))
    .toSorted(compareStrings);
}

/** Output of the manual's builds. */
const BUILT = /^manual\/(?:build|\.docwright)\//;

const only = process.argv.slice(2);
const isAsked = (path: string): boolean =>
  only.length === 0 || only.some((start) => path.startsWith(start));
let count = 0;
for (const path of readablePaths().filter(isAsked)) {
  for (const { line, phrase, instead } of findPhrases(readFileSync(path, 'utf8'))) {
    count += 1;
    console.error(`${path}:${line}: "${phrase}": ${instead}`);
  }
}
if (count > 0) process.exitCode = 1;
console.log(
  count === 0
    ? 'no phrase of the list is used'
    : `${count} phrases to replace (scripts/phrases.ts)`,
);
