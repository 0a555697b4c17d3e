import type { PageData } from '../shared/page.ts';
import type { HeadAsset } from '../shared/page-data.ts';

/** The style sheets of the theme that only some pages need. */
export type StyleParts = Readonly<Record<'blocks' | 'extras' | 'api' | 'home', HeadAsset>>;

interface Need {
  readonly kinds: readonly PageData['kind'][];
  /** Matches HTML that the part styles, on pages of other kinds. */
  readonly html: RegExp;
}

/** Classes of API pages, whose buttons are those of code. */
const API = 'api(?:-[\\w-]+)?|props';
const EXTRAS = 'tabs|footnote-ref|task-item|sidebar-switch|label|warning|listing|caption';

const NEEDS: Readonly<Record<keyof StyleParts, Need>> = {
  blocks: {
    kinds: ['react', 'api'],
    html: new RegExp(`<pre[ >]|${withClass(`${API}|admonition`)}`),
  },
  extras: { kinds: ['react', 'api'], html: new RegExp(withClass(`${API}|${EXTRAS}`)) },
  api: { kinds: ['api'], html: new RegExp(withClass(API)) },
  home: {
    kinds: ['home', 'react', 'notFound'],
    html: new RegExp(withClass('cards?|card-grid|steps|landing')),
  },
};

function withClass(names: string): string {
  return `class="(?:[^"]* )?(?:${names})[ "]`;
}

/** The parts that a page needs. */
export function partsOf(
  parts: StyleParts,
  { kind }: Pick<PageData, 'kind'>,
  html: string,
): readonly HeadAsset[] {
  const names = ['blocks', 'extras', 'api', 'home'] as const;
  return names
    .filter((name) => NEEDS[name].kinds.includes(kind) || NEEDS[name].html.test(html))
    .map((name) => parts[name]);
}
