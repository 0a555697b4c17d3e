import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import type { SitePage } from './api-site.ts';

/** Elements, attributes and texts of a page, in order. */
export interface Seen {
  readonly tags: string[];
  readonly attributes: { readonly name: string; readonly value: string; readonly tag: string }[];
  readonly texts: string[];
}

function look(node: DefaultTreeAdapterTypes.ParentNode, seen: Seen): Seen {
  for (const child of node.childNodes) {
    if ('value' in child) seen.texts.push(child.value);
    if (!('attrs' in child)) continue;
    seen.tags.push(child.tagName);
    for (const { name, value } of child.attrs)
      seen.attributes.push({ name, value, tag: child.tagName });
    look(child, seen);
  }
  return seen;
}

/** Parses a page as a browser does. */
export function lookAt({ html }: Pick<SitePage, 'html'>): Seen {
  return look(parseFragment(html), { tags: [], attributes: [], texts: [] });
}

/** Markup of the templates, and markup allowed in Markdown of descriptions. */
const TAGS =
  /^(?:a|p|div|section|span|code|pre|ul|wbr|ol|li|h[1-6]|details|summary|strong|em|b|bdi|i|br|hr|button|figure|figcaption|blockquote|table|thead|tbody|tr|th|td|img|input|small)$/;
const ATTRIBUTES =
  /^(?:id|class|href|title|hidden|open|role|tabindex|type|disabled|rel|target|lang|dir|src|alt|width|height|loading|decoding|aria-[a-z]+|data-[a-z-]+)$/;
/** An address that was refused is empty; a relative one stays on the site, also where it leads to nothing. */
const SAFE_ADDRESS = /^(?:https?:|mailto:|(?![a-z][a-z0-9+.-]*:))/i;

/** Lists the markup of a page that is not allowed. */
export function harm(page: Pick<SitePage, 'html'>): readonly string[] {
  const { tags, attributes } = lookAt(page);
  const ids = attributes.filter(({ name }) => name === 'id').map(({ value }) => value);
  return [
    ...tags.filter((tag) => !TAGS.test(tag)).map((tag) => `<${tag}>`),
    ...attributes
      .filter(({ name }) => !ATTRIBUTES.test(name))
      .map(({ name, value }) => `${name}="${value}"`),
    ...attributes
      .filter(({ name, value }) => /^(?:href|src)$/.test(name) && !SAFE_ADDRESS.test(value))
      .map(({ name, value }) => `${name}="${value}"`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `id ${id} twice`),
  ];
}
