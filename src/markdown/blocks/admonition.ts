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
import { type Directive, type DirectiveHandler, optionsOf, pushInline } from './directive.ts';

const PLAIN: ReadonlySet<string> = new Set(
  'raw v-pre div section article header footer figure center'.split(' '),
);

/** Attributes of the blocks `:::agents`, which is in the Markdown version alone, and `:::humans`, which is not in it. */
const AUDIENCES = {
  agents: ['data-nosnippet', 'hidden'],
  humans: ['data-markdown-ignore'],
} as const;

/**
 * The handler of an admonition, `:::details` or a block without a look. An unknown name is shown as a note with that title;
 * `others` are the names of other directives, for the hint.
 */
export function admonition(
  session: ParseSession,
  directive: Directive,
  others: readonly string[],
): DirectiveHandler {
  const { name, title, nameSpan: span } = directive;
  const lower = name.toLowerCase();
  if (lower === 'details')
    return (state) => {
      const options = optionsOf(session, directive, BLOCK_OPTIONS.details);
      return openDetails(session, state, {
        title: title ?? { text: capitalized(name) },
        isOpen: options.has('open'),
      });
    };
  if (lower === 'agents' || lower === 'humans')
    return (state) => {
      const token = state.push(`${lower}_open`, 'div', 1);
      for (const attribute of AUDIENCES[lower]) token.attrSet(attribute, '');
      return () => void state.push(`${lower}_close`, 'div', -1);
    };
  // Blocks of VitePress, and elements of HTML in plug-ins, whose content is Markdown as anywhere else.
  if (PLAIN.has(lower))
    return (state) => {
      state.push('plain_open', 'div', 1);
      return () => void state.push('plain_close', 'div', -1);
    };
  const kind = admonitionKind(name);
  const component = /^[A-Z]/.test(name)
    ? nearest(name, session.components?.names ?? [])
    : undefined;
  const names = [
    ...ADMONITIONS,
    ...ADMONITION_ALIASES.keys(),
    ...Object.keys(AUDIENCES),
    'details',
    ...others,
  ];
  const near = kind ?? component ?? nearest(lower, names);
  if (kind === undefined)
    report(session, 'unknown-admonition', {
      span,
      message: `there is no ${component === undefined ? 'admonition' : 'block or component'} "${name}": it is shown as a note`,
      hint:
        near === undefined ? `use one of ${ADMONITIONS.join(', ')}` : `did you mean ":::${near}"?`,
    });
  return (state) => {
    optionsOf(session, directive, BLOCK_OPTIONS.admonition);
    const token = openAdmonition(session, state, { kind: kind ?? 'note', name, title });
    // The most likely meaning of an unknown name.
    token.meta = near === undefined || kind !== undefined ? null : { meant: near };
    return () => closeAdmonition(state);
  };
}

interface Opening {
  readonly kind: Admonition;
  /** As written; the default title in languages without UI messages. */
  readonly name: string;
  readonly title: Title | undefined;
}

interface Title {
  readonly text: string;
  readonly start?: number;
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

/** Pushes the start of an element that can be closed, and its summary. The result pushes its end. */
export function openDetails(
  session: ParseSession,
  state: StateBlock,
  { title, isOpen }: { readonly title: Title; readonly isOpen: boolean },
): () => void {
  const token = state.push('details_open', 'details', 1);
  if (isOpen) token.attrSet('open', '');
  state.push('summary_open', 'summary', 1);
  pushInline(session, state, title);
  state.push('summary_close', 'summary', -1);
  return () => void state.push('details_close', 'details', -1);
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
