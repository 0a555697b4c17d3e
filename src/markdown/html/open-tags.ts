import { OPTIONAL_END } from './html-allowed.ts';

interface NamedTag<Where> {
  readonly name: string;
  readonly where: Where;
}

/** A start tag of raw HTML that is kept. */
export interface RawTag<Where> extends NamedTag<Where> {
  /** True if browsers keep the element as written: it needs no parsing. */
  readonly isNeutral: boolean;
  /** True after the author's end tag has closed it. */
  paired: boolean;
}

interface OpenTag<Where> extends RawTag<Where> {
  /** Empty if the start tag was dropped; links that open a new tab end with an icon. */
  readonly endTag: string;
}

interface Container<Where> {
  readonly inLink: boolean;
  /** Innermost last. */
  readonly open: OpenTag<Where>[];
}

/**
 * The unclosed raw tags by Markdown container, innermost last. Tags are paired only within a container, so an author's
 * end tag never closes an element of Markdown.
 */
export interface OpenTags<Where> {
  readonly containers: Container<Where>[];
  count: number;
  /** Set while the content of a dropped element is skipped. */
  skipping: Skipped<Where> | undefined;
}

interface Skipped<Where> {
  readonly tag: NamedTag<Where>;
  /** Number of open elements of this name, including itself. */
  depth: number;
  /** Number of containers open at its start: it ends with the innermost of them. */
  readonly container: number;
}

export interface Closed<Where> {
  /** End tags to write. */
  readonly html: string;
  /** Tags whose required end tag is missing. */
  readonly unclosed: readonly NamedTag<Where>[];
}

/** Maximum nesting of raw elements; browsers flatten much deeper ones. */
export const MAX_OPEN = 100;

// An end tag inside a table closes nothing around it, and one inside a cell only parts of the table.
const TABLE: ReadonlySet<string> = new Set(['table']);
const CELLS: ReadonlySet<string> = new Set(['caption', 'table', 'td', 'th']);
const TABLE_PARTS: ReadonlySet<string> = new Set([...CELLS, 'tbody', 'tfoot', 'thead', 'tr']);

// Their end tags also close the items inside.
const HOLD_ITEMS: ReadonlySet<string> = new Set(['dl', 'ol', 'ruby', 'table', 'ul']);

export function createOpenTags<Where>(inLink = false): OpenTags<Where> {
  return { containers: [{ inLink, open: [] }], count: 0, skipping: undefined };
}

/** Begins a container; `name` is the element of the page for it, empty for none. */
export function enterContainer<Where>(tags: OpenTags<Where>, name: string): void {
  tags.containers.push({ inLink: name === 'a' || isInLink(tags), open: [] });
}

/** Ends the innermost container and everything open in it. */
export function leaveContainer<Where>(tags: OpenTags<Where>): Closed<Where> {
  const closed = closeFrom(tags, tags.containers.pop()?.open ?? [], 0);
  const skipped = tags.skipping;
  if (skipped === undefined || tags.containers.length >= skipped.container) return closed;
  tags.skipping = undefined;
  return { html: closed.html, unclosed: [skipped.tag, ...closed.unclosed] };
}

/** Skips the content of an element up to its end tag in the same container. */
export function startSkipping<Where>(tags: OpenTags<Where>, name: string, where: Where): void {
  tags.skipping = { tag: { name, where }, depth: 1, container: tags.containers.length };
}

/** Returns true while everything is skipped, end tags included: deeper than the dropped element. */
export function isBuried<Where>({ skipping, containers }: OpenTags<Where>): boolean {
  return skipping !== undefined && containers.length > skipping.container;
}

/** Returns true inside a link, raw or not. */
export function isInLink<Where>({ containers }: OpenTags<Where>): boolean {
  const last = containers.at(-1);
  if (last === undefined || last.inLink) return last !== undefined;
  return last.open.some(({ name, endTag }) => name === 'a' && endTag !== '');
}

/** Records a start tag; with an empty end tag if it was dropped, so that its end tag closes nothing else. */
export function addOpenTag<Where>(tags: OpenTags<Where>, tag: OpenTag<Where>): void {
  tags.containers.at(-1)?.open.push(tag);
  tags.count += 1;
}

/** Handles an end tag; undefined if it closes nothing in its container. */
export function closeTag<Where>(tags: OpenTags<Where>, name: string): Closed<Where> | undefined {
  const open = tags.containers.at(-1)?.open ?? [];
  const bounds = TABLE_PARTS.has(name) ? TABLE : CELLS;
  const index = open.findLastIndex((tag) => tag.name === name || bounds.has(tag.name));
  const tag = open[index];
  if (tag?.name !== name) return undefined;
  tag.paired = true;
  const { html, unclosed } = closeFrom(tags, open, index);
  return { html, unclosed: unclosed.filter((other) => other !== tag) };
}

function closeFrom<Where>(
  tags: OpenTags<Where>,
  open: OpenTag<Where>[],
  index: number,
): Closed<Where> {
  const closed = open.splice(index);
  tags.count -= closed.length;
  let html = '';
  let holds = false;
  for (const { name, endTag } of closed) {
    const isImplied = holds && OPTIONAL_END.has(name);
    if (!isImplied) html = endTag + html;
    holds ||= HOLD_ITEMS.has(name) && endTag !== '';
  }
  const unclosed = closed.filter(({ name, endTag }) => endTag !== '' && !OPTIONAL_END.has(name));
  return { html, unclosed: unclosed.reverse() };
}
