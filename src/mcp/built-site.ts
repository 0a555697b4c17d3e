import { mergeAnswers } from '../search/query/engine.ts';
import { listPages } from '../search/query/list-pages.ts';
import { openIndex, type SearchIndex } from '../search/query/open-index.ts';
import {
  pageRoute,
  type SearchAnswer,
  type SearchDocument,
  type SearchIndexFile,
} from '../search/query/search-index.ts';
import type { Slice } from '../search/query/slice-format.ts';
import { FACTS_SCHEMA, SITE_FACTS, type SiteFacts } from '../shared/site-facts.ts';
import {
  dirname,
  printRoute,
  type Route,
  readUrlPath,
  resolveDotSegments,
  toRoute,
} from '../shared/paths.ts';
import type { BuiltFolder } from './read-folder.ts';

/** A request that cannot be answered; the text tells the agent how to ask instead. */
export interface Failure {
  readonly problem: string;
}

export function isFailure(value: object): value is Failure {
  return 'problem' in value;
}

/** The part of a site to read. Default: the last version of each docs set, in the default locale. */
export interface Edition {
  readonly locale?: string | undefined;
  readonly version?: string | undefined;
  readonly set?: string | undefined;
}

/** A page of an index; `path` has the base path. */
export interface Page {
  readonly route: Route;
  readonly path: string;
  readonly start: SearchDocument;
}

/** A built site. Its files are read when they are needed, and again when a build has replaced them. */
export interface BuiltSite {
  readonly folder: BuiltFolder;
  /** The data of a locale. Default: the site's default locale. */
  readonly site: (locale?: string) => Promise<SiteFacts | Failure>;
  readonly search: (
    query: string,
    limit: number,
    edition: Edition,
  ) => Promise<SearchAnswer | Failure>;
  /** All pages of an edition, except for unlisted ones. */
  readonly pages: (edition: Edition) => Promise<readonly Page[] | Failure>;
}

/** An opened index. */
interface Index extends Pick<SearchIndex, 'search'> {
  readonly pages: () => Promise<readonly SearchDocument[]>;
}

const NO_SITE: Failure = {
  problem: 'The folder has no site of this version of docwright. Run `docs build`, then try again.',
};

export function createBuiltSite(folder: BuiltFolder): BuiltSite {
  const readSite = folder.kept((text) => {
    const file: SiteFacts = JSON.parse(text);
    if (file.schema !== FACTS_SCHEMA) throw new TypeError('the site of another version');
    return file;
  });
  const readIndex = folder.kept((text, path) => openIndexFile(folder, text, path));
  const site = async (locale?: string): Promise<SiteFacts | Failure> => {
    const file = await readSite(SITE_FACTS);
    if (file === undefined || locale === undefined || locale === file.site.locale.code)
      return file ?? NO_SITE;
    const { locales } = file.site;
    const found = locales.find(({ code }) => code === locale);
    const codes = locales.map(({ code }) => code).join(', ');
    if (found === undefined)
      return { problem: `There is no locale "${locale}". Locales: ${codes}.` };
    return (await readSite(`${fileBelow(file, found.homeHref)}/${SITE_FACTS}`)) ?? NO_SITE;
  };
  /** Runs an action on each index of an edition; twice, if a build replaces them meanwhile. */
  const eachIndex = async <Result>(
    edition: Edition,
    act: (index: Index, settings: SiteFacts['site']['search']) => Promise<Result | undefined>,
  ): Promise<readonly Result[] | Failure> => {
    for (const isLast of [false, true]) {
      const file = await site(edition.locale);
      if (isFailure(file)) return file;
      const paths = indexFiles(file, edition);
      if ('problem' in paths) return paths;
      const { search } = file.site;
      const indexes = await Promise.all(paths.map(readIndex));
      const results = await Promise.all(indexes.map((index) => index && act(index, search)));
      const found = results.filter((result) => result !== undefined);
      if (found.length === results.length || (isLast && found.length > 0)) return found;
    }
    return { problem: 'The search index cannot be read. Run `docs build`, then try again.' };
  };
  return {
    folder,
    site,
    async search(query, limit, edition) {
      const answers = await eachIndex(edition, async (index, { commonSynonyms = false }) => {
        const answer = await index.search(query, { limit, commonSynonyms });
        return answer.incomplete ? undefined : answer;
      });
      return 'problem' in answers ? answers : mergeAnswers(answers, limit);
    },
    async pages(edition) {
      const file = await site(edition.locale);
      if (isFailure(file)) return file;
      const lists = await eachIndex(edition, (index) => index.pages().catch(() => undefined));
      if ('problem' in lists) return lists;
      return lists.flat().map((start) => {
        const path = pageRoute(start);
        return { path, start, route: routeOf(file, path) };
      });
    },
  };
}

/** Throws a TypeError for a file of another form. */
function openIndexFile(folder: BuiltFolder, text: string, path: string): Index {
  const file: SearchIndexFile = JSON.parse(text);
  const load = async (name: string): Promise<Slice> => {
    const slice = await folder.read(resolveDotSegments(`${dirname(path)}/${name}`).path.slice(1));
    if (slice === undefined) throw new Error(`no slice ${name}`);
    return JSON.parse(slice);
  };
  const { search } = openIndex(file, load);
  let pages: Promise<readonly SearchDocument[]> | undefined;
  return {
    search,
    pages: () => {
      pages ??= listPages(file, load);
      pages.catch(() => (pages = undefined));
      return pages;
    },
  };
}

/** The index files of an edition; pages outside of docs sets belong to the default one only. */
function indexFiles(file: SiteFacts, { version, set }: Edition): readonly string[] | Failure {
  const { indexes, sets } = file.site.search;
  const ids = sets.map(({ id }) => id);
  if (set !== undefined && !ids.includes(set))
    return { problem: `There is no docs set "${set}". Sets: ${ids.join(', ')}.` };
  const chosen = sets.filter(({ id }) => set === undefined || id === set);
  const having = chosen.filter(
    ({ versions }) => version === undefined || Object.hasOwn(versions, version),
  );
  if (version !== undefined && having.length === 0) {
    const names = new Set(chosen.flatMap(({ versions }) => Object.keys(versions)));
    return { problem: `There is no version "${version}". Versions: ${[...names].join(', ')}.` };
  }
  const tags = having.map(({ versions, last }) => versions[version ?? last]);
  const ofSets = new Set(sets.flatMap(({ versions }) => Object.values(versions)));
  const others = Object.keys(indexes).filter((tag) => !ofSets.has(tag));
  const wanted = set === undefined && version === undefined ? [...tags, ...others] : tags;
  return wanted
    .flatMap((tag) => (tag === undefined ? [] : (indexes[tag] ?? [])))
    .map((url) => fileBelow(file, url));
}

/** The output file, or the folder, of a URL. */
function fileBelow(file: SiteFacts, url: string): string {
  return routeOf(file, url).slice(1);
}

/** The route of a path with base path. */
export function routeOf({ site }: SiteFacts, path: string): Route {
  return toRoute(readUrlPath(path, site) ?? path);
}

/** The absolute URL of a page, or its path if the site has no address. */
export function urlOf({ url = '', site }: SiteFacts, route: Route, anchor?: string): string {
  return url + printRoute(route, site) + (anchor === undefined ? '' : `#${anchor}`);
}
