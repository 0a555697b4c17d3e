import { type NamedLines, readLines } from '../../shared/code-lines.ts';
import { decodeSafely } from '../../shared/paths.ts';

/** Marks the lines of code that the address names, where `:target` cannot. */
export function markLines(root: HTMLElement): void {
  for (const line of root.querySelectorAll('.line.target')) line.classList.remove('target');
  const lines = linesOfAddress();
  const end = lines?.last ?? 0;
  for (let number = lines?.first ?? 1; number <= end; number += 1) {
    const line = document.getElementById(`${lines?.start}${number}`);
    // A block has no gaps: nothing is behind the first line that is missing.
    if (line === null) break;
    line.classList.add('target');
  }
}

/** Extends the lines of the address to the line of a link that is clicked with Shift. */
export function selectLines(link: HTMLElement, event: MouseEvent): void {
  if (!event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
  const clicked = readLines(link.closest('.line')?.id ?? '');
  if (clicked === undefined) return;
  event.preventDefault();
  const now = linesOfAddress();
  const from = now?.start === clicked.start ? now.first : clicked.first;
  const [first, last] = [from, clicked.first].toSorted((a, b) => a - b);
  const range = first === last ? `${first}` : `${first}-L${last}`;
  location.hash = `${clicked.start}${range}`;
}

function linesOfAddress(): NamedLines | undefined {
  return readLines(decodeSafely(location.hash.slice(1)) ?? '');
}
