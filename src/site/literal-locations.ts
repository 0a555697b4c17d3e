import { createSourceText, locate, type SourceText } from '../content/source-text.ts';
import type { Location } from '../diagnostics/diagnostic.ts';
import { decodeSafely, type FilePath, printRoute } from '../shared/paths.ts';
import type { PageNode, SiteGraph } from './graph-types.ts';
import { localeBase } from './locales.ts';

/** A source text to search for addresses. */
export interface LiteralSource {
  readonly file: FilePath;
  readonly text: string;
}

/**
 * Finds the strings that printed addresses come from. Repeated calls with the same forms return the next
 * location, finally the last one again. `forms` lists the possible spellings, best first.
 */
export type LiteralFinder = (forms: readonly string[]) => Location | undefined;

export function literalFinder(given: readonly LiteralSource[]): LiteralFinder {
  const found = new Map<string, { readonly locations: readonly Location[]; next: number }>();
  let sources: readonly SourceText[] | undefined;
  return (forms) => {
    sources ??= given.map(({ file, text }) => createSourceText(file, blankComments(text)));
    const key = forms.join('\0');
    const entry = found.get(key) ?? { locations: findLocations(sources, forms), next: 0 };
    found.set(key, entry);
    const location = entry.locations[Math.min(entry.next, entry.locations.length - 1)];
    entry.next += 1;
    return location;
  };
}

// A string on one line, a template literal or a comment. An apostrophe in JSX text begins a string only if another one
// follows on the same line; no address is lost then.
const COMMENT_OR_STRING =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[^])*`|\/\*[^]*?\*\/|(?<![:\w/])\/\/[^\n]*/g;

/** Replaces comments by spaces. */
function blankComments(text: string): string {
  return text.replace(COMMENT_OR_STRING, (part) =>
    part.startsWith('/') ? part.replace(/[^\r\n]/g, ' ') : part,
  );
}

/** The locations of the first form that occurs; else of the composed strings that may produce one. */
function findLocations(
  sources: readonly SourceText[],
  forms: readonly string[],
): readonly Location[] {
  for (const form of forms) {
    const locations = sources.flatMap((source) => locationsOf(source, form));
    if (locations.length > 0) return locations;
  }
  // The location of the composed attribute that may produce one of the forms, if it is unambiguous.
  const locations = sources.flatMap((source) =>
    [...source.text.matchAll(COMPOSED)].flatMap(({ 0: whole, 1: template, 3: begun, index }) => {
      const part = template ?? begun ?? '';
      // The fixed parts of a template literal; a string can be followed by anything.
      const fixed = template === undefined ? [part, ''] : part.split(/\$\{[^}]*\}/);
      if (!forms.some((form) => holdsInOrder(form, fixed))) return [];
      const start = index + whole.lastIndexOf(part);
      return [locate(source, { start, end: start + part.length })];
    }),
  );
  return locations.length === 1 ? locations : [];
}

function locationsOf(source: SourceText, form: string): readonly Location[] {
  const { text } = source;
  const locations: Location[] = [];
  // Empty strings that are no addresses are everywhere.
  if (form === '') {
    return [...text.matchAll(/(?<=(?:href|src|to)=\{?(["'`]))(?=\1)/g)].map(({ index }) =>
      locate(source, { start: index, end: index }),
    );
  }
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    const before = text[at - 1] ?? '';
    const after = text[at + form.length] ?? '';
    const isString = before !== '' && `"'\``.includes(before) && after === before;
    // One of several addresses in a `srcSet`.
    const isListed = /srcset\s*=[^=>]*$/i.test(text.slice(Math.max(0, at - NEAR), at));
    const isCandidate = isListed && /["'`,\s]/.test(before) && /["'`,\s]/.test(after);
    if (isString || isCandidate)
      locations.push(locate(source, { start: at, end: at + form.length }));
  }
  return locations;
}

/** Number of characters before an address that are searched for `srcset`. */
const NEAR = 500;

// The value of an attribute: a template literal, or a string followed by `+`.
const COMPOSED = /(?:href|src|to)=\{\s*(?:`([^`]*\$\{[^`]*)`|(["'])([^"'\n]+)\2\s*\+)/g;

/** True for a text that starts with the first part, ends with the last, and contains the others in between, in order. */
function holdsInOrder(text: string, parts: readonly string[]): boolean {
  const [first = '', ...others] = parts;
  const last = others.pop() ?? '';
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** Lists the spellings in which an author may have written an address that a page shows. */
export function writtenForms(
  { config }: SiteGraph,
  { locale }: PageNode,
  href: string,
): readonly string[] {
  const start = printRoute(localeBase(config, locale), config);
  const path = href.startsWith(start) ? `/${href.slice(start.length).replace(/^\//, '')}` : href;
  const bare = path.replace(/\/(?=[?#]|$)/, '');
  const plain = [href, path, bare === '' ? '/' : bare];
  const decoded = plain.map((form) => decodeSafely(form) ?? form);
  const all = [...plain, ...decoded];
  return [...new Set([...all, ...all.map((form) => form.replaceAll('&', '&amp;'))])];
}
