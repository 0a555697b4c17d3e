import { decodeHTMLAttribute, decodeHTMLStrict } from 'entities/decode';

/** Decodes an attribute's value as the tokenizer of the HTML standard does: references, NUL and line breaks. */
export function decodeAttribute(raw: string): string {
  const value = raw.includes('\0') || raw.includes('\r') ? normalized(raw) : raw;
  return value.includes('&') ? decodeHTMLAttribute(value) : value;
}

function normalized(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll('\0', '\ufffd');
}

/** Decodes the character references of text that end with a semicolon, as CommonMark does. */
export function decodeEntities(text: string): string {
  return text.includes('&')
    ? text.replace(/&(?:[a-z][a-z0-9]{1,31}|#[0-9]{1,8}|#x[0-9a-f]{1,8});/gi, (reference) =>
        decodeHTMLStrict(reference),
      )
    : text;
}
