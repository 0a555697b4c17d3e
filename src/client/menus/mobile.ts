/** The widths that count as mobile (D3): the breakpoint of the style sheets. */
const MOBILE = '(max-width: 996px)';

export function isMobile(): boolean {
  return matchMedia(MOBILE).matches;
}

/** Calls back when the window grows or shrinks past the breakpoint. */
export function whenTurned(turned: (mobile: boolean) => void): void {
  matchMedia(MOBILE).addEventListener('change', ({ matches }) => turned(matches));
}
