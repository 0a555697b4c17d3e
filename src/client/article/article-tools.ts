import type { UiMessages } from '../../shared/ui-messages.ts';
import { type Announce, findAnchor, reveal } from '../navigation/arrival.ts';
import { manageTabs } from './tab-groups.ts';

/** UI messages and announcements in the page's language. */
type Voice = Readonly<{ messages: UiMessages; announce: Announce }>;

/** Handles the tools of articles with events at the root. `apply` adds tools to new articles below the root. */
export function manageArticles(root: HTMLElement, voice: Voice): { readonly apply: () => void } {
  const overflow = watchOverflow();
  const tabs = manageTabs(root);
  const showTarget = manageDeepLinks(document);
  managePrinting(root);
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('.code-tool') : null;
    if (button === null) return;
    if (button.matches('[data-wrap-code]')) toggleWrap(button);
    else void copyText(button, textToCopy(button), voice);
  });
  return {
    apply: () => {
      const figures = [...root.querySelectorAll('article [data-code]')];
      for (const figure of figures)
        if (figure.querySelector('.code-tools') === null) figure.append(codeTools(voice.messages));
      for (const element of root.querySelectorAll('article [data-copy]'))
        if (element.querySelector('[data-copy-text]') === null)
          element.append(toolButton('copyText', voice.messages.copyCode));
      overflow.observe(figures);
      tabs.apply();
      showTarget();
    },
  };
}

function codeTools(messages: UiMessages): HTMLElement {
  const tools = document.createElement('div');
  tools.className = 'code-tools';
  // Hidden until a line is too long.
  const wrap = toolButton('wrapCode', messages.wrapCode);
  wrap.hidden = true;
  wrap.setAttribute('aria-pressed', 'false');
  tools.append(wrap, toolButton('copyCode', messages.copyCode));
  return tools;
}

/** Creates a tool button, identified by a data attribute. */
function toolButton(task: 'wrapCode' | 'copyCode' | 'copyText', label: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'code-tool';
  button.dataset[task] = '';
  button.textContent = label;
  return button;
}

/** The code of the block around a button, else the value of `data-copy`. */
function textToCopy(button: Element): string {
  if (button.matches('[data-copy-text]'))
    return button.closest('[data-copy]')?.getAttribute('data-copy') ?? '';
  const code = button.closest('[data-code]')?.querySelector('code') ?? null;
  return code === null ? '' : codeText(code);
}

/** The code to paste: without removed lines of a diff. Line numbers and signs come from the style sheet. */
function codeText(code: Element): string {
  const lines = [...code.querySelectorAll('.line')];
  const kept = lines.filter((line) => !line.classList.contains('del'));
  const text =
    lines.length === 0
      ? (code.textContent ?? '')
      : kept.map((line) => line.textContent ?? '').join('');
  return text.replace(/\n$/, '');
}

/** Milliseconds for which a button shows its result. */
const SHOWN = 2000;

/** Copies a text, and reports the result on the button and to screen readers. */
async function copyText(
  button: Element,
  text: string,
  { messages, announce }: Voice,
): Promise<void> {
  const copied = await writeClipboard(text);
  const message = copied ? messages.codeCopied : messages.codeNotCopied;
  button.textContent = message;
  announce(message);
  setTimeout(() => {
    if (button.textContent === message) button.textContent = messages.copyCode;
  }, SHOWN);
}

async function writeClipboard(text: string): Promise<boolean> {
  try {
    // Available only in secure contexts.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Opens the `details` and selects the tabs around the target of an address. Returns a function that does so for a page
 * that has just been shown.
 */
function manageDeepLinks(page: Document): () => void {
  const show = (): HTMLElement | undefined => {
    const anchor = findAnchor(page, location.hash);
    return anchor !== undefined && reveal(anchor) ? anchor : undefined;
  };
  // The browser could not scroll to hidden content.
  addEventListener('hashchange', () => show()?.scrollIntoView({ behavior: 'instant' }));
  return () => void show();
}

/** Opens the `details` of articles for printing. */
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

function toggleWrap(button: Element): void {
  const wrapped = button.closest('[data-code]')?.toggleAttribute('data-wrap') ?? false;
  button.setAttribute('aria-pressed', String(wrapped));
}

/** Shows the wrap button of blocks with a line that is too long, or that the reader has wrapped. */
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
