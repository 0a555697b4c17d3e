/** Names of languages in themselves, for locales without a label. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['ar', 'العربية'],
  ['de', 'Deutsch'],
  ['en', 'English'],
  ['es', 'Español'],
  ['fa', 'فارسی'],
  ['fr', 'Français'],
  ['he', 'עברית'],
  ['hi', 'हिन्दी'],
  ['id', 'Bahasa Indonesia'],
  ['it', 'Italiano'],
  ['ja', '日本語'],
  ['ko', '한국어'],
  ['nl', 'Nederlands'],
  ['pl', 'Polski'],
  ['pt', 'Português'],
  ['ru', 'Русский'],
  ['tr', 'Türkçe'],
  ['uk', 'Українська'],
  ['vi', 'Tiếng Việt'],
  ['zh', '中文'],
]);

/** Languages that are written from right to left in their usual script. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set('ar ckb dv fa he ps sd ug ur yi'.split(' '));

/**
 * The language's name in itself; the tag where it is not known or names a region, which a name
 * would hide.
 */
export function languageName(tag: string): string {
  return NAMES.get(tag.toLowerCase()) ?? tag;
}

/** The direction in which a language is written, by its BCP 47 tag; a script in the tag decides. */
export function languageDirection(tag: string): 'ltr' | 'rtl' {
  const [language = '', script = ''] = tag.toLowerCase().split('-');
  if (/^(?:arab|hebr|thaa|syrc|nkoo|adlm)$/.test(script)) return 'rtl';
  return RIGHT_TO_LEFT.has(language) && script.length !== 4 ? 'rtl' : 'ltr';
}
