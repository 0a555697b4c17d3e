import { escapeHtml, wellFormed } from '../../shared/escape-html.ts';
import { itemAt } from '../../shared/item-at.ts';
import { type ApiMessages, fillMessage } from '../../shared/ui-messages.ts';
import type { ExternalDocs, SchemaNode } from '../model/api-model.ts';
import type { JsonValue } from '../read/description.ts';
import type { ApiContext } from './api-page.ts';

/** Part of a line: text, or code or a name that may be a link. Printed as HTML and as Markdown. */
export type Inline =
  | string
  | { readonly code: string; readonly href?: string | undefined }
  | { readonly name: string; readonly href?: string | undefined };

/** Fills the `{name}` placeholders of a text with parts; unknown names stay. */
export function fillInline(
  text: string,
  values: Readonly<Record<string, Inline | readonly Inline[]>>,
): readonly Inline[] {
  const parts: Inline[] = [];
  let at = 0;
  for (const match of text.matchAll(/\{(\w+)\}/g)) {
    const name = itemAt(match, 1);
    if (!Object.hasOwn(values, name)) continue;
    if (match.index > at) parts.push(text.slice(at, match.index));
    const value = values[name] ?? '';
    if (isList(value)) parts.push(...value);
    else parts.push(value);
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}

function isList(value: Inline | readonly Inline[]): value is readonly Inline[] {
  return Array.isArray(value);
}

/** Joins parts with separators: `a`, `b` and `c`. */
export function joinInline(
  items: readonly (Inline | readonly Inline[])[],
  separator: string,
  last = separator,
): readonly Inline[] {
  return items.flatMap((item, index): readonly Inline[] => {
    const pieces = isList(item) ? item : [item];
    if (index === 0) return pieces;
    return [index === items.length - 1 ? last : separator, ...pieces];
  });
}

export function inlineHtml(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return escapeHtml(part);
      const html = 'code' in part ? code(part.code) : `<b>${escapeHtml(part.name)}</b>`;
      return part.href === undefined ? html : link(part.href, html);
    })
    .join('');
}

export function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

/** Renders a list; an empty string if there are no items. */
export function listHtml(items: readonly string[]): string {
  if (items.length === 0) return '';
  return `<ul class="api-list">${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}

export function note(text: string): string {
  return `<p class="prop-note">${escapeHtml(text)}</p>`;
}

/** Renders a link; `html` is not escaped. */
export function link(href: string, html: string, className?: string): string {
  const name = className === undefined ? '' : ` class="${className}"`;
  return `<a${name} href="${escapeHtml(href)}">${html}</a>`;
}

const PLAIN_ID = /^[\w.-]*$/;

/** Returns the fragment of an id, with its `#`. */
export function fragment(id: string): string {
  return PLAIN_ID.test(id) ? `#${id}` : `#${encodeURIComponent(wellFormed(id))}`;
}

/** Returns an id as the escaped values of `id` and of the `href` that refers to it. */
export function idValues(id: string): { readonly id: string; readonly href: string } {
  if (PLAIN_ID.test(id)) return { id, href: `#${id}` };
  return { id: escapeHtml(id), href: escapeHtml(fragment(id)) };
}

export interface HeadingOptions {
  readonly level: 2 | 3 | 4 | 5 | 6;
  readonly id: string;
  readonly text: string;
  readonly after?: string;
}

/** Renders a heading with a link to itself, as in articles. */
export function heading(
  messages: ApiMessages,
  { level, id, text, after = '' }: HeadingOptions,
): string {
  const name = escapeHtml(fillMessage(messages.linkToSection, { title: text }));
  return (
    `<div class="heading heading-${level}"><h${level} id="${escapeHtml(id)}">${escapeHtml(text)}${after}</h${level}>` +
    `<a class="heading-anchor" href="${escapeHtml(fragment(id))}" aria-label="${name}"></a></div>`
  );
}

export function badge(method: string): string {
  const name = method.toLowerCase().replace(/[^a-z]+/g, '-');
  return `<span class="badge badge-${name}">${escapeHtml(method)}</span>`;
}

/** Renders a status code in the color of its class. */
export function statusHtml(status: string): string {
  return /^[2-5]/.test(status)
    ? `<span class="status-${status.charAt(0)}xx">${escapeHtml(status)}</span>`
    : escapeHtml(status);
}

/** Renders a path that can break before its slashes if `isLong`; a `<wbr>` is not copied. */
export function pathText(path: string, isLong = isLongPath(path)): string {
  const html = escapeHtml(path);
  return isLong ? html.replaceAll('/', '<wbr>/') : html;
}

/** False if a path fits into a line of small screens. */
export function isLongPath(path: string): boolean {
  return path.length > 30;
}

export function requiredMark({ required }: ApiMessages): string {
  return ` <span class="prop-required">${escapeHtml(required)}</span>`;
}

export function countElements(html: string): number {
  let count = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    if (html.charCodeAt(at + 1) !== 0x2f) count += 1;
  }
  return count;
}

/** Prints a value for a line: messages without quotes, unless they would read as another value. */
export function printValue(value: JsonValue): string {
  if (typeof value !== 'string') return printJson(value);
  return isPlainText(value) ? value : JSON.stringify(value);
}

function isPlainText(text: string): boolean {
  if (text === '' || text.trim() !== text) return false;
  if (text === 'true' || text === 'false' || text === 'null') return false;
  return !JSON_NUMBER.test(text) && !text.includes('\n');
}

const JSON_NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Prints a value on one line, with names for numbers that JSON lacks (YAML's `.inf`). */
function printJson(value: JsonValue): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return JSON.stringify(value) ?? 'null';
}

function objectSentences(messages: ApiMessages, node: SchemaNode): readonly (readonly Inline[])[] {
  const sentences = node.dependentRequired.map(({ property, requires }) => {
    const others = joinInline(
      requires.map((name) => ({ code: name })),
      ', ',
      ` ${messages.and} `,
    );
    const verb = requires.length === 1 ? messages.isSingle : messages.isPlural;
    const values = { name: { code: property }, others: [...others, ` ${verb}`] };
    return fillInline(messages.requiresOthers, values);
  });
  if (node.kind !== 'map' && node.additional === true) sentences.push([messages.othersAllowed]);
  if (node.additional === false && node.properties.length > 0) sentences.push([messages.noOthers]);
  return sentences;
}

export function objectNotes(messages: ApiMessages, node: SchemaNode): string {
  return objectSentences(messages, node)
    .map((sentence) => `<p class="prop-note">${inlineHtml(sentence)}</p>`)
    .join('');
}

/** Renders a link to external documentation; its text alone if the address is refused. */
export function externalDocs(scope: ApiContext, docs: ExternalDocs | undefined): string {
  if (docs === undefined) return '';
  const words = docs.description === '' ? scope.messages.externalDocs : docs.description;
  return `<p class="api-docs">${outsideLink(scope, docs, words)}</p>`;
}

export function outsideLink(
  scope: ApiContext,
  { url, owner }: { readonly url: string; readonly owner: object },
  words: string,
): string {
  const href = scope.resolveHref(url, owner);
  return href === undefined ? escapeHtml(words) : link(href, escapeHtml(words));
}

export interface TabPanel {
  /** Value that panels of synced groups share: `200`, `curl`. */
  readonly value: string;
  readonly id: string;
  /** Text of the tab, and of the heading in the absence of tabs. */
  readonly label: string;
  /** The label as HTML. */
  readonly labelHtml?: string;
  /** HTML of the tab if it differs from the heading, which then stays visible. */
  readonly tab?: string;
  readonly html: string;
  /** True if it says what an earlier one says: left out of the Markdown version. */
  readonly isRepeat?: boolean | undefined;
}

interface TabsOptions {
  /** Groups of the same name show panels of the same value. */
  readonly group?: string;
  /** Remembers the reader's choice on other pages. */
  readonly remember?: boolean;
  readonly label: string;
  readonly level: 3 | 4 | 5 | 6;
}

/**
 * Renders panels with tabs. The HTML has all panels, with headings; with scripts the style sheet shows only the
 * first, without them or in print all. Clicks are handled by `src/client/article/tab-groups.ts`.
 */
export function tabs(
  panels: readonly TabPanel[],
  { group, remember = false, label, level }: TabsOptions,
): string {
  const name = group === undefined ? '' : `="${group}"`;
  const list = panels.map(
    ({ id, value, label: text, labelHtml = escapeHtml(text), tab = labelHtml }, index) =>
      `<a class="tab" href="${escapeHtml(fragment(id))}" data-value="${escapeHtml(value)}"` +
      `${index === 0 ? ' aria-current="true"' : ''}>${tab}</a>`,
  );
  const bodies = panels.map(
    ({ id, value, label: text, labelHtml = escapeHtml(text), tab, html, isRepeat }) =>
      `<div class="tab-panel${isRepeat === true ? ' api-repeat' : ''}" id="${escapeHtml(id)}" data-value="${escapeHtml(value)}">` +
      `<h${level} class="${tab === undefined ? 'tab-heading' : 'api-example'}">${labelHtml}</h${level}>${html}</div>`,
  );
  return (
    `<div class="tabs" data-tabs${name}${remember ? ' data-tabs-remember' : ''}>` +
    `<div class="tab-list" role="group" aria-label="${escapeHtml(label)}">${list.join('')}</div>` +
    `${bodies.join('')}</div>`
  );
}
