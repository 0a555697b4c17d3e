import { type ControlMessages, controlMessages } from '../../shared/control-messages.ts';
import { isPlainClick, opensHere } from '../navigation/page-address.ts';
import { mayPrefetch } from '../navigation/prefetch.ts';
import { isEarlyFieldOpen, isInEarlyField, openEarlyField } from '../search/early-field.ts';
import { areKeysOff, isField, isSearchKey } from '../search/search-button.ts';
import { findRoot } from './adoption.ts';
import { type Controls, createControls } from './controls.ts';
import { goToPage } from './other-address.ts';

/** The app: templates in React, navigation without document loads, search. */
interface App {
  /** False if it cannot run on this page. */
  readonly start: (controls: Controls) => Promise<boolean>;
}

interface BootOptions {
  /** Absolute URL of the app. */
  readonly app: string;
  readonly load: () => Promise<App>;
}

/**
 * Starts the controls of the page in an idle moment or at the first input, downloads the app at the first sign of a
 * reader, and starts it when it is likely to be needed. If it cannot run, links load documents.
 */
export function boot({ app, load }: BootOptions): void {
  const root = findRoot(document);
  if (root === null) return;
  const { missing, messages = '{}' } = ownSettings();
  if (missing !== undefined) void goToPage(missing);
  const controls = prepareControls(
    root,
    { ...controlMessages, ...JSON.parse(messages) },
    // A reader who opens the menu is about to go somewhere, but the menu comes first.
    () => whenIdle(() => start()),
  );
  const events = recordEvents(root, () => start());
  let starting: Promise<void> | undefined;
  const start = (intent?: Event): void => {
    starting ??= load()
      .then(({ start: run }) => run(controls()))
      .catch(() => false)
      .then((isRunning) => events.finish(isRunning, intent));
    events.starting();
  };
  // By then, the browser has scrolled to the target of the address.
  whenIdle(() =>
    once(SIGNS, () => {
      if (mayPrefetch(navigator)) download(app);
    }),
  );
  watchIntents(root, start);
  // Heard by head.ts.
  dispatchEvent(new Event('dw-controls'));
  const isAsked = new URLSearchParams(location.search).has('q');
  if (isAsked || document.querySelector(WANTS_APP) !== null) whenIdle(() => start());
}

/** Signs of a reader. */
const SIGNS = ['scroll', 'pointermove', 'pointerdown', 'touchstart', 'keydown'] as const;

/** Marks pages and templates that need the app without an intent of the reader. */
const WANTS_APP = '[data-app]';

/** Controls of the layout that work without the app. */
const OWN =
  'article *, [data-menu], [data-sidebar], [data-close-announcement], [data-color-mode], [data-dropdown] > button';

/** A control of the layout that only the app can answer. */
function needsApp(target: Element, root: HTMLElement): boolean {
  const button = target.closest('button');
  return button !== null && root.contains(button) && !button.matches(OWN);
}

/** A link to another page of the site. */
function isPageLink(target: Element): boolean {
  const link = target.closest<HTMLAnchorElement>('a[href]');
  if (link === null || link.origin !== location.origin) return false;
  return link.pathname !== location.pathname && opensHere(link, document.documentElement.lang);
}

function isSearch(target: Element): boolean {
  return target.closest('[data-search]') !== null;
}

/** Starts the app when the reader points at a control that needs it, or at a link unless they save data. */
function watchIntents(root: HTMLElement, start: (intent: Event) => void): void {
  const watch = (event: Event): void => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const isIntent =
      isSearch(target) || needsApp(target, root) || (mayPrefetch(navigator) && isPageLink(target));
    if (!isIntent) return;
    for (const type of INTENTS) removeEventListener(type, watch, true);
    start(event);
  };
  for (const type of INTENTS) addEventListener(type, watch, { capture: true, passive: true });
}

const INTENTS = ['pointerover', 'focusin', 'touchstart'] as const;

/** Milliseconds that a click on a link waits for the app that is being started. */
const PATIENCE = 200;

interface RecordedEvents {
  /** From now on, clicks on links wait for the app. */
  readonly starting: () => void;
  /** Dispatches the recorded events again, and the intent for the app's own listeners. */
  readonly finish: (isRunning: boolean, intent: Event | undefined) => Promise<void>;
}

/**
 * Records clicks and keys that need the app. Text typed into the search arrives in its field; nothing inside the root
 * changes before that.
 */
function recordEvents(root: HTMLElement, start: () => void): RecordedEvents {
  const missed: Event[] = [];
  let isStarting = false;
  const keep = (event: Event): void => {
    event.preventDefault();
    // React replays events during hydration: each must be handled once.
    event.stopImmediatePropagation();
    missed.push(event);
  };
  const click = (event: MouseEvent): void => {
    const { target } = event;
    if (!isPlainClick(event) || !(target instanceof Element) || isInEarlyField(target)) return;
    if (isSearch(target) || needsApp(target, root)) {
      keep(event);
      if (isSearch(target)) openEarlyField();
      start();
    } else if (isStarting && isPageLink(target)) {
      keep(event);
      setTimeout(() => {
        const at = missed.indexOf(event);
        if (at < 0) return;
        missed.splice(at, 1);
        stop();
        repeat(event);
      }, PATIENCE);
    }
  };
  const keydown = (event: KeyboardEvent): void => {
    if (isInEarlyField(event.target) || !opensSearch(event)) return;
    keep(event);
    openEarlyField();
    start();
  };
  const popstate = (): void => {
    // Another page of an earlier app in this tab.
    if (location.pathname !== pathname) location.reload();
  };
  const { pathname } = location;
  const stop = (): void => {
    removeEventListener('click', click, true);
    removeEventListener('keydown', keydown, true);
    removeEventListener('popstate', popstate, true);
  };
  addEventListener('click', click, true);
  addEventListener('keydown', keydown, true);
  addEventListener('popstate', popstate, true);
  return {
    starting: () => {
      isStarting = true;
    },
    finish: async (isRunning, intent) => {
      stop();
      if (!isRunning) addEventListener('keydown', followSearchLink);
      else if (intent !== undefined) repeat(intent);
      for (const event of missed.splice(0)) {
        // The reader has closed the field of the search.
        if (opensSearch(event) && !isEarlyFieldOpen()) continue;
        repeat(event);
        // Lets React render the result before the next event.
        await Promise.resolve();
      }
    },
  };
}

/** Dispatches a copy of an event: an event is a valid init dictionary. */
function repeat(event: Event): void {
  event.target?.dispatchEvent(Reflect.construct(event.constructor, [event.type, event]));
}

/** Where the app could not start, the shortcut follows the link of the search button. */
function followSearchLink(event: KeyboardEvent): void {
  if (event.defaultPrevented || !isShortcut(event)) return;
  event.preventDefault();
  document.querySelector<HTMLElement>('a[data-search]')?.click();
}

function opensSearch(event: Event): boolean {
  const { target } = event;
  const isOnButton = target instanceof Element && isSearch(target);
  if (!(event instanceof KeyboardEvent)) return isOnButton;
  return (isOnButton && event.key === ' ') || isShortcut(event);
}

/** True for a key that opens the search. The search button shows it, unless the configuration turns it off. */
function isShortcut(event: KeyboardEvent): boolean {
  if (!isSearchKey(event) || isField(event.target)) return false;
  return document.querySelector('[data-search] kbd') !== null && !areKeysOff(() => localStorage);
}

/** Events that the controls must not miss. */
const INPUTS = ['pointerover', 'focusin', 'pointerdown', 'keydown', 'click'] as const;

/** Starts the controls in an idle moment, or at the first input, which they answer already. */
function prepareControls(
  root: HTMLElement,
  messages: ControlMessages,
  menuOpened: () => void,
): () => Controls {
  let controls: Controls | undefined;
  let isApplied = false;
  const start = (): Controls => {
    if (controls !== undefined) return controls;
    controls = createControls(root, messages);
    controls.watchMenu(menuOpened);
    return controls;
  };
  const apply = (): void => {
    if (isApplied) return;
    isApplied = true;
    for (const type of INPUTS) removeEventListener(type, answer, true);
    start().shown();
  };
  const answer = ({ type, target }: Event): void => {
    start();
    // Pointing at something needs no tools.
    const isUse = type !== 'pointerover' && type !== 'focusin';
    if (isUse && target instanceof Element && target.closest('article') !== null) apply();
  };
  for (const type of INPUTS) addEventListener(type, answer, { capture: true, passive: true });
  whenIdle(() => {
    start();
    whenIdle(apply);
  });
  return () => {
    apply();
    return start();
  };
}

/** The settings on the script's element: messages that are not in English; on the 404 page, how addresses end. */
function ownSettings(): DOMStringMap {
  return [...document.scripts].find(({ src }) => src === import.meta.url)?.dataset ?? {};
}

/** Requests the app's script in advance, with the lowest priority. */
function download(app: string): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.setAttribute('fetchpriority', 'low');
  link.href = app;
  document.head.append(link);
}

/** Runs at the first of these events; not when a part of the page scrolls, which does not bubble. */
function once(types: readonly string[], run: () => void): void {
  const listen = (): void => {
    for (const type of types) removeEventListener(type, listen);
    run();
  };
  for (const type of types) addEventListener(type, listen, { passive: true });
}

/** Maximum wait for an idle moment, in milliseconds. */
const IDLE_LIMIT = 2000;

function whenIdle(run: () => void): void {
  // Missing in Safari, where this may be an element with that id.
  if (typeof window.requestIdleCallback === 'function')
    requestIdleCallback(run, { timeout: IDLE_LIMIT });
  else setTimeout(run, IDLE_LIMIT / 10);
}
