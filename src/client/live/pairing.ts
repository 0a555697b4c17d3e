import { ADDED, AROUND_TEXT, isOwn } from './own-changes.ts';

/** An island that runs: its nodes are React's, but not those in its slot. */
export const STARTED = 'dw-island[data-started]';
const SLOT = 'dw-slot';

/** An attribute as the document had it; null if it had none. */
export type ReadAttribute = (element: Element, name: string) => string | null;

/** Elements of the shown document with those of the new one that are the same. */
export interface Pairs {
  /** The largest elements that an edit does not change. */
  readonly equal: ReadonlyMap<Element, Element>;
  /** Running islands whose component is the same. */
  readonly islands: ReadonlyMap<Element, HTMLElement>;
  /** True for elements in equal ones. */
  readonly isInside: (old: Element) => boolean;
  /** Removes the ids that pairs have for the time of the morph. */
  readonly finish: () => void;
}

const ID = 'dw-pair-';

/** Pairs elements by what their documents have. Each pair gets the same id, by which it is found wherever it moves. */
export function pairElements(root: Element, next: Element, attribute: ReadAttribute): Pairs {
  const islands = pairIslands(root, next);
  const kept = new Set<Element>(islands.values());
  const equal = new Map<Element, Element>();
  const inside = new Set<Element>();
  const around = new Set<Element>();
  const sign = createSigner(attribute);
  const candidates = new Map<number, Element[]>();
  for (const old of root.querySelectorAll('*')) {
    if (old.parentElement?.closest(`${STARTED}, ${SLOT}`)?.matches(STARTED)) continue;
    const number = sign(old);
    candidates.set(number, candidates.get(number) ?? []);
    candidates.get(number)?.push(old);
  }
  const waiting = [...next.children];
  for (const element of waiting) {
    if (kept.has(element)) {
      waiting.push(...(slotOf(element)?.children ?? []));
      continue;
    }
    const found = candidates.get(sign(element)) ?? [];
    let old = found.shift();
    while (old !== undefined && (inside.has(old) || around.has(old))) old = found.shift();
    if (old === undefined) {
      waiting.push(...element.children);
      continue;
    }
    equal.set(old, element);
    for (const part of [old, ...old.querySelectorAll('*')]) inside.add(part);
    for (let outer = old.parentElement; outer !== null; outer = outer.parentElement)
      around.add(outer);
  }
  const named = [...equal, ...islands].filter(([{ id }]) => id === '' || id.startsWith('tab:'));
  for (const [index, pair] of named.entries()) for (const element of pair) element.id = ID + index;
  // Islands that are gone must not become others.
  for (const gone of root.querySelectorAll(STARTED)) if (gone.id === '') gone.id = `${ID}gone`;
  return {
    equal,
    islands,
    isInside: (old) => inside.has(old),
    finish: () => {
      for (const element of root.querySelectorAll(`[id^="${ID}"]`)) element.removeAttribute('id');
    },
  };
}

/** Prefers islands with the same props. */
function pairIslands(root: Element, next: Element): ReadonlyMap<Element, HTMLElement> {
  const pairs = new Map<Element, HTMLElement>();
  const others = new Set(next.querySelectorAll<HTMLElement>('dw-island'));
  for (const names of [
    ['module', 'export', 'props'],
    ['module', 'export'],
  ])
    for (const island of root.querySelectorAll<HTMLElement>(STARTED)) {
      const other = [...others].find(({ dataset }) =>
        names.every((name) => dataset[name] === island.dataset[name]),
      );
      if (other === undefined || pairs.has(island)) continue;
      pairs.set(island, other);
      others.delete(other);
    }
  return pairs;
}

/** The Markdown in an island that has not run. */
export function slotOf(island: Element): Element | null {
  return island.hasAttribute('data-empty') ? island : island.querySelector(SLOT);
}

/** Returns a function that numbers elements: equal ones get the same number, whatever controls have added. */
function createSigner(attribute: ReadAttribute): (element: Element) => number {
  const numbers = new Map<string, number>();
  const known = new WeakMap<Element, number>();
  const sign = (element: Element): number => {
    const before = known.get(element);
    if (before !== undefined) return before;
    const names = new Set([...element.getAttributeNames(), 'open']);
    const attributes = [...names]
      .filter((name) => !isOwn(element, name) && attribute(element, name) !== null)
      .toSorted()
      .map((name) => [name, attribute(element, name)]);
    const parts: (string | number)[] = [''];
    for (const node of element.childNodes) {
      const last = parts.length - 1;
      if (!(node instanceof Element) || node.matches(AROUND_TEXT))
        parts[last] = `${parts[last]}${node.textContent}`;
      else if (!node.matches(ADDED)) parts.push(sign(node), '');
    }
    // No other element is equal to a running island.
    const own = element.matches(STARTED) ? numbers.size : '';
    const key = JSON.stringify([element.localName, own, attributes, parts]);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    known.set(element, number);
    return number;
  };
  return sign;
}
