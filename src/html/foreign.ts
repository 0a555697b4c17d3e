import { findAttribute, type TagSpan } from './attributes.ts';
import { VOID } from './raw-text.ts';

/**
 * Tracks open elements of SVG and MathML inside HTML (HTML standard 13.2.6.5), which follow other rules: no raw
 * text, CDATA sections, self-closing tags, no special `template` and `title`.
 */
export interface OpenElement {
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
export function startsAsHtml(open: readonly OpenElement[], name: string): boolean {
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
export function breaksOut(text: string, tag: TagSpan, name: string): boolean {
  if (name !== 'font') return BREAKS_OUT.has(name);
  return ['color', 'face', 'size'].some((style) => findAttribute(text, tag, style));
}

/** Closes foreign elements up to the nearest one that allows HTML. */
export function leaveForeign(open: OpenElement[]): void {
  const at = open.findLastIndex(
    ({ space, point }) => space === 'html' || point === 'html' || point === 'text',
  );
  open.length = at + 1;
}

/** Creates the entry of an SVG or MathML element; `space` is that of its parent. */
export function foreignElement(name: string, space: 'svg' | 'math', encoding: string): OpenElement {
  return { name, space, point: pointOf(name, space, encoding) };
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

export function pushOpen(open: OpenElement[], element: OpenElement): void {
  if (open.length < DEEPEST) open.push(element);
}

/** Records an HTML element that starts inside foreign content. */
export function openHtml(open: OpenElement[], name: string): void {
  if (CLOSES_PARAGRAPH.has(name)) closeHtml(open, 'p', open.length - 1);
  if (!WITHOUT_CONTENT.has(name)) pushOpen(open, { name, space: 'html', point: undefined });
}

/** Closes elements by an end tag. True if it also applies to the HTML around all foreign content. */
export function endForeign(open: OpenElement[], name: string): boolean {
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
