/** Parsed docs on disk. Their heads are one table; facts and bodies are separate records, which most runs do not need. */
import { type FileHashes, hashOf } from '../cache/file-hashes.ts';
import type { RecordStore } from '../cache/record-store.ts';
import type { FileRules } from '../content/file-rules.ts';
import { realPath } from '../content/read-source.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { FilePath } from '../shared/paths.ts';
import type { PageModule } from './mdx/page-module.ts';
import type { OpenDoc } from './parse-doc.ts';
import type { DocBody, DocFacts, DocHead, ParsedDoc } from './parsed-doc.ts';

/** Parsed docs of earlier runs. */
export interface DocDisk {
  readonly records: RecordStore;
  readonly hashes: FileHashes;
  readonly fileRules: FileRules;
  /** Changes with everything that parsing depends on, except for texts and UI messages. */
  readonly settings: string;
  /** The docs that the last run had, by file. */
  readonly table: ReadonlyMap<FilePath, StoredDoc>;
}

/** The entry of a doc in the table, as JSON. */
export interface StoredDoc {
  readonly key: string;
  readonly head: Omit<DocHead, 'frontmatterLocations'>;
  readonly locations: readonly (readonly [key: string, location: DocLocation])[];
  /** The states of the included files when they were read; null for missing files. */
  readonly includes: readonly (readonly [file: string, hash: string | null])[];
  readonly hasProblems: boolean;
  /** Of a doc with components, which has no records: it is parsed again when its page must be made. */
  readonly code?: StoredCode | undefined;
}

interface StoredCode {
  /** The code of its module. */
  readonly text: string;
  /** Its problems with these components. */
  readonly components: string;
  readonly problems: readonly Diagnostic[];
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
  disk: DocDisk,
  { file, key }: { readonly file: FilePath; readonly key: string },
  reopen: () => OpenDoc | undefined,
): OpenedStored | undefined {
  const { records, table } = disk;
  const known = table.get(file);
  const stored = known?.key === key ? known : readRecord(records, key)?.stored;
  if (stored === undefined) return undefined;
  const hasRecords = records.touch(`facts ${key}`) && records.touch(`body ${key}`);
  if (stored.code === undefined && !hasRecords) return undefined;
  if (!isIncludeSame(stored, disk)) return undefined;
  const head: DocHead = { ...stored.head, frontmatterLocations: new Map(stored.locations) };
  if (stored.code !== undefined) return { stored, doc: openCode(stored, head, reopen) };
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
    if (bytes === undefined) return again();
    const body: DocBody = JSON.parse(bytes.toString());
    return body;
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

/** The problem of a missing file names others in its folder, which may change. */
function isIncludeSame({ includes, hasProblems, code }: StoredDoc, disk: IncludeDisk): boolean {
  const reports = code === undefined ? hasProblems : code.problems.length > 0;
  return includes.every(
    ([path, before]) => stateOf(disk, path) === before && (before !== null || !reports),
  );
}

type IncludeDisk = Pick<DocDisk, 'hashes' | 'fileRules'>;

/** The hash of a file, where it is if a link leads to it, and why it must not be included. */
export function stateOf({ hashes, fileRules }: IncludeDisk, path: string): string | null {
  const hash = hashes.of(path);
  if (hash === undefined) return null;
  const real = realPath(path) ?? path;
  return [hash, ...(real === path ? [] : [real]), fileRules(real) ?? ''].join(' ').trimEnd();
}

/** Opens a doc with components. The code of its module is known without parsing it. */
function openCode(
  { code, includes }: StoredDoc,
  head: DocHead,
  reopen: () => OpenDoc | undefined,
): OpenDoc {
  let opened: OpenDoc | undefined;
  const open = (): OpenDoc => {
    opened ??= reopen();
    if (opened === undefined) throw new Error(`${head.file} cannot be read again`);
    return opened;
  };
  const module = (): PageModule => {
    const found = open().module();
    if (found === undefined) throw new Error(`${head.file} has no code`);
    return found;
  };
  const lazy: PageModule = {
    code: code?.text ?? '',
    locate: (line, column) => module().locate(line, column),
    importLocation: (specifier) => module().importLocation(specifier),
    get segments() {
      return module().segments;
    },
    get elements() {
      return module().elements;
    },
    get expressions() {
      return module().expressions;
    },
    get statements() {
      return module().statements;
    },
    get strings() {
      return module().strings;
    },
  };
  return {
    head,
    includes: () => includes.map(([path]) => path),
    module: () => lazy,
    facts: (run) => open().facts(run),
    parse: (run) => open().parse(run),
    problems: (run) => open().problems(run),
    hasComponents: () => true,
    release: () => {
      opened = undefined;
    },
  };
}

/** Writes the records of a doc without components; returns its entry for the table. */
export function storeDoc(
  disk: Pick<DocDisk, 'records' | 'hashes' | 'fileRules'>,
  key: string,
  { head, doc }: { readonly head: DocHead; readonly doc: ParsedDoc },
): StoredDoc {
  const { file: _, frontmatter: __, frontmatterLocations: ___, ...rest } = doc;
  const { chunks, sections, title, ...facts } = rest;
  const hasProblems = doc.diagnostics.length > 0;
  const stored = { ...storedHead(disk, key, { head, includes: doc.includes }), hasProblems };
  const { records } = disk;
  records.write(`facts ${key}`, JSON.stringify({ stored, facts, title } satisfies FactsRecord));
  records.write(`body ${key}`, JSON.stringify({ chunks, sections } satisfies DocBody));
  return stored;
}

/** The entry of a doc with components for the table. */
export function storeCode(
  disk: IncludeDisk,
  key: string,
  { doc, code }: { readonly doc: OpenDoc; readonly code: StoredCode },
): StoredDoc {
  const { head } = doc;
  return {
    ...storedHead(disk, key, { head, includes: doc.includes() }),
    hasProblems: true,
    code,
  };
}

function storedHead(
  disk: IncludeDisk,
  key: string,
  doc: { readonly head: DocHead; readonly includes: readonly string[] },
): Omit<StoredDoc, 'hasProblems'> {
  const { frontmatterLocations, ...head } = doc.head;
  const includes = doc.includes.map((file) => [file, stateOf(disk, file)] as const);
  return { key, head, locations: [...frontmatterLocations], includes };
}

/** The store returns only what `storeDoc` wrote. */
function readRecord(records: RecordStore, key: string): FactsRecord | undefined {
  const bytes = records.read(`facts ${key}`);
  if (bytes === undefined) return undefined;
  const record: FactsRecord = JSON.parse(bytes.toString());
  return record;
}

/** The key of a doc's records. */
export function docKey(settings: string, texts: readonly string[]): string {
  return hashOf([settings, ...texts].join('\0'));
}
