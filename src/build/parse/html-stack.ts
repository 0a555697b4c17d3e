import { elementsEndedBy, hasOptionalEnd } from './html-allowed.ts';

/** A raw element that is open. `where` is what its diagnostics point at. */
export interface OpenElement<Where> {
  readonly name: string;
  /** What its end tag is written as: links that open a new tab end with a sign. */
  readonly endTag: string;
  readonly where: Where;
}

/**
 * The raw elements that are open, by Markdown container, innermost last. A tag acts inside its own container
 * only, so raw HTML can never close an element of the page.
 */
export interface HtmlStack<Where> {
  readonly containers: OpenElement<Where>[][];
  /** Set while the content of a dropped element is skipped. */
  skipping: Skipped<Where> | undefined;
}

interface Skipped<Where> {
  readonly name: string;
  readonly where: Where;
  /** How many elements of this name are open inside it, itself counted. */
  depth: number;
  /** Number of containers that were open when it began: it ends with the innermost of them. */
  readonly container: number;
}

export interface Closed<Where> {
  /** End tags to write. */
  readonly html: string;
  /** Elements that needed an end tag of their own and have none. */
  readonly unclosed: readonly OpenElement<Where>[];
}

export function createHtmlStack<Where>(): HtmlStack<Where> {
  return { containers: [[]], skipping: undefined };
}

export function enterContainer<Where>(stack: HtmlStack<Where>): void {
  stack.containers.push([]);
}

/** Ends the innermost container and everything that is open in it. */
export function leaveContainer<Where>(stack: HtmlStack<Where>): Closed<Where> {
  const { html, unclosed } = closeFrom(stack.containers.pop() ?? [], 0);
  const skipped = stack.skipping;
  if (skipped === undefined || stack.containers.length >= skipped.container)
    return { html, unclosed };
  stack.skipping = undefined;
  return { html, unclosed: [{ ...skipped, endTag: '' }, ...unclosed] };
}

/** Leaves out the content of an element from here to its end tag in the same container. */
export function startSkipping<Where>(stack: HtmlStack<Where>, name: string, where: Where): void {
  stack.skipping = { name, where, depth: 1, container: stack.containers.length };
}

/** True where everything is left out, end tags included: deeper than the element that is being skipped. */
export function isBuried<Where>({ skipping, containers }: HtmlStack<Where>): boolean {
  return skipping !== undefined && containers.length > skipping.container;
}

/** What a start tag ends: an open `li` before another, a `p` before a block. */
export function closeImplied<Where>(stack: HtmlStack<Where>, name: string): string {
  const open = innermost(stack);
  const ended = elementsEndedBy(name);
  let html = '';
  for (
    let last = open.at(-1);
    last !== undefined && ended.includes(last.name);
    last = open.at(-1)
  ) {
    html += last.endTag;
    open.pop();
  }
  return html;
}

/** Handles an end tag; undefined where it closes nothing in its container. */
export function closeElement<Where>(
  stack: HtmlStack<Where>,
  name: string,
): Closed<Where> | undefined {
  const open = innermost(stack);
  const index = open.findLastIndex((element) => element.name === name);
  if (index < 0) return undefined;
  const inner = closeFrom(open, index + 1);
  const endTag = open.pop()?.endTag ?? '';
  return { html: inner.html + endTag, unclosed: inner.unclosed };
}

/** True where one of the names is open in this container. */
export function isOpen<Where>(stack: HtmlStack<Where>, names: readonly string[]): boolean {
  return innermost(stack).some((element) => names.includes(element.name));
}

export function openElement<Where>(stack: HtmlStack<Where>, element: OpenElement<Where>): void {
  innermost(stack).push(element);
}

function innermost<Where>(stack: HtmlStack<Where>): OpenElement<Where>[] {
  const open = stack.containers.at(-1);
  if (open !== undefined) return open;
  const fresh: OpenElement<Where>[] = [];
  stack.containers.push(fresh);
  return fresh;
}

function closeFrom<Where>(open: OpenElement<Where>[], index: number): Closed<Where> {
  const closed = open.splice(index).reverse();
  return {
    html: closed.map((element) => element.endTag).join(''),
    unclosed: closed.filter((element) => !hasOptionalEnd(element.name)),
  };
}
