/** The widths that count as mobile (D3): the breakpoint of the style sheets. */
const MOBILE = '(max-width: 996px)';

export function isMobile(): boolean {
  return matchMedia(MOBILE).matches;
}

/** Calls back when the window grows past the breakpoint. */
export function whenGrown(grown: () => void): void {
  matchMedia(MOBILE).addEventListener('change', ({ matches }) => {
    if (!matches) grown();
  });
}
