import { editDistance } from '../../diagnostics/nearest.ts';
import { dirname } from '../../shared/paths.ts';
import type { AnchorPage, CheckInput, LinkUse } from './check-input.ts';

/** What a broken reference may have meant, in the author's own style. */
export interface Suggestions {
  /** Best first, at most three. */
  readonly near: readonly string[];
  /** The one that is meant beyond doubt: it differs in upper and lower case, in hyphens, or was moved. */
  readonly certain?: string;
}

const NONE: Suggestions = { near: [] };

/** Most suggestions for one reference. */
const MOST = 3;

/** Destinations that a broken one may have meant. */
export function suggestTargets(input: CheckInput, use: LinkUse): Suggestions {
  const { path, suffix } = splitSuffix(use.href);
  // The home page is near to every short path.
  const candidates = path.startsWith('/')
    ? input.paths.filter((candidate) => candidate !== '/')
    : printedFiles(input, use, path);
  const found = rank(path, candidates);
  return {
    near: found.near.map((near) => near + suffix),
    ...(found.certain === undefined ? {} : { certain: found.certain + suffix }),
  };
}

/** The query stands before the fragment: that is where it was meant where it comes after. */
function splitSuffix(href: string): { path: string; suffix: string } {
  const end = href.search(/[?#]/);
  return end < 0
    ? { path: href, suffix: '' }
    : { path: href.slice(0, end), suffix: href.slice(end) };
}

/** The site's files as they would be written in the place of `path`. Nobody links to the page itself by its name. */
function printedFiles({ files }: CheckInput, use: LinkUse, path: string): readonly string[] {
  const { file: from } = use;
  if (from === undefined) return [];
  const folder = dirname(from);
  const withExtension = /\.[a-z0-9]+$/i.test(path);
  return files.flatMap((file) => {
    if (file === from) return [];
    const relative = relativePath(folder, file);
    const printed = withExtension ? relative : relative.replace(/\.md$/, '');
    return [path.startsWith('.') && !printed.startsWith('.') ? `./${printed}` : printed];
  });
}

/** The path from a folder to a file, both relative to the site folder. */
function relativePath(folder: string, file: string): string {
  const from = folder === '' ? [] : folder.split('/');
  const to = file.split('/');
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}

/** Anchors of the page that a broken fragment may have meant. */
export function suggestAnchors(page: AnchorPage, fragment: string): Suggestions {
  return rank(fragment, [...page.ids]);
}

/** Costs of a candidate that is not near by its letters. */
const SAME_LETTERS = 0.5;
const SAME_SLUG = 0.75;
const SAME_NAME = 1.25;

interface Ranked {
  readonly candidate: string;
  readonly cost: number;
}

/**
 * The candidates near to what was written: a third of its letters may differ (at least one); or it differs in case, in
 * hyphens, or stands elsewhere under the same name.
 */
function rank(wanted: string, candidates: readonly string[]): Suggestions {
  const found = new Map<string, Ranked>();
  for (const candidate of candidates) {
    const cost = costOf(wanted, candidate);
    if (cost !== undefined) found.set(candidate, { candidate, cost });
  }
  const ranked = [...found.values()].toSorted((a, b) => a.cost - b.cost);
  const [first, second] = ranked;
  if (first === undefined) return NONE;
  const isCertain = CERTAIN.has(first.cost) && second?.cost !== first.cost;
  return {
    near: ranked.slice(0, MOST).map(({ candidate }) => candidate),
    ...(isCertain ? { certain: first.candidate } : {}),
  };
}

const CERTAIN: ReadonlySet<number> = new Set([SAME_LETTERS, SAME_SLUG, SAME_NAME]);

function costOf(wanted: string, candidate: string): number | undefined {
  const [a, b] = [wanted.toLowerCase(), candidate.toLowerCase()];
  if (a === b) return SAME_LETTERS;
  if (letters(a) === letters(b) && letters(a) !== '') return SAME_SLUG;
  if (isSameName(wanted, candidate)) return SAME_NAME;
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  const distance = editDistance(a, b, limit);
  return distance > limit ? undefined : distance;
}

/** What remains of a slug when separators do not count: `q-a`, `q--a` and `q_a` are one. */
function letters(text: string): string {
  return text.replace(/[-_]+/g, '');
}

/** A page of the same name elsewhere: what remains when a file was moved. Every folder has an index. */
function isSameName(wanted: string, candidate: string): boolean {
  const name = baseName(wanted);
  return name.length > 2 && !/^index(?:\.|$)/.test(name) && baseName(candidate) === name;
}

function baseName(path: string): string {
  const bare = path.replace(/\/$/, '');
  return bare.slice(bare.lastIndexOf('/') + 1);
}
