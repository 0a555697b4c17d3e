import { escapePattern } from '../../shared/escape-pattern.ts';
import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it';
import { decodeEntities } from '../../html/character-references.ts';
import { addBlock, INTERRUPTS_TEXT, lineText } from '../../markdown/blocks/block-lines.ts';
import { report, type SessionHolder, wrapBlockRule } from '../../markdown/parse-session.ts';
import { linkSpan } from '../../markdown/undefined-references.ts';
import { itemAt } from '../../shared/item-at.ts';
import { append } from '../../shared/maps.ts';
import { isDangerousHref } from '../../shared/paths.ts';
import { anchorTokens, newToken } from './attributes.ts';

const ABBREVIATION = /^\*\[([^\]\\]+)\][ ]?:[ \t]*(.*)$/;

/** Adds abbreviations, `[TOC]`, info strings in braces, annotations in code and ids of footnotes. */
export function addTextRules(
  md: MarkdownIt,
  holder: SessionHolder,
  abbreviations: Map<string, string>,
): void {
  md.core.ruler.before('block', 'mkdocs_start', () => abbreviations.clear());
  const place = {
    name: 'mkdocs_abbreviation',
    before: 'reference',
    alt: ['paragraph', 'reference'],
  };
  addBlock(md, place, (state, line) => {
    const [, name, title = ''] = ABBREVIATION.exec(lineText(state, line, '*[') ?? '') ?? [];
    if (name === undefined) return undefined;
    return () => {
      abbreviations.set(name, title.trim());
      state.line = line + 1;
    };
  });
  wrapBlockRule(md, 'table', (rule) => (state, line, end, silent) => {
    const { src } = state;
    const first = state.tokens.length;
    state.src = withoutPipes(state, line, end);
    const matched = rule(state, line, end, silent);
    state.src = src;
    for (const token of state.tokens.slice(first))
      token.content = token.content.replaceAll(PIPE, '|');
    return matched;
  });
  addBlock(md, { name: 'mkdocs_heading', before: 'heading', alt: INTERRUPTS_TEXT }, findHeading);
  md.core.ruler.after('block', 'mkdocs_code', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'fence') {
        readFence(token);
        if (/class="termy"/.test(tokens[index - 1]?.content ?? '')) readTerminal(token);
      } else if (token.content === '[TOC]') hideToc(tokens, index);
    }
  });
  md.core.ruler.after('inline', 'mkdocs_text', (state) => {
    const rewrite = createRewriter(state, holder, abbreviations);
    for (const token of state.tokens)
      if (token.type === 'inline') token.children = rewrite(token.children ?? []);
  });
  md.core.ruler.after('footnote_tail', 'mkdocs_footnotes', addFootnoteIds);
}

/** In place of `|` while a table is read: a character that is none. */
const PIPE = '\ufdd0';

/** The text with another character for each `|` in code in the lines of a table: there it does not end a cell. */
function withoutPipes(state: StateBlock, line: number, end: number): string {
  const isTable = /^[ \t>]*\|?[ \t]*:?-[-: \t|]*$/.test(lineText(state, line + 1, '') ?? '');
  if (line + 1 >= end || !isTable) return state.src;
  let last = line + 1;
  while (last < end && !state.isEmpty(last)) last += 1;
  const [from, to] = [itemAt(state.bMarks, line), itemAt(state.eMarks, last - 1)];
  const rows = state.src
    .slice(from, to)
    .replace(/(?<![`\\])(`+)(?!`)([^\n]*?[^`\n])\1(?!`)/g, (code) => code.replaceAll('|', PIPE));
  return state.src.slice(0, from) + rows + state.src.slice(to);
}

/** `##Title` without a space. */
function findHeading(state: StateBlock, line: number): (() => void) | undefined {
  const [, signs = '', text] =
    /^(#{1,6})([^#\s].*?)[ \t]*#*[ \t]*$/.exec(lineText(state, line, '#') ?? '') ?? [];
  if (text === undefined) return undefined;
  return () => {
    state.line = line + 1;
    for (const [type, nesting] of [
      ['heading_open', 1],
      ['inline', 0],
      ['heading_close', -1],
    ] as const) {
      const token = state.push(type, nesting === 0 ? '' : `h${signs.length}`, nesting);
      token.map = [line, state.line];
      token.markup = nesting === 0 ? '' : signs;
      if (nesting === 0) Object.assign(token, { content: text, children: [] });
    }
  };
}

/** A list of headings is next to the page. */
function hideToc(tokens: readonly Token[], index: number): void {
  const [open, inline, close] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (open?.type !== 'paragraph_open' || inline === undefined || close === undefined) return;
  inline.content = '';
  for (const token of [open, close]) token.hidden = true;
}

/** Writes `{ .py .annotate title="x" }` as `py title="x"`, and `# (1)!` as `# (1)`. */
function readFence(token: Token): void {
  const [, language = '', braces] =
    /^\s*([\w+-]*)\s*\{:?\s*([^{}]*[^{}\d\s,-][^{}]*?)\s*\}\s*$/.exec(token.info) ?? [];
  if (braces !== undefined) token.info = withoutClasses(language, braces);
  else token.info = token.info.replace(/^(\s*)\.(?=\w)/, '$1');
  if (/^\s*\w+=/.test(token.info)) token.info = `text ${token.info.trimStart()}`;
  if (token.content.includes(')!')) token.content = token.content.replace(/\((\d+)\)!/g, '($1)');
}

/** Terminals of Termynal are raw HTML in a code block. */
function readTerminal(token: Token): void {
  const text = token.content.replace(
    /<\/?(?:a|b|em|font|i|small|span|strong|u)(?:\s[^<>]*)?>/g,
    '',
  );
  token.content = decodeEntities(text);
}

/** Keeps the language and the options that are shown; plug-ins read others. */
function withoutClasses(language: string, attributes: string): string {
  const items = attributes.match(/[\w-]+=(?:"[^"]*"|'[^']*'|\S+)|\S+/g) ?? [];
  const named = language || (items.find((item) => item.startsWith('.'))?.slice(1) ?? 'text');
  return [named, ...items.filter((item) => /^(?:title|linenums|hl_lines)=/.test(item))].join(' ');
}

/** Removes unsafe links and the languages of inline code, and marks abbreviations. */
function createRewriter(
  state: StateCore,
  holder: SessionHolder,
  abbreviations: ReadonlyMap<string, string>,
): (children: readonly Token[]) => Token[] {
  const pattern = abbreviationPattern([...abbreviations.keys()]);
  return (children) => {
    const out: Token[] = [];
    const kept: boolean[] = [];
    for (const child of children) {
      if (child.type === 'link_open') {
        const isKept = !isDangerousHref(String(child.attrGet('href') ?? ''));
        kept.push(isKept);
        if (isKept) out.push(child);
        else
          report(holder.session, 'html-dropped', {
            span: linkSpan(holder.session, child),
            message: 'a link that runs code is not allowed and was left out',
            hint: 'name a page',
          });
      } else if (child.type === 'link_close') {
        if (kept.pop() !== false) out.push(child);
      } else if (child.type === 'text' && pattern !== undefined) {
        append(out, markAbbreviations(state, child, { pattern, abbreviations }));
      } else out.push(child);
      if (child.type === 'code_inline')
        child.content = child.content.replace(/^(?:#!|:::)[\w+-]+ +(?=\S)/, '');
    }
    return out;
  };
}

function abbreviationPattern(names: readonly string[]): RegExp | undefined {
  if (names.length === 0) return undefined;
  const escaped = names.toSorted((one, other) => other.length - one.length).map(escapePattern);
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${escaped.join('|')})(?![\\p{L}\\p{N}_])`, 'gu');
}

function markAbbreviations(
  state: StateCore,
  text: Token,
  {
    pattern,
    abbreviations,
  }: { readonly pattern: RegExp; readonly abbreviations: ReadonlyMap<string, string> },
): readonly Token[] {
  const { content } = text;
  const out: Token[] = [];
  let at = 0;
  for (const match of content.matchAll(pattern)) {
    const title = abbreviations.get(match[0]);
    if (title === undefined) continue;
    out.push(newToken(state, 'text', content.slice(at, match.index)));
    const open = new state.Token('abbr_open', 'abbr', 1);
    open.attrSet('title', title);
    out.push(open, newToken(state, 'text', match[0]), new state.Token('abbr_close', 'abbr', -1));
    at = match.index + match[0].length;
  }
  if (out.length === 0) return [text];
  return [...out, newToken(state, 'text', content.slice(at))].filter(
    ({ type, content: shown }) => type !== 'text' || shown !== '',
  );
}

/** Gives footnotes the ids of Python-Markdown too, which pages link to: `fn:label`. */
function addFootnoteIds(state: StateCore): void {
  for (const [index, token] of state.tokens.entries()) {
    const label: unknown = token.type === 'footnote_open' ? token.meta?.['label'] : undefined;
    const inline = state.tokens.slice(index + 1, index + 4).find(({ type }) => type === 'inline');
    if (typeof label !== 'string' || !/^[\w.-]+$/.test(label) || inline === undefined) continue;
    inline.children?.unshift(...anchorTokens(state, `fn:${label}`));
  }
}
