import { type Listed, listOf, type PutBack, pairs } from './patch-article.ts';

export interface Folds {
  readonly hold: (root: Element) => PutBack;
}

/** Keeps `details` as the reader has left them; those that they have not touched are as the author wants them. */
export function createFolds(page: Document): Folds {
  const touched = new WeakSet<Element>();
  page.addEventListener('click', ({ target }) => {
    const fold = target instanceof Element ? target.closest('summary')?.parentElement : undefined;
    if (fold) touched.add(fold);
  });
  return {
    hold: (root) => {
      const before = list(root);
      return () => {
        for (const { old, now } of pairs(before, list(root), (fold) => touched.has(fold))) {
          now.open = old.open;
          touched.add(now);
        }
      };
    },
  };
}

function list(root: Element): Listed<HTMLDetailsElement> {
  return listOf(
    root.querySelectorAll('details'),
    (fold) => fold.querySelector('summary')?.textContent ?? '',
  );
}
