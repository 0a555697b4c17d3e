/** Links that lead to the same place of another version or locale. */
const LINKS = 'a[data-keep-address]';

/** Everything that comes before a link is followed, copied, dragged or shown in the status bar. */
const TURNS = [
  'pointerover',
  'pointerdown',
  'focusin',
  'click',
  'auxclick',
  'contextmenu',
] as const;

/**
 * Gives the present query and fragment to links that keep them (rule 12), at the moment when the reader turns
 * to one: however the address has changed until then.
 */
export function manageKeptAddress(page: Document): void {
  const keep = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>(LINKS) : null;
    if (link === null || !URL.canParse(link.href)) return;
    const url = new URL(link.href);
    url.search = location.search;
    url.hash = location.hash;
    if (url.href !== link.href) link.href = url.href;
  };
  for (const type of TURNS) page.addEventListener(type, keep, { capture: true, passive: true });
}
