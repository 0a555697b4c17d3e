import { escapeHtml } from '../../shared/escape-html.ts';
import { codeSpan, linkTarget } from '../../shared/markdown-text.ts';

/** Elements with a mark of Markdown at both ends, and the element that replaces it where the mark would not be read. */
const MARKS = { em: '*', strong: '**', s: '~~' } as const;

type Marked = keyof typeof MARKS;

/** Names of elements that are shown alike. */
const SAME: ReadonlyMap<string, Marked> = new Map([
  ['em', 'em'],
  ['i', 'em'],
  ['strong', 'strong'],
  ['b', 'strong'],
  ['s', 's'],
  ['del', 's'],
  ['strike', 's'],
]);

/** Elements without a form in Markdown that say something to readers: they stay HTML. */
const KEPT: ReadonlySet<string> = new Set(['kbd', 'sub', 'sup', 'mark', 'ins']);

interface OpenMark {
  readonly kind: Marked;
  /** Index of its part. */
  readonly at: number;
  readonly isTag: boolean;
  /** Number of elements of the same kind in it that are open: they show nothing more. */
  inner: number;
}

interface OpenLink {
  readonly href: string;
  readonly at: number;
}

/** The text of a block, as it is collected. */
export interface Inline {
  parts: string[];
  readonly marks: Map<Marked, OpenMark>;
  link: OpenLink | undefined;
  /** The mark whose end is the last part: a letter after it may need a tag instead. */
  closed: (OpenMark & { readonly end: number }) | undefined;
  /** True inside of HTML, where Markdown is not read. */
  isHtml: boolean;
}

export function newInline(): Inline {
  return { parts: [], marks: new Map(), link: undefined, closed: undefined, isHtml: false };
}

/** Adds text with its characters decoded. */
export function addText(inline: Inline, decoded: string): void {
  let text = SPACES.test(decoded) ? decoded.replace(ALL_SPACES, ' ') : decoded;
  if (text.startsWith(' ') && isAfterSpace(inline)) text = text.slice(1);
  if (text === '') return;
  if (inline.closed !== undefined) tagBefore(inline, text);
  inline.parts.push(inline.isHtml ? escapeHtml(text) : escapeText(text, inline.link !== undefined));
}

const SPACES = /[\t\n\f\r]| {2}/;
const ALL_SPACES = /[ \t\n\f\r]+/g;

/** Adds Markdown, such as that of an image. */
export function addPart(inline: Inline, markdown: string): void {
  inline.parts.push(markdown);
  inline.closed = undefined;
}

export function addCode(inline: Inline, code: string): void {
  if (inline.isHtml) addPart(inline, `<code>${escapeHtml(code)}</code>`);
  // Two spans side by side would be one.
  else if (inline.parts.at(-1)?.endsWith('`') === true)
    addPart(inline, `<code>${escapeText(code.replace(/\s+/g, ' '), true)}</code>`);
  else addPart(inline, codeSpan(code));
}

/** True where a space would be lost: at the start, and after another one. */
function isAfterSpace({ parts }: Inline): boolean {
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const part = parts[index] ?? '';
    if (part === '' || part === '[') continue;
    return /\s$/.test(part);
  }
  return true;
}

/** Escapes what Markdown would read as markup. Text stays readable: `snake_case` and `a[0]` are left as they are. */
function escapeText(text: string, inLink: boolean): string {
  if (!SPECIAL.test(text)) return text;
  return text.replace(inLink ? IN_LINK : ANYWHERE, (signs) => signs.replace(/[^]/g, '\\$&'));
}

const SPECIAL = /[\\`*_~^[\]<&]/;
const ANYWHERE =
  /`|(?<! )\*|\*(?! )|\\(?=[!-/:-@[-`{-~]|\s*$)|(?<![\p{L}\p{N}_])_+|(?<!_)_+(?![\p{L}\p{N}_])|~(?=~|$)|\[(?=[\^ xX]|$)|\](?=[([:]|$)|\^(?=\[|$)|<(?=[a-z/!?]|\S{0,64}@|$)|&(?=#?\w+;)/giu;
const IN_LINK =
  /[`*[\]]|\\(?=[!-/:-@[-`{-~]|\s*$)|(?<![\p{L}\p{N}_])_+|(?<!_)_+(?![\p{L}\p{N}_])|~(?=~|$)|\^(?=\[|$)|<(?=[a-z/!?]|\S{0,64}@|$)|&(?=#?\w+;)/giu;

/** Starts an inline element; false if it has no form in Markdown. */
export function startInline(inline: Inline, name: string): boolean {
  const kind = SAME.get(name);
  if (kind === undefined) {
    if (!KEPT.has(name)) return false;
    addPart(inline, `<${name}>`);
    return true;
  }
  const outer = inline.marks.get(kind);
  if (outer !== undefined) {
    outer.inner += 1;
    return true;
  }
  // `*a**b*` is not two elements.
  const isTag = inline.isHtml || inline.closed !== undefined;
  inline.marks.set(kind, { kind, at: inline.parts.length, isTag, inner: 0 });
  addPart(inline, '');
  return true;
}

/** Ends an inline element. White space at its ends moves out of it. */
export function endInline(inline: Inline, name: string): void {
  const { parts } = inline;
  const kind = SAME.get(name);
  if (kind === undefined) {
    if (KEPT.has(name)) addPart(inline, `</${name}>`);
    return;
  }
  const mark = inline.marks.get(kind);
  if (mark === undefined) return;
  mark.inner -= 1;
  if (mark.inner >= 0) return;
  inline.marks.delete(kind);
  let before = '';
  let from = mark.at + 1;
  for (; isBlank(parts[from]); from += 1) {
    before += parts[from];
    parts[from] = '';
  }
  if (from >= parts.length) {
    parts.length = mark.at;
    if (before !== '' && !isAfterSpace(inline)) parts.push(before);
    return;
  }
  let after = '';
  while (isBlank(parts.at(-1))) after = parts.pop() + after;
  parts[from] = (parts[from] ?? '').replace(BEGINS, (space) => {
    before += space;
    return '';
  });
  const end = parts.at(-1) ?? '';
  parts[parts.length - 1] = end.trimEnd();
  after = end.slice(end.trimEnd().length) + after;
  // Punctuation after the mark, and no space before it (CommonMark 6.2): the mark would not open, or end one around it.
  const letter = mark.at === 0 || before !== '' ? '' : (parts[mark.at - 1] ?? '').slice(-1);
  const opensBadly =
    isPunctuation((parts[from] ?? '').charAt(0)) &&
    (isWord(letter) || (inline.marks.size > 0 && isPunctuation(letter)));
  const isTag = mark.isTag || opensBadly;
  parts[mark.at] = before + (isTag ? `<${kind}>` : MARKS[kind]);
  parts.push(isTag ? `</${kind}>` : MARKS[kind]);
  if (after !== '') parts.push(after);
  inline.closed = isTag || after !== '' ? undefined : { ...mark, end: parts.length - 1 };
}

/** White space and line breaks before a text. */
const BEGINS = /^(?:\s|\\\n)+/;

/** True for white space and line breaks. */
function isBlank(part: string | undefined): boolean {
  return part !== undefined && /^(?:\s|\\\n|<br>)*$/.test(part);
}

/** Replaces the last mark by a tag if the text after it would not let it end: `**a:**b`. */
function tagBefore(inline: Inline, text: string): void {
  const { closed, parts } = inline;
  inline.closed = undefined;
  if (closed === undefined || closed.end !== parts.length - 1 || !isWord(text.charAt(0))) return;
  if (!isPunctuation((parts[closed.end - 1] ?? '').slice(-1))) return;
  const before = (parts[closed.at] ?? '').slice(0, -MARKS[closed.kind].length);
  parts[closed.at] = `${before}<${closed.kind}>`;
  parts[closed.end] = `</${closed.kind}>`;
}

function isWord(character: string): boolean {
  return character !== '' && !/[\s\p{P}\p{S}]/u.test(character);
}

function isPunctuation(character: string): boolean {
  return /[\p{P}\p{S}]/u.test(character);
}

export function startLink(inline: Inline, href: string): void {
  if (inline.link !== undefined) endLink(inline);
  const last = inline.parts.length - 1;
  // Of an image.
  if (inline.parts[last]?.endsWith('!') === true)
    inline.parts[last] = inline.parts[last].replace(/!$/, '\\!');
  inline.link = { href, at: inline.parts.length };
  addPart(inline, '[');
}

/** Ends a link. One without content is dropped. */
export function endLink(inline: Inline): void {
  const { link, parts } = inline;
  inline.link = undefined;
  if (link === undefined) return;
  const words = parts.slice(link.at + 1);
  if (words.every((part) => part.trim() === '')) {
    parts.length = link.at;
    if (words.includes(' ') && !isAfterSpace(inline)) parts.push(' ');
    return;
  }
  const last = parts.length - 1;
  const end = parts[last] ?? '';
  const after = end.endsWith(' ') ? ' ' : '';
  if (after !== '') parts[last] = end.slice(0, -1);
  const target = linkTarget(link.href);
  // A link that shows its address.
  const isAutolink = words.length === 1 && words[0]?.trim() === link.href;
  if (isAutolink && /^https?:[^\s<>]+$/.test(link.href) && !inline.isHtml) {
    parts[link.at] = '<';
    parts[last] = link.href;
    addPart(inline, `>${after}`);
  } else if (inline.isHtml) {
    parts[link.at] = `<a href="${escapeHtml(link.href)}">`;
    addPart(inline, `</a>${after}`);
  } else addPart(inline, `](${target})${after}`);
}

/** Ends the block: returns its text and begins the next one, into which a link without content yet moves. */
export function takeInline(inline: Inline): string {
  const { parts, link } = inline;
  inline.closed = undefined;
  inline.marks.clear();
  const isCarried = link !== undefined && link.at === parts.length - 1;
  if (isCarried) {
    parts.pop();
    inline.link = undefined;
  } else endLink(inline);
  if (parts.length === 0 && !isCarried) return '';
  while (isBlank(parts.at(-1))) parts.pop();
  inline.parts = [];
  if (isCarried) startLink(inline, link.href);
  return parts.join('').replace(BEGINS, '').trimEnd();
}

interface Image {
  readonly src: string;
  readonly alt: string;
  readonly title: string;
}

export function addImage(inline: Inline, { src, alt, title }: Image): void {
  const words = escapeText(alt.replace(/\s+/g, ' '), true);
  const tip = title === '' ? '' : ` "${title.replace(/\s+/g, ' ').replace(/["\\]/g, '\\$&')}"`;
  addPart(inline, inline.isHtml ? escapeHtml(alt) : `![${words}](${linkTarget(src)}${tip})`);
}
