import { closesFence } from '../common.ts';
import type { MarkdownIt, StateBlock, Token } from 'markdown-it';
import type { LineRange } from '../../content/include-file.ts';
import { scanHtml } from '../../html/scan-fragment.ts';
import { lineText, textStart } from '../../markdown/blocks/block-lines.ts';
import { addTocLine } from '../../markdown/blocks/toc.ts';
import type { IncludeSyntax } from '../../markdown/expand/include-syntax.ts';
import { valueOf } from '../../markdown/html/sanitize-html.ts';
import { toSourceSpan, verbatimMap } from '../../markdown/inline-map.ts';
import {
  type ParseSession,
  reportForeign,
  type SessionHolder,
  wrapBlockRule,
  wrapInlineRule,
} from '../../markdown/parse-session.ts';
import { htmlBlockMap, type SpanFinder } from '../../markdown/positions.ts';
import { spanOf as textSpan } from '../../markdown/shown-as-text.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { itemAt } from '../../shared/item-at.ts';
import { applyEdits, type TextEdit } from '../../html/text-edits.ts';
import { anchor } from '../mkdocs/attributes.ts';
import type { Syntax } from '../syntax.ts';

/** `<<< @/file.ts#region{1,3 ts} [Label]` alone in a line, and `<!--@include: ./file.md#region{3,10}-->`. */
const INCLUDES: readonly IncludeSyntax[] = [
  {
    mark: '<<<',
    pattern: /(?<=^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*)<<<[ \t]*([@./\w].*)$/g,
    read: (match, inCode) => {
      const { path, region, info } = readSnippet(match[1] ?? '');
      const request = { path, region, dedent: true };
      return inCode ? undefined : { kind: 'file', request, linksFrom: 'page', fence: info };
    },
  },
  {
    mark: '@include',
    pattern: /<!--\s*@include:\s*([^#{}>]+?)(?:#([\w-]+))?\s*(?:\{(\d*)(,?)(\d*)\})?\s*-->/g,
    read: ([, path = '', region, first, comma, last]) => {
      const lines = first === undefined ? undefined : [rangeOf(first, comma, last)];
      return { kind: 'file', request: { path, region, lines }, linksFrom: 'file' };
    },
  },
];

/**
 * Reads the templates of Vue in Markdown: tags of components, `<script>` and `<style>` of the page, `{{ … }}` and
 * badges. Expressions are left out, except for values of the frontmatter and texts, and so are elements with `v-for`.
 */
function addTemplates(md: MarkdownIt, holder: SessionHolder, spanOf: SpanFinder): void {
  wrapBlockRule(md, 'html_block', (rule) => (state, line, end, silent) => {
    return componentBlock(state, { line, end, silent }) ?? rule(state, line, end, silent);
  });
  addTemplateTags(md, holder, spanOf);
  addTocLine(md, holder, { line: /^\[\[toc\]\]$/i, levels: { min: 2, max: 3 } });
  addAttributes(md, holder);
  md.core.ruler.push('vue_syntax', (state) => {
    const { session } = holder;
    state.tokens = readTokens(
      session,
      state.tokens,
      new Map(Object.entries(state.env?.frontmatter ?? {})),
    );
  });
  md.renderer.rules['badge'] = (tokens, index) => {
    const { info, content } = itemAt(tokens, index);
    return `<span class="${badgeClass(info)}">${escapeHtml(content)}</span>`;
  };
}

/** `{#id}` and `{.class}` at the end of a paragraph; a heading's may be `%{#id}%`, which code of Vue does not contain. */
function addAttributes(md: MarkdownIt, holder: SessionHolder): void {
  md.core.ruler.before('heading_ids', 'vitepress_delimiters', ({ tokens }) => {
    for (const [index, token] of tokens.entries())
      if (tokens[index - 1]?.type === 'heading_open')
        token.content = token.content.replace(/%(\{[^{}\n]*\})%$/, '$1');
  });
  md.core.ruler.after('inline', 'vitepress_attributes', (state) => {
    for (const [index, inline] of state.tokens.entries()) {
      const { type, children } = inline;
      const [open, close] = [state.tokens[index - 1], state.tokens[index + 1]];
      const last = children?.at(-1);
      if (type !== 'inline' || open?.type !== 'paragraph_open' || last?.type !== 'text') continue;
      const [list, before = '', id] =
        /(^|.*\s)%?\{[ \t]*(?:#([^\s{}"'<>#.]+)|\.[\w-]+)(?:[ \t]*\.[\w-]+)*[ \t]*\}%?$/.exec(
          last.content,
        ) ?? [];
      if (list === undefined) continue;
      last.content = before.trimEnd();
      const isEmpty = children?.length === 1 && last.content === '';
      if (id !== undefined)
        children?.unshift(...anchor({ session: holder.session, state, inline }, id));
      for (const side of isEmpty ? [open, close] : []) if (side) side.hidden = true;
    }
  });
}

const COMPONENT =
  /^<\/?([A-Z][\w-]*|[a-z]\w*-[\w-]*|template|slot|component|transition|teleport)(?=\s|\/?>|$)/;
const ATTRIBUTES = /(?:\s+[\w:@#.[\]-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*/.source;
const SELF_CLOSING = new RegExp(`^<[A-Za-z][\\w-]*${ATTRIBUTES}/>`);
const WITH_END = new RegExp(`^<([A-Za-z][\\w-]*)${ATTRIBUTES}>.*</\\1\\s*>`);

/**
 * Reads an HTML block that begins with the tag of a component, until a blank line. A component that ends in its first
 * line is a block if it is all of the line, else part of a paragraph. Undefined if there is no such tag.
 */
function componentBlock(
  state: StateBlock,
  { line, end, silent }: { line: number; end: number; silent: boolean },
): boolean | undefined {
  const text = lineText(state, line, '<') ?? '';
  const [, name] = COMPONENT.exec(text) ?? [];
  if (name === undefined || name === 'Badge') return undefined;
  const whole = SELF_CLOSING.exec(text) ?? WITH_END.exec(text);
  if (whole !== null && text.slice(whole[0].length).trim() !== '') return undefined;
  if (silent) return true;
  const last = whole === null ? blockEnd(state, line + 1, end) : line + 1;
  state.line = last;
  const token = state.push('html_block', '', 0);
  token.map = [line, last];
  token.content = state.getLines(line, last, state.blkIndent, true);
  return true;
}

/** The first line that is blank, less indented, or begins with `:::`. */
function blockEnd(state: StateBlock, first: number, end: number): number {
  let line = first;
  while (line < end && !state.isEmpty(line) && itemAt(state.sCount, line) >= state.blkIndent) {
    if (state.src.startsWith(':::', textStart(state, line))) break;
    line += 1;
  }
  return line;
}

/** Accepts tags with attributes such as `@click` and `#name`. */
function addTemplateTags(md: MarkdownIt, holder: SessionHolder, spanOf: SpanFinder): void {
  const tag = new RegExp(`<[A-Za-z][\\w-]*${ATTRIBUTES}/?>`, 'y');
  wrapInlineRule(md, 'html_inline', (rule) => (state, silent) => {
    if (rule(state, silent)) return true;
    tag.lastIndex = state.pos;
    const [content] = tag.exec(state.src) ?? [];
    if (content === undefined || state.pos + content.length > state.posMax) return false;
    if (!silent) {
      const token = state.push('html_inline', '', 0);
      token.content = content;
      const { start } = spanOf(state.pos, state.pos + content.length);
      holder.session.rawLocations.set(token, { map: verbatimMap(start), offset: 0 });
    }
    state.pos += content.length;
    return true;
  });
}

type Values = ReadonlyMap<string, unknown>;

function readTokens(session: ParseSession, tokens: readonly Token[], values: Values): Token[] {
  let verbatim = 0;
  return tokens.filter((token) => {
    if (token.type === 'plain_open') verbatim += 1;
    else if (token.type === 'plain_close') verbatim -= 1;
    else if (token.type === 'html_block') return !isPageCode(session, token);
    else if (token.type === 'inline' && token.children !== null) {
      readBadges(token.children);
      if (verbatim === 0 && token.content.includes('{{')) readExpressions(session, token, values);
    }
    return true;
  });
}

/** Returns true for a whole `<script>` or `<style>`, and reports it; takes data out of other raw HTML. */
function isPageCode(session: ParseSession, token: Token): boolean {
  const { content } = token;
  const [, opening = '', name] = /^\s*(<(script|style)\b[^>\n]*>?)/i.exec(content) ?? [];
  const at = content.indexOf('{{');
  const isCode = name !== undefined && content.trimEnd().endsWith(`</${name}>`);
  if (isCode) {
    const start = content.indexOf(opening);
    reportForeign(session, `<${name}>`, {
      span: toSourceSpan(htmlBlockMap(session, token), start, start + opening.length),
      message: `the code of the page in ${opening} was left out`,
      hint: 'remove it, or write the page with components (.mdx)',
    });
  } else if (!content.includes('v-pre')) {
    if (at >= 0) noteExpression(session, toSourceSpan(htmlBlockMap(session, token), at, at + 2));
    token.content = withoutLoops(content).replace(EXPRESSION, (whole, _, text = '') =>
      text.padEnd(whole.length),
    );
  }
  return isCode;
}

/** `{{ 'text' }}` and other expressions. */
const EXPRESSION = /\{\{(?!#)(?:\s*(["'`])((?:[^"'`{}\n]|\{\{|\}\})*)\1\s*|[^{}]*)\}\}/g;

/** Raw HTML with blanks in place of elements with `v-for`, which are made from data. */
function withoutLoops(html: string): string {
  if (!html.includes('v-for=')) return html;
  const edits: TextEdit[] = [];
  let open: { readonly start: number; depth: number; readonly name: string } | undefined;
  const blank = (start: number, end: number): void => {
    edits.push({ start, end, after: html.slice(start, end).replace(/[^\n]/g, ' ') });
    open = undefined;
  };
  scanHtml(html, {
    startTag: ({ name, start, end, attributes }) => {
      const isClosed = html.charAt(end - 2) === '/';
      if (open !== undefined) open.depth += open.name === name && !isClosed ? 1 : 0;
      else if (attributes.some((attribute) => attribute.name === 'v-for')) {
        if (isClosed) blank(start, end);
        else open = { start, depth: 1, name };
      }
    },
    endTag: (name, _, end) => {
      if (open?.name !== name) return;
      open.depth -= 1;
      if (open.depth === 0) blank(open.start, end);
    },
  });
  if (open !== undefined) blank(open.start, html.length);
  return applyEdits(html, edits);
}

function noteExpression(session: ParseSession, span: ReturnType<typeof toSourceSpan>): void {
  reportForeign(session, 'expression', {
    span,
    message: 'the expression {{ … }} is left out',
    hint: 'write its value; values of the frontmatter such as {{ $frontmatter.title }} are filled in; v-pre shows braces as text',
  });
}

const FRONTMATTER = /\{\{\s*\$?frontmatter\.([\w-]+)\s*\}\}/g;

/** Fills in values of the frontmatter and texts, and leaves out other expressions, which it notes. */
function readExpressions(session: ParseSession, token: Token, values: Values): void {
  const children = token.children ?? [];
  if (children.some(({ content }) => content.includes(' v-pre'))) return;
  for (const child of children) {
    if (child.type !== 'text' || !child.content.includes('{{')) continue;
    const filled = child.content.replace(FRONTMATTER, (whole, key: string) =>
      values.has(key) ? String(values.get(key)) : whole,
    );
    child.content = filled.replace(EXPRESSION, (whole, _, text?: string) => {
      const index = token.content.indexOf(whole);
      if (text === undefined)
        noteExpression(session, textSpan(session, token, { 0: whole, index }));
      return text ?? '';
    });
  }
}

/** Replaces `<Badge type="tip" text="new"/>` and `<Badge type="tip">new</Badge>`. */
function readBadges(children: Token[]): void {
  for (const [index, token] of children.entries()) {
    if (token.type !== 'html_inline' || !token.content.startsWith('<Badge')) continue;
    const values = new Map<string, string>();
    scanHtml(token.content, {
      startTag: ({ attributes }) => {
        for (const attribute of attributes)
          values.set(attribute.name, valueOf(token.content, attribute));
      },
      endTag: () => undefined,
    });
    const type = values.get('type') ?? 'tip';
    if (token.content.endsWith('/>')) {
      Object.assign(token, { type: 'badge', info: type, content: values.get('text') ?? '' });
      continue;
    }
    const end = children.slice(index).find(({ content }) => /^<\/Badge\s*>$/.test(content));
    if (end === undefined) continue;
    Object.assign(token, { type: 'badge_open', tag: 'span', nesting: 1, content: '' });
    token.attrSet('class', badgeClass(type));
    Object.assign(end, { type: 'badge_close', tag: 'span', nesting: -1, content: '' });
  }
}

function badgeClass(type: string): string {
  return `label label-${/^(?:info|tip|warning|danger)$/.test(type) ? type : 'info'}`;
}

interface Snippet {
  readonly path: string;
  readonly region: string | undefined;
  /** Info string of the code block. */
  readonly info: string;
}

/** Reads what follows `<<<`; the language and the label default to the file's. */
function readSnippet(text: string): Snippet {
  const [, before = '', label] = /^(.*?)\s*(?:\[([^[\]`]+)\])?\s*$/.exec(text) ?? [];
  const [, name = '', options = ''] = /^(.*?)\s*(?:\{([^{}`]*)\})?$/.exec(before) ?? [];
  const [, path = '', region] = /^(.*?)(?:#([\w-]+))?$/.exec(name) ?? [];
  const [, lines = '', rest = ''] = /^\s*(\d[\d,-]*)?\s*(.*)$/.exec(options) ?? [];
  const [language = '', ...attributes] = rest.split(/\s+/);
  const file = path.split('/').at(-1) ?? '';
  const extension = /\.(\w+)$/.exec(file)?.[1] ?? '';
  const shown = [
    (language || extension) + (lines === '' ? '' : `{${lines}}`),
    ...attributes,
    `[${label ?? file}]`,
  ];
  return { path, region, info: shown.join(' ').replaceAll('`', '') };
}

const PART = /\bimport\s+([A-Z]\w*)\s+from\s+["']([^"'\n]+\.md)["']/g;

const FENCE = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})/;
/** A component without content that is alone in its line. */
const ALONE = /^([ \t]*)<([A-Z]\w*)\s*(?:\/>|>\s*<\/\2>)\s*$/;

/** Writes `<Part />` as an include of a Markdown file: one that the page's script imports, or a component of the theme. */
function joinLines(body: string, has: (path: string) => boolean): string {
  if (!/^[ \t]*<[A-Z]\w*\s*(?:\/>|>\s*<\/)/m.test(body)) return body;
  const parts = new Map(
    body.split(/^(?=<script\b)/m).flatMap((part) => {
      const script = part.startsWith('<script') ? part.slice(0, part.search(/^<\/script>/m)) : '';
      return [...script.matchAll(PART)].map(([, name = '', path = '']) => [name, path] as const);
    }),
  );
  let marks: string | undefined;
  const lines = body.split('\n').map((line) => {
    if (marks !== undefined) {
      if (closesFence(line, marks)) marks = undefined;
      return line;
    }
    marks = FENCE.exec(line)?.[1];
    const [, indent = '', name] = ALONE.exec(line) ?? [];
    if (name === undefined) return line;
    const path = parts.get(name) ?? [`/components/${name}.md`].find(has);
    return path === undefined ? line : `${indent}<!--@include: ${path}-->`;
  });
  return lines.join('\n');
}

function rangeOf(first: string, comma = '', last = ''): LineRange {
  const from = first === '' ? 1 : Number(first);
  if (comma === '') return { first: from, last: from };
  return { first: from, last: last === '' ? Number.POSITIVE_INFINITY : Number(last) };
}

export const vitepressSyntax: Syntax = { add: addTemplates, joinLines, includes: INCLUDES };
