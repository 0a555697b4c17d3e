/** Milliseconds after the last change of size (D6). */
const TRAIL = 20;

/** Custom property with the height that the keyboard of a phone leaves, in pixels. */
const HEIGHT = '--search-viewport';

/** Keeps a dialog as high as what can be seen of the page, and tells when that has changed. */
export function followViewport(dialog: HTMLElement, changed: () => void): void {
  const viewport = window.visualViewport;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const apply = (): void => {
    dialog.style.setProperty(HEIGHT, `${viewport?.height ?? innerHeight}px`);
    changed();
  };
  (viewport ?? window).addEventListener('resize', () => {
    clearTimeout(timer);
    timer = setTimeout(apply, TRAIL);
  });
}
