import type { ReadSource } from '../content/category-file.ts';
import type { IsChanged } from '../content/remember.ts';
import type { SourceFile } from '../content/source-file.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { FilePath } from '../shared/paths.ts';
import type { ArticleMessages } from '../shared/ui-messages.ts';
import type { RunPage } from './mdx/page-html.ts';
import type { PageModule } from './mdx/page-module.ts';
import type { DocParser, OpenDoc } from './parse-doc.ts';
import type { DocHead, DocReader } from './parsed-doc.ts';

/** The Markdown files of a site. */
export interface CachedDocs {
  /** Without unreadable files. The same map as before if no head has changed. */
  readonly heads: ReadonlyMap<FilePath, DocHead>;
  readonly readDoc: DocReader;
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
}

/** Opens docs and caches them: an unchanged file is not read again. */
export type DocCache = (input: DocCacheInput) => CachedDocs;

interface Entry {
  readonly parser: DocParser;
  readonly messages: ArticleMessages;
  /** Undefined if the file cannot be read. */
  readonly doc: OpenDoc | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Creates an empty cache. */
export function createDocCache(): DocCache {
  let entries: ReadonlyMap<FilePath, Entry> = new Map();
  let heads: ReadonlyMap<FilePath, DocHead> = new Map();
  let run: RunPage | undefined;
  const readDoc: DocReader = (file) => {
    const doc = entries.get(file)?.doc;
    if (doc === undefined) throw new Error(`${file} is no doc of the site`);
    return doc.parse(run);
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
    const now = new Map(
      input.sources.map((source) => [source.file, entryOf(source, input, entries)] as const),
    );
    entries = now;
    heads = sameHeads(heads, now);
    const diagnostics = [...now.values()].flatMap((entry) => entry.diagnostics);
    return { heads, readDoc, includes, modules, setRun, diagnostics };
  };
}

function entryOf(
  source: SourceFile,
  { parser, messagesOf, read, isChanged }: DocCacheInput,
  before: ReadonlyMap<FilePath, Entry>,
): Entry {
  const messages = messagesOf(source);
  const known = before.get(source.file);
  const isKnown = known?.parser === parser && known.messages === messages;
  const files = [source.absolute, ...(known?.doc?.includes() ?? [])];
  if (isKnown && !files.some(isChanged)) return known;
  const result = read(source);
  if (!result.ok) return { parser, messages, doc: undefined, diagnostics: [result.diagnostic] };
  const opened = parser.open(source.file, result.text, messages);
  const doc = known?.doc === undefined ? opened : withKnownHead(opened, known.doc.head);
  return { parser, messages, doc, diagnostics: [] };
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
