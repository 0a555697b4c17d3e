/** The Markdown files of a site as steps: opened for their heads, parsed when their page is made. */
import { hashOf } from '../cache/file-hashes.ts';
import type { Memory, Reader } from '../cache/memory.ts';
import type { SourceText } from '../content/read-source.ts';
import type { SourceFile } from '../content/source-file.ts';
import { createSourceText, type SourceText as Source } from '../content/source-text.ts';
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import type { FilePath } from '../shared/paths.ts';
import type { ArticleMessages } from '../shared/ui-messages.ts';
import type { RunPage } from './mdx/page-html.ts';
import type { ModuleCode } from './mdx/page-module.ts';
import type { DocParser, OpenDoc } from './parse-doc.ts';
import type {
  ArticleDoc,
  CodeSample,
  DocBody,
  DocFacts,
  DocHead,
  ParsedDoc,
} from './parsed-doc.ts';

/** The sources of docs, as readers. */
interface DocSources {
  readonly memory: Memory;
  /** Of a file of the site. */
  readonly source: (file: string) => SourceFile;
  /** The text at an absolute path. */
  readonly text: Reader<SourceText>;
  /** The state of a file that a doc includes, by absolute path. */
  readonly included: Reader<unknown>;
  /** The result of a call of a plug-in, by id. */
  readonly results: Reader<unknown>;
  readonly parser: () => DocParser;
  readonly messagesOf: (source: SourceFile) => ArticleMessages;
  /** Runs the code of docs with components. */
  readonly run: () => RunPage;
}

interface OpenedDoc {
  /** Undefined for a file that cannot be read. */
  readonly doc?: OpenDoc;
  /** The states of the files that it has included so far, and of results of plug-ins: with others, it is opened again. */
  readonly seen: Map<string, readonly [Reader<unknown>, string]>;
  readonly diagnostics: readonly Diagnostic[];
}

interface OpenedHead extends DocHead, Pick<OpenDoc, 'mayHaveCode'> {}

export function createDocSteps(sources: DocSources) {
  const { memory, source, text, included, results, parser, messagesOf, run } = sources;
  const opened = memory.step<OpenedDoc>({
    name: 'opened doc',
    isPart: true,
    run: (file) => {
      const of = source(file);
      const read = text(of.absolute);
      text.release(of.absolute);
      if (!read.ok) return { seen: new Map(), diagnostics: [read.diagnostic] };
      const doc = parser().open(of.file, completed(of, read.text), messagesOf(of));
      return { doc, seen: new Map(), diagnostics: [] };
    },
  });
  const unread = memory.step({ name: 'unread doc', run: (file) => opened(file).diagnostics });

  /** Reads a part of a doc, and the files that it includes as far as it has been parsed. */
  const ask = <Part>(file: string, part: (doc: OpenDoc) => Part): Part => {
    if ([...opened(file).seen].some(([key, [read, print]]) => read.print(key) !== print))
      opened.release(file);
    const { doc, seen } = opened(file);
    if (doc === undefined) throw new Error(`${file} is no doc of the site`);
    const found = part(doc);
    for (const path of doc.includes()) seen.set(path, [included, included.print(path)]);
    for (const id of doc.calls()) seen.set(id, [results, results.print(id)]);
    return found;
  };
  const head = memory.step<OpenedHead | undefined>({
    name: 'head of a doc',
    run: (file) =>
      opened(file).doc && ask(file, ({ head: of, mayHaveCode }) => ({ ...of, mayHaveCode })),
    print: (found) => (found === undefined ? '' : hashOf(printHead(found))),
    disk: {
      write: (found) => (found === undefined ? '' : printHead(found)),
      read: readHead,
    },
  });
  /** The code of a doc with components; empty for others. */
  const code = memory.step<string>({
    name: 'code of a doc',
    run: (file) => ask(file, (doc) => doc.module()?.code ?? ''),
    print: hashOf,
    disk: { write: (found) => JSON.stringify(found), read: parseJson },
  });
  const parse = (file: string): ParsedDoc => {
    const mayRun = opened(file).doc?.mayHaveCode === true && code(file) !== '';
    const runs = mayRun ? run() : undefined;
    return ask(file, (doc) => doc.parse(runs));
  };
  const facts = memory.step<DocFacts>({
    name: 'facts of a doc',
    run: (file) => {
      const { chunks: _, sections: __, samples: ___, ...others } = parse(file);
      return others;
    },
    disk: {
      isRecord: true,
      write: printHead,
      read: (stored) => {
        const { locations, ...others } = parseJson<Stored<DocFacts>>(stored);
        return { ...others, frontmatterLocations: new Map(locations) };
      },
    },
  });
  const body = memory.step<DocBody>({
    name: 'body of a doc',
    run: (file) => {
      const { chunks, sections } = parse(file);
      return { chunks, sections };
    },
    disk: { isRecord: true, write: (found) => JSON.stringify(found), read: parseJson },
  });
  const samples = memory.step<readonly CodeSample[]>({
    name: 'samples of a doc',
    isPart: true,
    run: (file) => parse(file).samples,
  });
  const problems = memory.step<readonly Diagnostic[]>({
    name: 'problems of a doc',
    run: (file) => facts(file).diagnostics,
    disk: { write: (found) => JSON.stringify(found), read: parseJson },
  });

  return {
    /** Undefined for a file that cannot be read. */
    head,
    unread,
    facts,
    article: (file: string): ArticleDoc => ({ ...facts(file), ...body(file) }),
    problems,
    samples,
    /** The code, and positions in it, which need the doc. */
    module: (file: string): ModuleCode | undefined => {
      const found = head(file)?.mayHaveCode === true ? code(file) : '';
      if (found === '') return undefined;
      const whole = (): ModuleCode | undefined => ask(file, (doc) => doc.module());
      return {
        code: found,
        locate: (line, column) => whole()?.locate(line, column),
        importLocation: (specifier) => whole()?.importLocation(specifier),
      };
    },
    /** Frees a doc whose page is made. */
    release: (file: FilePath): void => {
      problems(file);
      for (const step of [opened, facts, body, samples]) step.release(file);
    },
  };
}

/** The text of a doc; of one whose file is a part of it, with the places of that part. */
function completed({ file, made }: SourceFile, text: string): string | Source {
  if (made?.own === undefined) return text;
  const { at, line } = made.own;
  const start = { file, column: 1, base: file };
  const parts = [
    { ...start, at: 0, line: 1, written: 0 },
    { ...start, at, line },
  ];
  return { ...createSourceText(file, text), parts };
}

type Stored<Head extends DocHead> = Omit<Head, 'frontmatterLocations'> & {
  readonly locations: readonly (readonly [string, Location])[];
};

function printHead<Head extends DocHead>({ frontmatterLocations, ...head }: Head): string {
  // JSON has no maps.
  return JSON.stringify({ ...head, locations: [...frontmatterLocations] });
}

function readHead(stored: string): OpenedHead {
  const { locations, ...others } = parseJson<Stored<OpenedHead>>(stored);
  return { ...others, frontmatterLocations: new Map(locations) };
}

function parseJson<Value>(text: string): Value {
  const value: Value = JSON.parse(text);
  return value;
}
