import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Generator } from './generators.ts';

/** The builds of one copy of a site, in this order. */
export const STATES = ['cold', 'again', 'word', 'title'] as const;
export type State = (typeof STATES)[number];

/** What each state is, for readers of the results. */
export const STATE_TITLES: Readonly<Record<State, string>> = {
  cold: 'cold',
  again: 'nothing changed',
  word: 'one word changed',
  title: 'one sidebar title changed',
};

/** A copy of the corpus for one generator. */
export interface SiteCopy {
  readonly folder: string;
  /** The files of docwright's site. */
  readonly corpus: ReadonlyMap<string, string>;
  readonly generator: Generator;
}

/** Writes the pages, and the configuration and templates of the generator. */
export function writeSite({ folder, corpus, generator: { peer, convert } }: SiteCopy): void {
  for (const [path, text] of corpus) {
    if (peer !== undefined && path === 'site.config.ts') continue;
    const [name, content] = convert(path, text);
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  if (peer !== undefined) cpSync(join('bench', 'peers', peer), folder, { recursive: true });
}

/** Changes a page as a state demands: the one in the middle, or the one after it. */
export function editSite({ folder, corpus, generator }: SiteCopy, state: State): void {
  if (state !== 'word' && state !== 'title') return;
  const pages = [...corpus.keys()].filter((path) => path.endsWith('.md'));
  const path = pages[Math.floor(pages.length / 2) + (state === 'title' ? 1 : 0)] ?? '';
  const file = join(folder, generator.convert(path, '')[0]);
  const text = readFileSync(file, 'utf8');
  const changed =
    state === 'title'
      ? text.replace(/^title: .*$/m, 'title: Another title of the page')
      : text.replace(/(\n## .*\n\n(?:- )?)\w+/, '$1Changedword');
  if (changed === text) throw new Error(`nothing to change in ${file}`);
  writeFileSync(file, changed);
}

/** One hash of the paths and contents of all files of a folder. */
export function hashTree(folder: string): string {
  const hash = createHash('sha256');
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()) {
    hash
      .update(`${entry.slice(folder.length)}\0`)
      .update(readFileSync(entry))
      .update('\0');
  }
  return hash.digest('hex');
}
