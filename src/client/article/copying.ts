import type { ControlMessages } from '../../shared/control-messages.ts';
import type { Announce } from '../navigation/arrival.ts';

/** UI messages and announcements in the page's language. */
export type Voice = Readonly<{ messages: ControlMessages; announce: Announce }>;

/** Messages that label the buttons of tools, by task. */
const LABELS = {
  wrapCode: 'wrapCode',
  copyCode: 'copyCode',
  copyText: 'copyCode',
  copyPage: 'copyPage',
  copyCurl: 'copyCurl',
  expandAll: 'expandAll',
} as const satisfies Readonly<Record<string, keyof ControlMessages>>;

/** Creates a tool button, identified by a data attribute. */
export function toolButton(
  task: keyof typeof LABELS,
  messages: ControlMessages,
): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'code-tool';
  button.dataset[task] = '';
  button.textContent = messages[LABELS[task]];
  return button;
}

/** The code to paste: without removed lines of a diff. Line numbers and signs come from the style sheet. */
export function codeText(code: Element): string {
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
export async function copyText(
  button: HTMLElement,
  text: string | Promise<string>,
  { messages, announce }: Voice,
): Promise<void> {
  const label = (button.dataset['label'] ??= button.textContent ?? '');
  const copied = await writeClipboard(text);
  const message = copied ? messages.codeCopied : messages.codeNotCopied;
  button.textContent = message;
  announce(message);
  setTimeout(() => {
    if (button.textContent === message) button.textContent = label;
  }, SHOWN);
}

async function writeClipboard(text: string | Promise<string>): Promise<boolean> {
  try {
    // Available only in secure contexts. A text still to come must be announced at the click.
    if (typeof text === 'string') await navigator.clipboard.writeText(text);
    else await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blobOf(text) })]);
    return true;
  } catch {
    return false;
  }
}

async function blobOf(text: Promise<string>): Promise<Blob> {
  return new Blob([await text], { type: 'text/plain' });
}
