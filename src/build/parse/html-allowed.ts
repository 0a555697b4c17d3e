/** Attributes that every allowed element may have, beside `aria-*` and `data-*`. */
const GLOBAL: ReadonlySet<string> = new Set([
  'class',
  'id',
  'title',
  'lang',
  'dir',
  'role',
  'align',
]);

const SIZE = ['width', 'height'];
const MEDIA = ['src', 'controls', 'loop', 'muted', 'preload', ...SIZE];
const CELL = ['colspan', 'rowspan', 'headers', 'scope'];

/** Elements that raw HTML may use when it is sanitised, with the attributes that each has beside the global ones. */
const ELEMENTS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...plain('abbr b bdi bdo br caption cite code dd del details dfn div dl dt em figcaption figure'),
  ...plain(
    'h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p picture pre q rp rt ruby s samp section small',
  ),
  ...plain('span strong sub summary sup table tbody tfoot thead time tr u ul var wbr blockquote'),
  ['a', ['href', 'name']],
  ['audio', MEDIA],
  ['blockquote', ['cite']],
  ['col', ['span']],
  ['colgroup', ['span']],
  ['del', ['cite', 'datetime']],
  ['details', ['open']],
  ['img', ['src', 'srcset', 'sizes', 'alt', ...SIZE]],
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

function plain(names: string): [string, readonly string[]][] {
  return names.split(' ').map((name) => [name, []]);
}

/** Elements that are dropped together with what is in them; other unknown elements keep their content. */
const DROPPED_WITH_CONTENT: ReadonlySet<string> = new Set(
  'applet canvas embed frame frameset head iframe link math meta noembed noframes noscript object script select style svg template textarea title xmp'.split(
    ' ',
  ),
);

const VOID: ReadonlySet<string> = new Set(
  'area base br col embed frame hr img input link meta source track wbr'.split(' '),
);

// HTML standard 13.1.2.4: these end tags may be left out.
const OPTIONAL_END: ReadonlySet<string> = new Set(
  'caption colgroup dd dt li p rp rt tbody td tfoot th thead tr'.split(' '),
);

const SECTIONS = ['tbody', 'thead', 'tfoot'];
const IN_ROW = ['td', 'th'];

// A start tag ends these open elements, where they are the innermost ones.
const ENDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['li', ['p', 'li']],
  ['dt', ['p', 'dt', 'dd']],
  ['dd', ['p', 'dt', 'dd']],
  ['tr', ['p', 'caption', 'colgroup', ...IN_ROW, 'tr']],
  ['td', ['p', ...IN_ROW]],
  ['th', ['p', ...IN_ROW]],
  ...SECTIONS.map((name): [string, string[]] => [
    name,
    ['caption', 'colgroup', ...IN_ROW, 'tr', ...SECTIONS],
  ]),
  ...'p div ul ol dl table pre blockquote section figure details hr h1 h2 h3 h4 h5 h6'
    .split(' ')
    .map((name): [string, string[]] => [name, ['p']]),
]);

// Elements that mean nothing, or end elements around them, outside of these.
const NEEDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['li', ['ul', 'ol']],
  ['dt', ['dl']],
  ['dd', ['dl']],
  ...[...SECTIONS, 'tr', 'td', 'th', 'caption', 'colgroup', 'col'].map(
    (name): [string, string[]] => [name, ['table']],
  ),
]);

/** True where an element is kept. */
export function isAllowedElement(name: string): boolean {
  return ELEMENTS.has(name);
}

/** True where an attribute of a kept element is kept. Event handlers and `style` never are. */
export function isAllowedAttribute(element: string, name: string): boolean {
  if (GLOBAL.has(name) || /^(?:aria|data)-[a-z0-9_.-]+$/.test(name)) return true;
  return ELEMENTS.get(element)?.includes(name) ?? false;
}

export function isDroppedWithContent(name: string): boolean {
  return DROPPED_WITH_CONTENT.has(name);
}

export function isVoid(name: string): boolean {
  return VOID.has(name);
}

export function hasOptionalEnd(name: string): boolean {
  return OPTIONAL_END.has(name);
}

/** The open elements that a start tag ends without an end tag of their own. */
export function elementsEndedBy(name: string): readonly string[] {
  return ENDS.get(name) ?? [];
}

/** The elements of which one must be open for this one, or undefined where it may stand anywhere. */
export function requiredAncestors(name: string): readonly string[] | undefined {
  return NEEDS.get(name);
}
