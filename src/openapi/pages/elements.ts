import { escapeHtml } from '../../shared/escape-html.ts';
import { itemAt } from '../../shared/item-at.ts';
import { type ApiMessages, fillMessage } from '../../shared/ui-messages.ts';
import type { ExternalDocs, SchemaNode } from '../model/api-model.ts';
import type { JsonValue } from '../read/description.ts';
import type { ApiContext } from './api-page.ts';

/** A piece of a line: words, or code that may be a link. Printed as HTML and as Markdown. */
export type Inline = string | { readonly code: string; readonly href?: string | undefined };

/** Fills the `{name}` places of a text with pieces; a name without a piece stays as it is. */
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
    if (typeof value === 'string' || 'code' in value) parts.push(value);
    else parts.push(...value);
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}

/** Pieces between separators: `a`, `b` and `c`. */
export function joinInline(
  items: readonly (Inline | readonly Inline[])[],
  separator: string,
  last = separator,
): readonly Inline[] {
  return items.flatMap((item, index): readonly Inline[] => {
    const pieces = typeof item === 'string' || 'code' in item ? [item] : item;
    if (index === 0) return pieces;
    return [index === items.length - 1 ? last : separator, ...pieces];
  });
}

export function inlineHtml(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return escapeHtml(part);
      const html = code(part.code);
      return part.href === undefined ? html : link(part.href, html);
    })
    .join('');
}

export function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`;
}

/** A list of finished items; nothing where there is none. */
export function listHtml(items: readonly string[]): string {
  if (items.length === 0) return '';
  return `<ul class="api-list">${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}

export function note(text: string): string {
  return `<p class="prop-note">${escapeHtml(text)}</p>`;
}

/** A link; `html` is finished. */
export function link(href: string, html: string, className?: string): string {
  const name = className === undefined ? '' : ` class="${className}"`;
  return `<a${name} href="${escapeHtml(href)}">${html}</a>`;
}

/** Text without halves of surrogate pairs, which UTF-8 cannot hold. */
export function wellFormed(text: string): string {
  return HAS_SURROGATES.test(text) ? text.replace(/\p{Surrogate}/gu, '\ufffd') : text;
}

// Most texts have none, which this finds out at once.
const HAS_SURROGATES = /[\ud800-\udfff]/;

const PLAIN_ID = /^[\w.-]*$/;

/** The fragment that leads to an id, with its `#`. */
export function fragment(id: string): string {
  return PLAIN_ID.test(id) ? `#${id}` : `#${encodeURIComponent(wellFormed(id))}`;
}

/** An id as the values of `id` and of the `href` that leads to it, escaped. */
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

/** A heading with the link to itself beside it, as articles have them. */
export function heading(
  texts: ApiMessages,
  { level, id, text, after = '' }: HeadingOptions,
): string {
  const name = escapeHtml(fillMessage(texts.linkToSection, { title: text }));
  return (
    `<div class="heading heading-${level}"><h${level} id="${escapeHtml(id)}">${escapeHtml(text)}${after}</h${level}>` +
    `<a class="heading-anchor" href="${escapeHtml(fragment(id))}" aria-label="${name}"></a></div>`
  );
}

export function badge(method: string): string {
  const name = method.toLowerCase().replace(/[^a-z]+/g, '-');
  return `<span class="badge badge-${name}">${escapeHtml(method)}</span>`;
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

/** A value as readers see it in a line: texts without quotes, unless they could be taken for something else. */
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

/** A value on one line. What JSON has no word for (YAML's `.inf`) is named. */
function printJson(value: JsonValue): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return JSON.stringify(value) ?? 'null';
}

export function objectSentences(
  texts: ApiMessages,
  node: SchemaNode,
): readonly (readonly Inline[])[] {
  const sentences = node.dependentRequired.map(({ property, requires }) => {
    const others = joinInline(
      requires.map((name) => ({ code: name })),
      ', ',
      ` ${texts.and} `,
    );
    const verb = requires.length === 1 ? texts.isSingle : texts.isPlural;
    const values = { name: { code: property }, others: [...others, ` ${verb}`] };
    return fillInline(texts.requiresOthers, values);
  });
  if (node.kind !== 'map' && node.additional === true) sentences.push([texts.othersAllowed]);
  if (node.additional === false && node.properties.length > 0) sentences.push([texts.noOthers]);
  return sentences;
}

export function objectNotes(texts: ApiMessages, node: SchemaNode): string {
  return objectSentences(texts, node)
    .map((sentence) => `<p class="prop-note">${inlineHtml(sentence)}</p>`)
    .join('');
}

/** A link to documentation elsewhere; its words alone where the address is refused. */
export function externalDocs(scope: ApiContext, docs: ExternalDocs | undefined): string {
  if (docs === undefined) return '';
  const words = docs.description === '' ? scope.texts.externalDocs : docs.description;
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
  /** What panels of synced groups have in common: `200`, `curl`. */
  readonly value: string;
  readonly id: string;
  /** Text of the tab, and of the heading where there are no tabs. */
  readonly label: string;
  readonly html: string;
}

interface TabsOptions {
  /** Groups of one name show panels of one value. */
  readonly group?: string;
  /** The reader's choice is kept for other pages. */
  readonly remember?: boolean;
  readonly label: string;
  readonly level: 3 | 4 | 5;
}

/**
 * Panels with tabs. All panels are in the HTML with headings; the style sheet shows the first one where scripts
 * run, and all of them where none does or on paper. `src/client/article/tab-groups.ts` answers to the tabs.
 */
export function tabs(
  panels: readonly TabPanel[],
  { group, remember = false, label, level }: TabsOptions,
): string {
  const name = group === undefined ? '' : `="${group}"`;
  const list = panels.map(
    ({ id, value, label: text }, index) =>
      `<a class="tab" role="tab" href="${escapeHtml(fragment(id))}" data-value="${escapeHtml(value)}"` +
      `${index === 0 ? ' aria-selected="true"' : ''}>${escapeHtml(text)}</a>`,
  );
  const bodies = panels.map(
    ({ id, value, label: text, html }) =>
      `<div class="tab-panel" id="${escapeHtml(id)}" data-value="${escapeHtml(value)}">` +
      `<h${level} class="tab-heading">${escapeHtml(text)}</h${level}>${html}</div>`,
  );
  return (
    `<div class="tabs" data-tabs${name}${remember ? ' data-tabs-remember' : ''}>` +
    `<div class="tab-list" role="tablist" aria-label="${escapeHtml(label)}">${list.join('')}</div>` +
    `${bodies.join('')}</div>`
  );
}
