import type { MarkdownIt, StateBlock } from 'markdown-it';
import { nearest } from '../../diagnostics/nearest.ts';
import type { DirectiveHandler, DirectiveRegistry } from './directive.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { report, type SessionHolder } from './session.ts';

/** The kinds of admonition (rule 34) with the titles that they have by default. */
const ADMONITIONS: ReadonlyMap<string, string> = new Map([
  ['note', 'Note'],
  ['tip', 'Tip'],
  ['info', 'Info'],
  ['warning', 'Warning'],
  ['danger', 'Danger'],
]);

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['caution', 'warning'],
  ['important', 'info'],
]);

/** Directives that are admonitions. An unknown name is an error and is shown as a note. */
export function admonitions(holder: SessionHolder): DirectiveRegistry {
  return (directive) => {
    const name = directive.name.toLowerCase();
    const type = ALIASES.get(name) ?? name;
    if (ADMONITIONS.has(type)) return admonition(holder, type);
    const near = nearest(name, [...ADMONITIONS.keys(), ...ALIASES.keys()]);
    report(holder.session, 'unknown-admonition', {
      span: directive.nameSpan,
      message: `there is no admonition "${directive.name}"`,
      hint:
        near === undefined
          ? `use one of ${[...ADMONITIONS.keys()].join(', ')}`
          : `did you mean ":::${near}"?`,
    });
    return admonition(holder, 'note');
  };
}

function admonition(holder: SessionHolder, type: string): DirectiveHandler {
  return {
    open: (state, directive) => {
      state.push('admonition_open', 'aside', 1).info = type;
      pushTitle(
        holder,
        state,
        directive.title ?? { text: ADMONITIONS.get(type) ?? type, start: undefined },
      );
    },
    close: (state) => {
      state.push('admonition_close', 'aside', -1);
    },
  };
}

interface Title {
  readonly text: string;
  /** Undefined for a default title. */
  readonly start: number | undefined;
}

function pushTitle(holder: SessionHolder, state: StateBlock, title: Title): void {
  state.push('admonition_title_open', 'p', 1);
  const inline = state.push('inline', '', 0);
  inline.content = title.text;
  inline.children = [];
  inline.map = [state.line, state.line + 1];
  if (title.start !== undefined) holder.session.titles.set(inline, title.start);
  state.push('admonition_title_close', 'p', -1);
}

/** Prints admonitions. */
export function renderAdmonitions(md: MarkdownIt): void {
  const { rules } = md.renderer;
  rules['admonition_open'] = (tokens, index) =>
    `<aside class="admonition admonition-${escapeHtml(tokens[index]?.info ?? '')}">\n`;
  rules['admonition_close'] = () => '</aside>\n';
  rules['admonition_title_open'] = () => '<p class="admonition-title">';
  rules['admonition_title_close'] = () => '</p>\n';
}
