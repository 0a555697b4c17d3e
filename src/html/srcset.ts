import { isSpace } from './characters.ts';

/** Span of one candidate's address in a `srcset`. */
export interface SrcsetAddress {
  readonly start: number;
  readonly end: number;
}

const COMMA = 0x2c;

/** The addresses of a `srcset` (HTML standard 4.8.4.3.10, "parse a srcset attribute"). Linear. */
export function srcsetAddresses(value: string): readonly SrcsetAddress[] {
  const found: SrcsetAddress[] = [];
  let at = 0;
  for (;;) {
    while (isSpace(value.charCodeAt(at)) || value.charCodeAt(at) === COMMA) at += 1;
    if (at >= value.length) return found;
    const start = at;
    while (at < value.length && !isSpace(value.charCodeAt(at))) at += 1;
    let end = at;
    while (value.charCodeAt(end - 1) === COMMA) end -= 1;
    found.push({ start, end });
    // A comma at the end of the address is the separator; else the descriptors end at one outside of brackets.
    if (end === at) at = descriptorsEnd(value, at);
  }
}

function descriptorsEnd(value: string, from: number): number {
  let inside = false;
  let at = from;
  for (; at < value.length; at++) {
    const character = value.charAt(at);
    if (character === '(') inside = true;
    else if (character === ')') inside = false;
    else if (character === ',' && !inside) return at;
  }
  return at;
}
