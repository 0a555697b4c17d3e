import type { TrustHtml } from '../theme/page-context.ts';
import { equalEnds } from './twins.ts';

/** The HTML of an article, as the app was last given it (empty: as it came with the document) and as it is now. */
export interface ArticleChange {
  readonly from: ReturnType<TrustHtml>;
  readonly to: ReturnType<TrustHtml>;
}

/** The elements that an article is made of, with the HTML of each as it came. */
interface Made {
  /** What the app believes that the article was made of. */
  readonly from: string;
  readonly elements: readonly Element[];
  readonly sources: readonly string[];
}

/** Takes a change into the document; false where the article has to be made anew as a whole. */
export type PatchArticle = (change: ArticleChange) => boolean;

/**
 * Replaces the blocks of an article that have changed, so that all others stay as they are: what is selected in
 * them, what they have loaded, and where they stand. Nobody else knows of it: to the app the article is as before.
 */
export function createArticlePatch(page: Document): PatchArticle {
  const find = (): Element | null => page.querySelector('#root article');
  const first = find();
  let made: Made | undefined = first === null ? undefined : madeOf('', first, first);
  return ({ from, to }) => {
    const article = find();
    const next = parse(page, to);
    // What has no HTML of its own is the app's.
    if (article === null || next.children.length === 0 || hasBareText(next)) return false;
    const known = isMade(made, article, String(from)) ? made : readMade(page, from, article);
    if (known === undefined) return false;
    const sources = sourcesOf(next);
    replaceChanged(article, known, { elements: [...next.children], sources });
    made = { from: String(from), elements: [...article.children], sources };
    return true;
  };
}

/** True where nobody has changed the blocks of the article since. */
function isMade(made: Made | undefined, article: Element, from: string): made is Made {
  return made?.from === from && isEqualList(made.elements, [...article.children]);
}

function isEqualList(one: readonly Element[], other: readonly Element[]): boolean {
  return one.length === other.length && one.every((element, index) => element === other[index]);
}

/** What the app has made an article of; undefined where its blocks are others. */
function readMade(page: Document, from: ArticleChange['from'], article: Element): Made | undefined {
  const source = parse(page, from);
  const isSame = namesOf(source) === namesOf(article) && !hasBareText(article);
  return isSame ? madeOf(String(from), article, source) : undefined;
}

function namesOf({ children }: ParentNode): string {
  return [...children].map(({ localName }) => localName).join();
}

function madeOf(from: string, article: Element, source: ParentNode): Made {
  return { from, elements: [...article.children], sources: sourcesOf(source) };
}

function sourcesOf({ children }: ParentNode): readonly string[] {
  return [...children].map((element) => element.outerHTML);
}

type Blocks = Pick<Made, 'elements' | 'sources'>;

/** What is equal at the beginning and at the end stays. */
function replaceChanged(article: Element, old: Blocks, next: Blocks): void {
  const { start, end } = equalEnds(old.sources, next.sources);
  const after = old.elements[old.elements.length - end] ?? null;
  for (const gone of old.elements.slice(start, old.elements.length - end)) gone.remove();
  for (const come of next.elements.slice(start, next.elements.length - end))
    article.insertBefore(come, after);
}

function parse(page: Document, html: ArticleChange['from']): DocumentFragment {
  const template = page.createElement('template');
  Reflect.set(template, 'innerHTML', html);
  return template.content;
}

/** True where text stands beside the blocks. */
function hasBareText({ childNodes }: Node): boolean {
  return [...childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
}
