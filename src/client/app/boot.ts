import { isEarlyFieldOpen, isInEarlyField, openEarlyField } from '../search/early-field.ts';
import { areKeysOff, isField, isSearchKey } from '../search/search-button.ts';

/** Controls that need the app. Plain links, `summary` and fields work without it. */
const SCRIPTED = 'button, [data-search], [data-menu], [data-keep-address]';

/** Maximum wait for an idle moment, in milliseconds. */
const IDLE_LIMIT = 2000;

/**
 * Starts the app when the page is loaded and the browser idle, or at the first interaction. Earlier events are
 * dispatched again once the app runs, but what is typed into the search arrives in its field; nothing inside `#dw-root` changes before that.
 */
export function boot(load: () => Promise<{ start: () => Promise<void> | void }>): void {
  const types = ['click', 'keydown', 'input'] as const;
  const missed: Event[] = [];
  let started = false;

  const record = (event: Event): void => {
    if (isInEarlyField(event.target)) return;
    if (event instanceof MouseEvent && !isScripted(event)) {
      if (!isPlainLink(event)) void start();
      return;
    }
    if (event instanceof MouseEvent || isShortcut(event)) event.preventDefault();
    // React replays events during hydration: each must be handled once.
    event.stopImmediatePropagation();
    missed.push(event);
    if (opensSearch(event)) openEarlyField();
    void start();
  };

  const start = async (): Promise<void> => {
    if (started) return;
    started = true;
    try {
      await (await load()).start();
    } finally {
      for (const type of types) removeEventListener(type, record, true);
      addEventListener('keydown', followSearchLink);
      // An event is a valid init dictionary for its copy.
      for (const event of missed) {
        // The reader has closed the field of the search.
        if (opensSearch(event) && !isEarlyFieldOpen()) continue;
        const again = Reflect.construct(event.constructor, [event.type, event]);
        event.target?.dispatchEvent(again);
        // Lets React render the result before the next event.
        await Promise.resolve();
      }
    }
  };

  for (const type of types) addEventListener(type, record, true);
  if (document.readyState === 'complete') whenIdle(start);
  else addEventListener('load', () => whenIdle(start), { once: true });
}

/** Where the app could not start, the shortcut follows the link of the search button. */
function followSearchLink(event: KeyboardEvent): void {
  if (event.defaultPrevented || !isShortcut(event)) return;
  event.preventDefault();
  document.querySelector<HTMLElement>('a[data-search]')?.click();
}

function opensSearch(event: Event): boolean {
  const { target } = event;
  if (!(event instanceof MouseEvent)) return isShortcut(event);
  return target instanceof Element && target.closest('[data-search]') !== null;
}

/** True for a key that opens the search. The search button shows it, unless the configuration turns it off. */
function isShortcut(event: Event): boolean {
  if (!(event instanceof KeyboardEvent) || !isSearchKey(event) || isField(event.target))
    return false;
  return document.querySelector('[data-search] kbd') !== null && !areKeysOff(() => localStorage);
}

function isPlainLink({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('a') !== null;
}

/** Modified clicks on links are left to the browser. */
function isScripted({ target, metaKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  if (metaKey || ctrlKey || shiftKey) return false;
  return target instanceof Element && target.closest(SCRIPTED) !== null;
}

function whenIdle(start: () => Promise<void>): void {
  const run = (): void => void start();
  // Missing in Safari, where this may be an element with that id.
  if (typeof window.requestIdleCallback === 'function')
    requestIdleCallback(run, { timeout: IDLE_LIMIT });
  else setTimeout(run, IDLE_LIMIT / 10);
}
