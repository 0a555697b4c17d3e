import { OPTIONAL_END } from './html-allowed.ts';
import {
  elementToClose,
  type Fit,
  fitElement,
  fitInline,
  fitMarkdownBlock,
  OPEN_GROUND,
  type OpenName,
  type Surroundings,
  surroundedBy,
} from './html-nesting.ts';

/** A raw tag that is open. `where` is what its diagnostics point at. */
export interface OpenElement<Where> extends OpenName {
  /** What its end tag is written as: links that open a new tab end with a sign. */
  readonly endTag: string;
  readonly where: Where;
}

interface Container<Where> {
  readonly around: Surroundings;
  /** Innermost last. */
  readonly open: OpenElement<Where>[];
}

/**
 * The raw elements that are open, by Markdown container, innermost last. A tag acts inside its own container
 * only, so raw HTML can never close an element of the page.
 */
export interface HtmlStack<Where> {
  readonly containers: Container<Where>[];
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

/** Deepest nesting of raw elements; browsers flatten what is much deeper. */
const MAX_OPEN = 100;

/** An empty stack; `name` is the element that the HTML will stand in. */
export function createHtmlStack<Where>(name = ''): HtmlStack<Where> {
  return {
    containers: [{ around: surroundedBy(OPEN_GROUND, name), open: [] }],
    skipping: undefined,
  };
}

/** Begins a container; `name` is the element that the page writes for it, empty for none. */
export function enterContainer<Where>(stack: HtmlStack<Where>, name: string): void {
  const outer = innermost(stack);
  let { around } = outer;
  for (const element of outer.open) around = surroundedBy(around, element.name);
  stack.containers.push({ around: surroundedBy(around, name), open: [] });
}

/** Ends the innermost container and everything that is open in it. */
export function leaveContainer<Where>(stack: HtmlStack<Where>): Closed<Where> {
  const { html, unclosed } = closeFrom(stack.containers.pop()?.open ?? [], 0);
  const skipped = stack.skipping;
  if (skipped === undefined || stack.containers.length >= skipped.container)
    return { html, unclosed };
  stack.skipping = undefined;
  return { html, unclosed: [{ ...skipped, endName: skipped.name, endTag: '' }, ...unclosed] };
}

/** Leaves out the content of an element from here to its end tag in the same container. */
export function startSkipping<Where>(stack: HtmlStack<Where>, name: string, where: Where): void {
  stack.skipping = { name, where, depth: 1, container: stack.containers.length };
}

/** True where everything is left out, end tags included: deeper than the element that is being skipped. */
export function isBuried<Where>({ skipping, containers }: HtmlStack<Where>): boolean {
  return skipping !== undefined && containers.length > skipping.container;
}

/** How a start tag fits where the stack is. */
export function fitStartTag<Where>(stack: HtmlStack<Where>, name: string): Fit {
  let depth = 0;
  for (const { open } of stack.containers) depth += open.length;
  if (depth >= MAX_OPEN) return { kind: 'misplaced', reason: `inside ${MAX_OPEN} others` };
  const { open, around } = innermost(stack);
  return fitElement(name, open, around);
}

/** Closes all but the first `keep` elements of the innermost container. */
export function closeAfter<Where>(stack: HtmlStack<Where>, keep: number): Closed<Where> {
  return closeFrom(innermost(stack).open, keep);
}

/** Closes what cannot hold text or inline Markdown: a table outside its cells. */
export function makeRoomForInline<Where>(stack: HtmlStack<Where>): Closed<Where> {
  const { open } = innermost(stack);
  return closeFrom(open, fitInline(open));
}

/** Closes what cannot hold a block of Markdown whose element has this name. */
export function makeRoomForBlock<Where>(stack: HtmlStack<Where>, name: string): Closed<Where> {
  const { open } = innermost(stack);
  return closeFrom(open, fitMarkdownBlock(name, open));
}

/** Handles an end tag; undefined where it closes nothing in its container. */
export function closeElement<Where>(
  stack: HtmlStack<Where>,
  name: string,
): Closed<Where> | undefined {
  const { open } = innermost(stack);
  const index = elementToClose(name, open);
  if (index < 0) return undefined;
  const inner = closeFrom(open, index + 1);
  const endTag = open.pop()?.endTag ?? '';
  return { html: inner.html + endTag, unclosed: inner.unclosed };
}

/** True inside a link, raw or not. */
export function isInLink<Where>(stack: HtmlStack<Where>): boolean {
  const { open, around } = innermost(stack);
  return around.link || open.some(({ name }) => name === 'a');
}

/** Notes a tag that was left out, so that its end tag closes nothing else. */
export function openDropped<Where>(stack: HtmlStack<Where>, name: string, where: Where): void {
  const { open } = innermost(stack);
  if (open.length < MAX_OPEN) open.push({ name: '', endName: name, endTag: '', where });
}

export function openElement<Where>(stack: HtmlStack<Where>, element: OpenElement<Where>): void {
  innermost(stack).open.push(element);
}

function innermost<Where>(stack: HtmlStack<Where>): Container<Where> {
  const last = stack.containers.at(-1);
  if (last !== undefined) return last;
  const fresh: Container<Where> = { around: OPEN_GROUND, open: [] };
  stack.containers.push(fresh);
  return fresh;
}

function closeFrom<Where>(open: OpenElement<Where>[], index: number): Closed<Where> {
  if (index >= open.length) return NOTHING;
  const closed = open.splice(index).reverse();
  return {
    html: closed.map((element) => element.endTag).join(''),
    unclosed: closed.filter((element) => element.name !== '' && !OPTIONAL_END.has(element.name)),
  };
}

const NOTHING = { html: '', unclosed: [] };
