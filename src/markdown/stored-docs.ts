/** Parsed docs on disk. Their heads are one table; facts and bodies are separate records, which most runs do not need. */
import { type FileHashes, hashOf } from '../cache/file-hashes.ts';
import type { RecordStore } from '../cache/record-store.ts';
import type { FilePath } from '../shared/paths.ts';
import type { OpenDoc } from './parse-doc.ts';
import type { DocBody, DocFacts, DocHead, ParsedDoc } from './parsed-doc.ts';

/** Parsed docs of earlier runs. */
export interface DocDisk {
  readonly records: RecordStore;
  readonly hashes: FileHashes;
  /** Changes with everything that parsing depends on, except for texts and UI messages. */
  readonly settings: string;
  /** The docs that the last run had, by file. */
  readonly table: ReadonlyMap<FilePath, StoredDoc>;
}

/** What the table has of a doc, as JSON. */
export interface StoredDoc {
  readonly key: string;
  readonly head: Omit<DocHead, 'frontmatterLocations'>;
  readonly locations: readonly (readonly [key: string, location: DocLocation])[];
  /** The hashes of the included files when they were read; null for missing files. */
  readonly includes: readonly (readonly [file: string, hash: string | null])[];
  readonly hasProblems: boolean;
}

type DocLocation =
  DocFacts['frontmatterLocations'] extends ReadonlyMap<string, infer Value> ? Value : never;

/** The record of a doc's facts, as JSON. */
interface FactsRecord {
  readonly stored: StoredDoc;
  readonly facts: Omit<DocFacts, keyof DocHead>;
  /** Can differ from the one of the head. */
  readonly title: string;
}

export interface OpenedStored {
  readonly stored: StoredDoc;
  readonly doc: OpenDoc;
}

/** Opens a doc that an earlier run has parsed; undefined if there is none, or a file that it includes has changed. */
export function openStoredDoc(
  { records, hashes, table }: DocDisk,
  { file, key }: { readonly file: FilePath; readonly key: string },
  reopen: () => OpenDoc | undefined,
): OpenedStored | undefined {
  const known = table.get(file);
  const stored = known?.key === key ? known : readRecord(records, key)?.stored;
  if (stored === undefined || !(records.touch(`facts ${key}`) && records.touch(`body ${key}`)))
    return undefined;
  if (!stored.includes.every(([path, hash]) => (hashes.of(path) ?? null) === hash))
    return undefined;
  const head: DocHead = { ...stored.head, frontmatterLocations: new Map(stored.locations) };
  const again = (): ParsedDoc => {
    const doc = reopen();
    if (doc === undefined) throw new Error(`${file} cannot be read again`);
    return doc.parse();
  };
  let facts: DocFacts | undefined;
  const readFacts = (): DocFacts => {
    const record = facts === undefined ? readRecord(records, key) : undefined;
    facts ??= record === undefined ? again() : { ...head, ...record.facts, title: record.title };
    return facts;
  };
  const readBody = (): DocBody => {
    const bytes = records.read(`body ${key}`);
    return bytes === undefined ? again() : (JSON.parse(bytes.toString()) as DocBody);
  };
  return {
    stored,
    doc: {
      head,
      includes: () => stored.includes.map(([path]) => path),
      module: () => undefined,
      facts: readFacts,
      parse: () => ({ ...readFacts(), ...readBody() }),
      problems: () => (stored.hasProblems ? readFacts().diagnostics : []),
      hasComponents: () => false,
      release: () => {
        facts = undefined;
      },
    },
  };
}

/** Writes the records of a doc without components. */
export function storeDoc(
  { records, hashes }: Pick<DocDisk, 'records' | 'hashes'>,
  key: string,
  { head, doc }: { readonly head: DocHead; readonly doc: ParsedDoc },
): StoredDoc {
  const { frontmatterLocations, ...ownHead } = head;
  const { file: _, frontmatter: __, frontmatterLocations: ___, ...rest } = doc;
  const { chunks, sections, title, maySuppress: ____, ...facts } = rest;
  const stored: StoredDoc = {
    key,
    head: ownHead,
    locations: [...frontmatterLocations],
    includes: doc.includes.map((file) => [file, hashes.of(file) ?? null]),
    hasProblems: doc.diagnostics.length > 0,
  };
  records.write(`facts ${key}`, JSON.stringify({ stored, facts, title } satisfies FactsRecord));
  records.write(`body ${key}`, JSON.stringify({ chunks, sections } satisfies DocBody));
  return stored;
}

/** The store returns only what `storeDoc` wrote. */
function readRecord(records: RecordStore, key: string): FactsRecord | undefined {
  const bytes = records.read(`facts ${key}`);
  return bytes === undefined ? undefined : (JSON.parse(bytes.toString()) as FactsRecord);
}

/** The key of a doc's records. */
export function docKey(settings: string, texts: readonly string[]): string {
  return hashOf([settings, ...texts].join('\0'));
}
