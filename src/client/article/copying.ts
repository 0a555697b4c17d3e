import type { ControlMessages } from '../../shared/control-messages.ts';
import { element } from '../app/root.ts';
import type { Announce } from '../navigation/arrival.ts';

/** UI messages and announcements in the page's language. */
export type Voice = Readonly<{ messages: ControlMessages; announce: Announce }>;

/** Messages that label the buttons of tools, by task. */
const LABELS = {
  wrapCode: 'wrapCode',
  copyCode: 'copyCode',
  copyText: 'copyCode',
  copyCurl: 'copyCurl',
  expandAll: 'expandAll',
} as const satisfies Readonly<Record<string, keyof ControlMessages>>;

/** Creates a tool button, identified by a data attribute. */
export function toolButton(
  task: keyof typeof LABELS,
  messages: ControlMessages,
): HTMLButtonElement {
  const button = element('button', 'code-tool', messages[LABELS[task]]);
  button.type = 'button';
  button.dataset[task] = '';
  return button;
}

/** Creates a tool button with an icon in place of its text. */
export function iconButton(
  task: 'copyCode' | 'copyText' | 'wrapCode',
  messages: ControlMessages,
): HTMLButtonElement {
  const button = toolButton(task, messages);
  button.replaceChildren(element('span', `icon icon-${task === 'wrapCode' ? 'wrap' : 'copy'}`));
  label(button, messages[LABELS[task]]);
  return button;
}

/** Sets the text of a tool button: that of a button with an icon is its name and its tooltip. */
function label(button: HTMLElement, text: string): void {
  if (button.childElementCount === 0) button.textContent = text;
  else {
    button.ariaLabel = text;
    button.title = text;
  }
}

/** The code to paste: without removed lines of a diff. Line numbers and signs come from the style sheet. */
export function codeText(code: Element | null | undefined): string {
  const lines = [...(code?.querySelectorAll('.line') ?? [])];
  const kept = lines.filter((line) => !line.classList.contains('del'));
  const text =
    lines.length === 0 ? code?.textContent : kept.map((line) => line.textContent).join('');
  return text?.replace(/\n$/, '') ?? '';
}

/** Milliseconds for which a button shows its result. */
const SHOWN = 2000;

/** Copies a text, and reports the result on the button and to screen readers. */
export async function copyText(
  button: HTMLElement,
  text: string | Promise<string>,
  { messages, announce }: Voice,
): Promise<void> {
  const { dataset } = button;
  const before = (dataset['label'] ??= button.ariaLabel ?? button.textContent ?? '');
  const copied = await writeClipboard(text);
  const message = copied ? messages.codeCopied : messages.codeNotCopied;
  dataset['result'] = copied ? 'copied' : 'failed';
  label(button, message);
  announce(message);
  clearTimeout(shown.get(button));
  const restore = (): void => {
    delete dataset['result'];
    label(button, before);
  };
  shown.set(button, setTimeout(restore, SHOWN));
}

/** The timers of buttons that show a result. */
const shown = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>();

async function writeClipboard(text: string | Promise<string>): Promise<boolean> {
  try {
    // Available only in secure contexts. A text still to come must be announced at the click.
    if (typeof text === 'string') await navigator.clipboard.writeText(text);
    else {
      const blob = text.then((content) => new Blob([content], { type: 'text/plain' }));
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    }
    return true;
  } catch {
    return false;
  }
}
