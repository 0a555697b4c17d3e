import type { StateBlock, Token } from 'markdown-it';
import type { DirectiveRegistry } from '../../blocks/directive.ts';
import { type ParseSession, reportForeign } from '../../parse-session.ts';
import { printTag } from './jsx-html.ts';
import { attributeText, type JsxTag, readLiteral } from './read-jsx.ts';
import type { JsxScan } from './scan-jsx.ts';

/** A component of JSX where blocks may be. */
export interface Element {
  readonly session: ParseSession;
  readonly state: StateBlock;
  readonly tag: JsxTag;
  /** Index of its first token. */
  readonly first: number;
  readonly scan: JsxScan;
  readonly directives: DirectiveRegistry;
  /** The groups of tabs around it, innermost last. */
  readonly groups: Group[];
}

/** The labels of a group's tabs by their values. */
interface Group {
  readonly token: Token;
  readonly labels: ReadonlyMap<string, string>;
  /** Of the tabs so far. */
  readonly values: Set<string>;
}

/** Pushes the tokens around a component's content. */
export interface Component {
  readonly open: (element: Element) => void;
  readonly close: (element: Element) => void;
  /** True if its content is left out. */
  readonly isClosed?: true;
}

const NOTHING = (): void => undefined;
const TRANSPARENT: Component = { open: NOTHING, close: NOTHING };
const LEFT_OUT: Component = { ...TRANSPARENT, isClosed: true };

/** A `<div>` of a class around the content. */
function box(name: string, title?: string): Component {
  return {
    open: (element) => {
      const { state } = element;
      state.push(`${name}_open`, 'div', 1).attrSet('class', name);
      const text = title === undefined ? undefined : textOf(element, title);
      if (text !== undefined) textBlock(element, { tag: 'p', name: `${name}-title`, text });
    },
    close: ({ state }) => void state.push(`${name}_close`, 'div', -1),
  };
}

function textOf({ state, tag }: Element, name: string): string | undefined {
  return attributeText(state.src, tag, name)?.text;
}

/** Pushes a block of plain text. */
function textBlock(
  element: Element,
  { tag, name, text }: { readonly tag: string; readonly name: string; readonly text: string },
): void {
  const { state } = element;
  state.push('jsx_text_open', tag, 1).attrSet('class', name);
  pushText(element, text);
  state.push('jsx_text_close', tag, -1);
}

function pushText({ state }: Element, text: string): void {
  const child = new state.Token('text', '', 0);
  child.content = text;
  const inline = state.push('inline', '', 0);
  inline.children = [child];
  inline.map = [state.line, state.line + 1];
}

/** Pushes the text of an attribute, if there is one. */
export function pushTextOf(element: Element, name: string): void {
  const text = textOf(element, name);
  if (text !== undefined) pushText(element, text);
}

/** Pushes an element's tag as raw HTML. */
export function pushTag(
  { session, state }: Pick<Element, 'session' | 'state'>,
  tag: JsxTag,
  options: { name?: string; className?: string; attributes?: readonly string[] } = {},
): void {
  const { bodyStart } = session;
  const locate = (start: number, end: number) => ({
    start: bodyStart + start,
    end: bodyStart + end,
  });
  const html = printTag(tag, { session, text: state.src, locate, ...options });
  const token = state.push('html_block', '', 0);
  token.content = html.content;
  token.map = [state.line, state.line + 1];
  session.rawLocations.set(token, { map: html, offset: 0 });
}

function closeHtml({ state }: Element, name: string): void {
  state.push('html_block', '', 0).content = `</${name}>`;
}

/** Options of one of our blocks, as its line has them. */
interface DirectiveLine {
  readonly label?: string | undefined;
  readonly options?: readonly (readonly [string, string | undefined])[];
}

/** A component that is one of our blocks. */
function directive(
  nameOf: (element: Element) => string,
  lineOf: (element: Element) => DirectiveLine = () => ({}),
): Component {
  const at = (element: Element) => {
    const { bodyStart } = element.session;
    const { nameStart, name: written } = element.tag;
    const start = bodyStart + nameStart;
    const { label, options = [] } = lineOf(element);
    const given = options.flatMap(([key, value]) =>
      value === undefined ? [] : [`${key}="${value.replaceAll(/["{}]/g, '')}"`],
    );
    const title = label === undefined ? undefined : { text: escapeMarkdown(label), start };
    const braces = given.length === 0 ? '' : `{${given.join(' ')}}`;
    const opened = {
      name: nameOf(element),
      nameSpan: { start, end: start + written.length },
      title,
      attributes: '',
      rest: { text: `${title === undefined ? '' : `[${title.text}]`}${braces}`, start },
    };
    return { handler: element.directives(opened), opened };
  };
  return {
    open: (element) => {
      const { handler, opened } = at(element);
      handler.open(element.state, opened);
    },
    close: (element) => {
      const { handler, opened } = at(element);
      handler.close(element.state, opened);
    },
  };
}

function escapeMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>&~!#|]/g, '\\$&');
}

const ADMONITIONS = new Set('note tip info warning danger caution important'.split(' '));

function admonition(name?: string): Component {
  const nameOf = (element: Element): string => {
    const type = name ?? textOf(element, 'type') ?? 'note';
    return ADMONITIONS.has(type) ? type : 'note';
  };
  return directive(nameOf, (element) => ({ label: textOf(element, 'title') }));
}

const TABS_DIRECTIVE = directive(
  () => 'tabs',
  (element) => ({
    options: [
      ['group', textOf(element, 'groupId') ?? textOf(element, 'syncKey')],
      ['default', textOf(element, 'defaultValue')],
    ],
  }),
);

const TABS: Component = {
  open: (element) => {
    const { state, groups, tag } = element;
    const first = state.tokens.length;
    TABS_DIRECTIVE.open(element);
    const token = state.tokens[first];
    if (token !== undefined)
      groups.push({ token, labels: labelsOf(state.src, tag), values: new Set() });
  },
  close: (element) => {
    element.groups.pop();
    TABS_DIRECTIVE.close(element);
  },
};

/** The labels in `values={[{ label: '…', value: '…' }]}`. */
function labelsOf(text: string, { attributes }: JsxTag): ReadonlyMap<string, string> {
  const value = attributes.find(({ name }) => name === 'values')?.value;
  const list = value === undefined ? undefined : readLiteral(text, value);
  const labels = new Map<string, string>();
  for (const item of Array.isArray(list) ? list : []) {
    if (typeof item?.value === 'string' && typeof item.label === 'string')
      labels.set(item.value, item.label);
  }
  return labels;
}

const TAB_DIRECTIVE = directive(
  () => 'tab',
  (element) => {
    const { labels, values } = element.groups.at(-1) ?? { labels: undefined, values: new Set() };
    const given = textOf(element, 'value');
    const label = textOf(element, 'label') ?? labels?.get(given ?? '') ?? given;
    const shown = label ?? `Tab ${values.size + 1}`;
    return { label: shown, options: [['value', unusedValue(values, given ?? shown)]] };
  },
);

/** Labels may differ only in signs, and be used twice. */
function unusedValue(values: Set<string>, wanted: string): string {
  const first = wanted.trim().replace(/\s+/g, '-');
  let value = first;
  for (let count = 2; values.has(value); count++) value = `${first}-${count}`;
  values.add(value);
  return value;
}

const TAB: Component = {
  open: (element) => {
    const { session, groups, tag } = element;
    const group = groups.at(-1);
    const parent = group === undefined ? undefined : session.tabGroups.get(group.token);
    const first = element.state.tokens.length;
    TAB_DIRECTIVE.open(element);
    const token = element.state.tokens[first];
    const value = textOf(element, 'value');
    const isDefault = tag.attributes.some(({ name }) => name === 'default');
    if (parent === undefined || token === undefined || !isDefault || value === undefined) return;
    const span = session.tabPanels.get(token)?.nameSpan ?? parent.nameSpan;
    parent.selected ??= { value, span };
  },
  close: ({ state }) => void state.push('tab_close', 'div', -1),
};

/** The ordered list in it becomes steps. */
const STEPS: Component = {
  open: NOTHING,
  close: ({ state, first }) => {
    const list = state.tokens
      .slice(first)
      .find(({ type, level }) => type === 'ordered_list_open' && level === state.level + 1);
    list?.attrSet('class', 'steps');
  },
};

const DETAILS: Component = {
  open: (element) => {
    pushTag(element, element.tag, { name: 'details', attributes: ['open', 'className', 'id'] });
    const text = textOf(element, 'summary');
    if (text !== undefined) textBlock(element, { tag: 'summary', name: 'details-summary', text });
  },
  close: (element) => closeHtml(element, 'details'),
};

const LINK_CARD: Component = {
  open: (element) => {
    pushTag(element, element.tag, { name: 'a', className: 'card', attributes: ['href'] });
    const title = textOf(element, 'title') ?? '';
    textBlock(element, { tag: 'span', name: 'card-title', text: title });
    const text = textOf(element, 'description');
    if (text !== undefined) textBlock(element, { tag: 'span', name: 'card-description', text });
    closeHtml(element, 'a');
  },
  close: NOTHING,
};

/** A code block from an attribute, or from the one literal in braces between the tags. */
function codeBlock(language: string, from?: string): Component {
  return {
    isClosed: true,
    open: (element) => {
      const { session, state, tag } = element;
      const code = from === undefined ? childLiteral(element) : textOf(element, from);
      if (code === undefined) {
        const { start, end } = tag;
        reportForeign(session, `code of ${tag.name}`, {
          message: `the code of <${tag.name}> is left out`,
          span: { start: session.bodyStart + start, end: session.bodyStart + end },
          hint: 'write a code block between three backticks',
        });
        return;
      }
      const title = textOf(element, 'title');
      const token = state.push('fence', 'code', 0);
      const named = title === undefined ? '' : ` title="${title.replaceAll('"', "'")}"`;
      token.info = `${textOf(element, language) ?? ''}${named}`;
      token.content = `${code.replace(/^\n|\s+$/g, '')}\n`;
      token.markup = '```';
    },
    close: NOTHING,
  };
}

/** The text between the tags: a literal in braces, or text without any. */
function childLiteral({ state: { src }, tag, scan }: Element): string | undefined {
  const end = scan.closing.get(tag.start)?.start;
  const text = end === undefined ? undefined : src.slice(tag.end, end).trim();
  if (end === undefined || text === undefined || !/[{<]/.test(text)) return text;
  if (!text.startsWith('{') || !text.endsWith('}')) return undefined;
  const value = readLiteral(src, {
    start: src.indexOf('{', tag.end) + 1,
    end: src.lastIndexOf('}', end),
  });
  return typeof value === 'string' ? value : undefined;
}

/** The components of Docusaurus and Starlight. */
const COMPONENTS: ReadonlyMap<string, Component> = new Map([
  ['', TRANSPARENT],
  ...['Fragment', 'React.Fragment', 'BrowserOnly', 'Translate', 'Suspense'].map(
    (name) => [name, TRANSPARENT] as const,
  ),
  ...['Head', 'TOCInline', 'Icon'].map((name) => [name, LEFT_OUT] as const),
  ['Admonition', admonition()],
  ['Aside', admonition()],
  ['Tabs', TABS],
  ['TabItem', TAB],
  ['Details', DETAILS],
  ['CodeBlock', codeBlock('language')],
  ['Code', codeBlock('lang', 'code')],
  ['Steps', STEPS],
  ['FileTree', box('file-tree')],
  ['CardGrid', box('card-grid')],
  ['Card', box('card', 'title')],
  ['LinkCard', LINK_CARD],
]);

/** Components that are part of a line, with the element and class that replace them. */
export const INLINE_COMPONENTS: ReadonlyMap<
  string,
  {
    readonly name: string;
    readonly className?: string;
    /** The attributes that are kept. Default: all. */
    readonly attributes?: readonly string[];
  }
> = new Map([
  ['Link', { name: 'a' }],
  ['Image', { name: 'img', attributes: ['src', 'alt', 'title', 'width', 'height'] }],
  ['LinkButton', { name: 'a', className: 'button', attributes: ['href'] }],
  ['Badge', { name: 'span', className: 'tag', attributes: [] }],
]);

/** The component of an element; undefined if it is unknown or has the wrong place. */
export function findComponent({ tag, scan, groups }: Element): Component | undefined {
  if (tag.name === 'Tabs' && !scan.tabGroups.has(tag.start)) return undefined;
  if (tag.name === 'TabItem' && groups.length === 0) return undefined;
  return COMPONENTS.get(tag.name);
}

/** True for a component that is known where blocks are. */
export function isKnown(name: string): boolean {
  return COMPONENTS.has(name);
}

/** Reports a component whose content is shown in its place. */
export function noteUnknown({ session, tag }: Pick<Element, 'session' | 'tag'>): void {
  const start = session.bodyStart + tag.start;
  const isEmpty = tag.kind === 'empty';
  reportForeign(session, `component ${tag.name}`, {
    message: `the component <${tag.name}> is not rendered${isEmpty ? '' : '; its content is shown'}`,
    span: { start, end: start + 1 + tag.name.length },
    hint: 'write Markdown or one of the blocks of docwright in its place',
  });
}
