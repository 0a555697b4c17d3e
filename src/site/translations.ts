import type { SourceFile } from '../content/source-file.ts';
import type { Locale } from '../shared/page.ts';
import type { FilePath } from '../shared/paths.ts';

/**
 * The sources of one locale: of each file of the default locale its translation, else the file itself, and what only
 * the locale has. A translation that is a draft is none yet.
 */
export function translatedSources(
  sources: readonly SourceFile[],
  { code }: Locale,
  isDraft: (source: SourceFile) => boolean = never,
): readonly SourceFile[] {
  const originals = sources.filter(({ locale }) => locale === undefined);
  const translations = new Map<FilePath, SourceFile>();
  for (const source of sources) {
    if (source.locale === code && !isDraft(source)) translations.set(source.place, source);
  }
  const places = new Set(originals.map(({ place }) => place));
  const added = [...translations.values()].filter(({ place }) => !places.has(place));
  return [...originals.map((source) => translations.get(source.place) ?? source), ...added];
}

function never(): boolean {
  return false;
}
