import { type IncludeRequest, parseLineRanges } from '../../content/include-file.ts';

/** How a tool includes files in the text of a page; the text is replaced before Markdown is read. */
export interface IncludeSyntax {
  /** Every file with such includes contains it. */
  readonly mark: string;
  /** Matches one include inside a line; global. */
  readonly pattern: RegExp;
  /** The replacement of a match; undefined leaves it. */
  readonly read: (match: RegExpExecArray, inCode: boolean) => Replacement | undefined;
}

export type Replacement =
  | {
      readonly kind: 'text';
      readonly text: string /** Number of characters replaced. */;
      readonly written: number;
    }
  | {
      readonly kind: 'file';
      readonly request: IncludeRequest;
      /** Relative links of the file lead from it, or from the page. */
      readonly linksFrom: 'file' | 'page';
      /** Info string of a code block to put the file into. */
      readonly fence?: string;
      /** Tags before and after the file, as blocks. */
      readonly tags?: readonly [start: string, end: string];
    };

/** A part of a file that an element, a directive or a code block names, with its further attributes. */
export interface NamedPart {
  readonly request: IncludeRequest;
  readonly parameters: ReadonlyMap<string, string>;
}

const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|\{["']([^"']*)["']\}|([^\s"'{}>]+))/g;

/** Reads `file="path#region" lines="3-9" name="value"`; undefined without a file. */
export function readNamedPart(text: string): NamedPart | undefined {
  const values = new Map(
    [...text.matchAll(ATTRIBUTE)].map(
      ([, name = '', ...given]) =>
        [name, given.find((value) => value !== undefined) ?? ''] as const,
    ),
  );
  const file = values.get('file');
  if (file === undefined) return undefined;
  const [path = '', ...fragment] = file.split('#');
  const region = values.get('region') ?? (fragment.length > 0 ? fragment.join('#') : undefined);
  const lines = parseLineRanges(values.get('lines') ?? '');
  for (const name of ['file', 'region', 'lines']) values.delete(name);
  return { request: { path, region, lines }, parameters: values };
}

interface CodeOptions {
  /** True if the code block shows a file. */
  readonly file: boolean;
  /** True if variables are replaced in the code. */
  readonly variables: boolean;
  /** The parts of the info string that say so. */
  readonly cuts: readonly { readonly start: number; readonly end: number }[];
}

const CODE_OPTION =
  /\s*(?<=\s)(?:(file|lines|region)=(?:"[^"]*"|'[^']*'|[^\s"'{}]+)|variables(?=\s|$))/g;

/** Finds those of the wanted options that an info string has. */
export function codeFileOptions(
  info: string,
  wanted: { readonly file: boolean; readonly variables: boolean },
): CodeOptions {
  const all = [...` ${info}`.matchAll(CODE_OPTION)].map(({ 0: text, 1: name, index }) => ({
    name: name ?? 'variables',
    start: Math.max(0, index - 1),
    end: index - 1 + text.length,
  }));
  const file = wanted.file && all.some(({ name }) => name === 'file');
  const variables = wanted.variables && all.some(({ name }) => name === 'variables');
  const cuts = all.filter(({ name }) => (name === 'variables' ? variables : file));
  return { file, variables, cuts };
}

/** `<Include … />` or `::include{…}` alone in a line. */
const PARTIAL =
  /^(?:<Include((?:\s(?:[^<>"']|"[^"]*"|'[^']*')*)?)>(?:\s*<\/Include>)?|::include\s*\{([^{}]*)\})\s*$/;

/** Reads the attributes of a partial that is alone in a line; undefined for other lines. */
export function partialAttributes(text: string): string | undefined {
  const [, element, directive] = PARTIAL.exec(text) ?? [];
  // Without a file it is a component of another tool.
  return element !== undefined && !/\sfile\s*=/.test(element) ? undefined : (element ?? directive);
}
