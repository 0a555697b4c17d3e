/** One cause, one finding: leaves out findings that follow from another one that is reported. */
import { entryOf } from './codes.ts';
import type { Diagnostic } from './diagnostic.ts';

/** With such a problem, a page may lack ids, and components that other problems name. */
const LEAVES_OUT_CONTENT: ReadonlySet<Diagnostic['code']> = new Set([
  'markdown-budget',
  'unclosed-fence',
  'mdx-syntax',
  'mdx-refused',
  'merge-conflict',
  'component-error',
  'component-limit',
  'include-not-found',
  'include-region',
  'include-cycle',
  'include-outside',
]);

/** The ids of the page that is made of a file, as an entry of `lost` and `missing`. */
export const idsOf = (file: string): string => `${file}#`;

/** The sidebars of a version's folder, as an entry of `lost` and `missing`. */
export const sidebarsOf = (folder: string): string => `${folder}/:sidebars`;

/** The name of a doc in `lost` and `missing`: its path without extension. */
export function docName(file: string): string {
  return file.replace(/\.(?:mdx?|markdown)$/, '').replace(/(?<=.)\/(?:index|README)$/, '');
}

/**
 * Returns the findings that do not follow from others. `reported` are those that an author sees or has accepted, with
 * the findings themselves.
 */
export function withoutConsequences(
  findings: readonly Diagnostic[],
  reported: readonly Diagnostic[],
): readonly Diagnostic[] {
  const lost = new Set(reported.flatMap(lostBy));
  const folders = new Set([...lost].flatMap(foldersAbove));
  const isLost = (part: string): boolean =>
    lost.has(part) || folders.has(part) || foldersAbove(part).some((folder) => lost.has(folder));
  const first = new Map<string, Diagnostic>();
  for (const entry of reported) {
    const key = fixedPlace(entry);
    const known = key === undefined ? undefined : first.get(key);
    if (key !== undefined && (known === undefined || isWorse(entry, known))) first.set(key, entry);
  }
  return findings.filter((entry) => {
    const key = fixedPlace(entry);
    const isRepeated = key !== undefined && first.get(key) !== entry;
    return !isRepeated && entry.missing?.some(isLost) !== true;
  });
}

function lostBy({ code, lost = [], location, includedBy }: Diagnostic): readonly string[] {
  if (location === undefined || !LEAVES_OUT_CONTENT.has(code)) return lost;
  return [...lost, idsOf(includedBy ?? location.file)];
}

/** `a/`, `a/b/` for `a/b/c`. */
function foldersAbove(path: string): readonly string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1))
    folders.push(path.slice(0, at + 1));
  return folders;
}

/** The destination that a fix rewrites, and the fix: two findings with both are one. */
function fixedPlace({ link, location }: Diagnostic): string | undefined {
  if (link?.fix === undefined || location === undefined) return undefined;
  const { file, line, column } = location;
  return [file, line, column, link.href, link.fix].join('\0');
}

const ORDER = { error: 0, warning: 1, info: 2 } as const;

function isWorse(a: Diagnostic, b: Diagnostic): boolean {
  const isFixed = ({ code }: Diagnostic): number => Number(entryOf(code).fixed !== undefined);
  return ORDER[a.severity] - ORDER[b.severity] < 0 || isFixed(a) > isFixed(b);
}
