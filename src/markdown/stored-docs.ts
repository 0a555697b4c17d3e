/** Parsed docs on disk: the facts and the body of each are separate records, since most runs need only the facts. */
import { type FileHashes, hashOf } from '../cache/file-hashes.ts';
import type { RecordStore } from '../cache/record-store.ts';
import type { OpenDoc } from './parse-doc.ts';
import type { DocBody, DocFacts, DocHead, ParsedDoc } from './parsed-doc.ts';

export interface DocDisk {
  readonly records: RecordStore;
  readonly hashes: FileHashes;
  /** Changes with everything that parsing depends on, except for texts and UI messages. */
  readonly settings: string;
}

/** The record of a doc's facts, as JSON. */
interface StoredFacts {
  /** The title in its head. */
  readonly title: string;
  readonly facts: Omit<DocFacts, 'frontmatterLocations'>;
  readonly locations: readonly (readonly [key: string, location: DocLocation])[];
  /** The hashes of the included files when they were read; null for missing files. */
  readonly includes: readonly (readonly [file: string, hash: string | null])[];
}

type DocLocation =
  DocFacts['frontmatterLocations'] extends ReadonlyMap<string, infer Value> ? Value : never;

/** Opens a doc that an earlier run has parsed; undefined if there is none, or a file that it includes has changed. */
export function openStoredDoc(
  { records, hashes }: DocDisk,
  key: string,
  reopen: () => OpenDoc | undefined,
): OpenDoc | undefined {
  const bytes = records.read(`facts ${key}`);
  if (bytes === undefined || !records.touch(`body ${key}`)) return undefined;
  // The store returns only what `storeDoc` wrote.
  const { title, facts: stored, locations, includes } = JSON.parse(bytes.toString()) as StoredFacts;
  if (!includes.every(([file, hash]) => (hashes.of(file) ?? null) === hash)) return undefined;
  const facts: DocFacts = { ...stored, frontmatterLocations: new Map(locations) };
  const { file, frontmatter, frontmatterLocations, maySuppress } = facts;
  const head: DocHead = { file, frontmatter, frontmatterLocations, title, maySuppress };
  const body = (): DocBody => {
    const found = records.read(`body ${key}`);
    if (found !== undefined) return JSON.parse(found.toString()) as DocBody;
    const doc = reopen();
    if (doc === undefined) throw new Error(`${file} cannot be read again`);
    return doc.parse();
  };
  return {
    head,
    includes: () => facts.includes,
    module: () => undefined,
    facts: () => facts,
    parse: () => ({ ...facts, ...body() }),
    release: () => {},
  };
}

/** Writes the records of a doc without components. */
export function storeDoc(
  { records, hashes }: DocDisk,
  key: string,
  { head, doc }: { readonly head: DocHead; readonly doc: ParsedDoc },
): void {
  const { chunks, sections, frontmatterLocations, ...facts } = doc;
  const stored: StoredFacts = {
    title: head.title,
    facts,
    locations: [...frontmatterLocations],
    includes: doc.includes.map((file) => [file, hashes.of(file) ?? null]),
  };
  records.write(`facts ${key}`, JSON.stringify(stored));
  records.write(`body ${key}`, JSON.stringify({ chunks, sections } satisfies DocBody));
}

/** The key of a doc's records. */
export function docKey(settings: string, texts: readonly string[]): string {
  return hashOf([settings, ...texts].join('\0'));
}
