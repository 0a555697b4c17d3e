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
import { type DocDisk, docKey, openStoredDoc, storeDoc } from './stored-docs.ts';

/** The Markdown files of a site. */
export interface CachedDocs {
  /** Without unreadable files. The same map as before if no head has changed. */
  readonly heads: ReadonlyMap<FilePath, DocHead>;
  readonly readDoc: DocReader;
  readonly readArticle: ArticleReader;
  /** Frees all of a doc but its facts, when its page is made. */
  readonly release: (file: FilePath) => void;
  /** Changes with what the result of parsing depends on: texts, included files and settings, but not components. */
  readonly keyOf: (file: FilePath) => string;
  /** Absolute paths of the files that the docs read so far include. */
  readonly includes: () => readonly string[];
  /** The code of the docs with components. Reads the files that may have some. */
  readonly modules: () => ReadonlyMap<FilePath, PageModule>;
  /** Sets the function that runs this code; before, docs show the content of components in their place. */
  readonly setRun: (run: RunPage) => void;
  /** Problems of unreadable files. */
  readonly diagnostics: readonly Diagnostic[];
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
  readonly isStored: boolean;
  /** Opens the source again after its doc was released. */
  readonly open: () => OpenDoc | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Creates an empty cache. */
export function createDocCache(): DocCache {
  let entries: ReadonlyMap<FilePath, Entry> = new Map();
  let heads: ReadonlyMap<FilePath, DocHead> = new Map();
  let run: RunPage | undefined;
  let disk: DocDisk | undefined;
  const docOf = (file: FilePath): OpenDoc => {
    const doc = entries.get(file)?.doc;
    if (doc === undefined) throw new Error(`${file} is no doc of the site`);
    return doc;
  };
  const readDoc: DocReader = (file) => docOf(file).facts(run);
  let released = new Set<Entry>();
  const readArticle: ArticleReader = (file) => {
    const entry = entries.get(file);
    const isFreed = entry !== undefined && released.has(entry);
    const doc = (isFreed ? entry.open() : undefined) ?? docOf(file);
    return doc.parse(run);
  };
  const release = (file: FilePath): void => {
    const entry = entries.get(file);
    if (entry?.doc === undefined || entry.isStored || released.has(entry)) return;
    const { doc, key } = entry;
    if (disk !== undefined && !doc.facts(run).hasComponents)
      storeDoc(disk, key, { head: doc.head, doc: doc.parse(run) });
    doc.release();
    released.add(entry);
  };
  const keyOf = (file: FilePath): string => {
    const includes = docOf(file).includes();
    const { key = '' } = entries.get(file) ?? {};
    const hashes = includes.map((path) => `${path} ${disk?.hashes.of(path) ?? ''}`);
    return includes.length === 0 ? key : docKey(key, hashes);
  };
  const modules = (): ReadonlyMap<FilePath, PageModule> =>
    new Map(
      [...entries].flatMap(([file, { doc }]) => {
        const module = doc?.module();
        return module === undefined ? [] : [[file, module] as const];
      }),
    );
  const setRun = (now: RunPage): void => {
    run = now;
  };
  const includes = (): readonly string[] => [
    ...new Set([...entries.values()].flatMap(({ doc }) => doc?.includes() ?? [])),
  ];
  return (input) => {
    ({ disk } = input);
    released = new Set();
    const now = new Map(
      input.sources.map((source) => [source.file, entryOf(source, input, entries)] as const),
    );
    entries = now;
    heads = sameHeads(heads, now);
    const diagnostics = [...now.values()].flatMap((entry) => entry.diagnostics);
    return { heads, readDoc, readArticle, release, keyOf, includes, modules, setRun, diagnostics };
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
  const start = { parser, messages, open, diagnostics: [] };
  const settings = disk === undefined ? '' : `${disk.settings} ${JSON.stringify(messages)}`;
  const keyOf = (hash: string): string => docKey(settings, [source.file, hash]);
  const stored = (key: string): OpenDoc | undefined => disk && openStoredDoc(disk, key, open);
  const unchanged = disk?.hashes.unchanged(source.absolute);
  const known = unchanged === undefined ? undefined : stored(keyOf(unchanged));
  if (unchanged !== undefined && known !== undefined)
    return { ...start, doc: known, key: keyOf(unchanged), isStored: true };
  const result = read(source);
  if (!result.ok)
    return { ...start, doc: undefined, key: '', isStored: false, diagnostics: [result.diagnostic] };
  const key = disk === undefined ? '' : keyOf(disk.hashes.note(source.absolute, result.text));
  const same = stored(key);
  const doc = same ?? parser.open(source.file, result.text, messages);
  return { ...start, doc, key, isStored: same !== undefined };
}

/** Keeps the same object for an equal head, so that results derived from it stay valid. */
function withKnownHead(doc: OpenDoc, known: DocHead): OpenDoc {
  return textOf(doc.head) === textOf(known) ? { ...doc, head: known } : doc;
}

function textOf(head: DocHead): string {
  const { title, maySuppress, frontmatter, frontmatterLocations } = head;
  return JSON.stringify([title, maySuppress, frontmatter, [...frontmatterLocations]]);
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
