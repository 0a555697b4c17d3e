/** Attributes of an element; one whose value is undefined is left out. */
export type XmlAttributes = Readonly<Record<string, string | number | undefined>>;

/** Prints a start tag's inside: the name and its attributes. */
export function xmlTag(name: string, attributes: XmlAttributes): string {
  const printed = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${xmlAttribute(String(value))}"`);
  return `${name}${printed.join('')}`;
}

/** Escapes character data (XML 1.0, 2.4). */
export function xmlText(text: string): string {
  return xmlCharacters(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

/** Escapes an attribute value; white space that a parser would normalise is kept (XML 1.0, 3.3.3). */
function xmlAttribute(text: string): string {
  return xmlText(text).replaceAll('"', '&quot;').replaceAll('\t', '&#9;').replaceAll('\n', '&#10;');
}

/** Leaves out what XML 1.0 forbids even as a reference (2.2, `Char`), and the controls that it advises against. */
function xmlCharacters(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F\uFFFE\uFFFF]|[\uD800-\uDFFF]/gu,
    '',
  );
}

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
