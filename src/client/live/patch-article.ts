import { itemAt } from '../../shared/item-at.ts';
import type { TrustHtml } from '../theme/page-context.ts';

/** The HTML of an article, as the app was last given it (empty: as it came with the document) and as it is now. */
export interface ArticleChange {
  readonly from: ReturnType<TrustHtml>;
  readonly to: ReturnType<TrustHtml>;
}

/** The blocks of an article, and the HTML of each as it came. */
interface Blocks {
  readonly elements: readonly Element[];
  readonly sources: readonly string[];
  /** Text stands beside them. */
  readonly hasText: boolean;
}

/** What an article was made of. */
interface Made extends Blocks {
  /** What the app believes that it was made of. */
  readonly from: string;
  /** By whom. */
  readonly isPatched: boolean;
}

/** Takes a change into the document; false where there is no article that is made of HTML. */
export type PatchArticle = (change: ArticleChange) => boolean;

/**
 * Replaces the blocks of an article that have changed, so that all others stay as they are: what is selected in
 * them, what they have loaded, and where they stand. Nobody else knows of it: to the app the article is as before.
 */
export function createArticlePatch(page: Document): PatchArticle {
  const find = (): Element | null => page.querySelector('#dw-root article');
  const first = find();
  let made: Made | undefined =
    first === null ? undefined : { ...blocksOf(first), from: '', isPatched: false };
  return ({ from, to }) => {
    const article = find();
    const next = parse(page, to);
    const known = isMade(made, article, String(from)) ? made : undefined;
    const isEmpty = next.textContent?.trim() === '' && next.children.length === 0;
    // What never had HTML of its own is the app's.
    if (article === null || (isEmpty && known?.isPatched !== true)) return false;
    const wanted = blocksOf(next);
    const old = known ?? readBlocks(page, from, article);
    if (old === undefined || old.hasText || wanted.hasText) article.replaceChildren(next);
    else replaceChanged(article, old, wanted);
    const elements = [...article.children];
    made = { ...wanted, elements, from: String(from), isPatched: true };
    return true;
  };
}

/** True where nobody has changed the blocks of the article since. */
function isMade(made: Made | undefined, article: Element | null, from: string): boolean {
  if (made === undefined || article === null || made.from !== from) return false;
  const { elements } = made;
  const { children } = article;
  return (
    elements.length === children.length && elements.every((one, index) => one === children[index])
  );
}

/** What the app has made an article of; undefined where its blocks are others. */
function readBlocks(
  page: Document,
  from: ArticleChange['from'],
  article: Element,
): Blocks | undefined {
  const source = parse(page, from);
  if (namesOf(source) !== namesOf(article)) return undefined;
  return { ...blocksOf(source), elements: [...article.children] };
}

function namesOf({ children }: ParentNode): string {
  return [...children].map(({ localName }) => localName).join();
}

function blocksOf(around: Element | DocumentFragment): Blocks {
  const elements = [...around.children];
  const sources = elements.map((element) => element.outerHTML);
  const isText = (node: Node): boolean => node instanceof Text && node.data.trim() !== '';
  return { elements, sources, hasText: [...around.childNodes].some(isText) };
}

/** What is equal at the beginning and at the end stays. */
function replaceChanged(article: Element, old: Blocks, next: Blocks): void {
  const { start, end } = equalEnds(old.sources, next.sources);
  const { length } = old.elements;
  const after = old.elements[length - end] ?? null;
  for (const gone of old.elements.slice(start, length - end)) gone.remove();
  for (const come of next.elements.slice(start, next.elements.length - end))
    article.insertBefore(come, after);
}

function parse(page: Document, html: ArticleChange['from']): DocumentFragment {
  const template = page.createElement('template');
  // The types of the DOM know no trusted HTML.
  Reflect.set(template, 'innerHTML', html);
  return template.content;
}

/** What puts back, on the page as it is now, what the reader had done to it. */
export type PutBack = () => void;

/** Elements of a page in their order, with what each is known by. */
export interface Listed<Kind extends Element> {
  readonly elements: readonly Kind[];
  readonly names: readonly string[];
}

export function listOf<Kind extends Element>(
  found: Iterable<Kind>,
  nameOf: (element: Kind) => string,
): Listed<Kind> {
  const elements = [...found];
  return { elements, names: elements.map(nameOf) };
}

/** Pairs some elements of an old list with what stands for them in a new one. */
export function pairs<Kind extends Element>(
  before: Listed<Kind>,
  after: Listed<Kind>,
  wanted: (element: Kind) => boolean,
): readonly { readonly old: Kind; readonly now: Kind }[] {
  return before.elements.flatMap((old, index) => {
    if (!wanted(old)) return [];
    const now = after.elements[twinIndex(before.names, after.names, index) ?? -1];
    return now === undefined ? [] : [{ old, now }];
  });
}

/**
 * The index at which something of a list stands in a later list, by what both say of it: what is equal at the
 * beginning and at the end stays, and between them the first equal one is taken, else, where nothing was added
 * or removed, the one in the same place. Undefined for what is gone.
 */
export function twinIndex(
  before: readonly string[],
  after: readonly string[],
  index: number,
): number | undefined {
  const { start, end } = equalEnds(before, after);
  const grown = after.length - before.length;
  if (index < start) return index;
  if (index >= before.length - end) return index + grown;
  const found = after.indexOf(itemAt(before, index), start);
  if (found >= 0 && found < after.length - end) return found;
  return grown === 0 ? index : undefined;
}

/** How many are equal at the beginning of two lists, and how many of the others at the end. */
function equalEnds(
  before: readonly string[],
  after: readonly string[],
): { readonly start: number; readonly end: number } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { start, end };
}
