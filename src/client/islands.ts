import type { ReactNode } from 'react';
import type { Root } from 'react-dom/client';
import { PAGE_EVENT } from '../shared/page-data.ts';
import { isAssetUrl } from './app/trusted-html.ts';

/** React, from the app. */
interface React {
  readonly createElement: typeof import('react').createElement;
  readonly useEffect: typeof import('react').useEffect;
  readonly hydrateRoot: typeof import('react-dom/client').hydrateRoot;
}

interface IslandOptions {
  /** URL of the assets folder, with a final slash. */
  readonly folder: URL;
  readonly loadReact: () => Promise<React>;
  /** Called with a function that removes the island. */
  readonly started: (stop: () => void) => void;
  /** Called when the island handles events, or will never do so. */
  readonly ready: () => void;
}

const ISLAND = 'dw-island';
const SLOT = 'dw-slot';

/** How far below the screen islands are started. */
const MARGIN = '200px';

/** Starts each island of the page, and of later pages, when it comes into view. */
export function startIslands(folder: URL, loadReact: () => Promise<React>): void {
  const started = new Map<HTMLElement, () => void>();
  const seen = new WeakMap<HTMLElement, () => void>();
  const start = (island: HTMLElement): void => {
    const ready = seen.get(island) ?? (() => undefined);
    startIsland(island, {
      folder,
      loadReact,
      started: (stop) => started.set(island, stop),
      ready,
    }).catch((cause: unknown) => {
      report(island, cause);
      ready();
    });
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const island = isIntersecting ? target.closest<HTMLElement>(ISLAND) : null;
        if (island === null) continue;
        for (const part of [island, ...island.children]) observer.unobserve(part);
        if (!started.has(island)) start(island);
      }
    },
    { rootMargin: MARGIN },
  );
  const shown = (): void => {
    for (const [island, stop] of started) {
      if (island.isConnected) continue;
      stop();
      started.delete(island);
    }
    for (const island of document.querySelectorAll<HTMLElement>(ISLAND)) {
      if (seen.has(island)) continue;
      seen.set(island, recordClicks(island));
      // The box of an inline element does not include blocks in it.
      for (const part of [island, ...island.children]) observer.observe(part);
    }
  };
  document.addEventListener(PAGE_EVENT, shown);
  shown();
}

/** Hydrates an island. If its script or component throws, the HTML of the document stays. */
async function startIsland(
  island: HTMLElement,
  { folder, loadReact, started, ready }: IslandOptions,
): Promise<void> {
  const { module: script = '', export: name = '', props = '{}', slot, id, empty } = island.dataset;
  if (!isAssetUrl(script, folder)) return ready();
  started(() => undefined);
  preload(script);
  const { createElement, useEffect, hydrateRoot } = await loadReact();
  const { module } = await import(script);
  const kept = [...island.childNodes].map((node) => node.cloneNode(true));
  const giveUp = (cause: unknown): void => {
    report(island, cause);
    ready();
    // React has removed its elements.
    queueMicrotask(() => {
      root.unmount();
      island.replaceChildren(...kept);
    });
  };
  const children = slot === undefined ? {} : { children: slotElement(island, createElement) };
  const content = createElement(module[name], { ...JSON.parse(props), ...children });
  const Island = (): ReactNode => {
    useEffect(ready, []);
    return content;
  };
  const root: Root = hydrateRoot(island, createElement(Island), {
    identifierPrefix: `${id}-`,
    onUncaughtError: giveUp,
    // Without the component's HTML, it is always rendered again.
    onRecoverableError: (cause) => empty === undefined && report(island, cause),
  });
  started(() => root.unmount());
}

/** Keeps clicks on buttons of an island; returns a function that dispatches them again. */
function recordClicks(island: HTMLElement): () => void {
  const missed: MouseEvent[] = [];
  const record = (event: MouseEvent): void => {
    const { target } = event;
    if (!(target instanceof Element) || target.closest('button') === null) return;
    // Others in it have their own records.
    if (target.closest(ISLAND) !== island) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    missed.push(event);
  };
  island.addEventListener('click', record, true);
  return () => {
    island.removeEventListener('click', record, true);
    for (const event of missed.splice(0))
      event.target?.dispatchEvent(new MouseEvent(event.type, event));
  };
}

/** Loads a script together with React. */
function preload(script: string): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = script;
  document.head.append(link);
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
    dangerouslySetInnerHTML: { __html: emptyHtml() },
  });
}

/** Trusted Types accept it without a policy. */
function emptyHtml(): unknown {
  const types: unknown = Reflect.get(window, 'trustedTypes');
  return typeof types === 'object' && types !== null ? Reflect.get(types, 'emptyHTML') : '';
}

function report({ dataset }: HTMLElement, cause: unknown): void {
  console.error(`The island ${dataset['export']} of ${dataset['module']} fails:`, cause);
}
