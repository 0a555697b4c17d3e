import {
  GREATER,
  hasAttribute,
  newAttributes,
  readAttributes,
  type TagAttributes,
  tagNameEnd,
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
import { attributeValue, noteElement, noteStyleSheet } from './page-references.ts';
import { cdataEnd, declarationEnd, RAW_TEXT, rawTextEnd } from './raw-text.ts';
import { constructAt } from './scan-fragment.ts';
import {
  closeLandmark,
  LANDMARKS,
  noLandmarks,
  type OpenLandmarks,
  openLandmark,
  type ScannedHtml,
} from './scanned-page.ts';

/** State of a scan. */
interface Scan {
  readonly text: string;
  readonly attributes: TagAttributes;
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
  seen: { html: boolean; head: boolean; body: boolean };
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
  let at = text.indexOf('<');
  while (at >= 0) at = text.indexOf('<', readMarkup(scan, at));
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
    attributes: newAttributes(),
    open: [],
    templates: [],
    landmarks: noLandmarks(),
    tables: 0,
    inForm: false,
    sheetEnd: 0,
    inNoscript: false,
    seen: { html: false, head: false, body: false },
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

/** Reads the construct at a `<`; returns the offset after it. */
function readMarkup(scan: Scan, at: number): number {
  const { text } = scan;
  switch (constructAt(text, at)) {
    case 'startTag':
      return startTag(scan, at);
    case 'endTag':
      return endTag(scan, at);
    case 'text':
      return at + 1;
    case 'declaration': {
      const top = scan.open.at(-1);
      const isForeign = top !== undefined && top.space !== 'html';
      const isCdata = isForeign && text.startsWith('<![CDATA[', at);
      return isCdata ? cdataEnd(text, at + 9) : declarationEnd(text, at);
    }
  }
}

function startTag(scan: Scan, at: number): number {
  const { text, attributes } = scan;
  const afterName = tagNameEnd(text, at + 1);
  const end = readAttributes(text, afterName, attributes);
  if (end < 0) return text.length;
  if (isPlain(scan, afterName - at - 1) && attributes.found === 0) return end;
  const name = text.slice(at + 1, afterName).toLowerCase();
  if (scan.open.length > 0 && !startsAsHtml(scan.open, name)) {
    if (!breaksOut(name, attributes)) {
      return startForeign(scan, {
        name,
        end,
        space: scan.open.at(-1)?.space === 'math' ? 'math' : 'svg',
      });
    }
    leaveForeign(scan.open);
  }
  if (name === 'svg' || name === 'math') return startForeign(scan, { name, end, space: name });
  return startHtml(scan, name, end);
}

/**
 * True for tags that cannot affect the rest of the text: outside SVG and MathML, those with names of one or two
 * letters.
 */
function isPlain({ open }: Scan, nameLength: number): boolean {
  return nameLength <= 2 && open.length === 0;
}

interface ForeignStart {
  readonly name: string;
  readonly end: number;
  readonly space: 'svg' | 'math';
}

function startForeign(scan: Scan, { name, end, space }: ForeignStart): number {
  const { text, attributes, open } = scan;
  if (scan.templates.length === 0) note(scan, name, space);
  if (attributes.selfClosing) return end;
  pushOpen(open, foreignElement(name, space, attributeValue(text, attributes, 'encoding') ?? ''));
  if (name === 'style' && space === 'svg') noteSvgStyle(scan, end);
  return end;
}

/** Reads a style sheet in SVG, which the tokenizer treats as markup; unclosed ones are read once. */
function noteSvgStyle(scan: Scan, start: number): void {
  const { text, found, landmarks } = scan;
  if (scan.templates.length > 0 || start < scan.sheetEnd) return;
  scan.sheetEnd = rawTextEnd(text, start, 'style');
  noteStyleSheet(found, { text, start, end: scan.sheetEnd, region: landmarks.region });
}

function note(scan: Scan, name: string, space: 'html' | 'svg' | 'math'): void {
  if (scan.attributes.found === 0) return;
  noteElement(scan.found, {
    text: scan.text,
    attributes: scan.attributes,
    name,
    space,
    region: scan.landmarks.region,
    inNoscript: scan.inNoscript,
    keep: scan.keep,
  });
}

function startHtml(scan: Scan, name: string, end: number): number {
  const effect = EFFECTS.get(name);
  const inTemplate = scan.templates.length > 0;
  if (effect !== undefined && !inTemplate && !START[effect](scan, name)) return end;
  if (!inTemplate) note(scan, name, 'html');
  if (name === 'template') {
    scan.templates.push(scan.open);
    scan.open = [];
    return end;
  }
  if (scan.open.length > 0) openHtml(scan.open, name);
  return RAW_TEXT.has(name) ? skipRawText(scan, name, end) : end;
}

function skipRawText(scan: Scan, name: string, end: number): number {
  const { text, found } = scan;
  const close = rawTextEnd(text, end, name);
  if (name === 'style' && scan.templates.length === 0) {
    noteStyleSheet(found, { text, start: end, end: close, region: scan.landmarks.region });
  }
  return close;
}

type Effect = 'landmark' | 'table' | 'tablePart' | 'form' | 'noscript' | 'once';

const EFFECTS: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  ...[...LANDMARKS.keys()].map((name): [string, Effect] => [name, 'landmark']),
  ['table', 'table'],
  ...['caption', 'col', 'colgroup', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'].map(
    (name): [string, Effect] => [name, 'tablePart'],
  ),
  ['form', 'form'],
  ['noscript', 'noscript'],
  ['html', 'once'],
  ['head', 'once'],
  ['body', 'once'],
]);

/** Effects of a start tag of HTML; false if the tree builder drops the element. */
const START: Readonly<Record<Effect, (scan: Scan, name: string) => boolean>> = {
  landmark(scan, name) {
    openLandmark(scan.landmarks, name);
    return true;
  },
  table(scan) {
    scan.tables += 1;
    return true;
  },
  tablePart: (scan) => scan.tables > 0,
  form(scan) {
    const nested = scan.inForm;
    scan.inForm = true;
    return !nested;
  },
  noscript(scan) {
    scan.inNoscript = true;
    return true;
  },
  // A second html or body only adds missing attributes; a second head is dropped.
  once({ seen, attributes }, name) {
    if (name !== 'html' && name !== 'head' && name !== 'body') return true;
    const isNew = !seen[name] && !(name === 'head' && seen.body);
    seen[name] ||= name === 'head' || hasAttribute(attributes, 'id');
    return isNew;
  },
};

function endTag(scan: Scan, at: number): number {
  const { text } = scan;
  const afterName = tagNameEnd(text, at + 2);
  const end =
    text.charCodeAt(afterName) === GREATER
      ? afterName + 1
      : readAttributes(text, afterName, scan.attributes);
  if (end < 0) return text.length;
  if (isPlain(scan, afterName - at - 2)) return end;
  const name = text.slice(at + 2, afterName).toLowerCase();
  if (name === 'template' && !scan.open.some((entry) => entry.name === 'template')) {
    scan.open = scan.templates.pop() ?? scan.open;
  } else if (scan.open.length === 0 || endForeign(scan.open, name)) {
    const effect = EFFECTS.get(name);
    if (effect !== undefined && scan.templates.length === 0) END[effect]?.(scan, name);
  }
  return end;
}

const END: Readonly<Partial<Record<Effect, (scan: Scan, name: string) => void>>> = {
  landmark(scan, name) {
    closeLandmark(scan.landmarks, name);
  },
  table(scan) {
    scan.tables = Math.max(0, scan.tables - 1);
  },
  form(scan) {
    scan.inForm = false;
  },
  noscript(scan) {
    scan.inNoscript = false;
  },
};
