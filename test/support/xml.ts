/** An element of an XML document. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** All text in it. */
  readonly text: string;
}

const ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));

/** Reads a document in the part of XML that sitemaps and feeds use; throws where it is not well-formed. */
export function parseXml(source: string): XmlElement {
  const body = source.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  if (body === source) throw new Error('there is no XML declaration');
  if (/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(body))
    throw new Error('a character is not allowed in XML');
  const root: OpenElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  for (const [token, tag] of body.matchAll(/<([^>]*)>|[^<]+|</g)) {
    const inner = open.at(-1) ?? root;
    if (tag === undefined) inner.text += decode(token);
    else if (tag.startsWith('/')) {
      if (open.length < 2 || inner.name !== tag.slice(1)) throw new Error(`unexpected ${token}`);
      open.pop();
      (open.at(-1) ?? root).text += inner.text;
    } else {
      const element = parseTag(tag.replace(/\/$/, ''));
      inner.children.push(element);
      if (!tag.endsWith('/')) open.push(element);
    }
  }
  const [only] = root.children;
  if (open.length > 1 || only === undefined || root.children.length > 1)
    throw new Error('there must be one element around all others');
  return only;
}

interface OpenElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: OpenElement[];
  text: string;
}

function parseTag(tag: string): OpenElement {
  const [, name, rest = ''] = /^([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*$/.exec(tag) ?? [];
  if (name === undefined) throw new Error(`not a tag: <${tag}>`);
  const pairs = [...rest.matchAll(/([\w:-]+)="([^"]*)"/g)];
  const attributes = pairs.map(([, key = '', value = '']) => [key, decode(value)] as const);
  if (new Set(attributes.map(([key]) => key)).size < pairs.length)
    throw new Error(`an attribute is written twice: <${tag}>`);
  return { name, attributes: Object.fromEntries(attributes), children: [], text: '' };
}

function decode(text: string): string {
  return text.replace(/&(\w*;?)/g, (reference, name: string) => {
    const character = ENTITIES.get(name.replace(/;$/, ''));
    if (character === undefined || !name.endsWith(';')) throw new Error(`unknown ${reference}`);
    return character;
  });
}

/** The children of an element with a name. */
export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** The text of the only child with a name. */
export function textOf(element: XmlElement, name: string): string {
  const [only, ...others] = childrenOf(element, name);
  if (only === undefined || others.length > 0) throw new Error(`there must be one ${name}`);
  return only.text;
}
