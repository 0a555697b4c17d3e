import type { Announce } from './announce.ts';
import { copyButton, copyCode } from './copy-code.ts';
import { toggleWrap, watchOverflow, wrapButton } from './wrap-code.ts';

export interface ArticleTools {
  /** Adds the tools to what the articles below the root now hold; what has them already keeps them. */
  readonly apply: () => void;
}

/** What articles can do. All events are heard at the root, so that they work in every article that comes. */
export function manageArticles(root: HTMLElement, announce: Announce): ArticleTools {
  const overflow = watchOverflow();
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('.code-tool') : null;
    if (button === null) return;
    if (button.matches('[data-copy-code]')) void copyCode(button, announce);
    else toggleWrap(button);
  });
  return {
    apply: () => {
      const figures = [...root.querySelectorAll('article [data-code]')];
      for (const figure of figures) if (!hasTools(figure)) figure.append(codeTools());
      overflow.observe(figures);
    },
  };
}

function hasTools(figure: Element): boolean {
  return figure.querySelector('.code-tools') !== null;
}

function codeTools(): HTMLElement {
  const tools = document.createElement('div');
  tools.className = 'code-tools';
  tools.append(wrapButton(document), copyButton(document));
  return tools;
}
