import type { PageData } from '../shared/page.ts';
import type { HeadAsset } from '../shared/page-data.ts';

/** The style sheets of the theme that only some pages need. */
export type StyleParts = Readonly<Record<'api' | 'home', HeadAsset>>;

interface Need {
  readonly kinds: readonly PageData['kind'][];
  /** Matches classes in HTML that the part styles on pages of other kinds. */
  readonly classes: RegExp;
}

const NEEDS: Readonly<Record<keyof StyleParts, Need>> = {
  api: { kinds: ['api'], classes: /class="(?:[^"]* )?(?:api(?:-[\w-]+)?|props)[ "]/ },
  home: {
    kinds: ['home', 'react', 'notFound'],
    classes: /class="(?:[^"]* )?(?:cards?|card-grid|steps|landing)[ "]/,
  },
};

/** The parts that a page needs. */
export function partsOf(
  parts: StyleParts,
  { kind }: Pick<PageData, 'kind'>,
  html: string,
): readonly HeadAsset[] {
  const names = ['api', 'home'] as const;
  return names
    .filter((name) => NEEDS[name].kinds.includes(kind) || NEEDS[name].classes.test(html))
    .map((name) => parts[name]);
}
