import { itemAt } from '../../shared/item-at.ts';
import type { TrustHtml } from '../theme/page-context.ts';

/** The HTML of an article, as the app has it (empty: as it came with the document) and as it is now. */
export interface ArticleChange {
  readonly from: ReturnType<TrustHtml>;
  readonly to: ReturnType<TrustHtml>;
}

/** The blocks of an article, and the HTML of each as it came. */
interface Blocks {
  readonly elements: readonly Element[];
  readonly sources: readonly string[];
  /** Text is between them. */
  readonly hasText: boolean;
}

/** What an article was made of; `from` is the HTML that the app knows of. */
type Made = Blocks & { readonly from: string; readonly isPatched: boolean };

/**
 * Replaces the blocks of an article that have changed, and keeps all others, without the app. The result is false
 * where there is no article that is made of HTML.
 */
export function createArticlePatch(page: Document): (change: ArticleChange) => boolean {
  const find = (): Element | null => page.querySelector('#dw-root article');
  const first = find();
  let made: Made | undefined =
    first === null ? undefined : { ...blocksOf(first), from: '', isPatched: false };
  return ({ from, to }) => {
    const article = find();
    const next = parse(page, to);
    const known = isMade(made, article, String(from)) ? made : undefined;
    const isEmpty = next.textContent?.trim() === '' && next.children.length === 0;
    // An article that never had HTML is rendered by the app.
    if (article === null || (isEmpty && known?.isPatched !== true)) return false;
    const wanted = blocksOf(next);
    const old = known ?? readBlocks(parse(page, from), article);
    if (old === undefined || old.hasText || wanted.hasText) article.replaceChildren(next);
    else replaceChanged(article, old, wanted);
    const elements = [...article.children];
    made = { ...wanted, elements, from: String(from), isPatched: true };
    return true;
  };
}

/** True where the blocks of the article are the ones that it was made of. */
function isMade(made: Made | undefined, article: Element | null, from: string): boolean {
  if (made === undefined || article === null || made.from !== from) return false;
  const { elements } = made;
  const { children } = article;
  return (
    elements.length === children.length && elements.every((one, index) => one === children[index])
  );
}

/** The blocks of an article with the HTML that the app has; undefined where that has other blocks. */
function readBlocks(source: DocumentFragment, article: Element): Blocks | undefined {
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

/** Keeps the blocks that are equal at the beginning and at the end. */
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

/**
 * The index in a later list of the item at `index`: equal ends correspond, and between them the first equal item, else
 * the one at the same index where the length is the same. Undefined for what is gone.
 */
export function positionIn(
  after: readonly string[],
  before: readonly string[],
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
