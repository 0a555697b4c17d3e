import { type AppMessages, appMessages } from '../../shared/app-messages.ts';
import type { ClientSite } from '../../shared/page-data.ts';
import { ROOT_ID } from '../../shared/page-ids.ts';

/** Finds the root element, which comes first in the body, before all content. */
export function findRoot(page: Document): HTMLElement | null {
  // Named elements become properties of the document and can hide its methods, but not the prototype's.
  return Document.prototype.getElementById.call(page, ROOT_ID);
}

/** Finds the article of a page; nothing outside of it may contain an `article`, not even sanitized HTML. */
export function findArticle(page: ParentNode): HTMLElement | null {
  return page.querySelector('article');
}

/** Reads the data of the site at the root of a document. */
export function readSite({ dataset }: HTMLElement): ClientSite {
  return JSON.parse(dataset['site'] ?? '{}');
}

export function messagesOf({ messages }: ClientSite): AppMessages {
  return { ...appMessages, ...messages };
}
