import type { MarkdownIt, StateBlock, Token } from 'markdown-it';
import type { Span } from '../../content/source-text.ts';
import { addBlock, indentedEnd, pushHtml, sourceLine } from '../../markdown/blocks/block-lines.ts';
import {
  type ParseSession,
  reportForeign,
  type SessionHolder,
} from '../../markdown/parse-session.ts';
import type { SpanFinder } from '../../markdown/positions.ts';
import { itemAt } from '../../shared/item-at.ts';

type Construct = 'icon' | 'api' | 'template';

const CONSTRUCTS: Readonly<Record<Construct, readonly [message: string, hint: string]>> = {
  icon: [
    'icons such as :material-check: are left out',
    'install their package, such as `npm install @mdi/svg`, or write a character or an image',
  ],
  api: [
    'the API reference of mkdocstrings is not generated',
    'write the reference as Markdown, or link to it',
  ],
  template: [
    'template code such as {{ name }} and {% for %} does not run and is left out',
    'write the text itself',
  ],
};

/** Notes one use of a construct that has no effect. */
export function noteForeign(session: ParseSession, construct: Construct, span: Span): void {
  const [message, hint] = CONSTRUCTS[construct];
  reportForeign(session, construct, { span, message, hint });
}

/** Shows the name of an object for `::: package.module`, with the id that links to it name. */
export function addApiReferences(md: MarkdownIt, holder: SessionHolder): void {
  addBlock(md, { name: 'mkdocs_api', before: 'directive' }, (state, line, end) => {
    const read = sourceLine(holder.session, state, { line, sign: ':::' });
    const name = /^:::[ \t]*([A-Za-z_][\w.-]*)$/.exec(read?.text ?? '')?.[1];
    if (read === undefined || name === undefined) return undefined;
    const indent = itemAt(state.sCount, line) + 4;
    const last = indentedEnd(state, line + 1, { end, indent });
    const below = last > line + 1 ? state.getLines(line + 1, line + 2, 0, false) : '';
    const hasOptions = /^\s*:?(?:options|handler|selection|rendering|inventories|[a-z]+:)/.test(
      below,
    );
    const isAlone = !/^[ \t]*:::[ \t]*$/m.test(
      state.getLines(last, Math.min(end, last + 200), 0, false),
    );
    if (!name.includes('.') && !hasOptions && !isAlone) return undefined;
    return () => {
      noteForeign(holder.session, 'api', { start: read.start, end: read.start + read.text.length });
      pushHtml(state, apiHtml(state, name, { first: line + 1, end: last }), line);
      state.line = last;
    };
  });
  md.core.ruler.after('block', 'mkdocs_api_heading', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      const name = /^:::[ \t]+([A-Za-z_][\w.]*)$/.exec(token.content)?.[1];
      if (name !== undefined && tokens[index - 1]?.type === 'heading_open') token.content = name;
    }
  });
}

/** The name of an object, and of its members that the options list. */
function apiHtml(
  state: StateBlock,
  name: string,
  { first, end }: { readonly first: number; readonly end: number },
): string {
  const options = state.getLines(first, end, 0, false);
  const list = /^[ \t]*members:[ \t]*\n((?:[ \t]*-[ \t]+\w+[ \t]*\n?)+)/m.exec(options)?.[1] ?? '';
  const members = list.match(/\w+/g) ?? [];
  const items = members.map((member) => `<li id="${name}.${member}"><code>${member}</code></li>`);
  const shown = items.length === 0 ? '' : `<ul>${items.join('')}</ul>\n`;
  return `<p id="${name}"><code>${name}</code></p>\n${shown}`;
}

interface Templates {
  readonly spanOf: SpanFinder;
  /** Whether the site runs template code in pages. */
  readonly isOn: () => boolean;
}

const TAG = /^(?:\{\{[^{}\n]*\}\}|\{%[^\n]*?%\})/;
const FOR = /^\{%-?\s*for\b/;
const END_FOR = /^\{%-?\s*endfor\b/;

/** Leaves out template code where a plugin would run it: expressions, tags and whole loops. */
export function addTemplates(md: MarkdownIt, holder: SessionHolder, templates: Templates): void {
  const { spanOf, isOn } = templates;
  addBlock(md, { name: 'mkdocs_template' }, (state, line, end) => {
    const read = sourceLine(holder.session, state, { line, sign: '{%' });
    if (read === undefined || !isOn() || !/^\{%[^%]*%\}$/.test(read.text)) return undefined;
    const { start, text } = read;
    return () => {
      noteForeign(holder.session, 'template', { start, end: start + text.length });
      state.line = FOR.test(text) ? loopEnd(state, line, end) : line + 1;
    };
  });
  md.inline.ruler.before('strikethrough', 'mkdocs_template', (state, silent) => {
    const { src, pos, posMax } = state;
    if (!/[{%]/.test(src.charAt(pos + 1)) || src.charAt(pos) !== '{' || !isOn()) return false;
    const [tag] = TAG.exec(src.slice(pos, Math.min(posMax, pos + MAX_TAG))) ?? [];
    if (tag === undefined) return false;
    if (!silent) noteForeign(holder.session, 'template', spanOf(pos, pos + tag.length));
    state.pos += tag.length;
    return true;
  });
  md.core.ruler.after('block', 'mkdocs_template_html', ({ tokens }) => {
    if (!isOn()) return;
    for (const token of tokens) if (token.type === 'html_block') blankTemplates(token);
  });
  md.core.ruler.after('inline', 'mkdocs_template_tags', ({ src, tokens }) => {
    if (!src.includes('{{') || !isOn()) return;
    for (const { children } of tokens)
      for (const child of children ?? []) if (child.type === 'html_inline') blankTemplates(child);
  });
}

const MAX_TAG = 500;
const MAX_LOOP = 1000;

/** The line after the end of a loop; the next line if it has none. */
function loopEnd(state: StateBlock, first: number, end: number): number {
  let depth = 0;
  for (let line = first; line < Math.min(end, first + MAX_LOOP); line++) {
    const text = state.getLines(line, line + 1, Number.MAX_SAFE_INTEGER, false).trim();
    if (FOR.test(text)) depth += 1;
    else if (END_FOR.test(text)) depth -= 1;
    if (depth === 0) return line + 1;
  }
  return first + 1;
}

const LOOP_START = /\{%-?\s*for\b/g;
const LOOP_END = /\{%-?\s*endfor\s*-?%\}/g;
const IN_HTML = /(?:\s[\w-]+=)?"[^"\n]*\{\{[^"\n]*"|\{\{[^{}\n]*\}\}|\{%[^%\n]*%\}/g;

/** Replaces template code in raw HTML by spaces, with the attributes that contain it. */
function blankTemplates(token: Token): void {
  if (!/\{[{%]/.test(token.content)) return;
  token.content = blankLoops(token.content).replace(IN_HTML, blank);
}

function blankLoops(text: string): string {
  let out = '';
  let at = 0;
  for (;;) {
    LOOP_START.lastIndex = at;
    const start = LOOP_START.exec(text);
    LOOP_END.lastIndex = start?.index ?? 0;
    const end = start && LOOP_END.exec(text);
    if (!start || !end) return out + text.slice(at);
    out += text.slice(at, start.index) + blank(text.slice(start.index, LOOP_END.lastIndex));
    at = LOOP_END.lastIndex;
  }
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

/** Shows the text of `[text][package.name]`, a reference to generated documentation; an undefined label is reported. */
export function addCrossReferences(md: MarkdownIt): void {
  const last = { text: '', at: -1 };
  md.inline.ruler.after('link', 'mkdocs_cross_reference', (state, silent) => {
    const { src, pos, posMax } = state;
    if (silent || src.charCodeAt(pos) !== 0x5b || state.linkLevel > 0) return false;
    if (last.text !== src) Object.assign(last, { text: src, at: src.lastIndexOf('][') });
    const end = pos < last.at ? md.helpers.parseLinkLabel(state, pos) : -1;
    const label = end < 0 ? null : /^\][[]([\w.-]*)\]/.exec(src.slice(end, end + MAX_TAG));
    const isObject = label !== null && (label[1]?.includes('.') || src.charAt(pos + 1) === '`');
    if (label === null || !isObject) return false;
    state.pos = pos + 1;
    state.posMax = end;
    md.inline.tokenize(state);
    state.pos = end + label[0].length;
    state.posMax = posMax;
    return true;
  });
}
