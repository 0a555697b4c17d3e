import type { StateBlock } from 'markdown-it';
import { itemAt } from '../../shared/item-at.ts';
import { closeElement, openNumbered } from '../mdx/code-tokens.ts';
import { findComponent } from '../mdx/find-components.ts';
import { type ParseSession, report, type SessionHolder } from '../parse-session.ts';
import { groupCode } from './code-group.ts';
import type { Directive, DirectiveFinder } from './directive.ts';
import { TABS_DIRECTIVES } from './tabs.ts';

/** Finds `:::Name{prop="x"}` around the children of a component, and `::Name{…}` without, for those that a site has. */
export function componentDirectives(holder: SessionHolder): DirectiveFinder {
  return (directive) => {
    const { session } = holder;
    if (!isComponent(session, directive.name)) return undefined;
    const opened: number[] = [];
    let first = 0;
    return {
      open: (state) => {
        opened.push(openDirective(session, state, directive));
        first = state.tokens.length;
      },
      close: (state) => {
        groupCode(session, state, { name: directive.name, first });
        closeElement(state, itemAt(opened, 0));
      },
    };
  };
}

function openDirective(
  session: ParseSession,
  state: StateBlock,
  { name, nameSpan, rest }: Directive,
): number {
  const props = readProps(session, rest);
  return openNumbered(session, state, { name, span: nameSpan, attributes: [], props });
}

function isComponent({ components }: ParseSession, name: string): boolean {
  // Tabs are blocks of Markdown in any case of letters.
  if (TABS_DIRECTIVES.some((tabs) => tabs === name.toLowerCase())) return false;
  return (
    /^[A-Z]/.test(name) && components !== undefined && findComponent(components, name) !== undefined
  );
}

const PROP = /([A-Za-z_][\w-]*)(?:=("[^"]*"|'[^']*'|[^\s{}[\]"']+|(?=[{[])))?/y;

/** Reads `[Title]{text="x" count=3 items=["a"] open}`: values are texts in quotes, JSON or words; a name alone is true. */
function readProps(
  session: ParseSession,
  { text, start }: Directive['rest'],
): Readonly<Record<string, unknown>> {
  const props: Record<string, unknown> = Object.create(null);
  const label = /^\[([^\]]*)\]|^[^{]+/.exec(text);
  const title = (label?.[1] ?? label?.[0] ?? '').trim();
  if (title !== '') props['title'] = title;
  const braces = text.slice(label?.[0].length ?? 0).trim();
  if (braces === '') return { ...props };
  const from = text.length - braces.length;
  let at = 1;
  for (;;) {
    while (/\s/.test(braces.charAt(at))) at += 1;
    if (at === braces.length - 1 && braces.endsWith('}')) return { ...props };
    PROP.lastIndex = at;
    const match = PROP.exec(braces);
    const value = match === null ? undefined : valueOf(braces, match);
    if (match === null || value === undefined) break;
    props[match[1] ?? ''] = value.value;
    at = value.end;
  }
  report(session, 'component-options', {
    span: { start: start + from + at, end: start + Math.max(from + at + 1, text.length) },
    message: 'the options of the component cannot be read from here on',
    hint: 'write {name="text" other=3 list=["a", "b"]}',
  });
  return { ...props };
}

function valueOf(
  braces: string,
  { 0: whole, 2: written, index }: RegExpExecArray,
): { readonly value: unknown; readonly end: number } | undefined {
  const end = index + whole.length;
  if (written === undefined) return { value: true, end };
  if (written === '') return jsonAt(braces, end);
  if (/^["']/.test(written)) return { value: written.slice(1, -1), end };
  return { value: parseJson(written) ?? written, end };
}

/** A list or object of JSON: up to the first bracket that completes it. */
function jsonAt(
  text: string,
  start: number,
): { readonly value: unknown; readonly end: number } | undefined {
  const signs = /"(?:[^"\\]|\\.)*"|[[\]{}]/g;
  signs.lastIndex = start;
  let depth = 0;
  for (let sign = signs.exec(text); sign !== null; sign = signs.exec(text)) {
    if ('[{'.includes(sign[0])) depth += 1;
    else if (']}'.includes(sign[0])) depth -= 1;
    if (depth > 0) continue;
    const value = parseJson(text.slice(start, signs.lastIndex));
    return value === undefined ? undefined : { value, end: signs.lastIndex };
  }
  return undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
