/**
 * The id that GitHub gives to a heading: in lower case; Unicode letters, marks, digits, `_` and `-` are kept, spaces
 * become `-`.
 */
export function slugify(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]+/gu, '')
    .replaceAll(' ', '-');
}

/** Used ids, and the next number for each slug. */
interface TakenSlugs {
  readonly has: (id: string) => boolean;
  /** Next number by slug; only `uniqueSlug` writes it. */
  readonly next: Map<string, number>;
  /** Between slug and number. Default: `-`. */
  readonly separator?: string;
}

/** The first unused id of `slug`, `slug-1`, `slug-2` …; an empty slug becomes `section`. */
export function uniqueSlug(slug: string, taken: TakenSlugs): string {
  const base = slug === '' ? 'section' : slug;
  if (!taken.has(base)) return base;
  for (let count = taken.next.get(base) ?? 1; ; count++) {
    const candidate = `${base}${taken.separator ?? '-'}${count}`;
    if (taken.has(candidate)) continue;
    taken.next.set(base, count + 1);
    return candidate;
  }
}
