/** One `url()` or `@import` of a style sheet. */
export interface CssReference {
  /** With escapes decoded. */
  readonly href: string;
  /** Span of the address in the text, without quotes. */
  readonly start: number;
  readonly end: number;
}

/**
 * Matches whatever contains, precedes or hides an address (CSS Syntax 3, 4.3): comments, escapes, rules, texts in quotes that end,
 * addresses without quotes, and what is broken: a text that a line break cuts off, an address up to its parenthesis.
 */
const TOKEN = new RegExp(
  [
    String.raw`/\*[^]*?(?:\*/|$)|\\[^]?|@(import|namespace)(?![\w-])`,
    String.raw`((?<![\w-])url\([ \t\n\r\f]*)?(?:"((?:[^"\\\n\r\f]|\\(?:[^]|$))*)(?:"|$)|'((?:[^'\\\n\r\f]|\\(?:[^]|$))*)(?:'|$)|["'](?:[^\\\n\r\f]|\\[^])*)`,
    String.raw`(?<![\w-])url\([ \t\n\r\f]*((?:[^ \t\n\r\f"'()\\]|\\(?:[^]|$))*)[ \t\n\r\f]*(?:\)|$)`,
    String.raw`(?<![\w-])url\((?:[^)\\]|\\(?:[^]|$))*\)?`,
  ].join('|'),
  'dgi',
);

/** Finds the addresses of a style sheet or of a `style` attribute. Linear; no input is an error. */
export function scanCss(css: string): readonly CssReference[] {
  const references: CssReference[] = [];
  if (!/url\(|@import/i.test(css)) return references;
  // A string is an address only after `@import`, and `@namespace` has none.
  let rule = '';
  for (const { 0: token, 1: name, 2: url, indices } of css.matchAll(TOKEN)) {
    if (name !== undefined) rule = name.toLowerCase();
    if (name !== undefined || /^[/\\]/.test(token)) continue;
    const [start, end] = indices?.slice(3).find((range) => range !== undefined) ?? [];
    const isUrl = url !== undefined || /^u/i.test(token);
    if (start !== undefined && (rule === 'import' || (rule === '' && isUrl)))
      references.push({ href: unescapeCss(css.slice(start, end)), start, end: end ?? start });
    rule = '';
  }
  return references;
}

function unescapeCss(text: string): string {
  return text.replace(
    /\\(?:([0-9a-f]{1,6})(?:\r\n|[ \t\n\f\r])?|(?:\r\n|[\n\f\r])|([^]))/gi,
    (_, hex: string | undefined, character = '') => {
      if (hex === undefined) return character;
      const code = Number.parseInt(hex, 16);
      const isScalar = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
      return isScalar ? String.fromCodePoint(code) : '\ufffd';
    },
  );
}
