import type { Texts } from '../../shared/texts.ts';
import { copyCode } from './copy-code.ts';
import { addCopyButtons, copyButton, copyText, textToCopy, type Voice } from './copy-text.ts';
import { manageDeepLinks } from './deep-links.ts';
import { managePrinting } from './print-details.ts';
import { manageTabs } from './tab-groups.ts';
import { toggleWrap, watchOverflow, wrapButton } from './wrap-code.ts';

export interface ArticleTools {
  /** Adds the tools to what the articles below the root now hold; what has them already keeps them. */
  readonly apply: () => void;
}

/** What articles can do. All events are heard at the root, so that they work in every article that comes. */
export function manageArticles(root: HTMLElement, voice: Voice): ArticleTools {
  const overflow = watchOverflow();
  const tabs = manageTabs(root);
  const showTarget = manageDeepLinks(document);
  managePrinting(root);
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('.code-tool') : null;
    if (button === null) return;
    if (button.matches('[data-copy-code]')) void copyCode(button, voice);
    else if (button.matches('[data-copy-text]')) void copyText(button, textToCopy(button), voice);
    else toggleWrap(button);
  });
  return {
    apply: () => {
      const figures = [...root.querySelectorAll('article [data-code]')];
      for (const figure of figures) if (!hasTools(figure)) figure.append(codeTools(voice.texts));
      addCopyButtons(root, voice.texts);
      overflow.observe(figures);
      tabs.apply();
      showTarget();
    },
  };
}

function hasTools(figure: Element): boolean {
  return figure.querySelector('.code-tools') !== null;
}

function codeTools(texts: Texts): HTMLElement {
  const tools = document.createElement('div');
  tools.className = 'code-tools';
  tools.append(wrapButton(texts), copyButton(texts, 'copyCode'));
  return tools;
}
