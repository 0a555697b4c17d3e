import createMarkdownIt, { type Token } from 'markdown-it';
import type { ReadSource } from '../content/category-file.ts';
import type { SourceFile } from '../content/source-file.ts';
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import {
  decodeSafely,
  dirname,
  type FilePath,
  resolveDotSegments,
  toFilePath,
} from '../shared/paths.ts';
import { collapseSpace } from '../shared/cut-text.ts';
import { plainText } from './plain-text.ts';

/** A chapter of a table of contents, or the title of a part with its chapters. */
export interface SummaryItem {
  readonly label: string;
  /** The doc, relative to the site folder; undefined for parts and chapters that are not written yet. */
  readonly file: FilePath | undefined;
  readonly isPart: boolean;
  readonly location: Location;
  readonly items: SummaryItem[];
}

/** The tables of contents of docs sets by folder, relative to the site folder. */
export type Summaries = ReadonlyMap<string, readonly SummaryItem[]>;

export interface ParsedSummaries {
  readonly summaries: Summaries;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses files that list the chapters of a docs set. Unreadable ones are reported and left out. */
export function parseSummaries(files: readonly SourceFile[], read: ReadSource): ParsedSummaries {
  const md = createMarkdownIt();
  const summaries = new Map<string, readonly SummaryItem[]>();
  const diagnostics: Diagnostic[] = [];
  for (const source of files) {
    const { file, originalFile } = source;
    const result = read(source);
    if (result.ok)
      summaries.set(
        dirname(`/${originalFile}`).slice(1),
        readItems(file, md.parse(result.text, {})),
      );
    else diagnostics.push(result.diagnostic);
  }
  return { summaries, diagnostics };
}

/** A heading begins a part, except for the first one, which is the title; items of lists are nested. */
function readItems(file: FilePath, tokens: readonly Token[]): readonly SummaryItem[] {
  const root: SummaryItem[] = [];
  let part = root;
  // The list of chapters at each depth of lists; the last entry is the innermost.
  const lists: SummaryItem[][] = [];
  for (const [index, token] of tokens.entries()) {
    const list = lists.at(-1);
    if (/^(?:bullet|ordered)_list_open$/.test(token.type))
      lists.push(list === undefined ? part : (list.at(-1)?.items ?? list));
    else if (/^(?:bullet|ordered)_list_close$/.test(token.type)) lists.pop();
    else if (token.type !== 'inline') continue;
    else if (tokens[index - 1]?.type !== 'heading_open')
      (list ?? root).push(...chaptersOf(file, token));
    else if (index > 1) {
      const title = { ...itemAt(file, token, token.children ?? []), isPart: true };
      root.push(title);
      part = title.items;
    }
  }
  return root;
}

/** The links of a line; one without a destination is a chapter that is not written yet. */
function chaptersOf(file: FilePath, inline: Token): readonly SummaryItem[] {
  const children = inline.children ?? [];
  return children.flatMap((token, index) => {
    if (token.type !== 'link_open') return [];
    const end = children.findIndex((next, at) => at > index && next.type === 'link_close');
    const [path = ''] = String(token.attrGet('href') ?? '').split('#');
    const chapter = itemAt(file, inline, children.slice(index + 1, end));
    if (path === '') return [chapter];
    const below = `${dirname(`/${file}`)}/${decodeSafely(path) ?? path}`;
    return [{ ...chapter, file: toFilePath(resolveDotSegments(below).path.slice(1)) }];
  });
}

function itemAt(file: FilePath, { map }: Token, label: readonly Token[]): SummaryItem {
  return {
    label: collapseSpace(plainText(label)),
    file: undefined,
    isPart: false,
    location: { file, line: (map?.[0] ?? 0) + 1, column: 1 },
    items: [],
  };
}

/** The first chapter with a doc. */
export function firstChapter(items: readonly SummaryItem[]): FilePath | undefined {
  for (const item of items) {
    const file = item.file ?? firstChapter(item.items);
    if (file !== undefined) return file;
  }
  return undefined;
}
