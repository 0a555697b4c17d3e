/** Compares the translations of a site with their originals: by hashes that were accepted, else by Git. */
import type { ResolvedConfig } from '../config/site-config.ts';
import {
  type FileState,
  readBlobs,
  readHead,
  readLog,
  type SiteHistory,
} from '../content/git-log.ts';
import { readSource } from '../content/read-source.ts';
import type { SourceFile, Sources } from '../content/source-file.ts';
import { getOrInsert } from '../shared/maps.ts';
import {
  type Baseline,
  type BlocksOfDoc,
  type Change,
  changesSince,
  readAccepted,
  readBlocks,
} from './blocks.ts';

/** A page in a locale. */
export interface TranslationState {
  readonly locale: string;
  readonly original: SourceFile;
  readonly from: BlocksOfDoc;
  /** Undefined for a page that is not translated. */
  readonly translation?: SourceFile;
  readonly to?: BlocksOfDoc;
  /** `unknown`: no hashes were accepted, and Git knows no earlier state. */
  readonly state: 'complete' | 'outdated' | 'missing' | 'unknown';
  readonly by?: 'hashes' | 'git';
  /** The date (ISO 8601) of the translation. */
  readonly date?: string;
  readonly baseline?: Baseline;
  readonly changes: readonly Change[];
}

export interface Translations {
  readonly states: readonly TranslationState[];
  /** Why Git was not asked, if it had to be. */
  readonly problem?: string | undefined;
}

/** Finds the state of each page in each locale but the default one. */
export async function readTranslations(
  { siteDir, locales, defaultLocale }: ResolvedConfig,
  { docs }: Sources,
): Promise<Translations> {
  const read = (doc: SourceFile): BlocksOfDoc | undefined => {
    const text = /\.mdx?$/.test(doc.file) ? readSource(doc) : undefined;
    const found = text?.ok === true ? readBlocks(doc.file, text.text) : undefined;
    return found?.frontmatter.draft === true ? undefined : found;
  };
  const translated = new Map(docs.map((doc) => [`${doc.locale} ${doc.originalFile}`, doc]));
  const codes = locales.map(({ code }) => code).filter((code) => code !== defaultLocale);
  const found = docs
    .filter(({ locale }) => locale === undefined)
    .flatMap((original) => {
      const from = read(original);
      if (from === undefined) return [];
      return codes.map((locale) => {
        const translation = translated.get(`${locale} ${original.file}`);
        const to = translation && read(translation);
        const accepted = readAccepted(to?.frontmatter.translated_from);
        return { locale, original, from, translation, to, accepted };
      });
    });
  const isOpen = ({ to, accepted, from }: (typeof found)[number]): boolean =>
    to !== undefined && (accepted === undefined || changesSince(accepted, from.blocks).length > 0);
  const { history, problem } = found.some(isOpen)
    ? await gitHistory(siteDir)
    : { history: undefined, problem: undefined };
  const statesOf = ({ file }: SourceFile): readonly FileState[] => history?.get(file)?.states ?? [];
  const texts = openTexts(siteDir);
  const open = found.filter(isOpen);
  texts.load(
    open.flatMap(({ translation, original, accepted }) => [
      ...(accepted === undefined && translation ? statesOf(translation).slice(0, PREFETCHED) : []),
      ...(accepted === undefined ? [] : statesOf(original)),
    ]),
  );
  const dated = new Map<(typeof found)[number], FileState | 'now' | undefined>(
    open.map((entry) => {
      const { translation, to, accepted, original } = entry;
      const states = statesOf(original);
      if (accepted !== undefined || to === undefined || translation === undefined)
        return [entry, undefined];
      const time = lastTranslated(to, statesOf(translation), texts.blocks);
      if (states.length === 0) return [entry, undefined];
      if (time === undefined) return [entry, 'now'];
      return [entry, states.find((state) => state.time <= time) ?? states.at(-1)];
    }),
  );
  texts.load([...dated.values()].flatMap((state) => (state === 'now' ? [] : (state ?? []))));
  const states = found.map((entry): TranslationState => {
    const { translation, to, accepted, from, locale, original } = entry;
    const page = { locale, original, from };
    if (translation === undefined || to === undefined)
      return { ...page, state: 'missing', changes: [] };
    const pair = { ...page, translation, to };
    const compared = (by: 'hashes' | 'git', date: string, baseline: Baseline): TranslationState => {
      const changes = changesSince(baseline, from.blocks);
      const state = changes.length > 0 ? 'outdated' : 'complete';
      return { ...pair, state, by, date, baseline, changes };
    };
    if (accepted !== undefined) {
      const { date, hashes } = accepted;
      const key = hashes.join('');
      const former = statesOf(original)
        .map(texts.blocks)
        .find((doc) => doc?.blocks.map(({ hash }) => hash).join('') === key);
      return compared('hashes', date, { hashes, blocks: former?.blocks });
    }
    const former = dated.get(entry);
    if (former === 'now') return { ...pair, state: 'complete', by: 'git', changes: [] };
    const blocks = former && texts.blocks(former)?.blocks;
    if (former === undefined || blocks === undefined)
      return { ...pair, state: 'unknown', changes: [] };
    const date = new Date(former.time * 1000).toISOString().slice(0, 10);
    return compared('git', date, { hashes: blocks.map(({ hash }) => hash), blocks });
  });
  return { states, problem };
}

/** States of a translation that are read at once. */
const PREFETCHED = 4;

/**
 * The time of the last commit that changed what a translation says; one of its form does not count. Undefined if this is not
 * committed.
 */
function lastTranslated(
  { blocks }: BlocksOfDoc,
  states: readonly FileState[],
  read: (state: FileState) => BlocksOfDoc | undefined,
): number | undefined {
  let next = blocks;
  let time: number | undefined;
  for (const state of states.slice(0, PREFETCHED)) {
    const former = read(state)?.blocks;
    if (former === undefined) break;
    const hashes = former.map(({ hash }) => hash);
    if (changesSince({ hashes, blocks: former }, next).length > 0) return time;
    [next, time] = [former, state.time];
  }
  return time;
}

async function gitHistory(
  siteDir: string,
): Promise<{ readonly history?: SiteHistory; readonly problem?: string }> {
  const head = await readHead(siteDir);
  if (!head.ok) return { problem: head.reason };
  if (head.commit === undefined) return { problem: 'the repository has no commit' };
  const log = await readLog(siteDir, head.prefix, true);
  return 'files' in log ? { history: log.files } : { problem: log.reason };
}

/** Contents in Git as blocks. */
function openTexts(siteDir: string) {
  const texts = new Map<string, string>();
  const docs = new Map<string, BlocksOfDoc>();
  return {
    load: (states: readonly FileState[]): void => {
      const ids = new Set(states.map(({ blob }) => blob).filter((id) => !texts.has(id)));
      if (ids.size > 0) for (const [id, text] of readBlobs(siteDir, [...ids])) texts.set(id, text);
    },
    blocks: ({ blob }: FileState): BlocksOfDoc | undefined => {
      const text = texts.get(blob);
      return text === undefined ? undefined : getOrInsert(docs, blob, () => readBlocks('', text));
    },
  };
}
