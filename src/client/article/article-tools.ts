import type { Texts } from '../../shared/texts.ts';
import { type Announce, findAnchor, reveal } from '../navigation/arrival.ts';
import { manageTabs } from './tab-groups.ts';

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

/** Copies the code of the block that a button stands in. */
async function copyCode(button: Element, voice: Voice): Promise<void> {
  const code = button.closest('[data-code]')?.querySelector('code');
  if (code !== null && code !== undefined) await copyText(button, codeText(code), voice);
}

/** The code as it is to be pasted. Numbers and signs are in the style sheet; of a diff, lines that are gone stay out. */
function codeText(code: Element): string {
  const lines = [...code.querySelectorAll('.line')];
  const kept = lines.filter((line) => !line.classList.contains('del'));
  const text =
    lines.length === 0
      ? (code.textContent ?? '')
      : kept.map((line) => line.textContent ?? '').join('');
  return text.replace(/\n$/, '');
}

/** How tools speak to the reader: in the page's language. */
interface Voice {
  readonly texts: Texts;
  readonly announce: Announce;
}

/** Milliseconds for which a button says what it has done. */
const SHOWN = 2000;

/** A button that copies; `task` is the data attribute that it is known by. */
function copyButton(texts: Texts, task: 'copyCode' | 'copyText'): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'code-tool';
  button.dataset[task] = '';
  button.textContent = texts.copyCode;
  return button;
}

/** Copies a text, and says on the button and to screen readers whether that went well (rule 36). */
async function copyText(button: Element, text: string, { texts, announce }: Voice): Promise<void> {
  const copied = await writeClipboard(text);
  const message = copied ? texts.codeCopied : texts.codeNotCopied;
  button.textContent = message;
  announce(message);
  setTimeout(() => {
    if (button.textContent === message) button.textContent = texts.copyCode;
  }, SHOWN);
}

/** Gives every element with `data-copy` below the root its button; one that has it keeps it. */
function addCopyButtons(root: ParentNode, texts: Texts): void {
  for (const element of root.querySelectorAll('article [data-copy]')) {
    if (element.querySelector('[data-copy-text]') !== null) continue;
    element.append(copyButton(texts, 'copyText'));
  }
}

/** The text that the button of an element with `data-copy` copies. */
function textToCopy(button: Element): string {
  return button.closest('[data-copy]')?.getAttribute('data-copy') ?? '';
}

async function writeClipboard(text: string): Promise<boolean> {
  try {
    // Only in secure contexts.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Shows what an address points at, wherever it is folded away: opens the `details` and selects the tabs around it.
 * Returns what does that for the present address, for a page that has just been shown.
 */
function manageDeepLinks(page: Document): () => void {
  const show = (): HTMLElement | undefined => {
    const anchor = findAnchor(page, location.hash);
    return anchor !== undefined && reveal(anchor) ? anchor : undefined;
  };
  // What was folded away when the browser scrolled to it was nowhere.
  addEventListener('hashchange', () => show()?.scrollIntoView({ behavior: 'instant' }));
  return () => void show();
}

/** On paper nothing can be opened: closed `details` of articles are open while the page is printed. */
function managePrinting(root: HTMLElement): void {
  let opened: readonly HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    opened = [...root.querySelectorAll<HTMLDetailsElement>('article details:not([open])')];
    for (const details of opened) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const details of opened) details.open = false;
    opened = [];
  });
}

/** The button that wraps the lines of a code block; hidden until a line is too long. */
function wrapButton(texts: Texts): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'code-tool';
  button.dataset['wrapCode'] = '';
  button.hidden = true;
  button.setAttribute('aria-pressed', 'false');
  button.textContent = texts.wrapCode;
  return button;
}

function toggleWrap(button: Element): void {
  const wrapped = button.closest('[data-code]')?.toggleAttribute('data-wrap') ?? false;
  button.setAttribute('aria-pressed', String(wrapped));
}

/** Shows the button of each block while a line is longer than the block, or the reader has wrapped it. */
function watchOverflow(): { readonly observe: (figures: Iterable<Element>) => void } {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const button = target.closest('[data-code]')?.querySelector<HTMLElement>('[data-wrap-code]');
      if (button === null || button === undefined) continue;
      const wrapped = button.getAttribute('aria-pressed') === 'true';
      button.hidden = !wrapped && target.scrollWidth <= target.clientWidth;
    }
  });
  return {
    observe: (figures) => {
      observer.disconnect();
      for (const figure of figures) {
        const block = figure.querySelector('pre');
        if (block !== null) observer.observe(block);
      }
    },
  };
}
