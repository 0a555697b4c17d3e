/**
 * The id that GitHub gives a heading: lower case; Unicode letters, marks, digits, `_` and `-` stay,
 * each space becomes `-`.
 */
export function slugify(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]+/gu, '')
    .replaceAll(' ', '-');
}

/** Ids that are taken, and how far the numbering of each slug has come. */
export interface TakenSlugs {
  readonly has: (id: string) => boolean;
  /** Next number to try by slug; only ever written by `uniqueSlug`. */
  readonly next: Map<string, number>;
}

/** The first of `slug`, `slug-1`, `slug-2` … that is not taken. An empty slug becomes `section`. */
export function uniqueSlug(slug: string, taken: TakenSlugs): string {
  const base = slug === '' ? 'section' : slug;
  if (!taken.has(base)) return base;
  for (let count = taken.next.get(base) ?? 1; ; count++) {
    const candidate = `${base}-${count}`;
    if (taken.has(candidate)) continue;
    taken.next.set(base, count + 1);
    return candidate;
  }
}
