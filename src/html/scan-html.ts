import {
  findAttribute,
  initialBit,
  initialBits,
  isSelfClosing,
  type TagSpan,
  tagName,
} from './attributes.ts';
import {
  breaksOut,
  endForeign,
  foreignElement,
  leaveForeign,
  type OpenElement,
  openHtml,
  pushOpen,
  startsAsHtml,
} from './foreign.ts';
import { attributeValue, mayRefer, noteElement, noteStyleSheet } from './page-references.ts';
import { RAW_TEXT, rawTextEnd } from './raw-text.ts';
import {
  closeLandmark,
  LANDMARKS,
  noLandmarks,
  type OpenLandmarks,
  openLandmark,
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
  pushOpen(open, foreignElement(name, space, encoding));
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
