import {
  findAttribute,
  initialBit,
  initialBits,
  isSelfClosing,
  tagName,
  type TagSpan,
} from './attributes.ts';
import { attributeValue, mayRefer, noteElement, noteStyleSheet } from './page-references.ts';
import { RAW_TEXT, rawTextEnd, VOID } from './raw-text.ts';
import {
  closeLandmark,
  LANDMARKS,
  noLandmarks,
  openLandmark,
  type OpenLandmarks,
  type ScannedHtml,
} from './scanned-page.ts';
import { tokenizeHtml } from './tokenizer.ts';

/** State of a scan. */
interface Scan {
  readonly text: string;
  /** Open foreign elements, and HTML elements inside them. */
  open: OpenElement[];
  /** The elements that were open around each open `template`. */
  readonly templates: OpenElement[][];
  readonly landmarks: OpenLandmarks;
  tables: number;
  inForm: boolean;
  /** End of the last style sheet in SVG. */
  sheetEnd: number;
  inNoscript: boolean;
  /** The elements `html`, `head` and `body` so far. */
  readonly seen: Set<string>;
  readonly keep: (value: string) => string;
  readonly found: ScannedHtml;
}

/**
 * Collects the ids and references of a page in one pass, as a browser without scripts sees them (HTML standard 13.2).
 * Tracks open elements only inside SVG and MathML; every input is valid.
 *
 * - Comments, `template`, `script`, `textarea`, `title` and other raw text have neither ids nor links; `noscript` has
 *   both.
 * - Table parts outside a table and forms inside a form are ignored.
 *
 * `keep` returns the string to store for an id.
 */
export function scanHtml(text: string, keep = (value: string): string => value): ScannedHtml {
  const scan = newScan(text, keep);
  tokenizeHtml(text, {
    startTag: (tag) => startTag(scan, tag),
    endTag: (tag) => endTag(scan, tag),
    rawText: (name, start, end) => {
      if (name === 'style') noteStyle(scan, start, end);
    },
    isForeign: () => isForeign(scan),
  });
  scan.found.hasContent = scan.landmarks.hasContent;
  return scan.found;
}

/** Reads the references of a style sheet as those of a page without markup. */
export function scanStyleSheet(text: string): ScannedHtml {
  const { found } = newScan('', (value) => value);
  noteStyleSheet(found, { text, start: 0, end: text.length, region: 'content' });
  return found;
}

function newScan(text: string, keep: (value: string) => string): Scan {
  return {
    text,
    keep,
    open: [],
    templates: [],
    landmarks: noLandmarks(),
    tables: 0,
    inForm: false,
    sheetEnd: 0,
    inNoscript: false,
    seen: new Set(),
    found: {
      ids: new Set(),
      anchorNames: new Set(),
      links: [],
      duplicateIds: [],
      base: undefined,
      refresh: undefined,
      hasContent: false,
    },
  };
}

function isForeign({ open }: Scan): boolean {
  const top = open.at(-1);
  return top !== undefined && top.space !== 'html';
}

/** Returns the element's name if its content is raw text. */
function startTag(scan: Scan, tag: TagSpan): string | undefined {
  const { text, open } = scan;
  if (isPlain(scan, tag) && !mayRefer(tag)) return undefined;
  const name = tagName(text, tag);
  if (open.length > 0 && !startsAsHtml(open, name)) {
    if (!breaksOut(text, tag, name)) {
      startForeign(scan, tag, { name, space: open.at(-1)?.space === 'math' ? 'math' : 'svg' });
      return undefined;
    }
    leaveForeign(open);
  }
  if (name !== 'svg' && name !== 'math') return startHtml(scan, tag, name);
  startForeign(scan, tag, { name, space: name });
  return undefined;
}

/**
 * True for tags that cannot affect the rest of the text, judged by the length and the initial of their name: outside SVG
 * and MathML, most of those that browsers only display.
 */
function isPlain({ open, text }: Scan, { nameStart, nameEnd }: TagSpan): boolean {
  const bits = NOTABLE[nameEnd - nameStart] ?? 0;
  return open.length === 0 && (bits & initialBit(text, nameStart)) === 0;
}

interface ForeignStart {
  readonly name: string;
  readonly space: 'svg' | 'math';
}

function startForeign(scan: Scan, tag: TagSpan, { name, space }: ForeignStart): void {
  const { text, open } = scan;
  note(scan, tag, { name, space });
  if (isSelfClosing(text, tag)) return;
  const encoding = attributeValue(text, tag, 'encoding') ?? '';
  // Creates the entry of an SVG or MathML element; `space` is that of its parent.
  pushOpen(open, { name, space, point: pointOf(name, space, encoding) });
  // The tokenizer treats style sheets in SVG as markup; unclosed ones are read once.
  if (name !== 'style' || space !== 'svg' || tag.end < scan.sheetEnd) return;
  scan.sheetEnd = rawTextEnd(text, tag.end, name);
  noteStyle(scan, tag.end, scan.sheetEnd);
}

function noteStyle({ text, found, landmarks, templates }: Scan, start: number, end: number): void {
  if (templates.length > 0) return;
  noteStyleSheet(found, { text, start, end, region: landmarks.region });
}

function note(
  scan: Scan,
  tag: TagSpan,
  { name, space }: { readonly name: string; readonly space: 'html' | 'svg' | 'math' },
): void {
  if (!mayRefer(tag) || scan.templates.length > 0) return;
  const { text, landmarks, inNoscript, keep } = scan;
  const { region } = landmarks;
  noteElement(scan.found, { text, tag, name, space, region, inNoscript, keep });
}

function startHtml(scan: Scan, tag: TagSpan, name: string): string | undefined {
  const effect = scan.templates.length > 0 ? undefined : EFFECTS.get(name);
  if (effect?.start(scan, tag, name) === false) return undefined;
  note(scan, tag, { name, space: 'html' });
  if (name === 'template') {
    scan.templates.push(scan.open);
    scan.open = [];
    return undefined;
  }
  if (scan.open.length > 0) openHtml(scan.open, name);
  return RAW_TEXT.has(name) ? name : undefined;
}

/** Effects of the tags of an HTML element. The one of its start tag is false if the tree builder drops the element. */
interface Effect {
  readonly start: (scan: Scan, tag: TagSpan, name: string) => boolean;
  readonly end?: (scan: Scan, name: string) => void;
}

const LANDMARK: Effect = {
  start({ landmarks }, _tag, name) {
    openLandmark(landmarks, name);
    return true;
  },
  end: ({ landmarks }, name) => closeLandmark(landmarks, name),
};
const TABLE_PART: Effect = { start: ({ tables }) => tables > 0 };
// A second html or body only adds missing attributes; a second head is dropped.
const ONCE: Effect = {
  start({ text, seen }, tag, name) {
    const isNew = !seen.has(name) && !(name === 'head' && seen.has('body'));
    if (name === 'head' || findAttribute(text, tag, 'id') !== undefined) seen.add(name);
    return isNew;
  },
};
const PARTS = ['caption', 'col', 'colgroup', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'];

const EFFECTS: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  ...[...LANDMARKS.keys()].map((name): [string, Effect] => [name, LANDMARK]),
  ...PARTS.map((name): [string, Effect] => [name, TABLE_PART]),
  ...Object.entries<Effect>({
    table: {
      start(scan) {
        scan.tables += 1;
        return true;
      },
      end(scan) {
        scan.tables = Math.max(0, scan.tables - 1);
      },
    },
    form: {
      start(scan) {
        const isNested = scan.inForm;
        scan.inForm = true;
        return !isNested;
      },
      end(scan) {
        scan.inForm = false;
      },
    },
    noscript: {
      start(scan) {
        scan.inNoscript = true;
        return true;
      },
      end(scan) {
        scan.inNoscript = false;
      },
    },
  }),
  ...['html', 'head', 'body'].map((name): [string, Effect] => [name, ONCE]),
]);

/** The initials of all names with an effect, by length; names of table parts matter only if they may refer. */
const NOTABLE: readonly number[] = initialsByLength([
  ...EFFECTS.keys(),
  ...RAW_TEXT,
  'svg',
  'math',
  'template',
]);

function initialsByLength(names: readonly string[]): readonly number[] {
  const longest = Math.max(...names.map(({ length }) => length));
  return Array.from({ length: longest + 1 }, (_, length) =>
    length <= 2 ? 0 : initialBits(names.filter((name) => name.length === length)),
  );
}

function endTag(scan: Scan, tag: TagSpan): void {
  if (isPlain(scan, tag)) return;
  const name = tagName(scan.text, tag);
  if (name === 'template' && !scan.open.some((entry) => entry.name === 'template')) {
    scan.open = scan.templates.pop() ?? scan.open;
  } else if (scan.open.length === 0 || endForeign(scan.open, name)) {
    if (scan.templates.length === 0) EFFECTS.get(name)?.end?.(scan, name);
  }
}

/**
 * Tracks open elements of SVG and MathML inside HTML (HTML standard 13.2.6.5), which follow other rules: no raw
 * text, CDATA sections, self-closing tags, no special `template` and `title`.
 */
interface OpenElement {
  readonly name: string;
  readonly space: 'svg' | 'math' | 'html';
  /** The content is HTML again. */
  readonly point: 'html' | 'text' | 'annotation' | undefined;
}

const set = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/));

/** HTML elements that end foreign content by starting in it. */
const BREAKS_OUT = set(
  `b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta
  nobr ol p pre ruby s small span strong strike sub sup table tt u ul var`,
);

/** Other HTML elements whose end tag may close an element around the foreign content. */
const HTML_NAMES = set(
  `a abbr address article aside body button caption cite del details dfn dialog fieldset figcaption figure footer
  form header hgroup html ins kbd label legend main mark nav noscript object option optgroup q samp section
  select summary tbody td tfoot th thead time tr video audio`,
);

const CLOSES_PARAGRAPH = set(
  `address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1
  h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul xmp`,
);

const WITHOUT_CONTENT = new Set([...VOID, 'basefont', 'bgsound', 'image', 'keygen']);

/** True if a start tag is HTML in the current context. */
function startsAsHtml(open: readonly OpenElement[], name: string): boolean {
  const top = open.at(-1);
  if (top === undefined || top.space === 'html') return true;
  switch (top.point) {
    case 'html':
      return true;
    case 'text':
      return name !== 'mglyph' && name !== 'malignmark';
    case 'annotation':
      return name === 'svg';
    case undefined:
      return false;
  }
}

/** True for a start tag that ends foreign content. */
function breaksOut(text: string, tag: TagSpan, name: string): boolean {
  if (name !== 'font') return BREAKS_OUT.has(name);
  return ['color', 'face', 'size'].some((style) => findAttribute(text, tag, style));
}

/** Closes foreign elements up to the nearest one that allows HTML. */
function leaveForeign(open: OpenElement[]): void {
  const at = open.findLastIndex(
    ({ space, point }) => space === 'html' || point === 'html' || point === 'text',
  );
  open.length = at + 1;
}

function pointOf(name: string, space: 'svg' | 'math', encoding: string): OpenElement['point'] {
  if (space === 'svg') {
    return name === 'foreignobject' || name === 'desc' || name === 'title' ? 'html' : undefined;
  }
  if (name === 'annotation-xml') {
    const type = encoding.toLowerCase();
    return type === 'text/html' || type === 'application/xhtml+xml' ? 'html' : 'annotation';
  }
  return /^(?:mi|mo|mn|ms|mtext)$/.test(name) ? 'text' : undefined;
}

/** Browsers limit the depth too; without a limit, end tags that close nothing would take quadratic time. */
const DEEPEST = 256;

function pushOpen(open: OpenElement[], element: OpenElement): void {
  if (open.length < DEEPEST) open.push(element);
}

/** Records an HTML element that starts inside foreign content. */
function openHtml(open: OpenElement[], name: string): void {
  if (CLOSES_PARAGRAPH.has(name)) closeHtml(open, 'p', open.length - 1);
  if (!WITHOUT_CONTENT.has(name)) pushOpen(open, { name, space: 'html', point: undefined });
}

/** Closes elements by an end tag. True if it also applies to the HTML around all foreign content. */
function endForeign(open: OpenElement[], name: string): boolean {
  const top = open.at(-1);
  if (top?.space === 'html') {
    closeHtml(open, name, open.length - 1);
    return false;
  }
  if (name === 'p' || name === 'br') {
    leaveForeign(open);
    return open.length === 0;
  }
  let at = open.length - 1;
  for (; at >= 0; at--) {
    const entry = open[at];
    if (entry === undefined || entry.space === 'html') break;
    if (entry.name === name) {
      open.length = at;
      return false;
    }
  }
  if (at >= 0) {
    closeHtml(open, name, at);
    return false;
  }
  if (!HTML_NAMES.has(name) && !BREAKS_OUT.has(name)) return false;
  // Stray end tags are rarer than unclosed foreign content.
  const scoped = open.some(({ point }) => point === 'html' || point === 'text');
  if (!scoped) open.length = 0;
  return !scoped;
}

/** Closes the innermost HTML element of a name from an entry on, unless a foreign element is in between. */
function closeHtml(open: OpenElement[], name: string, from: number): void {
  for (let at = from; at >= 0; at--) {
    const entry = open[at];
    if (entry?.space !== 'html') return;
    if (entry.name === name) {
      open.length = at;
      return;
    }
  }
}
