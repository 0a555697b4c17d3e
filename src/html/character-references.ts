import createMarkdownIt from 'markdown-it';

/**
 * The names that need no semicolon (HTML standard 13.5, "Named character references").
 * In attributes they count only where neither `=` nor a letter or digit follows.
 */
const LEGACY_NAMES: ReadonlySet<string> = new Set(
  (
    'AElig AMP Aacute Acirc Agrave Aring Atilde Auml COPY Ccedil ETH Eacute Ecirc Egrave Euml GT Iacute Icirc ' +
    'Igrave Iuml LT Ntilde Oacute Ocirc Ograve Oslash Otilde Ouml QUOT REG THORN Uacute Ucirc Ugrave Uuml Yacute ' +
    'aacute acirc acute aelig agrave amp aring atilde auml brvbar ccedil cedil cent copy curren deg divide eacute ' +
    'ecirc egrave eth euml frac12 frac14 frac34 gt iacute icirc iexcl igrave iquest iuml laquo lt macr micro ' +
    'middot nbsp not ntilde oacute ocirc ograve ordf ordm oslash otilde ouml para plusmn pound quot raquo reg sect ' +
    'shy sup1 sup2 sup3 szlig thorn times uacute ucirc ugrave uml uuml yacute yen yuml'
  ).split(' '),
);

/** Code points that numeric references from 0x80 to 0x9F mean (HTML standard 13.2.5.80). */
const WINDOWS_1252 = [
  0x20ac, 0x81, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039,
  0x0152, 0x8d, 0x017d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc,
  0x2122, 0x0161, 0x203a, 0x0153, 0x9d, 0x017e, 0x0178,
];

const REFERENCE = /&(?:#[xX]([0-9a-fA-F]+);?|#([0-9]+);?|([a-zA-Z][a-zA-Z0-9]*)(;?)(=?))/g;

/** Decodes an attribute's value as the tokenizer of the HTML standard does: references, NUL and line breaks. */
export function decodeAttribute(raw: string): string {
  const value = raw.includes('\0') || raw.includes('\r') ? normalised(raw) : raw;
  return value.includes('&') ? value.replace(REFERENCE, decodeReference) : value;
}

function normalised(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll('\0', '\ufffd');
}

function decodeReference(whole: string, ...groups: readonly (string | undefined)[]): string {
  const [hex, decimal, name = '', semicolon, equals = ''] = groups;
  if (hex !== undefined) return codePoint(Number.parseInt(hex, 16));
  if (decimal !== undefined) return codePoint(Number.parseInt(decimal, 10));
  if (semicolon === ';') {
    const decoded = decodeEntities(`&${name};`);
    return decoded === `&${name};` ? whole : decoded + equals;
  }
  return equals === '' && LEGACY_NAMES.has(name) ? decodeEntities(`&${name};`) : whole;
}

function codePoint(code: number): string {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  if (code === 0 || code > 0x10ffff || isSurrogate) return '\ufffd';
  return String.fromCodePoint(WINDOWS_1252[code - 0x80] ?? code);
}

// markdown-it's decoder, so that raw HTML and Markdown agree about names and invalid code points.
const { unescapeAll } = createMarkdownIt('zero').utils;

/** Decodes the character references of HTML text and attribute values; backslashes mean nothing here. */
export function decodeEntities(text: string): string {
  return text.includes('&')
    ? text.replace(/&(?:[a-z][a-z0-9]{1,31}|#[0-9]{1,8}|#x[0-9a-f]{1,8});/gi, unescapeAll)
    : text;
}
