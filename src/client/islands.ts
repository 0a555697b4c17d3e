import type { ReactNode } from 'react';
import type { Root } from 'react-dom/client';
import { PAGE_EVENT } from '../shared/page-data.ts';
import { createPanel, errorChain } from './app/panel.ts';
import { closestTo, findRoot, messagesOf, readSite } from './app/root.ts';
import { isAssetUrl } from './app/trusted-html.ts';

/** React, from its script. */
interface React {
  readonly createElement: typeof import('react').createElement;
  readonly useEffect: typeof import('react').useEffect;
  readonly createRoot: typeof import('react-dom/client').createRoot;
  readonly hydrateRoot: typeof import('react-dom/client').hydrateRoot;
}

/** An island that has been started. */
interface Running {
  /** The properties that it has. */
  readonly props: string | undefined;
  /** Renders it with the properties that its element has now; it keeps its state. */
  readonly render: () => void;
  readonly stop: () => void;
}

interface IslandOptions {
  /** URL of the assets folder, with a final slash. */
  readonly folder: URL;
  readonly loadReact: () => Promise<React>;
  readonly started: (running: Omit<Running, 'props'>) => void;
  /** Called when the island handles events, or will never do so. */
  readonly ready: () => unknown;
}

const ISLAND = 'dw-island';
const SLOT = 'dw-slot';

/** How far below the screen islands are started. */
const MARGIN = '200px';

/** Milliseconds after which an island with `client="idle"` is started in a browser that is busy, or does not say so. */
const LATEST = 2000;

/** The signs that a reader is about to use an island. */
const INTENTS = ['pointerover', 'focusin', 'touchstart'] as const;

/** Starts each island of the page, and of later pages, when its `client` says so. */
export function startIslands(folder: URL, loadReact: () => Promise<React>): void {
  const running = new Map<HTMLElement, Running>();
  const seen = new WeakMap<HTMLElement, () => unknown>();
  const start = (island: HTMLElement): void => {
    if (running.has(island) || !island.isConnected) return;
    const ready = seen.get(island) ?? (() => undefined);
    const started = (now: Omit<Running, 'props'>): void => {
      const { props } = island.dataset;
      // The page has been left meanwhile.
      if (island.isConnected) running.set(island, { ...now, props });
      else now.stop();
    };
    started({ render: () => undefined, stop: () => undefined });
    startIsland(island, { folder, loadReact, started, ready }).catch((cause: unknown) => {
      report(island, cause);
      ready();
    });
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const island = isIntersecting ? closestTo(target, ISLAND) : null;
        if (island === null) continue;
        for (const part of [island, ...island.children]) observer.unobserve(part);
        start(island);
      }
    },
    { rootMargin: MARGIN },
  );
  const wait = (island: HTMLElement): void => {
    const run = (): void => start(island);
    switch (island.dataset['client']) {
      case 'load':
        run();
        break;
      case 'idle':
        if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: LATEST });
        else setTimeout(run, LATEST);
        break;
      case 'intent':
        for (const name of INTENTS)
          island.addEventListener(name, run, { once: true, passive: true });
        break;
      default:
        // The box of an inline element does not include blocks in it.
        for (const part of [island, ...island.children]) observer.observe(part);
    }
  };
  const shown = (): void => {
    for (const [island, { props, render, stop }] of running) {
      if (!island.isConnected) {
        stop();
        running.delete(island);
      } else if (island.dataset['props'] !== props) {
        running.set(island, { props: island.dataset['props'], render, stop });
        render();
      }
    }
    for (const island of document.querySelectorAll<HTMLElement>(ISLAND)) {
      if (seen.has(island)) continue;
      seen.set(island, recordClicks(island));
      wait(island);
    }
  };
  document.addEventListener(PAGE_EVENT, shown);
  shown();
}

/** Hydrates an island. If its script or component throws, the HTML of the document stays; a page shows that it crashed. */
async function startIsland(
  island: HTMLElement,
  { folder, loadReact, started, ready }: IslandOptions,
): Promise<void> {
  const { module: script = '', export: name = '', page, slot, id, empty } = island.dataset;
  if (!isAssetUrl(script, folder)) return void ready();
  // Live edits leave its nodes to React.
  island.dataset['started'] = '';
  // Together with React.
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = script;
  document.head.append(link);
  const { createElement, useEffect, createRoot, hydrateRoot } = await loadReact();
  const { module } = await import(script);
  const kept = [...island.childNodes].map((node) => node.cloneNode(true));
  const giveUp = (cause: unknown): void => {
    report(island, cause);
    ready();
    // React has removed its elements.
    queueMicrotask(() => {
      root.unmount();
      if (page === undefined) island.replaceChildren(...kept);
      else showCrash(island, { cause, retry });
    });
  };
  const children = slot === undefined ? {} : { children: slotElement(island, createElement) };
  const Shell = ({ content }: { readonly content: ReactNode }): ReactNode => {
    useEffect(() => void ready(), []);
    return content;
  };
  const shell = (): ReactNode => {
    const { props = '{}' } = island.dataset;
    const content = createElement(module[name], { ...JSON.parse(props), ...children });
    return createElement(Shell, { content });
  };
  const options = {
    identifierPrefix: `${id}-`,
    onUncaughtError: giveUp,
    // Without the component's HTML, it is always rendered again.
    onRecoverableError: (cause: unknown) => empty === undefined && report(island, cause),
  };
  const retry = (): void => {
    root = createRoot(island, options);
    root.render(shell());
  };
  let root: Root = hydrateRoot(island, shell(), options);
  started({ render: () => root.render(shell()), stop: () => root.unmount() });
}

interface Crash {
  readonly cause: unknown;
  /** Renders the page again. */
  readonly retry: () => void;
}

/** Shows a panel in place of a React page that has thrown. */
function showCrash(island: HTMLElement, { cause, retry }: Crash): void {
  const root = findRoot(document);
  if (root === null || !island.isConnected) return;
  const site = readSite(root);
  const messages = messagesOf(site);
  const { title } = document;
  const press = (): void => {
    document.title = title;
    island.replaceChildren();
    retry();
    // The button that was pressed is gone.
    document.getElementById('dw-main')?.focus({ preventScroll: true });
  };
  document.title = `${messages.crashed} | ${site.title}`;
  const panel = createPanel({
    title: messages.crashed,
    lines: errorChain(cause),
    button: { label: messages.tryAgain, press },
    home: { label: messages.notFoundHome, href: site.homeHref },
  });
  island.replaceChildren(panel);
}

/** Keeps clicks on buttons of an island; returns a function that dispatches them again. */
function recordClicks(island: HTMLElement): () => unknown {
  const missed: MouseEvent[] = [];
  const record = (event: MouseEvent): void => {
    const { target } = event;
    // Other islands in it have their own records.
    if (closestTo(target, 'button') === null || closestTo(target, ISLAND) !== island) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    missed.push(event);
  };
  island.addEventListener('click', record, true);
  return async () => {
    island.removeEventListener('click', record, true);
    // React renders the result of each before the next.
    for (const event of missed.splice(0)) {
      event.target?.dispatchEvent(new MouseEvent(event.type, event));
      await Promise.resolve();
    }
  };
}

/** The Markdown in an island: the document's own nodes, which React does not change. */
function slotElement(island: HTMLElement, createElement: React['createElement']): ReactNode {
  const next = island.nextElementSibling;
  const hidden = next?.matches(`${SLOT}[hidden]`) === true ? next : null;
  const shown = island.dataset['empty'] === undefined ? island.querySelector(SLOT) : island;
  const nodes = [...(hidden ?? shown ?? island).childNodes];
  const fill = (slot: HTMLElement | null): void => {
    if (slot === null || slot.firstChild !== null) return;
    const isShown = nodes.some((node) => island.contains(node));
    slot.append(...(isShown ? nodes.map((node) => node.cloneNode(true)) : nodes));
  };
  return createElement(SLOT, {
    ref: fill,
    suppressHydrationWarning: true,
    // Trusted Types accept it without a policy.
    dangerouslySetInnerHTML: {
      __html: Object(Reflect.get(window, 'trustedTypes')).emptyHTML ?? '',
    },
  });
}

function report({ dataset }: HTMLElement, cause: unknown): void {
  console.error(`The island ${dataset['export']} of ${dataset['module']} fails:`, cause);
}
