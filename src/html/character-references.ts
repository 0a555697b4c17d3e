import { decodeHTMLAttribute, decodeHTMLStrict } from 'entities/decode';

/** Decodes an attribute's value as the tokenizer of the HTML standard does: references, NUL and line breaks. */
export function decodeAttribute(raw: string): string {
  const value = /[\0\r]/.test(raw) ? raw.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd') : raw;
  return value.includes('&') ? decodeHTMLAttribute(value) : value;
}

/** Decodes the character references of text that end with a semicolon, as CommonMark does. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  const references = /&(?:[a-z][a-z0-9]{1,31}|#[0-9]{1,8}|#x[0-9a-f]{1,8});/gi;
  return text.replace(references, (reference) => decodeHTMLStrict(reference));
}
