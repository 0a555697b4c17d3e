import type { Texts } from '../../shared/texts.ts';
import type { Announce } from '../app/announce.ts';

/** How tools speak to the reader: in the page's language. */
export interface Voice {
  readonly texts: Texts;
  readonly announce: Announce;
}

/** Milliseconds for which a button says what it has done. */
const SHOWN = 2000;

/** A button that copies; `task` is the data attribute that it is known by. */
export function copyButton(texts: Texts, task: 'copyCode' | 'copyText'): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'code-tool';
  button.dataset[task] = '';
  button.textContent = texts.copyCode;
  return button;
}

/** Copies a text, and says on the button and to screen readers whether that went well (rule 36). */
export async function copyText(
  button: Element,
  text: string,
  { texts, announce }: Voice,
): Promise<void> {
  const copied = await writeClipboard(text);
  const message = copied ? texts.codeCopied : texts.codeNotCopied;
  button.textContent = message;
  announce(message);
  setTimeout(() => {
    if (button.textContent === message) button.textContent = texts.copyCode;
  }, SHOWN);
}

/** Gives every element with `data-copy` below the root its button; one that has it keeps it. */
export function addCopyButtons(root: ParentNode, texts: Texts): void {
  for (const element of root.querySelectorAll('article [data-copy]')) {
    if (element.querySelector('[data-copy-text]') !== null) continue;
    element.append(copyButton(texts, 'copyText'));
  }
}

/** The text that the button of an element with `data-copy` copies. */
export function textToCopy(button: Element): string {
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
