import type { ControlMessages } from '../../shared/control-messages.ts';
import { findAnchor, reveal } from '../navigation/arrival.ts';
import { codeText, copyText, iconButton, toolButton, type Voice } from './copying.ts';
import { keepPosition, manageTabs } from './tab-groups.ts';

/** `apply` adds tools to the page that is shown. */
export type PageTools = Readonly<{ apply: () => void }>;

const SHARED = { findAnchor, keepPosition, codeText, copyText, iconButton, toolButton };

/** The parts that the tools of another script get. */
export type ToolKit = Voice & typeof SHARED;

/** Starts tools of another script. */
export type StartTools = (root: HTMLElement, kit: ToolKit) => PageTools;

interface Articles extends PageTools {
  readonly add: (start: StartTools) => void;
}

/** Handles the tools of articles with events at the root. */
export function manageArticles(root: HTMLElement, voice: Voice): Articles {
  const overflow = watchOverflow();
  const tabs = manageTabs(root);
  const added: PageTools[] = [];
  let isApplied = false;
  const showTarget = manageDeepLinks(document);
  managePrinting(root);
  root.addEventListener('click', ({ target }) => {
    const button =
      target instanceof Element
        ? target.closest<HTMLElement>('.code-tool, [data-copy-page]')
        : null;
    if (button === null) return;
    const { copyPage } = button.dataset;
    if (copyPage !== undefined) void copyText(button, loadText(copyPage), voice);
    else if (button.matches('[data-wrap-code]')) toggleWrap(button);
    else if (button.matches('[data-copy-code]')) void copyText(button, textToCopy(button), voice);
  });
  return {
    apply: () => {
      const figures = [...root.querySelectorAll('article [data-code]')];
      for (const figure of figures)
        if (figure.querySelector('.code-tools') === null) figure.append(codeTools(voice.messages));
      overflow.observe(figures);
      for (const button of root.querySelectorAll<HTMLButtonElement>('[data-copy-page]'))
        button.disabled = false;
      tabs.apply();
      for (const tools of added) tools.apply();
      isApplied = true;
      showTarget();
    },
    add: (start) => {
      const tools = start(root, { ...voice, ...SHARED });
      added.push(tools);
      if (isApplied) tools.apply();
    },
  };
}

async function loadText(address: string): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answered with status ${answer.status}`);
  return answer.text();
}

function codeTools(messages: ControlMessages): HTMLElement {
  const tools = document.createElement('div');
  tools.className = 'code-tools';
  // Hidden until a line is too long.
  const wrap = iconButton('wrapCode', messages);
  wrap.hidden = true;
  wrap.setAttribute('aria-pressed', 'false');
  tools.append(wrap, iconButton('copyCode', messages));
  return tools;
}

/** The code of the block around a button. */
function textToCopy(button: Element): string {
  const code = button.closest('[data-code]')?.querySelector('code') ?? null;
  return code === null ? '' : codeText(code);
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
