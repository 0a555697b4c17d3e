import { DASH, endsTagName, equalsIgnoringCase, GREATER, SLASH } from './attributes.ts';

/** Elements without content and end tag. */
export const VOID: ReadonlySet<string> = new Set(
  'area base br col embed frame hr img input link meta param source track wbr'.split(' '),
);

/** Elements whose content is text to the tokenizer (HTML standard 13.2.6.4.7, scripting disabled). */
export const RAW_TEXT: ReadonlySet<string> = new Set(
  'script style textarea title iframe noembed noframes xmp plaintext'.split(' '),
);

/** Returns the end of such an element's content: the offset of its end tag, or the end of the text. */
export function rawTextEnd(text: string, from: number, name: string): number {
  if (name === 'plaintext') return text.length;
  return name === 'script' ? scriptEnd(text, from) : endTagFrom(text, from, name);
}

/** Returns the offset of the first end tag with a name, or the end of the text. */
function endTagFrom(text: string, from: number, name: string): number {
  for (let at = text.indexOf('</', from); at >= 0; at = text.indexOf('</', at + 2)) {
    if (namesTag(text, at + 2, name)) return at;
  }
  return text.length;
}

/** True if the complete name of a tag is at an offset. */
function namesTag(text: string, at: number, name: string): boolean {
  return endsTagName(text.charCodeAt(at + name.length)) && equalsIgnoringCase(text, at, name);
}

/**
 * Returns the end of script data (13.2.5.4 and 13.2.5.20 to 31): inside `<!--`, a nested `<script>` hides the next
 * end tag, up to `-->`.
 */
function scriptEnd(text: string, from: number): number {
  let state: 'plain' | 'escaped' | 'double' = 'plain';
  let at = from;
  while (at < text.length) {
    const next = nextOf(text, at, state !== 'plain');
    if (next < 0) return text.length;
    if (text.charCodeAt(next) === DASH) {
      state = 'plain';
      at = next + 3;
    } else if (namesTag(text, next + 2, 'script') && text.charCodeAt(next + 1) === SLASH) {
      if (state !== 'double') return next;
      state = 'escaped';
      at = next + 8;
    } else if (state === 'plain' && text.startsWith('<!--', next)) {
      state = 'escaped';
      // The dashes of `<!--` may be those of `-->`.
      at = next + 2;
    } else {
      if (state === 'escaped' && namesTag(text, next + 1, 'script')) state = 'double';
      at = next + 1;
    }
  }
  return text.length;
}

/** Returns the next `<`, or the next `-->` inside escapes, whichever comes first; -1 without either. */
function nextOf(text: string, from: number, dashes: boolean): number {
  const less = text.indexOf('<', from);
  if (!dashes) return less;
  const end = less < 0 ? text.length : less;
  for (let at = from; at < end; at++) {
    if (text.charCodeAt(at) === DASH && text.startsWith('-->', at)) return at;
  }
  return less;
}

/** Returns the end of the comment that starts with `<!--` at an offset (13.2.5.43 and on). */
function commentEnd(text: string, at: number): number {
  const body = at + 4;
  if (text.startsWith('>', body)) return body + 1;
  if (text.startsWith('->', body)) return body + 2;
  let dashes = text.indexOf('--', body);
  while (dashes >= 0) {
    if (text.charCodeAt(dashes + 2) === GREATER) return dashes + 3;
    if (text.startsWith('!>', dashes + 2)) return dashes + 4;
    dashes = text.indexOf('--', dashes + 1);
  }
  return text.length;
}

/** Returns the end of a comment, declaration, processing instruction or other bogus comment. */
export function declarationEnd(text: string, at: number): number {
  if (text.startsWith('<!--', at)) return commentEnd(text, at);
  const end = text.indexOf('>', at + 2);
  return end < 0 ? text.length : end + 1;
}

/** Returns the end of a CDATA section. */
export function cdataEnd(text: string, at: number): number {
  const end = text.indexOf(']]>', at);
  return end < 0 ? text.length : end + 3;
}
