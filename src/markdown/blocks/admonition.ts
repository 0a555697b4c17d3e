import type { MarkdownIt, StateBlock, Token } from 'markdown-it';
import { nearest } from '../../diagnostics/nearest.ts';
import {
  ADMONITION_ALIASES,
  ADMONITIONS,
  type Admonition,
  admonitionKind,
  admonitionTitle,
  capitalized,
} from '../../shared/admonitions.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { type ParseSession, report, type SessionHolder, wrapBlockRule } from '../parse-session.ts';
import { BLOCK_OPTIONS } from './block-options.ts';
import {
  type DirectiveHandler,
  type DirectiveRegistry,
  optionsOf,
  pushInline,
} from './directive.ts';

/**
 * Adds the directives that are admonitions, `:::details` and blocks without a look. An unknown name is shown as a note with that title;
 * `others` are the names of other directives, for the hint.
 */
export function admonitions(holder: SessionHolder, others: readonly string[]): DirectiveRegistry {
  return (directive) => {
    const name = directive.name.toLowerCase();
    if (name === 'details') return details(holder);
    if (name === 'raw' || name === 'v-pre') return PLAIN_BLOCK;
    const kind = admonitionKind(directive.name);
    if (kind !== undefined) return admonition(holder, kind);
    const component = nearest(directive.name, holder.session.components?.names ?? []);
    if (component !== undefined && /^[A-Z]/.test(directive.name)) {
      report(holder.session, 'unknown-admonition', {
        span: directive.nameSpan,
        message: `there is no block or component "${directive.name}": it is shown as a note`,
        hint: `did you mean ":::${component}"?`,
      });
      return admonition(holder, 'note');
    }
    const near = nearest(name, [
      ...ADMONITIONS,
      ...ADMONITION_ALIASES.keys(),
      'details',
      ...others,
    ]);
    report(holder.session, 'unknown-admonition', {
      span: directive.nameSpan,
      message: `there is no admonition "${directive.name}": it is shown as a note`,
      hint:
        near === undefined ? `use one of ${ADMONITIONS.join(', ')}` : `did you mean ":::${near}"?`,
    });
    return admonition(holder, 'note', near);
  };
}

/** `meant` is the most likely meaning of an unknown name. */
function admonition(holder: SessionHolder, kind: Admonition, meant?: string): DirectiveHandler {
  return {
    open: (state, directive) => {
      const { name, title } = directive;
      optionsOf(holder.session, directive, BLOCK_OPTIONS.admonition);
      const token = openAdmonition(holder.session, state, { kind, name, title });
      token.meta = meant === undefined ? null : { meant };
    },
    close: closeAdmonition,
  };
}

interface Opening {
  readonly kind: Admonition;
  /** As written; the default title in languages without UI messages. */
  readonly name: string;
  readonly title: { readonly text: string; readonly start?: number } | undefined;
}

/** Pushes the start and the title of an admonition. */
export function openAdmonition(
  session: ParseSession,
  state: StateBlock,
  { kind, name, title }: Opening,
): Token {
  const token = state.push('admonition_open', 'aside', 1);
  token.info = kind;
  state.push('admonition_title_open', 'p', 1);
  pushInline(session, state, title ?? { text: admonitionTitle(session.messages, kind, name) });
  state.push('admonition_title_close', 'p', -1);
  return token;
}

/** Pushes the end of an admonition. */
export function closeAdmonition(state: StateBlock): void {
  state.push('admonition_close', 'aside', -1);
}

/** `:::raw` and `:::v-pre` of VitePress: their content is Markdown as anywhere else. */
const PLAIN_BLOCK: DirectiveHandler = {
  open: (state) => {
    state.push('plain_open', 'div', 1);
  },
  close: (state) => {
    state.push('plain_close', 'div', -1);
  },
};

function details({ session }: SessionHolder): DirectiveHandler {
  return {
    open: (state, directive) => {
      const { name, title } = directive;
      const options = optionsOf(session, directive, BLOCK_OPTIONS.details);
      const token = state.push('details_open', 'details', 1);
      if (options.has('open')) token.attrSet('open', '');
      state.push('summary_open', 'summary', 1);
      pushInline(session, state, title ?? { text: capitalized(name) });
      state.push('summary_close', 'summary', -1);
    },
    close: (state) => {
      state.push('details_close', 'details', -1);
    },
  };
}

const ALERT = /^\[!([A-Za-z]+)\][-+]?(?:[ \t]+(\S[^\n]*))?(?:\n|$)/;

/** Makes quotes that begin with `[!NOTE]` admonitions, as GitHub does; other text on that line is the title. */
export function addAlerts(md: MarkdownIt, holder: SessionHolder): void {
  wrapBlockRule(md, 'blockquote', (rule) => (state, line, end, silent) => {
    const before = state.tokens.length;
    if (!rule(state, line, end, silent)) return false;
    const isParagraph = !silent && state.tokens[before + 1]?.type === 'paragraph_open';
    const match = isParagraph ? ALERT.exec(state.tokens[before + 2]?.content ?? '') : null;
    const kind = admonitionKind(match?.[1] ?? '');
    if (match === null || kind === undefined) return true;
    const [marker, name = '', text] = match;
    const quoted = state.tokens.splice(before).slice(1, -1);
    const next = state.line;
    state.line = line;
    const title = text === undefined ? undefined : { text: text.trim() };
    openAdmonition(holder.session, state, { kind, name, title }).map = [line, next];
    for (const token of withoutMarker(quoted, marker)) state.tokens.push(token);
    closeAdmonition(state);
    state.line = next;
    return true;
  });
}

/** Removes the line `[!NOTE]` from the first paragraph of a quote, and the paragraph if it has no other line. */
function withoutMarker(
  [open, inline, ...rest]: readonly Token[],
  marker: string,
): readonly Token[] {
  if (open === undefined || inline === undefined) return rest;
  const content = inline.content.slice(marker.length);
  if (content === '') return rest.slice(1);
  inline.content = content;
  const [first, last] = inline.map ?? [0, 0];
  inline.map = [first + 1, last];
  open.map = inline.map;
  return [open, inline, ...rest];
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
