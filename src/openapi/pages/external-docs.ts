import { escapeHtml } from '../../shared/escape-html.ts';
import type { ExternalDocs } from '../model/api-model.ts';
import type { ApiContext } from './api-page.ts';
import { link } from './elements.ts';

/** A link to documentation elsewhere; its words alone where the address is refused. */
export function externalDocs(context: ApiContext, docs: ExternalDocs): string {
  const words = docs.description === '' ? context.texts.externalDocs : docs.description;
  return `<p class="api-docs">${outsideLink(context, docs, words)}</p>`;
}

/** A link to an address that the description names. */
export function outsideLink(
  context: ApiContext,
  { url, owner }: { readonly url: string; readonly owner: object },
  words: string,
): string {
  const href = context.resolveHref(url, owner);
  return href === undefined ? escapeHtml(words) : link(href, escapeHtml(words));
}
