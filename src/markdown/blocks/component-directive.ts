import type { Span } from '../../content/source-text.ts';
import { closeElement, openNumbered } from '../mdx/code-tokens.ts';
import { findComponent } from '../mdx/find-components.ts';
import type { PageAttribute } from '../mdx/page-code.ts';
import { type ParseSession, report } from '../parse-session.ts';
import { groupCode } from './code-group.ts';
import type { Directive, DirectiveHandler } from './directive.ts';
import { TABS_DIRECTIVES } from './tabs.ts';

/** Finds `:::Name{prop="x"}` around the children of a component, and `::Name{…}` without, for those that a site has. */
export function componentDirective(
  session: ParseSession,
  { name, nameSpan: span, rest }: Directive,
): DirectiveHandler | undefined {
  const { components } = session;
  // Tabs are blocks of Markdown in any case of letters.
  const isTabs = TABS_DIRECTIVES.some((tabs) => tabs === name.toLowerCase().replace('item', ''));
  if (
    isTabs ||
    !/^[A-Z]/.test(name) ||
    !components ||
    findComponent(components, name) === undefined
  )
    return undefined;
  return (state) => {
    const attributes = readProps(session, rest);
    const index = openNumbered(session, state, { name, span, attributes });
    const first = state.tokens.length;
    return () => {
      groupCode(session, state, { name, first });
      closeElement(state, index);
    };
  };
}

const PROP = /([A-Za-z_][\w-]*)(?:=("[^"]*"|'[^']*'|[^\s{}[\]"']+|(?=[{[])))?/y;

/** Reads `[Title]{text="x" count=3 items=["a"] open}`: values are texts in quotes, JSON or words; a name alone is true. */
function readProps(
  session: ParseSession,
  { text: rest, start }: Directive['rest'],
): readonly PageAttribute[] {
  const props: PageAttribute[] = [];
  const add = (name: string, value: unknown, { at, span }: { at: Span; span: Span }): void => {
    if (isMarkup(name)) return;
    // Without markup, and without the sign that begins our marks.
    const text = JSON.stringify(value, (key, inner: unknown) =>
      isMarkup(key) ? undefined : typeof inner === 'string' ? inner.replaceAll('\0', '') : inner,
    );
    const nameSpan = shift(at, start);
    props.push({ name, nameSpan, kind: 'json', text, span: shift(span, start) });
  };
  const label = /^\[([^\]]*)\]|^[^{]+/.exec(rest);
  const title = (label?.[1] ?? label?.[0] ?? '').trim();
  const labelSpan = { start: 0, end: label?.[0].length ?? 0 };
  if (title !== '') add('title', title, { at: labelSpan, span: labelSpan });
  const braces = rest.slice(label?.[0].length ?? 0).trim();
  if (braces === '') return props;
  const from = rest.indexOf(braces, label?.[0].length ?? 0);
  let at = 1;
  for (;;) {
    while (/\s/.test(braces.charAt(at))) at += 1;
    if (at === braces.length - 1 && braces.endsWith('}')) return props;
    PROP.lastIndex = at;
    const match = PROP.exec(braces);
    const value = match === null ? undefined : valueOf(braces, match);
    if (match === null || value === undefined) break;
    const [, name = ''] = match;
    const nameSpan = { start: from + at, end: from + at + name.length };
    add(name, value.value, { at: nameSpan, span: shift(value, from) });
    at = value.next;
  }
  report(session, 'component-options', {
    span: { start: start + from + at, end: start + Math.max(from + at + 1, rest.length) },
    message: 'the options of the component cannot be read from here on',
    hint: 'write {name="text" other=3 list=["a", "b"]}',
  });
  return props;
}

function shift({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}

/** True for properties that React would write as raw HTML, and for the name that sets a prototype. */
function isMarkup(name: string): boolean {
  return /^(?:dangerouslySetInnerHTML|srcdoc|__proto__)$/i.test(name);
}

/** A value, the place of its text or JSON, and where the next option begins. */
interface Value {
  readonly value: unknown;
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

function valueOf(
  braces: string,
  { 0: whole, 2: written, index }: RegExpExecArray,
): Value | undefined {
  const next = index + whole.length;
  const start = next - (written?.length ?? whole.length);
  if (written === undefined) return { value: true, start, end: next, next };
  if (written === '') return jsonAt(braces, next);
  if (/^["']/.test(written))
    return { value: written.slice(1, -1), start: start + 1, end: next - 1, next };
  return { value: parseJson(written) ?? written, start, end: next, next };
}

/** The maximum depth of lists and objects of JSON. */
const MAX_DEPTH = 100;

/** A list or object of JSON: up to the first bracket that completes it. */
function jsonAt(text: string, start: number): Value | undefined {
  const signs = /"(?:[^"\\]|\\.)*"|[[\]{}]/g;
  signs.lastIndex = start;
  let depth = 0;
  for (let sign = signs.exec(text); sign !== null; sign = signs.exec(text)) {
    if ('[{'.includes(sign[0])) depth += 1;
    else if (']}'.includes(sign[0])) depth -= 1;
    if (depth > MAX_DEPTH) return undefined;
    if (depth > 0) continue;
    const end = signs.lastIndex;
    const value = parseJson(text.slice(start, end));
    return value === undefined ? undefined : { value, start, end, next: end };
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
