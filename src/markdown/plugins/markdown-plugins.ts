import type { MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it';
import type { LoadedPlugin } from '../../config/plugins.ts';
import type { Span } from '../../content/source-text.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { isOverBudget } from '../budget.ts';
import {
  type InlineRule,
  lineSpan,
  report,
  type SessionHolder,
  withoutStyles,
} from '../parse-session.ts';
import type { SpanFinder } from '../positions.ts';
import {
  callPlugin,
  hintForPlugin,
  type PluginPoint,
  type PluginResult,
  wrongResult,
} from './call-plugin.ts';
import { reportRefused } from './plugin-html.ts';

interface Guard extends PluginPoint {
  readonly holder: SessionHolder;
  readonly spanOf: SpanFinder;
  /** The tokens that are rendered. */
  readonly rendered: { tokens: readonly Token[] };
}

interface MarkdownPlugins extends Pick<Guard, 'holder' | 'spanOf'> {
  readonly plugins: readonly LoadedPlugin[];
  /** False if authors write raw HTML that is not checked. */
  readonly isChecked: boolean;
}

/** Calls the `markdown` functions of plug-ins. Returns the messages of those that throw, by their index. */
export function addMarkdownPlugins(
  md: MarkdownIt,
  { plugins, holder, spanOf, isChecked }: MarkdownPlugins,
): ReadonlyMap<number, string> {
  const failed = new Map<number, string>();
  const extending = plugins.filter(({ markdown }) => markdown !== undefined);
  if (extending.length === 0) return failed;
  const names = extending.map(({ name }) => name).join('", "');
  const point = { plugin: { name: names, version: undefined }, point: 'markdown' };
  // Moves the styles of rendered pages, and keeps the tokens in the meantime: those of a line know no place.
  const checked = isChecked ? point : undefined;
  const rendered: Guard['rendered'] = { tokens: [] };
  const render = md.renderer.render.bind(md.renderer);
  md.renderer.render = (tokens, options, env) => {
    const { session } = holder;
    rendered.tokens = tokens;
    const span = lineSpan(session, 0);
    const html = withoutStyles(session, render(tokens, options, env), span);
    if (checked !== undefined) reportRefused(session, html, { ...checked, span });
    return html;
  };
  for (const [index, plugin] of plugins.entries()) {
    const { markdown } = plugin;
    if (markdown === undefined) continue;
    const guard = { plugin, point: 'markdown', holder, spanOf, rendered };
    const { block, inline, core, renderer } = md;
    const rulers = [block.ruler, inline.ruler, inline.ruler2, core.ruler];
    const known = new Set<unknown>([
      ...rulers.flatMap((ruler) => ruler.__rules__.map(({ fn }) => fn)),
      ...Object.values(renderer.rules),
    ]);
    const result = callPlugin(guard, () => markdown(md));
    if (!result.ok) failed.set(index, result.message);
    guardRules(md, guard, known);
  }
  return failed;
}

/** Makes the rules that a plug-in has added report what they throw; the rest of the page is not affected. */
function guardRules(md: MarkdownIt, guard: Guard, known: ReadonlySet<unknown>): void {
  const { core, block, inline } = md;
  for (const { name, fn, alt } of added(core.ruler, known)) {
    const start = (): Span => lineSpan(guard.holder.session, 0);
    core.ruler.at(name, (state) => void attempt(guard, () => fn(state), start), { alt });
  }
  for (const { name, fn, alt } of added(block.ruler, known))
    block.ruler.at(name, (state, ...at) => guardBlock(guard, state, at, fn), { alt });
  for (const { name, fn, alt } of added(inline.ruler, known)) {
    const rule: InlineRule = (state, silent) =>
      guardInline(guard, state, () => fn(state, silent)) === true;
    inline.ruler.at(name, rule, { alt });
  }
  for (const { name, fn, alt } of added(inline.ruler2, known))
    inline.ruler2.at(name, (state) => void guardInline(guard, state, () => fn(state)), { alt });
  const { rules } = md.renderer;
  for (const [name, rule] of Object.entries(rules)) {
    if (rule === undefined || known.has(rule)) continue;
    rules[name] = (tokens, index, ...others) => {
      const token = tokens[index];
      const line = (): number => {
        const around = guard.rendered.tokens.find(({ children }) => children === tokens);
        return (token?.map ?? around?.map)?.[0] ?? 0;
      };
      const span = (): Span => lineSpan(guard.holder.session, line());
      const result = attempt<unknown>(guard, () => rule(tokens, index, ...others), span);
      if (result.ok && typeof result.value === 'string') return result.value;
      if (result.ok) reportOnce(guard, wrongResult(guard, result.value, 'a string of HTML'), span);
      const code = `<code>${escapeHtml(token?.content ?? '')}</code>`;
      return token?.block === true ? `<pre>${code}</pre>\n` : code;
    };
  }
}

function added<Rule extends { readonly fn: unknown }>(
  { __rules__: rules }: { readonly __rules__: readonly Rule[] },
  known: ReadonlySet<unknown>,
): readonly Rule[] {
  return rules.filter(({ fn }) => !known.has(fn));
}

type BlockPlace = [line: number, end: number, silent: boolean];

function guardBlock(
  guard: Guard,
  state: StateBlock,
  place: BlockPlace,
  rule: (state: StateBlock, ...place: BlockPlace) => boolean,
): boolean {
  const { length } = state.tokens;
  const { level, line } = state;
  const span = (): Span => lineSpan(guard.holder.session, place[0]);
  const result = attempt(guard, () => rule(state, ...place), span);
  if (result.ok) return result.value;
  state.tokens.length = length;
  Object.assign(state, { level, line });
  return false;
}

function guardInline<Value>(
  guard: Guard,
  state: StateInline,
  rule: () => Value,
): Value | undefined {
  const { pos, pending, level } = state;
  const { length } = state.tokens;
  const result = attempt(guard, rule, () => guard.spanOf(pos, pos + 1));
  if (result.ok) return result.value;
  state.tokens.length = length;
  Object.assign(state, { pos, pending, level });
  return undefined;
}

function attempt<Value>(guard: Guard, run: () => Value, span: () => Span): PluginResult<Value> {
  let over: unknown;
  const result = callPlugin(guard, () => {
    try {
      return run();
    } catch (error) {
      if (isOverBudget(error)) over = error;
      throw error;
    }
  });
  if (over !== undefined) throw over;
  if (!result.ok) reportOnce(guard, result.message, span);
  return result;
}

/** Reports a message once for a page: inline rules are called for most characters. */
function reportOnce({ holder: { session } }: Guard, message: string, span: () => Span): void {
  if (session.diagnostics.some((known) => known.message === message)) return;
  report(session, 'plugin-error', { span: span(), message, hint: hintForPlugin(message) });
}
