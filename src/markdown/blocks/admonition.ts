import type { MarkdownIt } from 'markdown-it';
import { nearest } from '../../diagnostics/nearest.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { report, type SessionHolder } from '../parse-session.ts';
import { type DirectiveHandler, type DirectiveRegistry, pushInline } from './directive.ts';

/** The kinds of admonition. Their default titles are UI messages of the same name. */
const ADMONITIONS = ['note', 'tip', 'info', 'warning', 'danger'] as const;
type Admonition = (typeof ADMONITIONS)[number];

const ALIASES: ReadonlyMap<string, Admonition> = new Map([
  ['caution', 'warning'],
  ['important', 'info'],
]);

/** Kinds of other generators, with their equivalent. */
const MEANT: ReadonlyMap<string, Admonition> = new Map([
  ...(['warn', 'attention'] as const).map((name) => [name, 'warning'] as const),
  ...(['error', 'failure', 'bug', 'critical'] as const).map((name) => [name, 'danger'] as const),
  ...(['success', 'hint', 'check', 'example'] as const).map((name) => [name, 'tip'] as const),
  ...(['abstract', 'summary', 'seealso', 'details'] as const).map(
    (name) => [name, 'note'] as const,
  ),
]);

/**
 * Adds the directives that are admonitions. An unknown name is an error and is shown as a note; `others` are the names
 * of other directives, for the hint.
 */
export function admonitions(holder: SessionHolder, others: readonly string[]): DirectiveRegistry {
  return (directive) => {
    const name = directive.name.toLowerCase();
    const type = ALIASES.get(name) ?? ADMONITIONS.find((kind) => kind === name);
    if (type !== undefined) return admonition(holder, type);
    const known = [...ADMONITIONS, ...ALIASES.keys(), ...others];
    const near = MEANT.get(name) ?? nearest(name, known);
    report(holder.session, 'unknown-admonition', {
      span: directive.nameSpan,
      message: `there is no admonition "${directive.name}"`,
      hint:
        near === undefined ? `use one of ${ADMONITIONS.join(', ')}` : `did you mean ":::${near}"?`,
    });
    return admonition(holder, 'note', near);
  };
}

/** `meant` is the most likely meaning of an unknown name. */
function admonition(holder: SessionHolder, type: Admonition, meant?: string): DirectiveHandler {
  return {
    open: (state, directive) => {
      const token = state.push('admonition_open', 'aside', 1);
      token.info = type;
      token.meta = meant === undefined ? null : { meant };
      state.push('admonition_title_open', 'p', 1);
      const { messages } = holder.session;
      pushInline(
        holder.session,
        state,
        directive.title ?? { text: messages[type], start: undefined },
      );
      state.push('admonition_title_close', 'p', -1);
    },
    close: (state) => {
      state.push('admonition_close', 'aside', -1);
    },
  };
}

/** Renders admonitions. */
export function renderAdmonitions(md: MarkdownIt): void {
  const { rules } = md.renderer;
  rules['admonition_open'] = (tokens, index) =>
    `<aside class="admonition admonition-${escapeHtml(tokens[index]?.info ?? '')}">\n`;
  rules['admonition_close'] = () => '</aside>\n';
  rules['admonition_title_open'] = () => '<p class="admonition-title">';
  rules['admonition_title_close'] = () => '</p>\n';
}
