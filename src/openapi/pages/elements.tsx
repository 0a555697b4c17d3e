/** @jsxImportSource docwright/html */
import type { TabsProps } from '../../../templates/api/Tabs.tsx';
import { wellFormed } from '../../shared/escape-html.ts';
import type { Child, Html } from '../../shared/jsx-runtime.ts';
import { type ApiMessages, fillMessage } from '../../shared/ui-messages.ts';
import type { ExternalDocs, SchemaNode } from '../model/api-model.ts';
import type { JsonValue } from '../read/description.ts';
import type { ApiContext } from './api-page.ts';

/** Fills the `{name}` placeholders of a text with parts; unknown names stay. */
export function fillInline(
  text: string,
  values: Readonly<Record<string, Child>>,
): readonly Child[] {
  return text
    .split(/(\{\w+\})/)
    .map((piece) => {
      const name = piece.slice(1, -1);
      return piece.startsWith('{') && Object.hasOwn(values, name) ? values[name] : piece;
    })
    .filter((piece) => piece !== '');
}

/** Joins parts with separators: `a`, `b` and `c`. */
export function joinInline(
  items: readonly Child[],
  separator: string,
  last = separator,
): readonly Child[] {
  return items.flatMap((item, index) =>
    index === 0 ? [item] : [index === items.length - 1 ? last : separator, item],
  );
}

export function codeList(list: readonly string[]): readonly Child[] {
  return joinInline(
    list.map((item) => <code>{item}</code>),
    ', ',
  );
}

/** Renders a list; undefined if there are no items. */
export function listOf(items: readonly Child[]): Html | undefined {
  if (items.length === 0) return undefined;
  return (
    <ul class="api-list">
      {items.map((item) => (
        <li>{item}</li>
      ))}
    </ul>
  );
}

export function note(words: Child): Html {
  return <p class="prop-note">{words}</p>;
}

const PLAIN_ID = /^[\w.-]*$/;

/** Returns the fragment of an id, with its `#`. */
export function fragment(id: string): string {
  return PLAIN_ID.test(id) ? `#${id}` : `#${encodeURIComponent(wellFormed(id))}`;
}

export interface HeadingOptions {
  readonly level: 2 | 3 | 4 | 5 | 6;
  readonly id: string;
  readonly text: string;
  readonly after?: Child;
}

/** Renders a heading with a link to itself, as in articles. */
export function heading(
  { messages, parts: { Heading } }: ApiContext,
  { level, id, text, after }: HeadingOptions,
): Html {
  const label = fillMessage(messages.linkToSection, { title: text });
  return (
    <Heading level={level} id={id} href={fragment(id)} label={label} text={text}>
      {after}
    </Heading>
  );
}

export function badge(method: string): Html {
  const name = method.toLowerCase().replace(/[^a-z]+/g, '-');
  return <span class={`badge badge-${name}`}>{method}</span>;
}

/** Renders a status code in the color of its class. */
export function statusHtml(status: string): Child {
  return /^[2-5]/.test(status) ? (
    <span class={`status-${status.charAt(0)}xx`}>{status}</span>
  ) : (
    status
  );
}

/** Renders a path that can break before its slashes if `isLong`; a `<wbr>` is not copied. */
export function pathText(path: string, isLong = isLongPath(path)): Child {
  return isLong
    ? joinInline(path.split('/'), '/').map((piece) => (piece === '/' ? [<wbr />, '/'] : piece))
    : path;
}

/** False if a path fits into a line of small screens. */
export function isLongPath(path: string): boolean {
  return path.length > 30;
}

export type FlagName = 'nullable' | 'deprecated' | 'readOnly' | 'writeOnly' | 'recursive';

export function flag(messages: ApiMessages, name: FlagName): Html {
  const className = name === 'deprecated' ? 'prop-flag prop-deprecated' : 'prop-flag';
  return (
    <>
      {' '}
      <span class={className}>{messages[name]}</span>
    </>
  );
}

export function requiredMark({ required }: ApiMessages): Child {
  return [' ', <span class="prop-required">{required}</span>];
}

export function countElements(html: string): number {
  return html.split('<').length - html.split('</').length;
}

/** Prints a value for a line: messages without quotes, unless they would read as another value. */
export function printValue(value: JsonValue): string {
  // Names for numbers that JSON lacks (YAML's `.inf`).
  if (typeof value === 'number') return String(value);
  const isPlain = typeof value === 'string' && value.trim() === value && !OTHER_VALUE.test(value);
  return isPlain ? value : JSON.stringify(value);
}

/** A text that is empty or has several lines, or would read as a constant or number of JSON. */
const OTHER_VALUE = /^(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)?$|\n/;

export function objectNotes(messages: ApiMessages, node: SchemaNode): readonly Html[] {
  const sentences: Child[] = node.dependentRequired.map(({ property, requires }) => {
    const names = requires.map((name) => <code>{name}</code>);
    const others = joinInline(names, ', ', ` ${messages.and} `);
    const verb = requires.length === 1 ? messages.isSingle : messages.isPlural;
    const values = { name: <code>{property}</code>, others: [others, ` ${verb}`] };
    return fillInline(messages.requiresOthers, values);
  });
  if (node.kind !== 'map' && node.additional === true) sentences.push(messages.othersAllowed);
  if (node.additional === false && node.properties.length > 0) sentences.push(messages.noOthers);
  return sentences.map(note);
}

/** Renders a link to external documentation; its text alone if the address is refused. */
export function externalDocs(scope: ApiContext, docs: ExternalDocs | undefined): Html | undefined {
  if (docs === undefined) return undefined;
  const words = docs.description === '' ? scope.messages.externalDocs : docs.description;
  return <p class="api-docs">{outsideLink(scope, docs, words)}</p>;
}

export function outsideLink(
  scope: ApiContext,
  { url, owner }: { readonly url: string; readonly owner: object },
  words: string,
): Child {
  const href = scope.resolveHref(url, owner);
  return href === undefined ? words : <a href={href}>{words}</a>;
}

/** Renders panels with tabs. */
export function tabs(
  { parts: { Tabs } }: ApiContext,
  panels: readonly Omit<TabsProps['panels'][number], 'href'>[],
  options: Omit<TabsProps, 'panels'>,
): Html {
  const linked = panels.map((panel) => ({ ...panel, href: fragment(panel.id) }));
  return <Tabs {...options} panels={linked} />;
}
