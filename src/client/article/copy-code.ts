import { copyText, type Voice } from './copy-text.ts';

/** Copies the code of the block that a button stands in. */
export async function copyCode(button: Element, voice: Voice): Promise<void> {
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
