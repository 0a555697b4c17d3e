import { closestTo } from '../app/root.ts';

/** A list item of the sidebar: a link, or a category with its entries or a link to the first page that has them. */
interface Entry {
  readonly item: HTMLLIElement;
  readonly key: string;
}

function entriesOf(list: Element | null | undefined): readonly Entry[] {
  const seen = new Map<string, number>();
  const items = [...(list?.children ?? [])].filter((item) => item instanceof HTMLLIElement);
  return items.map((item) => {
    // Names an entry among those of its list, in any page.
    const label = item.querySelector(':scope > a, :scope > span, :scope > details > summary');
    const link = item.matches('.sidebar-category') ? '' : (label?.getAttribute('href') ?? '');
    const name = `${link} ${label?.textContent?.trim()}`;
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return { item, key: `${count} ${name}` };
  });
}

function listOf(item: Element): Element | null {
  return item.querySelector(':scope > details > ul, :scope > ul');
}

/** Gives a kept sidebar the entries and marks of another page's. Categories that the reader has opened stay open. */
export function updateSidebar(kept: Element, next: Element): void {
  unmark(kept);
  updateList(kept.querySelector('ul'), next.querySelector('ul'));
}

/** Removes the marks of the current page. */
function unmark(entries: Element): void {
  for (const marked of entries.querySelectorAll('[aria-current], .active')) {
    marked.removeAttribute('aria-current');
    marked.classList.remove('active');
  }
}

function updateList(kept: Element | null, next: Element | null): void {
  if (kept === null || next === null) return;
  const before = new Map(entriesOf(kept).map(({ key, item }) => [key, item]));
  const items = entriesOf(next).map(({ key, item }) => {
    const own = before.get(key);
    return own === undefined ? item : updatedItem(own, item);
  });
  const isSame =
    items.length === kept.children.length && items.every((item, at) => item === kept.children[at]);
  if (!isSame) kept.replaceChildren(...items);
}

/** The kept item with the marks of the next one; the next one if only that has the entries of a category. */
function updatedItem(kept: HTMLLIElement, next: HTMLLIElement): HTMLLIElement {
  if (listOf(kept) === null && listOf(next) !== null) return next;
  copyAttribute('class', next, kept);
  const controls = ':scope > a, :scope > details > summary';
  const marks = [...next.querySelectorAll(controls)];
  [...kept.querySelectorAll(controls)].forEach((control, at) => {
    const mark = marks[at];
    if (mark === undefined || mark.localName !== control.localName) return;
    for (const name of ['class', 'aria-current']) copyAttribute(name, mark, control);
  });
  const [details, opened] = [kept, next].map((item) => item.querySelector(':scope > details'));
  if (details instanceof HTMLDetailsElement && opened instanceof HTMLDetailsElement)
    details.open ||= opened.open;
  if (listOf(next) !== null) updateList(listOf(kept), listOf(next));
  return kept;
}

function copyAttribute(name: string, from: Element, to: Element): void {
  const value = from.getAttribute(name);
  if (value === null) to.removeAttribute(name);
  else to.setAttribute(name, value);
}

/** A control that opens a category whose entries are on other pages: a link with nothing behind it. */
const CLOSED = '.sidebar .sidebar-category > a:last-child';

/** Names such controls as buttons, with the state that the others have by themselves. */
export function applyBranches(root: HTMLElement): void {
  for (const control of root.querySelectorAll(CLOSED)) {
    control.setAttribute('role', 'button');
    control.setAttribute('aria-expanded', 'false');
  }
}

/** The control of such a category at an element. */
export function closedBranchAt(target: EventTarget | null): HTMLAnchorElement | undefined {
  return closestTo<HTMLAnchorElement>(target, CLOSED) ?? undefined;
}

/** The controls of closed categories of a page that are open in another one. */
export function branchesToOpen(page: Document, shown: Document): readonly HTMLAnchorElement[] {
  return [...page.querySelectorAll<HTMLAnchorElement>(CLOSED)].filter(
    (control) => openCategory(control, shown) !== undefined,
  );
}

/**
 * Opens the category of a control with the entries that a page of it has in its sidebar. False if the page does not have
 * them: then the link leads there.
 */
export function openBranch(control: HTMLAnchorElement, page: Document): boolean {
  const opened = openCategory(control, page);
  if (opened === undefined) return false;
  const { item, found, details } = opened;
  unmark(found);
  details.open = true;
  const hadFocus = item.contains(document.activeElement);
  item.replaceWith(found);
  if (hadFocus) found.querySelector('summary')?.focus({ preventScroll: true });
  return true;
}

/** The item of a control, with the same item of another page and its entries there. */
function openCategory(control: HTMLAnchorElement, page: Document) {
  const item = control.closest('li');
  const path = item && pathOf(item);
  let list: Element | null | undefined = page.querySelector('.sidebar ul');
  let found: HTMLLIElement | undefined;
  for (const key of path ?? []) {
    found = entriesOf(list).find((entry) => entry.key === key)?.item;
    list = found && listOf(found);
  }
  const details = found?.querySelector<HTMLDetailsElement>(':scope > details');
  return item && found && details ? { item, found, details } : undefined;
}

/** The keys of an item and of those around it, outermost first. */
function pathOf(item: HTMLLIElement): readonly string[] {
  const own = entriesOf(item.parentElement).find((entry) => entry.item === item)?.key ?? '';
  const around = item.parentElement?.closest<HTMLLIElement>('.sidebar li');
  return around ? [...pathOf(around), own] : [own];
}
