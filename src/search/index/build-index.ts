import { gzipSync } from 'node:zlib';
import { type Diagnostic, diagnostic, type Location } from '../../diagnostics/diagnostic.ts';
import { itemAt } from '../../shared/item-at.ts';
import { addTo } from '../../shared/maps.ts';
import { type OperationPath, readOperations } from '../query/operations.ts';
import type { SearchDocument, SearchIndexFile } from '../query/search-index.ts';
import type { SlicedIndex } from '../query/slice-format.ts';
import { createDocuments, type LastDocuments, toPages } from './documents.ts';
import { type IndexState, readState, writeState } from './index-state.ts';
import { countWords } from './invert.ts';
import { startsOf } from './numbers.ts';
import { type IndexContent, printIndex } from './print-index.ts';
import { printSlices, type SliceChanges } from './print-slices.ts';
import { createTable, type SectionRange, type SectionTable, typeOf } from './section-table.ts';
import { createSliceFiles, type IndexFile, sliceNames } from './slice-files.ts';
import { createTableWriter } from './table-writer.ts';
import { type ComparedPage, findChanges } from './word-changes.ts';
import { createWordNumbers, sortedWords } from './word-numbers.ts';

/** The input for one section: the document and its complete text. */
export interface IndexedSection {
  readonly document: SearchDocument;
  readonly text: string;
  /** Words that count like those of categories, in addition. */
  readonly keywords?: string;
}

/** The input for one page. */
export interface IndexPage {
  /** Equal keys mean equal sections. */
  readonly key: string;
  /** Called only if the sections are needed, at the latest by `finish`. */
  readonly sections: () => readonly IndexedSection[];
}

interface IndexSettings {
  /** Size in bytes with gzip up to which an index is one file. */
  readonly wholeLimit: number;
  /** Folder of slices, relative to the index file. */
  readonly folder: string;
  readonly synonyms?: SearchIndexFile['index']['synonyms'];
  readonly language?: SearchIndexFile['index']['language'] | undefined;
  /** Called for each slice, as soon as it is complete. */
  readonly put: (slice: IndexFile) => void;
  /** The state of the last build, if it is known. Damaged or foreign bytes are ignored. */
  readonly previous?: Uint8Array | undefined;
  /** Keeps a slice of the last build, or again; false if it is no longer as it was: then it is put again. */
  readonly keep?: ((name: string) => boolean) | undefined;
}

interface FinishedIndex {
  /**
   * The content of `search-index-<tag>.json`: the documents, and a full-text index as `lunr.Builder` serializes it,
   * without stemming, so that every prefix of a word matches. Above the limit, no documents and the map of slices.
   */
  readonly content: string;
  /** Makes the `previous` of the next build. */
  readonly state: () => Uint8Array;
}

/** Takes the pages of one index one by one in the order of routes, without keeping their texts. */
export interface IndexBuilder {
  /** Ids of documents are replaced. */
  readonly addPage: (page: IndexPage) => void;
  readonly finish: () => FinishedIndex;
}

/**
 * About the bytes with gzip that each posting, word and byte of a document adds to an index file: within 12 % from 150 to
 * 450 kB. No section makes the estimate smaller, so it is known early if an index is too large.
 */
const BYTES = { posting: 3.5, word: 17.4, document: 0.295, rest: 250 } as const;

/** A page in the order of routes. */
interface AddedPage extends SectionRange {
  readonly key: string;
  /** Number of its pages in the index: long pages are several. */
  readonly pages: number;
  /** The position of the equal page in the last build. */
  readonly last: number | undefined;
}

export function createIndexBuilder(settings: IndexSettings): IndexBuilder {
  const { wholeLimit, folder, synonyms = [], language, put, keep = () => false } = settings;
  // Parts of the index, because the file has two keys.
  const rest = JSON.stringify({ synonyms: synonyms.length === 0 ? undefined : synonyms, language });
  const fingerprint = JSON.stringify([wholeLimit, folder, rest]);
  const end = rest === '{}' ? '}' : `,${rest.slice(1)}`;
  const whole = (index: string): string => index.slice(0, -1) + end;
  const state = settings.previous && readState(settings.previous, fingerprint);
  const last = state && createLastBuild(state);
  const numbers = createWordNumbers(state?.words ?? []);
  const writer = createTableWriter(numbers, state?.table);
  const files = createSliceFiles({ put, keep, last: last?.slices });
  const documents = createDocuments(files, last);
  const pages: AddedPage[] = [];
  const operations: OperationPath[] = [];
  const read = ({ key, sections }: IndexPage): void => {
    const texts = sections();
    const from = writer.size();
    const own = toPages(texts.map(({ document }) => document));
    for (const page of own) {
      for (const [number, document] of page.entries()) {
        const { text, keywords = '' } = itemAt(texts, writer.size() - from);
        operations.push(...readOperations(document, writer.size()));
        writer.add({ document, text, keywords, isFirst: number === 0 });
      }
      documents.add({ documents: () => page, last: undefined });
    }
    pages.push({ key, from, to: writer.size(), pages: own.length, last: undefined });
  };
  /** Adds a page of the last build; false if it has to be read. */
  const copy = ({ key, sections }: IndexPage, { operationsOf, ...build }: LastBuild): boolean => {
    const position = build.find(key, pages.length);
    if (position === undefined) return false;
    const page = build.page(position);
    const from = writer.size();
    // The numbers of documents in a long page are not known without them.
    if (page.pages > 1 || !writer.copy(page)) return false;
    for (const [method, path, section] of operationsOf(position))
      operations.push([method, path, section - page.from + from]);
    const own = () => sections().map(({ document }) => document);
    if (page.pages > 0) documents.add({ documents: own, last: page.number });
    pages.push({ key, from, to: writer.size(), pages: page.pages, last: position });
    return true;
  };
  const print = (content: IndexContent): string => {
    const { table, counts } = content;
    const used = counts.sections.reduce((sum, count) => sum + Math.min(count, 1), 0);
    if (writer.bytes(BYTES) + used * BYTES.word > wholeLimit) documents.slice();
    if (!documents.isSliced()) {
      const list = documents.list().map(printDocument);
      return `{"documents":[${list.join(',')}],"index":${whole(printIndex(content))}}`;
    }
    const type = table.size === 0 ? 'others' : typeOf(table, table.size - 1);
    const changes = last && changesOf(last, content, pages);
    const others = { operations, type, folder, documents: documents.finish(), files, changes };
    const index = printSlices({ ...content, ...others });
    return `{"documents":[],"index":${whole(JSON.stringify(index))}}`;
  };
  return {
    addPage(page) {
      if (last === undefined || !copy(page, last)) read(page);
      if (writer.bytes(BYTES) > wholeLimit) documents.slice();
    },
    finish() {
      const { previous } = settings;
      if (last !== undefined && previous !== undefined && isSame(last, pages)) {
        const isKept = last.slices === undefined || sliceNames(last.slices).every(files.keep);
        if (isKept) return { content: last.content, state: () => previous };
      }
      const columns = writer.columns();
      const { words } = numbers;
      const table = createTable(columns, words.length);
      const counts = countWords(table, words.length);
      const order = sortedWords(numbers, state?.words.length ?? 0);
      const content = print({ table, words, order, counts });
      const keys = pages.map(({ key }) => key);
      const sizes = pages.map(({ from, to }) => to - from);
      const isWhole = !documents.isSliced();
      const facts = { settings: fingerprint, content, isWhole, keys, sizes, operations };
      return { content, state: () => writeState({ facts, words, order, columns }) };
    },
  };
}

/** True if all pages are those of the last build. */
function isSame(last: LastBuild, pages: readonly AddedPage[]): boolean {
  return pages.length === last.length && pages.every((page, position) => page.last === position);
}

/** Above this share of sections, a comparison costs more than it saves. */
const MOST_CHANGED = 1 / 8;

/** The changes since the last build if few sections have changed, and no page was added, removed or moved. */
function changesOf(
  last: LastBuild,
  { table, words }: IndexContent,
  pages: readonly AddedPage[],
): SliceChanges | undefined {
  if (last.slices === undefined || pages.length !== last.length) return undefined;
  let changed = 0;
  const compared: ComparedPage[] = [];
  for (const [position, page] of pages.entries()) {
    const before = last.page(position);
    const isKept = page.last === position;
    if (page.pages !== before.pages || (!isKept && page.pages > 1)) return undefined;
    if (!isKept) changed += page.to - page.from;
    compared.push({ last: before, now: page, isKept });
  }
  if (changed > table.size * MOST_CHANGED) return undefined;
  const size = words.length;
  return {
    last: last.slices,
    ...findChanges({ last: last.table, now: table, pages: compared, size }),
  };
}

/** Values that the sections of a page share are next to each other, so that they compress better. */
function printDocument(document: SearchDocument, id: number): string {
  const { title, sectionTitle, pageTitle, type, tags, sectionRoute, content } = document;
  const { sidebarParentCategories } = document;
  const shared = { pageTitle, sidebarParentCategories, type, tags, sectionRoute };
  return JSON.stringify({ id: String(id), title, sectionTitle, ...shared, content });
}

/** In bytes, with gzip: readers download the index before their first result. */
const LARGE = 1_000_000;

/** No index file is compressed to more than half. */
const LEAST_COMPRESSED = 2;

interface IndexSizeInput {
  readonly path: string;
  /** In kB of 1000 bytes, with gzip. */
  readonly maxIndexKilobytes?: number | undefined;
  /** Locates a key in the configuration file. */
  readonly locate: (path: readonly string[]) => Location;
}

export interface IndexSizes {
  /** Adds the index file or a slice. */
  readonly add: (content: string) => void;
  /** Reports an index above the configured limit (an error), or one file of more than 1 MB (a warning), with gzip. */
  readonly check: () => readonly Diagnostic[];
}

export function createIndexSizes({ path, maxIndexKilobytes, locate }: IndexSizeInput): IndexSizes {
  const limit = (maxIndexKilobytes ?? Number.POSITIVE_INFINITY) * 1000;
  let [files, size] = [0, 0];
  return {
    add(content) {
      files += 1;
      // Compression takes time: only for a limit, and the fastest level for a warning.
      if (maxIndexKilobytes !== undefined) size += gzipSync(content).length;
      else if (files === 1 && content.length > LARGE * LEAST_COMPRESSED)
        size = gzipSync(content, { level: 1 }).length;
    },
    check() {
      const isWhole = files === 1;
      if (size > limit) {
        const what = isWhole ? path : `${path} with its slices`;
        const message = `${what} has ${kilobytes(size)} with gzip, more than the limit of ${kilobytes(limit)}`;
        const location = locate(['search', 'maxIndexKilobytes']);
        return [diagnostic('search-index-limit', { message, location, hint: HINT })];
      }
      if (!isWhole || size <= LARGE) return [];
      const message = `${path} has ${kilobytes(size)} with gzip; readers load it before their first result`;
      const hint = 'lower search.wholeLimit, so that readers load only the slices that they need';
      return [diagnostic('search-index-size', { message, hint })];
    },
  };
}

const HINT =
  'split the docs into several sets, set unlisted: true on pages that nobody searches, or lower markdown.searchHeadingLevel';

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} kB`;
}

/** The pages of the last build, by their position. */
interface LastBuild extends LastDocuments {
  /** The position of a page with a key: the given one if possible. */
  readonly find: (key: string, position: number) => number | undefined;
  readonly page: (position: number) => LastPage;
  readonly operationsOf: (position: number) => readonly OperationPath[];
  /** Number of positions. */
  readonly length: number;
  readonly table: SectionTable;
  readonly content: string;
  /** Undefined if the index was one file. */
  readonly slices: SlicedIndex['slices'] | undefined;
}

interface LastPage extends SectionRange {
  /** Its number in the index, and the number of its pages there: long pages are several. */
  readonly number: number;
  readonly pages: number;
}

function createLastBuild({ facts, table }: IndexState): LastBuild {
  const { keys } = facts;
  const starts = startsOf(Uint32Array.from(facts.sizes));
  const slices = facts.isWhole ? undefined : readSlices(facts.content);
  const numberAt = (section: number): number =>
    section < table.size ? itemAt(table.pages, section) : (table.pages.at(-1) ?? -1) + 1;
  const page = (position: number): LastPage => {
    const [from, to] = [itemAt(starts, position), itemAt(starts, position + 1)];
    const number = numberAt(from);
    return { from, to, number, pages: numberAt(to) - number };
  };
  let operations: ReadonlyMap<number, readonly OperationPath[]> | undefined;
  let positions: ReadonlyMap<string, number> | undefined;
  return {
    find(key, position) {
      if (keys[position] === key) return position;
      positions ??= new Map(keys.map((one, at) => [one, at]));
      return positions.get(key);
    },
    page,
    operationsOf(position) {
      operations ??= byPosition(facts.operations, starts);
      return operations.get(position) ?? [];
    },
    length: keys.length,
    table,
    content: facts.content,
    slices,
    names: slices?.documents ?? [],
    count: numberAt(table.size),
  };
}

function readSlices(content: string): SlicedIndex['slices'] {
  const { index }: { index: SlicedIndex } = JSON.parse(content);
  return index.slices;
}

/** Operations, which are in the order of sections, by the position of their page. */
function byPosition(operations: readonly OperationPath[], starts: Uint32Array) {
  const found = new Map<number, OperationPath[]>();
  let position = 0;
  for (const operation of operations) {
    while (itemAt(starts, position + 1) <= operation[2]) position += 1;
    addTo(found, position, operation);
  }
  return found;
}
