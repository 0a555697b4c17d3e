import { itemAt } from '../../shared/item-at.ts';
import type { TrustHtml } from '../theme/page-context.ts';

/** The HTML of an article as the app knows it (empty: the document's) and as it is now. */
export interface ArticleChange {
  readonly from: ReturnType<TrustHtml>;
  readonly to: ReturnType<TrustHtml>;
}

/** The blocks of an article with their original HTML. */
interface Blocks {
  readonly elements: readonly Element[];
  readonly sources: readonly string[];
  /** True if there is text between them. */
  readonly hasText: boolean;
}

/** The source of an article; `from` is the HTML that the app knows. */
type Made = Blocks & { readonly from: string; readonly isPatched: boolean };

/** Replaces only the changed blocks of an article, without the app. Returns false if there is no article made of HTML. */
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
    // The app renders articles that never had HTML.
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

/** True if the article still has exactly the blocks that it was made of. */
function isMade(made: Made | undefined, article: Element | null, from: string): boolean {
  if (made === undefined || article === null || made.from !== from) return false;
  const { elements } = made;
  const { children } = article;
  return (
    elements.length === children.length && elements.every((one, index) => one === children[index])
  );
}

/** The blocks of an article with the HTML that the app knows; undefined if the HTML has other blocks. */
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

/** Keeps equal blocks at the beginning and at the end. */
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
  // The DOM types do not include trusted HTML.
  Reflect.set(template, 'innerHTML', html);
  return template.content;
}

/**
 * The new index of the item at `index`: equal beginnings and ends correspond; between them the first equal item, else
 * the one at the same index if the lengths are equal. Undefined if it is gone.
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

/** The number of equal items at the beginning of two lists, and of the remaining ones at the end. */
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
