/** Percent-encodes everything but unreserved characters (RFC 3986, 2.3). Unpaired surrogates become U+FFFD. */
export function encodeAll(text: string): string {
  return encodeURIComponent(wellFormed(text)).replace(/[!'()*]/g, percent);
}

/** As `encodeAll`, with reserved characters as they are (RFC 6570, 3.2.3) where the place of the text allows them. */
export function encodeReserved(text: string, place: 'query' | 'path'): string {
  const kept = place === 'query' ? /%(?:2F|3A|3F|40|21|24|27|28|29|2A|2C|3B)/g : KEPT_IN_PATH;
  return encodeAll(text).replace(kept, (escape) => decodeURIComponent(escape));
}

const KEPT_IN_PATH = /%(?:3A|40|21|24|26|27|28|29|2A|2B|2C|3B|3D)/g;

/** Percent-encodes what may not stand in a path (RFC 3986, 3.3); escapes, slashes and placeholders in braces stay. */
export function encodePath(text: string): string {
  return wellFormed(text)
    .replace(/[^\w\-.~!$&'()*+,;=:@/%{}]/gu, escapeCharacter)
    .replace(LONE_PERCENT, '%25');
}

/** Percent-encodes what may not stand in an address at all; delimiters, escapes and placeholders in braces stay. */
export function encodeAddress(text: string): string {
  return wellFormed(text)
    .replace(/[^\w\-.~!$&'()*+,;=:@/%{}?#[\]]/gu, escapeCharacter)
    .replace(LONE_PERCENT, '%25');
}

const LONE_PERCENT = /%(?![\da-f]{2})/gi;

function escapeCharacter(character: string): string {
  return encodeURIComponent(character);
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** The text with U+FFFD for unpaired surrogates, which no encoding can carry. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
