import { Idiomorph } from 'idiomorph';
import { ADDED, AROUND_TEXT, isOwn } from './own-changes.ts';
import { pairElements, STARTED, slotOf } from './pairing.ts';

/** Changes an element of the page into the new one; all that is equal keeps its nodes and the reader's state. */
export type Morph = (root: HTMLElement, next: HTMLElement) => void;

/** State of form fields that idiomorph would reset. */
const TYPED = new Set(['checked', 'selected', 'value']);

/** Starts to note which `details` are opened and closed, and returns the function that changes pages. */
export function createMorph(page: Document): Morph {
  const opened = new WeakMap<Node, string | null>();
  const note = (records: readonly MutationRecord[]): void => {
    for (const { target, oldValue } of records)
      if (!opened.has(target)) opened.set(target, oldValue);
  };
  const observer = new MutationObserver(note);
  observer.observe(page, { subtree: true, attributeFilter: ['open'], attributeOldValue: true });
  const attribute = (element: Element, name: string): string | null => {
    const before = name === 'open' ? opened.get(element) : undefined;
    return before === undefined ? element.getAttribute(name) : before;
  };
  return (root, next) => {
    note(observer.takeRecords());
    const { equal, islands, isInside, finish } = pairElements(root, next, attribute);
    const { activeElement } = page;
    const putBack = takeAway(root, isInside);
    const slots: (readonly [Element, Element])[] = [];
    let incoming: Element | undefined;
    const config: Parameters<typeof Idiomorph.morph>[2] = {
      head: { style: 'none' },
      callbacks: {
        beforeNodeMorphed: (old, now) => {
          if (!(old instanceof Element) || !(now instanceof Element)) return true;
          incoming = now;
          if (equal.get(old) === now) return false;
          // The slot of a running island has moved into it.
          if (old.matches(`${STARTED} + dw-slot[hidden]`)) return false;
          if (islands.get(old) !== now) return true;
          old.setAttribute('data-props', now.getAttribute('data-props') ?? '{}');
          const hidden = now.nextElementSibling?.matches('dw-slot[hidden]');
          const slot = hidden ? now.nextElementSibling : slotOf(now);
          const shown = [...old.querySelectorAll('dw-slot')].find(
            (one) => one.parentElement?.closest('dw-island') === old,
          );
          if (shown !== undefined && slot !== null) slots.push([shown, slot]);
          return false;
        },
        beforeAttributeUpdated: (name, element) => {
          if (isOwn(element, name)) return false;
          const isState = name === 'open' || TYPED.has(name);
          const isSame = attribute(element, name) === (incoming?.getAttribute(name) ?? null);
          if (isState && isSame) return false;
          if (name === 'open') opened.delete(element);
          return true;
        },
      },
    };
    Idiomorph.morph(root, next, config);
    for (const [shown, slot] of slots)
      Idiomorph.morph(shown, [...slot.childNodes], { ...config, morphStyle: 'innerHTML' });
    putBack();
    finish();
    // The author opened or closed these.
    observer.takeRecords();
    if (activeElement instanceof HTMLElement && activeElement.isConnected)
      activeElement.focus({ preventScroll: true });
  };
}

/** Removes what controls have added to blocks that may change; returns a function that puts it back where it was. */
function takeAway(root: Element, isInside: (element: Element) => boolean): () => void {
  const find = (selector: string): readonly Element[] =>
    [...root.querySelectorAll(selector)].filter((element) => !isInside(element));
  for (const mark of find(AROUND_TEXT)) {
    const { parentNode } = mark;
    mark.replaceWith(...mark.childNodes);
    parentNode?.normalize();
  }
  // Controls that take their elements over once do it again.
  for (const select of root.querySelectorAll('[data-marked]'))
    select.removeAttribute('data-marked');
  for (const group of find('[data-managed]')) group.removeAttribute('data-managed');
  for (const tab of find('.tab[id^="tab:"]')) tab.removeAttribute('id');
  const added = find(ADDED).map((element) => ({ element, parent: element.parentElement }));
  for (const { element } of added) element.remove();
  return () => {
    for (const { element, parent } of added) parent?.append(element);
  };
}
