import { readStored, readStoredList, writeStored } from '../app/storage.ts';
import { element } from '../app/root.ts';
import type { PageTools, ToolKit } from './article-tools.ts';

/** Loads the builder of requests. */
export type LoadBuilder = () => Promise<{ readonly toggle: (button: HTMLElement) => unknown }>;

/**
 * Handles the tools of API pages with events at the root: the choice of a server, copies of the address and of
 * the cURL sample, the button that opens all rows of a section, and the one that opens the builder of a request. `apply`
 * initializes new articles below the root.
 */
export function manageApiTools(root: HTMLElement, kit: ToolKit, load: LoadBuilder): PageTools {
  const { delegate, iconButton, toolButton, codeText, copyText, messages } = kit;
  // The servers chosen in this browser tab, the latest one last.
  let chosen = readStoredList(
    readStored(() => sessionStorage, CHOSEN),
    (item): item is string => typeof item === 'string',
  );
  const toggle = (button: HTMLElement): void =>
    void load().then((builder) => builder.toggle(button), console.error);
  root.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || !target.matches(SERVERS)) return;
    const { value } = target;
    chosen = [...chosen.filter((other) => other !== value), value].slice(-MOST_CHOICES);
    writeStored(() => sessionStorage, CHOSEN, JSON.stringify(chosen));
    showServer(target);
  });
  delegate(root, 'click', {
    '[data-copy-text]': (button) => {
      void copyText(button, codeText(button.closest('.api-route')?.querySelector('code')), kit);
    },
    '[data-copy-curl]': (button) => void copyText(button, codeText(curlCode(button)), kit),
    '[data-try-it]': toggle,
    // Opens all rows of the section of a button, or closes them.
    '[data-expand-all]': (button) => {
      const isOpen = button.textContent === messages.expandAll;
      const heading = button.closest('.heading-2');
      for (const row of heading === null ? [] : rowsBelow(heading)) row.open = isOpen;
      button.textContent = isOpen ? messages.collapseAll : messages.expandAll;
    },
  });
  delegate(root, 'focusin', { '[data-try-it]': () => void load().catch(() => undefined) });
  return {
    apply: () => {
      for (const select of root.querySelectorAll<HTMLSelectElement>(SERVERS)) {
        const addresses = [...select.options].map(({ value }) => value);
        // The browser may have restored the choice of another visit.
        const latest = chosen.findLast((address) => addresses.includes(address));
        select.value = latest ?? addresses[0] ?? '';
        showServer(select);
      }
      for (const tools of root.querySelectorAll('article .api-tools')) {
        if (tools.querySelector('.code-tool') !== null) continue;
        tools.append(iconButton('copyText', messages));
        if (curlCode(tools) !== null) tools.append(toolButton('copyCurl', messages));
      }
      for (const heading of root.querySelectorAll('article .api-words > .heading-2'))
        if (rowsBelow(heading).length > 1 && heading.querySelector('.code-tool') === null)
          heading.append(toolButton('expandAll', messages));
      for (const mark of root.querySelectorAll<HTMLElement>('article [data-try]')) {
        const heading = mark.closest('.heading');
        if (heading === null || heading.querySelector('[data-try-it]') !== null) continue;
        const button = element('button', 'code-tool', mark.dataset['label']);
        button.type = 'button';
        button.dataset['tryIt'] = mark.dataset['try'];
        button.ariaExpanded = 'false';
        heading.append(button);
        if (location.hash.startsWith('#try=')) toggle(button);
      }
      // Shows the rows of long lists, which the style sheet leaves out of the first layout, over several frames.
      const { findAnchor, keepPosition } = kit;
      const lists = ':is(.props-long, .api-operations, .api-schemas)';
      const rows = [...root.querySelectorAll(`article ${lists} > li:not([data-shown])`)];
      const showNext = (): void => {
        for (const row of rows.splice(0, AT_ONCE)) row.setAttribute('data-shown', '');
      };
      const show = (): void => {
        // The browser keeps the position of the row above it.
        const target = findAnchor(document, location.hash);
        if (target === undefined) showNext();
        else keepPosition(target, showNext);
        if (rows.length > 0) requestAnimationFrame(show);
      };
      requestAnimationFrame(show);
    },
  };
}

/** Number of rows that are laid out in a frame. */
const AT_ONCE = 20;

function curlCode(within: Element): Element | null {
  return within.closest('article')?.querySelector(`${SAMPLES} > [data-value="curl"] code`) ?? null;
}

/** The parts of the section below a heading that can be closed. */
function rowsBelow(heading: Element): readonly HTMLDetailsElement[] {
  const rows: HTMLDetailsElement[] = [];
  let next = heading.nextElementSibling;
  for (; next !== null && !next.matches('.heading-2'); next = next.nextElementSibling) {
    if (next instanceof HTMLDetailsElement) rows.push(next);
    // Not those of the builder.
    rows.push(...next.querySelectorAll<HTMLDetailsElement>('details:not(.try-panel *)'));
  }
  return rows;
}

const SERVERS = 'article [data-server]';
const SAMPLES = '[data-tabs="language"]';

/** Shows the chosen server in the request line and in the samples. */
function showServer(select: HTMLSelectElement): void {
  const article = select.closest('article');
  const [first] = select.options;
  if (article === null || first === undefined) return;
  if (!('marked' in select.dataset)) {
    if (first.selected) return;
    // New elements, since the rest of a line would be moved.
    for (const code of article.querySelectorAll<HTMLElement>(`${SAMPLES} code`))
      code.replaceWith(markAddress(code, first.value));
    select.dataset['marked'] = '';
  }
  for (const base of article.querySelectorAll('.api-base')) base.textContent = select.value;
}

/** Copies code with a wrapper around each occurrence of an address, whatever elements it is in. */
function markAddress(original: HTMLElement, address: string): Node {
  const code = original.cloneNode(true);
  const pattern = new RegExp(`${address.replace(/[^\w/]/g, '\\$&')}(?![\\w.:%~-])`, 'g');
  const found = [...(code.textContent ?? '').matchAll(pattern)];
  // From the end, so that earlier offsets stay valid.
  for (const { index } of found.reverse()) {
    const range = document.createRange();
    range.setStart(...pointAt(code, index, 'start'));
    range.setEnd(...pointAt(code, index + address.length, 'end'));
    const base = document.createElement('span');
    base.className = 'api-base';
    base.append(range.extractContents());
    range.insertNode(base);
  }
  return code;
}

/** The node and offset of a character; a range that starts or ends there has no empty part. */
function pointAt(code: Node, index: number, side: 'start' | 'end'): [Node, number] {
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  let rest = index;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0;
    if (side === 'start' ? rest < length : rest <= length) return [node, rest];
    rest -= length;
  }
  return [code, code.childNodes.length];
}

/** Session storage key. A page shows the latest server that it has. */
const CHOSEN = 'docwright.servers';

const MOST_CHOICES = 20;
