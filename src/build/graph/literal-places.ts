import type { Location } from '../../diagnostics/diagnostic.ts';
import type { FilePath } from '../../shared/paths.ts';

/** A source text in which addresses are looked for. */
export interface LiteralSource {
  readonly file: FilePath;
  readonly text: string;
}

/**
 * Finds the strings in sources that printed addresses come from: asked again for the same forms, it gives the next
 * place, and the last one again after that. `forms` are how the author may have written it, best first.
 */
export type LiteralFinder = (forms: readonly string[]) => Location | undefined;

export function literalFinder(sources: readonly LiteralSource[]): LiteralFinder {
  const found = new Map<string, { readonly places: readonly Location[]; next: number }>();
  return (forms) => {
    const key = forms.join('\0');
    const entry = found.get(key) ?? { places: allPlaces(sources, forms), next: 0 };
    found.set(key, entry);
    const place = entry.places[Math.min(entry.next, entry.places.length - 1)];
    entry.next += 1;
    return place;
  };
}

/** The places of the first form that stands anywhere. */
function allPlaces(
  sources: readonly LiteralSource[],
  forms: readonly string[],
): readonly Location[] {
  for (const form of forms) {
    const places = sources.flatMap((source) => placesOf(source, form));
    if (places.length > 0) return places;
  }
  return [];
}

function placesOf({ file, text }: LiteralSource, form: string): readonly Location[] {
  const places: Location[] = [];
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    const quote = text[at - 1] ?? '';
    if (!`"'\``.includes(quote) || text[at + form.length] !== quote || quote === '') continue;
    places.push(placeAt(file, text, { from: at, length: form.length }));
  }
  return places;
}

function placeAt(file: FilePath, text: string, span: { from: number; length: number }): Location {
  const before = text.slice(0, span.from).split(/\r\n|\r|\n/);
  const line = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  return { file, line, column, endLine: line, endColumn: column + span.length };
}

/** The forms in which an author may have written an address; `start` is printed before all addresses of the locale. */
export function writtenForms(href: string, start: string): readonly string[] {
  const path = href.startsWith(start) ? `/${href.slice(start.length).replace(/^\//, '')}` : href;
  const bare = path.replace(/\/(?=[?#]|$)/, '');
  return [href, path, bare === '' ? '/' : bare];
}
