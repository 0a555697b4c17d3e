import type { ReadSource } from '../content/category-file.ts';
import type { IsChanged } from '../content/remember.ts';
import type { SourceFile } from '../content/source-file.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { FilePath } from '../shared/paths.ts';
import type { ArticleMessages } from '../shared/ui-messages.ts';
import type { RunPage } from './mdx/page-html.ts';
import type { PageModule } from './mdx/page-module.ts';
import type { DocParser, OpenDoc } from './parse-doc.ts';
import type { ArticleReader, DocHead, DocReader } from './parsed-doc.ts';
import {
  type DocDisk,
  docKey,
  openStoredDoc,
  type StoredDoc,
  stateOf,
  storeCode,
  storeDoc,
} from './stored-docs.ts';

/** The Markdown files of a site. */
export interface CachedDocs {
  /** Without unreadable files. The same map as before if no head has changed. */
  readonly heads: ReadonlyMap<FilePath, DocHead>;
  readonly readDoc: DocReader;
  readonly readArticle: ArticleReader;
  /** Frees a doc when its page is made. */
  readonly release: (file: FilePath) => void;
  readonly keyOf: (file: FilePath) => DocKey;
  /** The problems in a doc. */
  readonly problemsOf: (file: FilePath) => readonly Diagnostic[];
  /** The docs on disk, for the next run. */
  readonly table: ReadonlyMap<FilePath, StoredDoc>;
  /** Absolute paths of the files that the docs read so far include. */
  readonly includes: () => readonly string[];
  /** The code of the docs with components. Reads the files that may have some. */
  readonly modules: () => ReadonlyMap<FilePath, PageModule>;
  /**
   * Sets the function that runs this code, and the hash of the components; before, docs show the content of components
   * in their place.
   */
  readonly setRun: (run: RunPage, hash: string) => void;
  /** Problems of unreadable files. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface DocKey {
  /** Changes with what the result of parsing depends on: texts, included files and settings, but not components. */
  readonly key: string;
  readonly hasComponents: boolean;
}

export interface DocCacheInput {
  readonly sources: readonly SourceFile[];
  readonly parser: DocParser;
  /** The UI messages of articles in a file's language; must be the same object while they are equal. */
  readonly messagesOf: (source: SourceFile) => ArticleMessages;
  readonly read: ReadSource;
  readonly isChanged: IsChanged;
  /** The docs that earlier runs have parsed. */
  readonly disk?: DocDisk | undefined;
}

/** Opens docs and caches them: an unchanged file is not read again. */
export type DocCache = (input: DocCacheInput) => CachedDocs;

interface Entry {
  readonly parser: DocParser;
  readonly messages: ArticleMessages;
  /** Undefined if the file cannot be read. */
  readonly doc: OpenDoc | undefined;
  /** Changes with its text and the settings. */
  readonly key: string;
  /** The table's entry, if an earlier run has parsed the doc. */
  readonly stored?: StoredDoc;
  /** Opens the doc after it was released. */
  readonly again: () => OpenDoc | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Creates an empty cache. */
export function createDocCache(): DocCache {
  let entries: ReadonlyMap<FilePath, Entry> = new Map();
  let heads: ReadonlyMap<FilePath, DocHead> = new Map();
  let run: RunPage | undefined;
  let components = '';
  let disk: DocDisk | undefined;
  const table = new Map<FilePath, StoredDoc>();
  let released = new Set<FilePath>();
  const entryFor = (file: FilePath): Entry & { readonly doc: OpenDoc } => {
    const entry = entries.get(file);
    if (entry?.doc === undefined) throw new Error(`${file} is no doc of the site`);
    return { ...entry, doc: entry.doc };
  };
  /** Few docs are needed after their page is made; the last one is kept until another is. */
  let reopened: { readonly file: FilePath; readonly doc: OpenDoc | undefined } | undefined;
  const docOf = (file: FilePath): OpenDoc => {
    const entry = entryFor(file);
    if (!released.has(file)) return entry.doc;
    if (reopened?.file !== file) reopened = { file, doc: entry.again() };
    return reopened.doc ?? entry.doc;
  };
  const readDoc: DocReader = (file) => docOf(file).facts(run);
  const readArticle: ArticleReader = (file) => docOf(file).parse(run);
  const release = (file: FilePath): void => {
    const { doc, key, stored } = entryFor(file);
    if (released.has(file)) return;
    if (disk !== undefined && doc.hasComponents()) {
      const problems = problemsOf(file);
      const text = doc.module()?.code ?? '';
      const isSame = stored?.code?.components === components;
      if (!isSame)
        table.set(file, storeCode(disk, key, { doc, code: { text, components, problems } }));
    } else if (disk !== undefined && stored === undefined) {
      table.set(file, storeDoc(disk, key, { head: doc.head, doc: doc.parse(run) }));
    }
    doc.release();
    if (stored === undefined) released.add(file);
  };
  const keyOf = (file: FilePath): DocKey => {
    const { doc, key } = entryFor(file);
    const hasComponents = doc.hasComponents();
    const includes = doc.includes();
    const hashes = includes.map((path) => `${path} ${(disk && stateOf(disk, path)) ?? ''}`);
    return { key: includes.length === 0 ? key : docKey(key, hashes), hasComponents };
  };
  const problemsOf = (file: FilePath): readonly Diagnostic[] => {
    const { doc, stored } = entryFor(file);
    const isKnown = stored?.code?.components === components;
    return (isKnown ? stored?.code?.problems : undefined) ?? doc.problems(run);
  };
  const modules = (): ReadonlyMap<FilePath, PageModule> =>
    new Map(
      [...entries].flatMap(([file, { doc }]) => {
        const module = doc?.module();
        return module === undefined ? [] : [[file, module] as const];
      }),
    );
  const setRun = (now: RunPage, hash: string): void => {
    run = now;
    components = hash;
  };
  const includes = (): readonly string[] => [
    ...new Set([...entries.values()].flatMap(({ doc }) => doc?.includes() ?? [])),
  ];
  return (input) => {
    ({ disk } = input);
    released = new Set();
    reopened = undefined;
    table.clear();
    const now = new Map(
      input.sources.map((source) => [source.file, entryOf(source, input, entries)] as const),
    );
    entries = now;
    for (const [file, { stored }] of now) if (stored !== undefined) table.set(file, stored);
    heads = sameHeads(heads, now);
    const diagnostics = [...now.values()].flatMap((entry) => entry.diagnostics);
    return {
      heads,
      readDoc,
      readArticle,
      release,
      keyOf,
      problemsOf,
      table,
      includes,
      modules,
      setRun,
      diagnostics,
    };
  };
}

function entryOf(
  source: SourceFile,
  input: DocCacheInput,
  before: ReadonlyMap<FilePath, Entry>,
): Entry {
  const { parser, messagesOf, isChanged } = input;
  const messages = messagesOf(source);
  const known = before.get(source.file);
  const isKnown = known?.parser === parser && known.messages === messages;
  const files = [source.absolute, ...(known?.doc?.includes() ?? [])];
  if (isKnown && !files.some(isChanged)) return known;
  const entry = openEntry(source, messages, input);
  return entry.doc === undefined || known?.doc === undefined
    ? entry
    : { ...entry, doc: withKnownHead(entry.doc, known.doc.head) };
}

/** Opens a doc that an earlier run has parsed, else its source. */
function openEntry(
  source: SourceFile,
  messages: ArticleMessages,
  { parser, read, disk }: DocCacheInput,
): Entry {
  const open = (): OpenDoc | undefined => {
    const again = read(source);
    return again.ok ? parser.open(source.file, again.text, messages) : undefined;
  };
  const start = { parser, messages, again: open, diagnostics: [] };
  const { file } = source;
  const settings = disk === undefined ? '' : `${disk.settings} ${JSON.stringify(messages)}`;
  const keyOf = (hash: string): string => docKey(settings, [file, hash]);
  const find = (key: string): Entry | undefined => {
    const found = disk && openStoredDoc(disk, { file, key }, open);
    return found && { ...start, ...found, key };
  };
  const unchanged = disk?.hashes.unchanged(source.absolute);
  const known = unchanged === undefined ? undefined : find(keyOf(unchanged));
  if (known !== undefined) return known;
  const result = read(source);
  if (!result.ok) return { ...start, doc: undefined, key: '', diagnostics: [result.diagnostic] };
  const key = disk === undefined ? '' : keyOf(disk.hashes.note(source.absolute, result.text));
  const again = (): OpenDoc | undefined => find(key)?.doc ?? open();
  const same = find(key);
  if (same !== undefined) return same;
  return { ...start, doc: parser.open(file, result.text, messages), key, again };
}

/** Keeps the same object for an equal head, so that results derived from it stay valid. */
function withKnownHead(doc: OpenDoc, known: DocHead): OpenDoc {
  return textOf(doc.head) === textOf(known) ? { ...doc, head: known } : doc;
}

function textOf(head: DocHead): string {
  const { title, frontmatter, frontmatterLocations } = head;
  return JSON.stringify([title, frontmatter, [...frontmatterLocations]]);
}

function sameHeads(
  before: ReadonlyMap<FilePath, DocHead>,
  entries: ReadonlyMap<FilePath, Entry>,
): ReadonlyMap<FilePath, DocHead> {
  const now = new Map(
    [...entries].flatMap(([file, { doc }]) => (doc === undefined ? [] : [[file, doc.head]])),
  );
  const isSame =
    now.size === before.size && [...now].every(([file, head]) => before.get(file) === head);
  return isSame ? before : now;
}
