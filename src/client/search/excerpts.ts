import type { SearchDocument } from '../../search/query/search-index.ts';
import { cutAtSentence } from '../../shared/cut-text.ts';
import { createMatcher, type Matcher, matchRanges } from './matches.ts';

/** Milliseconds without typing before pages are requested for excerpts. */
const REST = 150;
/** Maximum number of simultaneous requests. */
const AT_ONCE = 3;
/** Number of characters of HTML to search. */
const READ = 24_000;
// Number of characters of an excerpt, and of those before the first match.
const LENGTH = 220;
const BEFORE = 60;

/** A result whose excerpt may be better than the beginning of its section. */
export interface WantedExcerpt {
  readonly document: Pick<SearchDocument, 'sectionRoute' | 'content'>;
  readonly terms: readonly string[];
}

interface Excerpts {
  /** The loaded excerpts by route of the section. */
  readonly known: () => ReadonlyMap<string, string>;
  /** Loads the excerpts of these results, and of no others, when the reader stops typing. */
  readonly want: (hits: readonly WantedExcerpt[]) => void;
}

interface ExcerptsOptions {
  /** The HTML of an article; undefined if it cannot be loaded. */
  readonly loadHtml: (sectionRoute: string) => Promise<string | undefined>;
  /** False if the reader saves data or the connection is slow. */
  readonly mayLoad: () => boolean;
  readonly changed: () => void;
}

/** Loads text around matches that are beyond the content in the index. */
export function createExcerpts({ loadHtml, mayLoad, changed }: ExcerptsOptions): Excerpts {
  let known = new Map<string, string>();
  let queue: WantedExcerpt[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = 0;
  const load = async ({ document: { sectionRoute }, terms }: WantedExcerpt): Promise<void> => {
    const target = known;
    const html = await loadHtml(sectionRoute);
    const [, anchor = ''] = /#(.*)/s.exec(sectionRoute) ?? [];
    const text = html === undefined ? '' : sectionText(html, anchor);
    const matcher = createMatcher(terms);
    if (matchRanges(text, matcher).length === 0) return;
    target.set(sectionRoute, excerptAround(text, matcher));
    if (target === known) changed();
  };
  const work = (): void => {
    while (running < AT_ONCE) {
      const hit = queue.shift();
      if (hit === undefined) return;
      running += 1;
      void load(hit).finally(() => {
        running -= 1;
        work();
      });
    }
  };
  return {
    known: () => known,
    want: (hits) => {
      known = new Map();
      queue = [];
      clearTimeout(timer);
      const missing = hits.filter(
        ({ document, terms }) =>
          terms.length > 0 && matchRanges(document.content, createMatcher(terms)).length === 0,
      );
      if (missing.length === 0 || !mayLoad()) return;
      timer = setTimeout(() => {
        queue = missing;
        work();
      }, REST);
    },
  };
}

/** The text of a section of a generated article: up to the next heading. */
export function sectionText(html: string, anchor: string): string {
  const id = anchor.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const at = anchor === '' ? 0 : html.indexOf(`id="${id}"`);
  if (at < 0) return '';
  const inside = html.slice(anchor === '' ? 0 : html.indexOf('>', at) + 1, at + READ);
  const heading = /^[^]*?<\/h[1-6]>/.exec(inside.slice(0, 2000))?.[0] ?? '';
  const body = inside.slice(heading.length);
  const next = body.search(/<h[1-4][\s>]/);
  return plainText(next < 0 ? body : body.slice(0, next));
}

/** The characters that `innerHTML` escapes in text (HTML standard 13.3). */
const ENTITIES = new Map(Object.entries({ lt: '<', gt: '>', nbsp: ' ', amp: '&' }));

function plainText(html: string): string {
  return html
    .replace(/<(button|svg)[\s>][^]*?<\/\1>/g, ' ')
    .replace(/<\/?(?:a|b|code|em|i|mark|span|strong)(?:\s[^>]*)?>/g, '')
    .replace(/<[^>]*>?/g, ' ')
    .replace(/&(\w+);/g, (entity, name: string) => ENTITIES.get(name) ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}

/** The part of a text around its first match, from a word to the end of a sentence or word. */
export function excerptAround(text: string, matcher: Matcher): string {
  const [first] = matchRanges(text, matcher);
  const wanted = first === undefined || first.end < LENGTH / 2 ? 0 : first.start - BEFORE;
  const space = text.slice(0, first?.start).indexOf(' ', wanted) + 1;
  const start = wanted <= 0 ? 0 : space || wanted;
  const rest = text.slice(start).replace(/^[\udc00-\udfff]/, '');
  const cut = cutAtSentence(rest, LENGTH, (first?.end ?? start) - start);
  return `${start > 0 ? '… ' : ''}${cut}`;
}
