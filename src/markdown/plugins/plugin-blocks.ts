import createMarkdownIt, { type MarkdownIt, type Token } from 'markdown-it';
import type { BlockComponent, LoadedPlugin, PluginContext } from '../../config/plugins.ts';
import { locate, type Span } from '../../content/source-text.ts';
import { itemAt } from '../../shared/item-at.ts';
import type { Directive, DirectiveFinder } from '../blocks/directive.ts';
import { shownCode } from '../code/code-block.ts';
import { parseCodeInfo } from '../code/code-info.ts';
import { readAddresses } from '../html/trusted-html.ts';
import { elementTokens } from '../mdx/code-tokens.ts';
import { lineSpan, type ParseSession, type SessionHolder } from '../parse-session.ts';
import { type CallFunction, callPlugin, type PluginPoint } from './call-plugin.ts';
import { htmlOfPlugin } from './plugin-html.ts';

/** Functions of plug-ins by the name of the block or language; those of the first plug-in win. */
export interface PluginBlocks {
  readonly blocks: ReadonlyMap<string, Renderer<'blocks'>>;
  readonly fences: ReadonlyMap<string, Renderer<'fences'>>;
  /** The blocks of the page, by their first token. */
  readonly calls: WeakMap<Token, BlockCall>;
  readonly call: CallFunction;
}

interface Renderer<Point extends 'blocks' | 'fences'> extends PluginPoint {
  readonly render: LoadedPlugin[Point][string];
}

interface BlockCall {
  readonly renderer: Renderer<'blocks'>;
  readonly directive: Directive;
}

const OPEN = 'plugin_open';
const CLOSE = 'plugin_close';
/** Survives escaping, and occurs in no text. */
const CONTENT = '\u{f0000}docwright-content\u{f0000}';

/** Collects the blocks and fences of plug-ins; undefined if there are none. */
export function pluginBlocks(
  plugins: readonly LoadedPlugin[],
  call: CallFunction,
): PluginBlocks | undefined {
  const blocks = new Map<string, Renderer<'blocks'>>();
  const fences = new Map<string, Renderer<'fences'>>();
  for (const plugin of plugins.toReversed()) {
    for (const [name, render] of Object.entries(plugin.blocks))
      blocks.set(name, { plugin, point: `blocks.${name}`, render });
    for (const [name, render] of Object.entries(plugin.fences))
      fences.set(name.toLowerCase(), { plugin, point: `fences.${name}`, render });
  }
  if (blocks.size + fences.size === 0) return undefined;
  return { blocks, fences, calls: new WeakMap(), call };
}

/** The directives of plug-ins; their blocks become HTML in `renderPluginBlocks`. */
export function pluginDirectives({ blocks, calls }: PluginBlocks): DirectiveFinder {
  return (directive) => {
    const renderer = blocks.get(directive.name);
    if (renderer === undefined) return undefined;
    return (state) => {
      calls.set(state.push(OPEN, 'div', 1), { renderer, directive });
      return () => void state.push(CLOSE, 'div', -1);
    };
  };
}

/** Replaces the blocks and fences of plug-ins by tokens of HTML around their content. */
export function renderPluginBlocks(
  md: MarkdownIt,
  holder: SessionHolder,
  blocks: PluginBlocks,
): void {
  md.core.ruler.push('plugin_blocks', (state) => {
    const { tokens } = state;
    const rendering = { ...blocks, session: holder.session };
    state.tokens = renderRange(rendering, tokens, { start: 0, end: tokens.length });
  });
  // They stay around the content, so that raw HTML in it is closed there.
  for (const type of [OPEN, CLOSE]) md.renderer.rules[type] = () => '';
}

interface Rendering extends PluginBlocks {
  readonly session: ParseSession;
}

function renderRange(rendering: Rendering, tokens: readonly Token[], range: Span): Token[] {
  const rendered: Token[] = [];
  for (let at = range.start; at < range.end; at++) {
    const token = itemAt(tokens, at);
    const call = rendering.calls.get(token);
    if (call !== undefined) {
      const end = tokens.findIndex(
        ({ type, level }, index) => index > at && type === CLOSE && level === token.level,
      );
      const content = renderRange(rendering, tokens, { start: at + 1, end });
      rendered.push(...renderBlock(rendering, token, { ...call, content }));
      at = end;
    } else rendered.push(...(token.type === 'fence' ? renderFence(rendering, token) : [token]));
  }
  return rendered;
}

function renderBlock(
  rendering: Rendering,
  token: Token,
  { renderer, directive, content }: BlockCall & { readonly content: readonly Token[] },
): Token[] {
  const { session } = rendering;
  const { name, nameSpan: span, rest } = directive;
  // The lines between the first and the last one.
  const [first, last] = token.map ?? [0, 0];
  const { text } = session.source;
  const lines = text.split('\n').slice(session.bodyLine + first + 1, session.bodyLine + last);
  if (/^\s*:{3,}\s*$/.test(lines.at(-1) ?? '')) lines.pop();
  const source = lines.join('\n');
  const inner = content.length === 0 ? '' : CONTENT;
  const given = { ...labelAndOptions(rest.text), name, content: inner, source };
  const html = callRenderer(rendering, { renderer, span, given, content }, renderer.render);
  if (html === undefined) return [sourceToken(token, source)];
  if (typeof html !== 'string') return html;
  const [before = '', after] = html.split(CONTENT);
  const start = htmlToken(rendering, before, span);
  return after === undefined
    ? [start]
    : [start, container(1), ...content, container(-1), htmlToken(rendering, after, span)];
}

interface PlaceInput {
  readonly file: string;
  readonly line: number;
}

interface Call<Given> {
  readonly renderer: PluginPoint;
  readonly span: Span;
  readonly given: Given;
  readonly content: readonly Token[];
}

/**
 * Calls the function of a block or fence: its HTML, or the tokens of its component around the content; undefined if it
 * fails, and as long as its promise is pending.
 */
function callRenderer<Given extends object>(
  { call, session }: Rendering,
  { renderer, span, given, content }: Call<Given>,
  render: (given: Given & PlaceInput, context: PluginContext) => unknown,
): string | Token[] | undefined {
  const { file, line } = locate(session.source, span);
  const input = {
    key: JSON.stringify(given),
    place: `${file}:${line}`,
    ids: session.calls,
    files: session.includes,
  };
  const result = call(renderer, input, (context, noted) => {
    // A block that moves is the same, unless its function asks where it is.
    const at = <Value>(value: Value) => ({
      enumerable: true,
      get: (): Value => {
        noted.place = true;
        return value;
      },
    });
    const block: Given & PlaceInput = Object.assign({ ...given }, { file, line });
    Object.defineProperties(block, { file: at(file), line: at(line) });
    return render(Object.freeze(block), context);
  });
  if (result === undefined) return undefined;
  const block = result.ok ? callPlugin(renderer, () => checkedBlock(result.value)) : result;
  if (!block.ok || !isComponent(block.value))
    return htmlOfPlugin(session, { plugin: renderer.plugin, point: renderer.point, span }, block);
  const { component: name, props = {} } = block.value;
  const [open, close] = elementTokens(session, { name, span, attributes: [], props });
  return [open, ...content, close];
}

function isComponent(value: unknown): value is BlockComponent {
  return typeof value === 'object' && value !== null && 'component' in value;
}

/** Checks the result of a block or fence; props become plain JSON. */
function checkedBlock(block: unknown): unknown {
  if (typeof block === 'string' && block.split(CONTENT).length > 2)
    throw new Error('the HTML contains the content twice');
  if (!isComponent(block)) return block;
  const { component, props = {} } = block;
  // It becomes part of the page's code.
  if (!/^[A-Z]\w*$/.test(component))
    throw new Error(`"${component}" cannot be the name of a component`);
  return { component, props: JSON.parse(JSON.stringify(props)) };
}

function renderFence(rendering: Rendering, token: Token): Token[] {
  const { session, fences } = rendering;
  const info = parseCodeInfo(token.info);
  const renderer = fences.get(info.language.toLowerCase());
  if (renderer === undefined) return [token];
  const span = lineSpan(session, token.map?.[0] ?? 0);
  const code = shownCode(token);
  const { language, title = '' } = info;
  const meta = token.info.slice(info.languageSpan.end).trim();
  const given = { code, language, meta, title };
  const content = [sourceToken(token, code)];
  const html = callRenderer(rendering, { renderer, span, given, content }, renderer.render);
  if (typeof html !== 'string') return html ?? content;
  const rendered = htmlToken(rendering, html, span);
  const read = session.rawContents.get(rendered);
  // Readers search for what the author wrote.
  if (read !== undefined) read.text = code;
  return [rendered];
}

/** The whole block as a plain code block. */
function sourceToken({ map, level, markup }: Token, content: string): Token {
  const token = new createMarkdownIt.Token('code_block', 'code', 0);
  Object.assign(token, { map, level, markup, content: `${content}\n`, block: true });
  return token;
}

function container(nesting: 1 | -1): Token {
  return new createMarkdownIt.Token(nesting === 1 ? OPEN : CLOSE, '', nesting);
}

/** A token of HTML that stays as it is, with its links, ids and text. */
function htmlToken({ session }: Rendering, html: string, span: Span): Token {
  const token = new createMarkdownIt.Token('html_block', '', 0);
  const read = readAddresses(html, { session, spanOf: () => span });
  token.content = read.html;
  session.rawContents.set(token, read.content);
  return token;
}

const PARTS = /^(?:\[(.*?)\]|([^{]*?))\s*(?:\{([^{}]*)\})?$/s;
const OPTION = /([\w-]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'{}]+)))?/g;

/** Reads `[Label]{name="value" other}`. */
function labelAndOptions(rest: string): {
  label: string;
  options: Readonly<Record<string, string | true>>;
} {
  const [, bracketed, bare, written = ''] = PARTS.exec(rest) ?? [];
  const options = Array.from(
    written.matchAll(OPTION),
    ([, name = '', double, single, plain]) => [name, double ?? single ?? plain ?? true] as const,
  );
  return { label: (bracketed ?? bare ?? '').trim(), options: Object.fromEntries(options) };
}
