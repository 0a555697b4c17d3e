import type { ReadSource } from '../content/category-file.ts';
import type { IsChanged } from '../content/remember.ts';
import type { SourceFile } from '../content/source-file.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { FilePath } from '../shared/paths.ts';
import type { ArticleMessages } from '../shared/ui-messages.ts';
import type { DocParser, OpenDoc } from './parse-doc.ts';
import type { DocHead, DocReader } from './parsed-doc.ts';

/** The Markdown files of a site. */
export interface CachedDocs {
  /** Without files that cannot be read. The same map as before where no head has changed. */
  readonly heads: ReadonlyMap<FilePath, DocHead>;
  readonly readDoc: DocReader;
  /** Of files that cannot be read. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface DocCacheInput {
  readonly sources: readonly SourceFile[];
  readonly parser: DocParser;
  /** The messages of articles in the language of a file; the same object while they are the same. */
  readonly messagesOf: (source: SourceFile) => ArticleMessages;
  readonly read: ReadSource;
  readonly isChanged: IsChanged;
}

/** Opens docs and keeps them: a file that has not changed is not read again. */
export type DocCache = (input: DocCacheInput) => CachedDocs;

interface Entry {
  readonly parser: DocParser;
  readonly messages: ArticleMessages;
  /** Undefined where the file cannot be read. */
  readonly doc: OpenDoc | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Makes an empty shelf. */
export function createDocCache(): DocCache {
  let entries: ReadonlyMap<FilePath, Entry> = new Map();
  let heads: ReadonlyMap<FilePath, DocHead> = new Map();
  const readDoc: DocReader = (file) => {
    const doc = entries.get(file)?.doc;
    if (doc === undefined) throw new Error(`${file} is no doc of the site`);
    return doc.parse();
  };
  return (input) => {
    const now = new Map(
      input.sources.map((source) => [source.file, entryOf(source, input, entries)] as const),
    );
    entries = now;
    heads = sameHeads(heads, now);
    const diagnostics = [...now.values()].flatMap((entry) => entry.diagnostics);
    return { heads, readDoc, diagnostics };
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
  if (isKnown && !isChanged(source.absolute)) return known;
  const result = read(source);
  if (!result.ok) return { parser, messages, doc: undefined, diagnostics: [result.diagnostic] };
  const opened = parser.open(source.file, result.text, messages);
  const doc = known?.doc === undefined ? opened : withKnownHead(opened, known.doc.head);
  return { parser, messages, doc, diagnostics: [] };
}

/** A head that says the same stays the same object, so that nothing that follows from it is made again. */
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
