import { linkFacts, opensHere } from './page-address.ts';

/** The address of a link that asks to be opened in this document; undefined for every other one. */
export function addressOf(link: Element | null): URL | undefined {
  if (!(link instanceof HTMLAnchorElement) || !URL.canParse(link.href)) return undefined;
  const language = link.ownerDocument.documentElement.lang;
  return opensHere(linkFacts(link), language) ? new URL(link.href) : undefined;
}

/** An address without its fragment: two that are equal are one document to the browser. */
export function withoutHash({ href }: { readonly href: string }): string {
  return href.replace(/#.*$/s, '');
}

/** Loads an address as a document, also where it is the present one. */
export function loadDocument(url: URL): void {
  if (withoutHash(url) !== withoutHash(location)) {
    location.assign(url);
    return;
  }
  history.replaceState(history.state, '', url);
  location.reload();
}
