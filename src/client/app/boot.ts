/** Controls that do nothing without the app. Plain links, `summary` and fields answer by themselves. */
const SCRIPTED = 'button, [data-search], [data-menu], [data-keep-address]';

/** Longest wait for an idle moment, in milliseconds. */
const IDLE_LIMIT = 2000;

/**
 * Starts the app when the page is loaded and the browser idle, or at the first interaction. Events
 * until then are dispatched again once the app runs; nothing inside `#dw-root` changes before that.
 */
export function boot(load: () => Promise<{ start: () => Promise<void> | void }>): void {
  const types = ['click', 'keydown', 'input'] as const;
  const missed: Event[] = [];
  let started = false;

  const record = (event: Event): void => {
    if (event instanceof MouseEvent && !isScripted(event)) {
      if (!isPlainLink(event)) void start();
      return;
    }
    if (event instanceof MouseEvent) event.preventDefault();
    // React answers to events while it hydrates: each is to be answered once.
    event.stopImmediatePropagation();
    missed.push(event);
    void start();
  };

  const start = async (): Promise<void> => {
    if (started) return;
    started = true;
    try {
      await (await load()).start();
    } finally {
      for (const type of types) removeEventListener(type, record, true);
      // An event's own fields are its description.
      for (const event of missed) {
        const again = Reflect.construct(event.constructor, [event.type, event]);
        event.target?.dispatchEvent(again);
        // React renders the answer to one before the next comes.
        await Promise.resolve();
      }
    }
  };

  for (const type of types) addEventListener(type, record, true);
  if (document.readyState === 'complete') whenIdle(start);
  else addEventListener('load', () => whenIdle(start), { once: true });
}

function isPlainLink({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('a') !== null;
}

/** A modified click on a link is the browser's. */
function isScripted({ target, metaKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  if (metaKey || ctrlKey || shiftKey) return false;
  return target instanceof Element && target.closest(SCRIPTED) !== null;
}

function whenIdle(start: () => Promise<void>): void {
  const run = (): void => void start();
  // Safari has none, but an element may have the name for its id.
  if (typeof window.requestIdleCallback === 'function')
    requestIdleCallback(run, { timeout: IDLE_LIMIT });
  else setTimeout(run, IDLE_LIMIT / 10);
}
