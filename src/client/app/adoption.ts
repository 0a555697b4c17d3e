/** Keeps the article that came with the document: it is there already, and its HTML nowhere else. */
export interface Adoption {
  /** Ref of the article element: an empty one gets the nodes that the document brought. */
  readonly attach: (article: HTMLElement | null) => void;
  /** From now on articles bring their HTML themselves. */
  readonly end: () => void;
}

/** The article of a page: nothing around it may hold one, sanitized HTML least of all. */
export function findArticle(page: ParentNode): HTMLElement | null {
  return page.querySelector('article');
}

/**
 * React keeps the nodes of the server when it hydrates. Where it renders the layout again (a
 * mismatch, a crash and `Try again`), they move into the new article, so that it is never blank.
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
