import { type AppMessages, appMessages } from '../../shared/app-messages.ts';
import type { ClientSite } from '../../shared/page-data.ts';
import { ROOT_ID } from '../../shared/page-ids.ts';

/** Finds the root element, which comes first in the body, before all content. */
export function findRoot(page: Document): HTMLElement | null {
  // Named elements become properties of the document and can hide its methods, but not the prototype's.
  return Document.prototype.getElementById.call(page, ROOT_ID);
}

/** The element around the target of an event that matches a selector; null if there is none. */
export function closestTo<Match extends HTMLElement = HTMLElement>(
  target: EventTarget | null,
  selector: string,
): Match | null {
  return target instanceof Element ? target.closest<Match>(selector) : null;
}

/** Handles events below a root at elements that match a selector, whichever page is shown. */
export function delegate<Type extends keyof HTMLElementEventMap>(
  root: HTMLElement,
  type: Type,
  handlers: Readonly<
    Record<string, (element: HTMLElement, event: HTMLElementEventMap[Type]) => void>
  >,
): void {
  root.addEventListener(type, (event) => {
    for (const [selector, handle] of Object.entries(handlers)) {
      const found = closestTo(event.target, selector);
      if (found !== null) handle(found, event);
    }
  });
}

/** Creates an element with classes and a text. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
  text = '',
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  if (className !== '') created.className = className;
  created.textContent = text;
  return created;
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
