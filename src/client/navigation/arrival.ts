import { findAnchor, focusOn, reveal } from './anchor.ts';
import type { Position } from './history-entries.ts';

/** Where a reader arrives on a page that has just been shown. */
export interface Arrival {
  readonly hash: string;
  /** Where the reader was when they left this entry of the history. */
  readonly position: Position | undefined;
}

/**
 * Focus and scroll after a navigation (rule 26): to where the reader was, else to the anchor, else to
 * the top. The style sheet's `scroll-padding` keeps anchors clear of the header.
 */
export function arrive(page: Document, { hash, position }: Arrival): void {
  const anchor = findAnchor(page, hash);
  const target = anchor ?? page.getElementById('dw-main');
  if (anchor !== undefined) reveal(anchor);
  if (target !== null) focusOn(target);
  if (position !== undefined) scrollTo({ ...position, behavior: 'instant' });
  else if (anchor !== undefined) anchor.scrollIntoView({ behavior: 'instant' });
  else scrollTo({ left: 0, top: 0, behavior: 'instant' });
}
