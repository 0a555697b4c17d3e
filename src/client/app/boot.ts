import { type ControlMessages, controlMessages } from '../../shared/control-messages.ts';
import type { StartTools } from '../article/article-tools.ts';
import { isPlainClick, opensHere } from '../navigation/page-address.ts';
import { mayPrefetch } from '../navigation/prefetch.ts';
import {
  isEarlyFieldOpen,
  isInEarlyField,
  leaveEarlyField,
  openEarlyField,
} from '../search/early-field.ts';
import { isShortcut } from '../search/search-button.ts';
import type { App, AppContext } from './app.ts';
import { type Controls, createControls } from './controls.ts';
import { findRoot } from './root.ts';

interface BootOptions {
  /** URL of the script of every page. */
  readonly client: string;
  readonly load: () => Promise<{
    readonly start: (context: AppContext) => App;
    readonly goToPage: (slash: string) => Promise<void>;
  }>;
}

/**
 * Starts the controls of the page in an idle moment or at the first input, and the app (navigation, search) at the first
 * sign of a reader. If it cannot be loaded, links load documents. Returns a function that adds the tools of another
 * script.
 */
export function boot({ client, load }: BootOptions): (tools: StartTools) => void {
  const root = findRoot(document);
  if (root === null) return () => undefined;
  const { missing, messages = '{}' } = ownSettings();
  if (missing !== undefined)
    load().then(
      ({ goToPage }) => goToPage(missing),
      () => undefined,
    );
  const { controls, addTools } = prepareControls(root, {
    ...controlMessages,
    ...JSON.parse(messages),
  });
  let app: App | undefined;
  let starting: Promise<App> | undefined;
  const start = (): Promise<App> => {
    starting ??= load().then(
      ({ start: run }) => (app = run({ root, controls: controls(), client })),
    );
    // May succeed the next time.
    starting.catch(() => (starting = undefined));
    return starting;
  };
  const prepare = (): void => void start().catch(() => undefined);
  // The app's own listeners answer when it runs.
  answerLinks(() => (app === undefined ? starting : undefined));
  answerSearch(() => app, start);
  // By then, the browser has scrolled to the target of the address.
  whenIdle(() =>
    once(SIGNS, () => {
      if (mayPrefetch(navigator)) prepare();
    }),
  );
  const { pathname } = location;
  addEventListener('popstate', () => {
    // Another page of an earlier app in this tab.
    if (app === undefined && location.pathname !== pathname) location.reload();
  });
  // Heard by head.ts.
  dispatchEvent(new Event('dw-controls'));
  const isAsked = new URLSearchParams(location.search).has('q');
  if (isAsked || root.dataset['route'] === undefined) whenIdle(prepare);
  return addTools;
}

/** Signs of a reader. */
const SIGNS = ['scroll', 'pointermove', 'pointerdown', 'touchstart', 'keydown'] as const;

/** Milliseconds that a click on a link waits for the app. */
const PATIENCE = 200;

/** Follows links that are clicked while the app is being started: with the app, if it comes soon. */
function answerLinks(starting: () => Promise<App> | undefined): void {
  document.addEventListener('click', (event) => {
    const app = starting();
    const link = event.target instanceof Element ? pageLink(event.target) : undefined;
    if (link === undefined || app === undefined || !isPlainClick(event)) return;
    event.preventDefault();
    const late = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE));
    Promise.race([app, late]).then(
      ({ follow }) => follow(new URL(link.href)),
      () => location.assign(link.href),
    );
  });
}

/** The link around an element, if it leads to another page of the site. */
function pageLink(target: Element): HTMLAnchorElement | undefined {
  const link = target.closest<HTMLAnchorElement>('a[href]');
  if (link === null || link.origin !== location.origin || link.pathname === location.pathname)
    return undefined;
  return opensHere(link, document.documentElement.lang) ? link : undefined;
}

/**
 * Opens the search by its buttons, keys and forms: at once as a field that takes the reader's keys, until the dialog is
 * loaded. Without the app, goes to the list of all pages.
 */
function answerSearch(running: () => App | undefined, start: () => Promise<App>): void {
  const open = (opener: Element | undefined, text?: string): void => {
    const app = running();
    if (app !== undefined) return app.openSearch(opener, text);
    openEarlyField(text);
    start().then(
      ({ openSearch }) => {
        // The reader may have closed the field.
        if (isEarlyFieldOpen()) openSearch(opener, text);
      },
      () => {
        const link = document.querySelector<HTMLAnchorElement>('a[data-search]');
        void leaveEarlyField(link?.href ?? '');
      },
    );
  };
  for (const type of ['pointerover', 'focusin'])
    document.addEventListener(type, ({ target }) => {
      if (buttonAt(target) !== undefined)
        start().then(
          ({ prepareSearch }) => prepareSearch(),
          () => undefined,
        );
    });
  const click = (event: MouseEvent): void => {
    const button = buttonAt(event.target);
    if (button === undefined || !isPlainClick(event)) return;
    event.preventDefault();
    open(button);
  };
  // Before the router, which would follow the link.
  document.addEventListener('click', click, { capture: true });
  document.addEventListener('keydown', (event) => {
    const button = buttonAt(event.target);
    const isPress = button !== undefined && event.key === ' ';
    if (isInEarlyField(event.target) || !(isPress || isShortcut(event))) return;
    event.preventDefault();
    open(button);
  });
  document.addEventListener('submit', (event) => {
    const { target } = event;
    if (!(target instanceof HTMLFormElement) || !target.matches('[data-search-form]')) return;
    event.preventDefault();
    open(target, target.querySelector('input')?.value);
  });
}

function buttonAt(target: EventTarget | null): Element | undefined {
  return (target instanceof Element && target.closest('[data-search]')) || undefined;
}

/** Events that the controls must not miss. */
const INPUTS = ['pointerover', 'focusin', 'pointerdown', 'keydown', 'click'] as const;

/** Starts the controls in an idle moment, or at the first input, which they answer already. */
function prepareControls(
  root: HTMLElement,
  messages: ControlMessages,
): { readonly controls: () => Controls; readonly addTools: Controls['addTools'] } {
  let controls: Controls | undefined;
  let isApplied = false;
  const waiting: StartTools[] = [];
  const start = (): Controls => {
    controls ??= createControls(root, messages);
    for (const tools of waiting.splice(0)) controls.addTools(tools);
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
  return {
    controls: () => {
      apply();
      return start();
    },
    addTools: (tools) => {
      waiting.push(tools);
      if (controls !== undefined) start();
    },
  };
}

/** The settings on the script's element: messages that are not in English; on the 404 page, how addresses end. */
function ownSettings(): DOMStringMap {
  return [...document.scripts].find(({ src }) => src === import.meta.url)?.dataset ?? {};
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
