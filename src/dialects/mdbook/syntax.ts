import type { MarkdownIt, StateBlock, Token } from 'markdown-it';
import { parseLineRanges } from '../../content/include-file.ts';
import {
  addBlock,
  INTERRUPTS_TEXT,
  lineText,
  readBlocks,
  textStart,
} from '../../markdown/blocks/block-lines.ts';
import { addDefinitionLists } from '../../markdown/blocks/definitions.ts';
import { pushInline } from '../../markdown/blocks/directive.ts';
import { claimId } from '../../markdown/blocks/headings.ts';
import type { IncludeSyntax, Replacement } from '../../markdown/expand/include-syntax.ts';
import type { ParseSession, SessionHolder } from '../../markdown/parse-session.ts';
import type { Syntax } from '../syntax.ts';
import { addPreprocessors } from './preprocessors.ts';

const INCLUDE =
  /\\\{\{#[^}\n]*\}\}|\{\{\s*#(include|rustdoc_include|playground|playpen|title)\s+([^}]+?)\s*\}\}/g;

/** `{{#include file:anchor}}` and its relatives; a backslash before one shows it. */
const INCLUDES: readonly IncludeSyntax[] = [{ mark: '{{', pattern: INCLUDE, read: readInclude }];

function readInclude(match: RegExpExecArray, inCode: boolean): Replacement | undefined {
  const [whole, name = '', written = ''] = match;
  if (whole.startsWith('\\')) return { kind: 'text', text: whole.slice(1), written: whole.length };
  // The title of the browser's tab, which docwright takes from the heading.
  if (name === 'title') return { kind: 'text', text: '', written: whole.length };
  const isPlayground = name.startsWith('play');
  const [part = '', ...attributes] = isPlayground ? written.split(/\s+/) : [written];
  // `file`, `file:anchor`, `file:2`, `file:2:10`, `file::10` or `file:2:`.
  const [path = '', first, last] = part.split(':');
  const range = [first, last].filter((bound) => bound !== undefined).join(':');
  const lines = range === '' ? undefined : parseLineRanges(range);
  const region = range === '' || lines !== undefined ? undefined : first;
  return {
    kind: 'file',
    request: { path, lines, region },
    linksFrom: 'page',
    ...(isPlayground && !inCode ? { fence: ['rust', ...attributes].join(',') } : {}),
  };
}

/** Adds hidden lines of code, titles, listings, blocks of preprocessors and definition lists of mdBook. */
function addRules(md: MarkdownIt, holder: SessionHolder): void {
  md.core.ruler.after('block', 'mdbook', ({ tokens }) => {
    for (const token of tokens) if (token.type === 'fence') refineCode(token);
    raiseTitle(tokens);
  });
  addListings(md, holder);
  addPreprocessors(md, holder);
  addDefinitionLists(md, holder);
}

/** Sections of a chapter begin with a heading of level 2, which is the title of their page. */
function raiseTitle(tokens: readonly Token[]): void {
  const first = tokens.findIndex(({ type }) => type !== 'html_block');
  const open = tokens[first];
  const close = tokens[first + 2];
  if (open?.type !== 'heading_open' || close === undefined) return;
  if (tokens.some(({ type, tag }) => type === 'heading_open' && tag === 'h1')) return;
  open.tag = 'h1';
  close.tag = 'h1';
}

/** Hides the lines of a code block that only a compiler needs. */
function refineCode(token: Token): void {
  const [, language = '', options = ''] = /^\s*([^\s,{]*)(.*)$/.exec(token.info) ?? [];
  const [, prefix] = /(?:^|[,\s])hidelines=([^,\s]+)/.exec(options) ?? [];
  const lines = token.content.split('\n');
  if (language === 'rust') token.content = lines.flatMap(shownRust).join('\n');
  else if (prefix !== undefined)
    token.content = lines.filter((line) => !line.trimStart().startsWith(prefix)).join('\n');
  if (!options.startsWith(',')) return;
  // The length is kept, because locations in the options are counted from its end.
  token.info = token.info.replace(/,[^\s{]*/, ({ length }) => ' '.repeat(length));
}

/** The rules of rustdoc: `# line` and `#` are hidden, `##` shows `#`. */
function shownRust(line: string): readonly string[] {
  const [, indent = '', next, rest = ''] = /^(\s*)#(.?)(.*)$/.exec(line) ?? [];
  if (next === '#') return [`${indent}#${rest}`];
  return next === '' || next === ' ' ? [] : [line];
}

const OPENING = /^<Listing(?:\s+[\w-]+=(?:"[^"]*"|'[^']*'))*\s*>\s*$/;
const ATTRIBUTE = /([\w-]+)=(?:"([^"]*)"|'([^']*)')/g;

/** Adds `<Listing number="…" file-name="…" caption="…">` … `</Listing>`: a figure with a caption. */
function addListings(md: MarkdownIt, holder: SessionHolder): void {
  const place = { name: 'mdbook_listing', before: 'html_block', alt: INTERRUPTS_TEXT };
  addBlock(md, place, (state, line, end) => {
    if (!OPENING.test(lineText(state, line, '<Listing') ?? '')) return undefined;
    const last = closingLine(state, line + 1, end);
    return last === undefined
      ? undefined
      : () => pushListing(holder.session, state, { line, last });
  });
}

function closingLine(state: StateBlock, first: number, end: number): number | undefined {
  for (let line = first; line < end; line++) {
    const text = lineText(state, line) ?? '';
    if (text.startsWith('<Listing')) return undefined;
    if (/^<\/Listing>\s*$/.test(text)) return line;
  }
  return undefined;
}

/** Pushes a listing from its first line to the one that closes it. */
function pushListing(
  session: ParseSession,
  state: StateBlock,
  { line, last }: { readonly line: number; readonly last: number },
): void {
  const start = session.bodyStart + textStart(state, line);
  const attributes = new Map(
    [...(lineText(state, line) ?? '').matchAll(ATTRIBUTE)].map(
      ({ 1: name = '', 2: text, 3: single = '', index }) => [
        name,
        { text: text ?? single, start: start + index + name.length + 2 },
      ],
    ),
  );
  const figure = state.push('listing_open', 'figure', 1);
  figure.map = [line, last + 1];
  figure.attrSet('class', 'listing');
  const number = attributes.get('number');
  if (number !== undefined) {
    const id = `listing-${number.text}`;
    figure.attrSet('id', id);
    claimId(session, { id, span: { start: number.start, end: number.start + number.text.length } });
  }
  const file = attributes.get('file-name');
  if (file !== undefined) {
    state.push('listing_file_open', 'p', 1).attrSet('class', 'listing-file');
    pushInline(session, state, { text: `\`${file.text}\``, start: file.start - 1 });
    state.push('listing_file_close', 'p', -1);
  }
  readBlocks(state, line + 1, { end: last, indent: state.blkIndent });
  const caption = attributes.get('caption');
  if (number !== undefined || caption !== undefined) {
    state.push('figcaption_open', 'figcaption', 1);
    if (number !== undefined) {
      const text = `Listing ${number.text}${caption === undefined ? '' : ': '}`;
      pushInline(session, state, { text });
    }
    if (caption !== undefined) pushInline(session, state, caption);
    state.push('figcaption_close', 'figcaption', -1);
  }
  state.push('listing_close', 'figure', -1);
  state.line = last + 1;
}

export const mdbookSyntax: Syntax = { add: addRules, includes: INCLUDES };
