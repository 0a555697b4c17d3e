import type { Location } from '../diagnostics/diagnostic.ts';
import { decodeSafely, type FilePath, printRoute } from '../shared/paths.ts';
import type { PageNode, SiteGraph } from './graph-types.ts';
import { localeBase } from './locales.ts';

/** A source text in which addresses are looked for. */
export interface LiteralSource {
  readonly file: FilePath;
  readonly text: string;
}

/**
 * Finds the strings in sources that printed addresses come from: asked again for the same forms, it gives the next
 * location, and the last one again after that. `forms` are how the author may have written it, best first.
 */
export type LiteralFinder = (forms: readonly string[]) => Location | undefined;

export function literalFinder(given: readonly LiteralSource[]): LiteralFinder {
  const found = new Map<string, { readonly locations: readonly Location[]; next: number }>();
  let sources: readonly LiteralSource[] | undefined;
  return (forms) => {
    sources ??= given.map(({ file, text }) => ({ file, text: blankComments(text) }));
    const key = forms.join('\0');
    const entry = found.get(key) ?? { locations: findLocations(sources, forms), next: 0 };
    found.set(key, entry);
    const location = entry.locations[Math.min(entry.next, entry.locations.length - 1)];
    entry.next += 1;
    return location;
  };
}

// A string of one line, a template or a comment, whichever begins first. An apostrophe in the text of an element
// begins no string unless another one follows in its line; what is skipped then is no address.
const COMMENT_OR_STRING =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[^])*`|\/\*[^]*?\*\/|(?<![:\w/])\/\/[^\n]*/g;

/** The same text with spaces in place of comments. */
function blankComments(text: string): string {
  return text.replace(COMMENT_OR_STRING, (part) =>
    part.startsWith('/') ? part.replace(/[^\r\n]/g, ' ') : part,
  );
}

/** The locations of the first form that stands anywhere, else of the strings that are put together to one. */
function findLocations(
  sources: readonly LiteralSource[],
  forms: readonly string[],
): readonly Location[] {
  for (const form of forms) {
    const locations = sources.flatMap((source) => locationsOf(source, form));
    if (locations.length > 0) return locations;
  }
  return composedLocations(sources, forms);
}

function locationsOf({ file, text }: LiteralSource, form: string): readonly Location[] {
  const locations: Location[] = [];
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    const before = text[at - 1] ?? '';
    const after = text[at + form.length] ?? '';
    const isString = before !== '' && `"'\``.includes(before) && after === before;
    // One of several addresses in a `srcSet`.
    const isListed = /srcset\s*=[^=>]*$/i.test(text.slice(Math.max(0, at - NEAR), at));
    const isCandidate = isListed && /["'`,\s]/.test(before) && /["'`,\s]/.test(after);
    if (isString || isCandidate)
      locations.push(locationAt(file, text, { from: at, length: form.length }));
  }
  return locations;
}

/** So many characters before an address are looked at. */
const NEAR = 500;

// What an attribute has: a template with parts, or a string that more is added to.
const COMPOSED = /(?:href|src|to)=\{\s*(?:`([^`]*\$\{[^`]*)`|(["'])([^"'\n]+)\2\s*\+)/g;

/** Attributes that may have been put together to an address: only where there is no doubt which one. */
function composedLocations(
  sources: readonly LiteralSource[],
  forms: readonly string[],
): readonly Location[] {
  const locations = sources.flatMap(({ file, text }) =>
    [...text.matchAll(COMPOSED)].flatMap(({ 0: whole, 1: template, 3: start, index }) => {
      const part = template ?? start ?? '';
      // Of a template, what stands between its parts; after a string, anything may come.
      const fixed = template === undefined ? [part, ''] : part.split(/\$\{[^}]*\}/);
      if (!forms.some((form) => holdsInOrder(form, fixed))) return [];
      const from = index + whole.lastIndexOf(part);
      return [locationAt(file, text, { from, length: part.length })];
    }),
  );
  return locations.length === 1 ? locations : [];
}

/** True for a text that begins with the first part, ends with the last one, and has the others between. */
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

function locationAt(
  file: FilePath,
  text: string,
  span: { from: number; length: number },
): Location {
  const before = text.slice(0, span.from).split(/\r\n|\r|\n/);
  const line = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  return { file, line, column, endLine: line, endColumn: column + span.length };
}

/** The forms in which an author may have written an address that a page shows. */
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
