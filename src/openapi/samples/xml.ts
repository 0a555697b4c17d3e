import type { RawSchema, SchemaNode, SchemaReader } from '../model/api-model.ts';
import { asText, isObject, listOf, namedEntries } from '../model/model-context.ts';
import type { JsonObject, JsonValue } from '../read/description.ts';
import { plainText, sourcesOf } from './sample-request.ts';

/**
 * Prints a value as XML by its schema's `xml` keyword: names, prefixes, namespaces, attributes, wrapped lists and
 * 3.2's `nodeType`. The root has the schema's xml name, else its own name, else `root`.
 */
export function printXml(
  value: JsonValue,
  schema: RawSchema | undefined,
  reader: SchemaReader,
): string {
  const writer: Writer = { reader, out: ['<?xml version="1.0" encoding="UTF-8"?>'], depth: 0 };
  const node = schema === undefined ? undefined : reader.read(schema);
  const name = node?.ref?.name ?? (node?.title === '' ? undefined : node?.title) ?? 'root';
  if (Array.isArray(value)) {
    const item = node?.items;
    const inner = item === undefined ? undefined : reader.read(item).ref?.name;
    const rootName = xmlOf(node, reader).name ?? name;
    element(writer, { name: rootName, xml: { ...xmlOf(node, reader), name: rootName } }, () => {
      for (const one of value) print(writer, { name: inner ?? 'item', schema: item, value: one });
    });
  } else print(writer, { name, schema, value });
  return writer.out.join('\n');
}

interface Writer {
  readonly reader: SchemaReader;
  readonly out: string[];
  depth: number;
}

interface XmlFacts {
  readonly name: string | undefined;
  readonly prefix: string | undefined;
  readonly namespace: string | undefined;
  readonly isWrapped: boolean;
  readonly nodeType: string;
}

function xmlOf(node: SchemaNode | undefined, reader: SchemaReader): XmlFacts {
  const xml = node === undefined ? undefined : findXml(node, reader, 0);
  const nodeType = asText(xml?.['nodeType']);
  return {
    name: asText(xml?.['name']),
    prefix: asText(xml?.['prefix']),
    namespace: asText(xml?.['namespace']),
    isWrapped: xml?.['wrapped'] === true || (nodeType === 'element' && node?.kind === 'array'),
    nodeType: xml?.['attribute'] === true ? 'attribute' : (nodeType ?? 'element'),
  };
}

function findXml(node: SchemaNode, reader: SchemaReader, depth: number): JsonObject | undefined {
  for (const source of sourcesOf(node)) {
    if (isObject(source['xml'])) return source['xml'];
    if (depth > 8) continue;
    for (const part of listOf(source['allOf'])) {
      const found = isObject(part) ? findXml(reader.read(part), reader, depth + 1) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

interface Printed {
  readonly name: string;
  readonly schema: RawSchema | undefined;
  readonly value: JsonValue;
}

function print(writer: Writer, { name, schema, value }: Printed): void {
  const { reader } = writer;
  const node = schema === undefined ? undefined : reader.read(schema);
  const xml = xmlOf(node, reader);
  if (Array.isArray(value)) {
    // OpenAPI 3.1, XML Object: an unwrapped list's own name has no effect; wrapped items inherit it if they have none.
    const wrapper = xml.name ?? name;
    const itemName = xml.isWrapped ? wrapper : name;
    const printItems = (): void => {
      for (const item of value) print(writer, { name: itemName, schema: node?.items, value: item });
    };
    if (xml.isWrapped) element(writer, { name: wrapper, xml }, printItems);
    else printItems();
    return;
  }
  const own = xml.name ?? name;
  if (!isObject(value)) {
    leaf(writer, { name: own, xml }, plainText(value));
    return;
  }
  const children = childrenOf(value, node, reader);
  const attributes = children.filter((child) => child.xml.nodeType === 'attribute');
  const rest = children.filter((child) => child.xml.nodeType !== 'attribute');
  const texts = rest.filter(
    (child) => child.xml.nodeType === 'text' || child.xml.nodeType === 'cdata',
  );
  const attributeText = attributes
    .map(
      (child) =>
        ` ${qualified(child.xml.name ?? child.name, child.xml)}="${escapeAttribute(plainText(child.value))}"`,
    )
    .join('');
  if (texts.length === rest.length) {
    const text = texts
      .map((child) => {
        const plain = plainText(child.value);
        if (child.xml.nodeType !== 'cdata') return escapeText(plain);
        return `<![CDATA[${plain.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
      })
      .join('');
    leaf(writer, { name: own, xml, attributes: attributeText, isMarkup: true }, text);
    return;
  }
  element(writer, { name: own, xml, attributes: attributeText }, () => {
    for (const child of rest) print(writer, child);
  });
}

interface Child extends Printed {
  readonly xml: XmlFacts;
}

function childrenOf(
  value: JsonObject,
  node: SchemaNode | undefined,
  reader: SchemaReader,
): Child[] {
  const schemas = new Map(node?.properties.map((property) => [property.name, property.schema]));
  return namedEntries(value).map(([name, item]) => {
    const schema = schemas.get(name) ?? node?.additional;
    const xml = xmlOf(schema === undefined ? undefined : reader.read(schema), reader);
    return { name, schema, value: item, xml };
  });
}

interface Tag {
  readonly name: string;
  readonly xml: XmlFacts;
  /** With a leading space. */
  readonly attributes?: string;
  /** True if the text is already escaped. */
  readonly isMarkup?: boolean;
}

function element(writer: Writer, tag: Tag, content: () => void): void {
  const name = qualified(tag.name, tag.xml);
  const indent = '  '.repeat(writer.depth);
  writer.out.push(`${indent}<${name}${namespaceOf(tag.xml)}${tag.attributes ?? ''}>`);
  writer.depth += 1;
  content();
  writer.depth -= 1;
  writer.out.push(`${indent}</${name}>`);
}

function leaf(writer: Writer, tag: Tag, text: string): void {
  const name = qualified(tag.name, tag.xml);
  const open = `${'  '.repeat(writer.depth)}<${name}${namespaceOf(tag.xml)}${tag.attributes ?? ''}`;
  const content = tag.isMarkup === true ? text : escapeText(text);
  writer.out.push(content === '' ? `${open}/>` : `${open}>${content}</${name}>`);
}

function namespaceOf({ namespace, prefix }: XmlFacts): string {
  if (namespace === undefined) return '';
  const name = prefix === undefined ? 'xmlns' : `xmlns:${safeName(prefix)}`;
  return ` ${name}="${escapeAttribute(namespace)}"`;
}

function qualified(name: string, { prefix }: XmlFacts): string {
  return prefix === undefined ? safeName(name) : `${safeName(prefix)}:${safeName(name)}`;
}

// Replaces characters that XML 1.0 does not allow in names by underscores.
function safeName(name: string): string {
  const safe = name.replace(/[^\p{L}\p{N}._-]/gu, '_');
  return /^[\p{L}_]/u.test(safe) ? safe : `_${safe}`;
}

function escapeText(text: string): string {
  // XML 1.0, 2.2: other control characters cannot be written at all.
  const printable = text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd');
  return printable.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function escapeAttribute(text: string): string {
  return escapeText(text)
    .replaceAll('"', '&quot;')
    .replace(/[\n\t\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
