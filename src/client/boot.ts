/** Controls that do nothing without the app. Plain links, `summary` and fields answer by themselves. */
const SCRIPTED = 'button, [data-search]';

/** Longest wait for an idle moment, in milliseconds. */
const IDLE_LIMIT = 2000;

/**
 * Starts the app when the page is loaded and the browser idle, or at the first interaction. What the
 * reader does until then is dispatched again once the app answers to it. Nothing inside `#root` changes
 * before that. Where the app does not load, the page stays as the server sent it.
 */
export function boot(load: () => Promise<{ start: () => Promise<void> | void }>): void {
  const types = ['click', 'keydown', 'input'] as const;
  const missed: Event[] = [];
  let started = false;

  const record = (event: Event): void => {
    if (!(event instanceof MouseEvent)) missed.push(event);
    else if (isPlainLink(event)) return;
    else if (isScripted(event)) {
      event.preventDefault();
      missed.push(event);
    }
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
      }
    }
  };

  for (const type of types) addEventListener(type, record, true);
  if (document.readyState === 'complete') whenIdle(start);
  else addEventListener('load', () => whenIdle(start), { once: true });
}

function isPlainLink(event: MouseEvent): boolean {
  const link = event.target instanceof Element && event.target.closest('a');
  return Boolean(link) && !isScripted(event);
}

function isScripted(event: MouseEvent): boolean {
  if (event.button > 0 || event.metaKey || event.ctrlKey || event.shiftKey) return false;
  return event.target instanceof Element && event.target.closest(SCRIPTED) !== null;
}

function whenIdle(start: () => Promise<void>): void {
  const run = (): void => void start();
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: IDLE_LIMIT });
  else setTimeout(run, IDLE_LIMIT / 10);
}
