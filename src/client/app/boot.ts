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
import { closestTo, findRoot } from './root.ts';

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
  // The settings on the script's element: messages that are not in English; on the 404 page, how addresses end.
  const script = [...document.scripts].find(({ src }) => src === import.meta.url);
  const { missing, messages = '{}' }: DOMStringMap = { ...script?.dataset };
  if (missing !== undefined) load().then(({ goToPage }) => goToPage(missing), ignore);
  const ownMessages = { ...controlMessages, ...JSON.parse(messages) };
  const { controls, addTools } = prepareControls(root, ownMessages);
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
  const prepare = (): void => void start().catch(ignore);
  // The app's own listeners answer when it runs.
  answerLinks(() => (app === undefined ? starting : undefined));
  answerSearch(() => app, start);
  // By then, the browser has scrolled to the target of the address.
  whenIdle(() => {
    // Not when a part of the page scrolls, which does not bubble.
    const listen = (): void => {
      for (const type of SIGNS) removeEventListener(type, listen);
      if (mayPrefetch(navigator)) prepare();
    };
    for (const type of SIGNS) addEventListener(type, listen, { passive: true });
  });
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

/** Links and the list of all pages work without the app. */
function ignore(): void {}

/** Signs of a reader. */
const SIGNS = ['scroll', 'pointermove', 'pointerdown', 'touchstart', 'keydown'] as const;

/** Milliseconds that a click on a link waits for the app. */
const PATIENCE = 200;

/** Follows links that are clicked while the app is being started: with the app, if it comes soon. */
function answerLinks(starting: () => Promise<App> | undefined): void {
  document.addEventListener('click', (event) => {
    const app = starting();
    const link = closestTo<HTMLAnchorElement>(event.target, 'a[href]');
    if (link === null || app === undefined || !isPlainClick(event)) return;
    // To another page of the site.
    if (link.origin !== location.origin || link.pathname === location.pathname) return;
    if (!opensHere(link, document.documentElement.lang)) return;
    event.preventDefault();
    const late = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE));
    Promise.race([app, late]).then(
      ({ follow }) => follow(new URL(link.href)),
      () => location.assign(link.href),
    );
  });
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
      if (closestTo(target, BUTTON) !== null)
        start().then(({ prepareSearch }) => prepareSearch(), ignore);
    });
  const click = (event: MouseEvent): void => {
    const button = closestTo(event.target, BUTTON);
    if (button === null || !isPlainClick(event)) return;
    event.preventDefault();
    open(button);
  };
  // Before the router, which would follow the link.
  document.addEventListener('click', click, { capture: true });
  document.addEventListener('keydown', (event) => {
    const button = closestTo(event.target, BUTTON);
    const isPress = button !== null && event.key === ' ';
    if (isInEarlyField(event.target) || !(isPress || isShortcut(event))) return;
    event.preventDefault();
    open(button ?? undefined);
  });
  document.addEventListener('submit', (event) => {
    const { target } = event;
    if (!(target instanceof HTMLFormElement) || !target.matches('[data-search-form]')) return;
    event.preventDefault();
    open(target, target.querySelector('input')?.value);
  });
}

const BUTTON = '[data-search]';

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
  const apply = (): Controls => {
    const started = start();
    if (isApplied) return started;
    isApplied = true;
    for (const type of INPUTS) removeEventListener(type, answer, true);
    started.begin();
    return started;
  };
  const answer = ({ type, target }: Event): void => {
    start();
    // Pointing at something needs no tools.
    const isUse = type !== 'pointerover' && type !== 'focusin';
    if (isUse && closestTo(target, 'article') !== null) apply();
  };
  for (const type of INPUTS) addEventListener(type, answer, { capture: true, passive: true });
  whenIdle(() => {
    start();
    whenIdle(apply);
  });
  return {
    controls: apply,
    addTools: (tools) => {
      waiting.push(tools);
      if (controls !== undefined) start();
    },
  };
}

/** Maximum wait for an idle moment, in milliseconds. */
const IDLE_LIMIT = 2000;

function whenIdle(run: () => void): void {
  // Missing in Safari, where this may be an element with that id.
  if (typeof window.requestIdleCallback === 'function')
    requestIdleCallback(run, { timeout: IDLE_LIMIT });
  else setTimeout(run, IDLE_LIMIT / 10);
}
