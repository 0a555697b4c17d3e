// Leads from mark to mark in pages of `docs diff --out`: n and p, or the buttons of the bar.
/** The marks of the page, in order. */
const marks = () =>
  [...document.querySelectorAll('[id^="dw-diff-"]')].filter((one) => one instanceof HTMLElement);

/**
 * Opens what hides a mark: closed details, and panels of tabs.
 * @param {HTMLElement} mark
 */
function show(mark) {
  for (let parent = mark.parentElement; parent !== null; parent = parent.parentElement) {
    if (parent instanceof HTMLDetailsElement) parent.open = true;
    const tab = parent.getAttribute('aria-labelledby');
    if (parent.getAttribute('role') === 'tabpanel' && parent.checkVisibility?.() === false)
      document.getElementById(tab ?? '')?.click();
  }
}

/**
 * The mark that was shown last: a button takes the focus from it.
 * @type {Element | null}
 */
let last = null;

/** @param {number} by */
function step(by) {
  const all = marks();
  const now = [document.activeElement, last, document.querySelector(':target')];
  const from = now.map((mark) => all.findIndex((one) => one === mark)).find((at) => at >= 0) ?? -1;
  const next = from < 0 ? (by > 0 ? 0 : all.length - 1) : from + by;
  const at = Math.min(Math.max(next, 0), all.length - 1);
  const mark = all[at];
  if (mark === undefined) return;
  last = mark;
  show(mark);
  mark.focus({ preventScroll: true });
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  mark.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' });
  const status = document.querySelector('[data-diff-status]');
  if (status !== null)
    status.textContent = `${at + 1} of ${all.length} ${all.length === 1 ? 'change' : 'changes'}`;
}

addEventListener('keydown', (event) => {
  const { key, target, altKey, ctrlKey, metaKey } = event;
  if (altKey || ctrlKey || metaKey || event.defaultPrevented) return;
  if (target instanceof HTMLElement && target.closest('input, textarea, select, dialog')) return;
  if (target instanceof HTMLElement && target.isContentEditable) return;
  if (key === 'n') step(1);
  else if (key === 'p') step(-1);
});
addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('[data-diff-step]') : null;
  if (button !== null) step(Number(button.getAttribute('data-diff-step')));
});
