/**
 * Where elements may stand, so that a browser's tree (HTML standard 13.2.6, tree construction) has the nesting of the
 * tags that are written. It only matters for elements of the allow-list.
 */

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

const HEADINGS = set('h1 h2 h3 h4 h5 h6');

// Their start tags end an open `p`.
const BLOCKS = set(
  'aside blockquote dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre section summary table ul',
);

// The parents of a table's parts; rows and sections that are left out are implied.
const PART_PARENTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['caption', set('table')],
  ['colgroup', set('table')],
  ['col', set('table colgroup')],
  ['thead', set('table')],
  ['tbody', set('table')],
  ['tfoot', set('table')],
  ['tr', set('table thead tbody tfoot')],
  ['td', set('table thead tbody tfoot tr')],
  ['th', set('table thead tbody tfoot tr')],
]);

// They hold parts of a table and nothing else.
const TABLE_FRAMES = set('table thead tbody tfoot tr colgroup');

// They hold items only, as far as Markdown goes.
const LISTS = set('ul ol dl');

interface ItemRule {
  /** The items that a new one ends. */
  readonly siblings: ReadonlySet<string>;
  readonly lists: ReadonlySet<string>;
}

const DESCRIPTION: ItemRule = { siblings: set('dt dd'), lists: set('dl') };
const ITEMS: ReadonlyMap<string, ItemRule> = new Map([
  ['li', { siblings: set('li'), lists: set('ul ol') }],
  ['dt', DESCRIPTION],
  ['dd', DESCRIPTION],
]);

// The search for an item to end goes through these blocks and through everything inline.
const PASSED = set('div p');

const RUBY_PARTS = set('rt rp');
const ENDED_IN_RUBY: ReadonlySet<string> = new Set(['rt', 'rp', 'p', 'li', 'dt', 'dd', '']);

// "Has an element in scope" (13.2.4.2) ends here.
const SCOPES = set('table td th caption');

/** What stands around a container of raw HTML, as far as it forbids something inside. */
export interface Surroundings {
  readonly paragraph: boolean;
  readonly heading: boolean;
  readonly link: boolean;
}

/** Nothing that forbids anything. */
export const OPEN_GROUND: Surroundings = { paragraph: false, heading: false, link: false };

/** The surroundings inside an element. */
export function surroundedBy(around: Surroundings, name: string): Surroundings {
  if (name === 'a') return around.link ? around : { ...around, link: true };
  if (name === 'p') return around.paragraph ? around : { ...around, paragraph: true };
  if (HEADINGS.has(name)) return around.heading ? around : { ...around, heading: true };
  if (!SCOPES.has(name) || !(around.paragraph || around.heading)) return around;
  return { ...around, paragraph: false, heading: false };
}

/** A raw tag whose end tag has not come yet. */
export interface OpenName {
  /** The element that stands in the page; empty where the tag was left out. */
  readonly name: string;
  /** The name of its end tag. */
  readonly endName: string;
}

/** The raw tags that are open in a container, innermost last. */
type OpenNames = readonly OpenName[];

/** How something fits where it stands: after all open elements but the first `keep` are closed, or not at all. */
export type Fit =
  | { readonly kind: 'fits'; readonly keep: number }
  | { readonly kind: 'misplaced'; readonly reason: string };

/** How a raw start tag fits. */
export function fitElement(name: string, open: OpenNames, around: Surroundings): Fit {
  if (name === 'a' && (around.link || open.some((element) => element.name === 'a')))
    return { kind: 'misplaced', reason: 'inside another link' };
  if (BLOCKS.has(name) && (around.paragraph || around.heading))
    return { kind: 'misplaced', reason: 'inside a paragraph or heading' };
  const parents = PART_PARENTS.get(name);
  if (parents !== undefined) return fitPart(parents, open);
  if (RUBY_PARTS.has(name)) return fitRubyPart(open);
  const item = ITEMS.get(name);
  if (item !== undefined) return fitItem(item, open);
  const block = BLOCKS.has(name) ? name : undefined;
  return { kind: 'fits', keep: fitAmong(TABLE_FRAMES, open, block) };
}

function outside(parents: ReadonlySet<string>): Fit {
  return { kind: 'misplaced', reason: `outside of <${[...parents].join('> or <')}>` };
}

function fitPart(parents: ReadonlySet<string>, open: OpenNames): Fit {
  const table = open.findLastIndex(({ name }) => name === 'table');
  if (table < 0) return outside(set('table'));
  const parent = open.findLastIndex(({ name }) => parents.has(name));
  return { kind: 'fits', keep: parent + 1 };
}

function fitRubyPart(open: OpenNames): Fit {
  const parent = open.findLastIndex(({ name }) => !ENDED_IN_RUBY.has(name));
  if (open[parent]?.name !== 'ruby') return outside(set('ruby'));
  return { kind: 'fits', keep: parent + 1 };
}

function fitItem({ siblings, lists }: ItemRule, open: OpenNames): Fit {
  const last = open.findLastIndex(({ name }) => isBarrier(name));
  const name = open[last]?.name ?? '';
  if (siblings.has(name)) return { kind: 'fits', keep: last };
  if (!lists.has(name)) return outside(lists);
  return { kind: 'fits', keep: endParagraph(open, open.length) };
}

function isBarrier(name: string): boolean {
  return (BLOCKS.has(name) && !PASSED.has(name)) || SCOPES.has(name) || TABLE_FRAMES.has(name);
}

/** Leaves frames, and for a block whatever it ends, until neither is there. */
function fitAmong(frames: ReadonlySet<string>, open: OpenNames, block?: string): number {
  for (let keep = open.length; ; ) {
    const left = leaveFrames(open, keep, frames);
    const next = block === undefined ? left : endOpenText(open, left, block);
    if (next === keep) return keep;
    keep = next;
  }
}

function endOpenText(open: OpenNames, end: number, block: string): number {
  const keep = endParagraph(open, end);
  if (!HEADINGS.has(block)) return keep;
  const heading = lastInScope(open, keep, (name) => HEADINGS.has(name));
  return heading < 0 ? keep : heading;
}

function endParagraph(open: OpenNames, keep: number): number {
  const paragraph = lastInScope(open, keep, (name) => name === 'p');
  return paragraph < 0 ? keep : paragraph;
}

function lastInScope(open: OpenNames, end: number, wanted: (name: string) => boolean): number {
  for (let index = end - 1; index >= 0; index--) {
    const name = open[index]?.name ?? '';
    if (wanted(name)) return index;
    if (SCOPES.has(name)) return -1;
  }
  return -1;
}

function leaveFrames(open: OpenNames, keep: number, frames: ReadonlySet<string>): number {
  let left = keep;
  for (let index = keep - 1; index >= 0; index--) {
    const name = open[index]?.name ?? '';
    if (frames.has(name)) left = index;
    else if (name !== '') return left;
  }
  return left;
}

/** How many open elements may stay open where text or an inline element of Markdown follows. */
export function fitInline(open: OpenNames): number {
  return fitAmong(TABLE_FRAMES, open);
}

const MARKDOWN_FRAMES: ReadonlySet<string> = new Set([...TABLE_FRAMES, ...LISTS]);

/** How many open elements may stay open where a block of Markdown follows; `name` is its element. */
export function fitMarkdownBlock(name: string, open: OpenNames): number {
  return fitAmong(MARKDOWN_FRAMES, open, name);
}

/** The open tag that an end tag belongs to, or -1. A table's cell is not left by the end tag of an element around the table. */
export function elementToClose(name: string, open: OpenNames): number {
  const scoped = PART_PARENTS.has(name) || name === 'table';
  for (let index = open.length - 1; index >= 0; index--) {
    const { name: other = '', endName } = open[index] ?? {};
    if (endName === name) return index;
    if (scoped ? other === 'table' : SCOPES.has(other)) return -1;
  }
  return -1;
}
