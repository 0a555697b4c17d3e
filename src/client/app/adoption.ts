import { ROOT_ID } from '../../shared/page-ids.ts';

/** Finds the root element, which comes first in the body, before all content. */
export function findRoot(page: Document): HTMLElement | null {
  // Named elements become properties of the document and can hide its methods, but not the prototype's.
  return Document.prototype.getElementById.call(page, ROOT_ID);
}

/** Keeps the article of the loaded document, whose HTML exists nowhere else. */
export interface Adoption {
  /** Ref of the article element; moves the document's nodes into an empty one. */
  readonly attach: (article: HTMLElement | null) => void;
  /** Ends the adoption: later articles bring their own HTML. */
  readonly end: () => void;
}

/** Finds the article of a page; nothing outside of it may contain an `article`, not even sanitized HTML. */
export function findArticle(page: ParentNode): HTMLElement | null {
  return page.querySelector('article');
}

/**
 * React keeps the server's nodes when it hydrates. If it renders the layout again (after a mismatch, or a crash and
 * `Try again`), they move into the new article, so that it is never blank.
 */
export function adoptArticle(
  root: HTMLElement,
  onAttach: (article: HTMLElement) => void,
): Adoption {
  let adopted = findArticle(root) ?? undefined;
  return {
    attach: (article) => {
      if (article === null) return;
      if (adopted !== undefined && adopted !== article && article.childNodes.length === 0) {
        article.replaceChildren(...adopted.childNodes);
        adopted = article;
      }
      onAttach(article);
    },
    end: () => {
      adopted = undefined;
    },
  };
}
