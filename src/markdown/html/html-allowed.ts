import { entriesFor } from '../../shared/name-lists.ts';

/** Attributes allowed on every allowed element, in addition to `aria-*` and most of `data-*`. */
const GLOBAL = new Set(['class', 'id', 'title', 'lang', 'dir', 'role', 'align']);

const SIZE = ['width', 'height'];
const MEDIA = ['src', 'controls', 'loop', 'muted', 'preload', ...SIZE];
const CELL = ['colspan', 'rowspan', 'headers', 'scope'];

/** Elements allowed in sanitized raw HTML, with their attributes in addition to the global ones. */
const ELEMENTS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...entriesFor(
    'abbr b bdi bdo br caption cite code dd del details dfn div dl dt em figcaption figure ' +
      'h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p picture pre q rp rt ruby s samp section small ' +
      'span strong sub summary sup table tbody tfoot thead time tr u ul var wbr blockquote',
    [],
  ),
  ['a', ['href', 'name']],
  ['audio', MEDIA],
  ['blockquote', ['cite']],
  ['col', ['span']],
  ['colgroup', ['span']],
  ['del', ['cite', 'datetime']],
  ['details', ['open']],
  ['img', ['src', 'srcset', 'sizes', 'alt', 'loading', 'decoding', 'fetchpriority', ...SIZE]],
  ['ins', ['cite', 'datetime']],
  ['li', ['value']],
  ['ol', ['start', 'type', 'reversed']],
  ['q', ['cite']],
  ['source', ['src', 'srcset', 'sizes', 'type', 'media', ...SIZE]],
  ['td', CELL],
  ['th', CELL],
  ['time', ['datetime']],
  ['track', ['src', 'kind', 'srclang', 'label', 'default']],
  ['video', ['poster', ...MEDIA]],
]);

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements dropped together with their content; other unknown elements keep their content. */
export const DROPPED_WITH_CONTENT = set(
  'applet canvas embed frame frameset head iframe link math meta noembed noframes noscript object script select style svg template textarea title xmp',
);

// HTML standard 13.1.2.4: these end tags are optional.
export const OPTIONAL_END = set('caption colgroup dd dt li p rp rt tbody td tfoot th thead tr');

/** Returns true for an allowed element. */
export function isAllowedElement(name: string): boolean {
  return ELEMENTS.has(name);
}

// In pairs of tags, they end nothing and are allowed anywhere but directly in a table.
const NEUTRAL = set(
  'a abbr b bdi bdo br cite code del dfn em i img ins kbd mark picture q s samp small source span strong sub sup time u var wbr',
);
// The same if no paragraph is open.
const NEUTRAL_BLOCKS = set('blockquote details div figcaption figure section summary');

/** Returns true if an element leaves the tree around it as written. */
export function isNeutralElement(name: string, inParagraph: boolean): boolean {
  return NEUTRAL.has(name) || (!inParagraph && NEUTRAL_BLOCKS.has(name));
}

/** Attributes that mark the layout's own controls: scripts would react to content that has one. */
const SHELL_DATA: ReadonlySet<string> = new Set(
  'announcement branch close-announcement code color-mode copy-code copy-curl copy-page copy-text docs-set dropdown expand-all guesses hide-on-scroll keep keep-address managed marked menu menu-panel search search-form server sidebar started tabs under-menu shown tabs-remember theme try try-it value version versions wrap wrap-code'
    .split(' ')
    .map((name) => `data-${name}`),
);

/** Returns true for an allowed attribute of an allowed element. Event handlers and `style` never are. */
export function isAllowedAttribute(element: string, name: string): boolean {
  if (SHELL_DATA.has(name)) return false;
  if (GLOBAL.has(name) || /^(?:aria|data)-[a-z0-9_.-]+$/.test(name)) return true;
  return ELEMENTS.get(element)?.includes(name) ?? false;
}

/** Creates unique names for the regions of a page: the second region of the same name gets ` (2)`. */
export interface RegionNames {
  readonly unique: (name: string) => string;
}

export function createRegionNames(): RegionNames {
  const used = new Map<string, number>();
  return {
    unique: (name) => {
      const count = (used.get(name) ?? 0) + 1;
      used.set(name, count);
      return count === 1 ? name : `${name} (${count})`;
    },
  };
}
