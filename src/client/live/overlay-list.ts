import type { LiveFinding, LiveFindings } from '../../shared/live.ts';

/** `2 errors, 1 warning`. */
export function countsOf({ errors, warnings }: LiveFindings): string {
  const parts = [
    ...(errors === 0 ? [] : [errors === 1 ? '1 error' : `${errors} errors`]),
    ...(warnings === 0 ? [] : [warnings === 1 ? '1 warning' : `${warnings} warnings`]),
  ];
  return parts.join(', ');
}

/** What stands beside the counts. */
export function noteOf({ checking, errors, warnings, shown }: LiveFindings): string {
  const isCut = shown.length < errors + warnings;
  return [
    checking ? 'Checking…' : '',
    isCut ? `The first ${shown.length} are shown.` : '',
    isCut ? 'The terminal has all of them.' : 'The terminal has the same.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** The entry of one problem, of text nodes alone: it may quote anything. */
export function findingItem(page: Document, finding: LiveFinding): HTMLElement {
  const { severity, code, place, message, frame, hint } = finding;
  const item = page.createElement('li');
  const text = (name: 'p' | 'span' | 'pre', className: string, content: string): HTMLElement =>
    part(page, name, { className, text: content });
  const where = text('p', 'where', '');
  where.append(
    text('span', `severity ${severity}`, severity),
    ...(place === undefined ? [] : [text('span', 'place', place)]),
    text('span', 'code', code),
  );
  item.append(where, text('p', 'message', message));
  if (frame !== undefined) item.append(frameOf(text('pre', 'frame', frame)));
  if (hint !== undefined) item.append(text('p', 'hint', `hint: ${hint}`));
  return item;
}

/** An element with a class and a text. */
export function part<Name extends keyof HTMLElementTagNameMap>(
  page: Document,
  name: Name,
  { className, text = '' }: { readonly className: string; readonly text?: string },
): HTMLElementTagNameMap[Name] {
  const element = page.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}

/** A long line is scrolled, with the keyboard too: its mark stays below it. */
function frameOf(frame: HTMLElement): HTMLElement {
  frame.tabIndex = 0;
  return frame;
}
