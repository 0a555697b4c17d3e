import { texts } from '../shared/texts.ts';
import type { Announce } from './announce.ts';

/** Milliseconds for which a button says what it has done. */
const SHOWN = 2000;

/** The button that copies a code block. */
export function copyButton(page: Document): HTMLButtonElement {
  const button = page.createElement('button');
  button.type = 'button';
  button.className = 'code-tool';
  button.dataset['copyCode'] = '';
  button.textContent = texts.copyCode;
  return button;
}

/** Copies the code of the block that a button stands in, and says whether that went well (rule 36). */
export async function copyCode(button: Element, announce: Announce): Promise<void> {
  const code = button.closest('[data-code]')?.querySelector('code');
  if (code === null || code === undefined) return;
  const copied = await writeClipboard(codeText(code));
  const message = copied ? texts.codeCopied : texts.codeNotCopied;
  button.textContent = message;
  announce(message);
  setTimeout(() => {
    if (button.textContent === message) button.textContent = texts.copyCode;
  }, SHOWN);
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

async function writeClipboard(text: string): Promise<boolean> {
  try {
    // Only in secure contexts.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
