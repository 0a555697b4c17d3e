import type { ControlMessages } from '../../shared/control-messages.ts';
import { findAnchor, reveal } from '../navigation/arrival.ts';
import { markLines, selectLines } from './line-links.ts';
import { closestTo, delegate, element } from '../app/root.ts';
import { codeText, copyText, iconButton, toolButton, type Voice } from './copying.ts';
import { keepPosition, manageTabs } from './tab-groups.ts';

/** `apply` adds tools to the page that is shown. */
export type PageTools = Readonly<{ apply: () => void }>;

const SHARED = { delegate, findAnchor, keepPosition, codeText, copyText, iconButton, toolButton };

/** The parts that the tools of another script get. */
export type ToolKit = Voice & typeof SHARED;

/** Starts tools of another script. */
export type StartTools = (root: HTMLElement, kit: ToolKit) => PageTools;

/** Handles the tools of articles with events at the root. */
export function manageArticles(
  root: HTMLElement,
  voice: Voice,
): PageTools & { readonly add: (start: StartTools) => void } {
  const tabs = manageTabs(root);
  const added: PageTools[] = [];
  let isApplied = false;
  /** Opens the `details` and selects the tabs around the target of the address, where the browser cannot scroll to it. */
  const showTarget = (): HTMLElement | undefined => {
    const anchor = findAnchor(document, location.hash);
    return anchor !== undefined && reveal(anchor) ? anchor : undefined;
  };
  addEventListener('hashchange', () => {
    markLines(root);
    showTarget()?.scrollIntoView({ behavior: 'instant' });
  });
  managePrinting(root);
  delegate(root, 'click', {
    '[data-copy-page]': (button) => {
      void copyText(button, loadText(button.dataset['copyPage'] ?? ''), voice);
    },
    '.zoom': (link, event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      showImage(link, root);
    },
    '.line-link': selectLines,
    '[data-wrap-code]': (button) => {
      const isWrapped = button.closest('[data-code]')?.toggleAttribute('data-wrap') ?? false;
      button.ariaPressed = String(isWrapped);
    },
    '[data-copy-code]': (button) => {
      const code = button.closest('[data-code]')?.querySelector('code');
      void copyText(button, codeText(code), voice);
    },
  });
  // Shows the wrap button of blocks with a line that is too long, or that the reader has wrapped.
  const overflow = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const button = closestTo(target, '[data-code]')?.querySelector<HTMLElement>(
        '[data-wrap-code]',
      );
      const isWrapped = button?.ariaPressed === 'true';
      if (button) button.hidden = !isWrapped && target.scrollWidth <= target.clientWidth;
    }
  });
  return {
    apply: () => {
      overflow.disconnect();
      for (const figure of root.querySelectorAll('article [data-code]')) {
        if (figure.querySelector('.code-tools') === null) figure.append(codeTools(voice.messages));
        const block = figure.querySelector('pre');
        if (block !== null) overflow.observe(block);
      }
      for (const button of root.querySelectorAll<HTMLButtonElement>('[data-copy-page]'))
        button.disabled = false;
      tabs.apply();
      for (const tools of added) tools.apply();
      isApplied = true;
      markLines(root);
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
  const tools = element('div', 'code-tools');
  // Hidden until a line is too long.
  const wrap = iconButton('wrapCode', messages);
  wrap.hidden = true;
  wrap.setAttribute('aria-pressed', 'false');
  tools.append(wrap, iconButton('copyCode', messages));
  return tools;
}

/** Shows an image over the page until a click or Escape, after which the link has the focus again. */
function showImage(link: HTMLElement, root: HTMLElement): void {
  const image = link.querySelector('img')?.cloneNode();
  if (!(image instanceof HTMLImageElement)) return;
  const dialog = element('dialog', 'zoomed');
  dialog.ariaLabel = image.alt;
  dialog.append(image);
  dialog.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  root.append(dialog);
  dialog.showModal();
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
