import createMarkdownIt from 'markdown-it';

// markdown-it's decoder, so that raw HTML and Markdown agree about names and invalid code points.
const { unescapeAll } = createMarkdownIt('zero').utils;

/** Decodes the character references of HTML text and attribute values; backslashes mean nothing here. */
export function decodeEntities(text: string): string {
  return text.includes('&')
    ? text.replace(/&(?:[a-z][a-z0-9]{1,31}|#[0-9]{1,8}|#x[0-9a-f]{1,8});/gi, unescapeAll)
    : text;
}
