import { createFolds } from './folds.ts';
import { holdFocus } from './hold-focus.ts';
import { holdScroll } from './hold-scroll.ts';
import { holdCode, holdTabs } from './hold-tools.ts';
import { type ArticleChange, createArticlePatch } from './patch-article.ts';

/**
 * Takes the change of an article into the document, calls `render` for all the rest, and keeps what the reader has
 * done to the page. Where the argument of `render` is false, it has to make the article anew, too.
 */
export type Keep = (article: ArticleChange, render: (isDone: boolean) => void) => void;

/**
 * Changes as little as there is to change, and then puts back what the reader has done to what is new: what is
 * folded open, the tabs and the focus; the text that they look at stays where it is on the screen.
 */
export function createKeeper(page: Document): Keep {
  const folds = createFolds(page);
  const patch = createArticlePatch(page);
  return (article, render) => {
    const root = page.querySelector('#dw-root article') ?? page.querySelector('main') ?? page.body;
    const held = [folds.hold(root), holdTabs(root), holdCode(root), holdFocus(root)];
    // What changes heights comes before the place that is scrolled to.
    held.push(holdScroll(root));
    render(patch(article));
    for (const putBack of held) putBack();
  };
}
