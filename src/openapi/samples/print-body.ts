import { parseJson } from '../../shared/json.ts';
import type { MediaContent, RawSchema, SchemaNode, SchemaReader } from '../model/api-model.ts';
import { asObject, asText, isObject, namedEntries } from '../model/model-context.ts';
import type { JsonValue } from '../read/description.ts';
import { formOf, type ModelPart, multipartFields } from '../../shared/request/request-model.ts';
import { concreteType, mediaKind } from '../../shared/request/media-type.ts';
import { multipartText, plainText } from '../../shared/request/sample-request.ts';
import { keywordsOf, typeOf } from './scalar-example.ts';

/** A body in its media type's syntax, with its language for the highlighter. */
export interface PrintedBody {
  readonly code: string;
  readonly language: string;
}

/**
 * Prints a body: JSON with two spaces, XML by the schema's `xml` keyword, forms, JSON lines, events; other values
 * as text.
 */
export function printBody(
  value: JsonValue,
  media: MediaContent,
  reader: SchemaReader,
): PrintedBody {
  const isText = typeof value === 'string';
  const items = [value].flat();
  const lines = isText ? [value] : items.map((item) => JSON.stringify(item));
  const json = (shown: JsonValue): PrintedBody => ({
    code: JSON.stringify(shown, null, 2),
    language: 'json',
  });
  switch (mediaKind(media.type)) {
    case 'json':
      return json(jsonValue(value, media, reader));
    case 'xml': {
      const isXml = isText && value.trimStart().startsWith('<');
      return { code: isXml ? value : printXml(value, media.schema, reader), language: 'xml' };
    }
    case 'form':
      return { code: formOf(value, media.encoding), language: 'text' };
    case 'multipart': {
      const fields = isText ? [] : multipartFields(value, partsOf(media, reader));
      const code = isText ? value : multipartText(fields, (name) => `(content of ${name})`);
      return { code, language: 'text' };
    }
    case 'json-lines':
      return { code: lines.join('\n'), language: 'json' };
    case 'json-sequence':
      // HTML cannot contain the record separator (RFC 7464), so its symbol is shown.
      return { code: `\u241e${lines.join('\n\u241e')}`, language: 'json' };
    case 'event-stream':
      return { code: isText ? value : items.map(printEvent).join('\n\n'), language: 'text' };
    case 'text':
    case 'binary': {
      if (typeof value === 'object' && value !== null) return json(value);
      const [language = 'text'] = /html|yaml|markdown|graphql/.exec(media.type) ?? [];
      return { code: plainText(value), language };
    }
  }
}

/** Returns the value of a JSON body: parses an example given as JSON text, unless the body is a string. */
export function jsonValue(value: JsonValue, media: MediaContent, reader: SchemaReader): JsonValue {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  const node = media.schema === undefined ? undefined : reader.read(media.schema);
  if (node?.kind === 'scalar') return value;
  const parsed = parseJson(value);
  return parsed === undefined ? value : parsed;
}

/** How the properties of a multipart body are sent: as files by their schema or content type. */
export function partsOf(media: MediaContent, reader: SchemaReader): readonly ModelPart[] {
  if (mediaKind(media.type) !== 'multipart') return [];
  const node = media.schema === undefined ? undefined : reader.read(media.schema);
  const schemas = new Map(node?.properties.map(({ name, schema }) => [name, schema]));
  const names = new Set([...schemas.keys(), ...media.encoding.map(({ property }) => property)]);
  return [...names].flatMap((property) => {
    const encoding = media.encoding.find((one) => one.property === property);
    const given = encoding?.contentType.split(',')[0]?.trim();
    const type = given ? concreteType(given) : undefined;
    const schema = schemas.get(property);
    const isBinary = schema !== undefined && isFileSchema(schema, reader);
    const isFile = isBinary || (type !== undefined && mediaKind(type) === 'binary');
    return type === undefined && !isFile ? [] : [{ property, type, isFile }];
  });
}

/** Depth of lists and alternatives in each other. */
const DEEPEST = 5;

/** True for a schema that allows nothing but files and lists of them. */
function isFileSchema(schema: RawSchema, reader: SchemaReader, depth = 0): boolean {
  const node = reader.read(schema);
  const { items, variants } = node;
  const inner = variants?.list.map((variant) => variant.schema) ?? (items ? [items] : []);
  return inner.length > 0 && depth < DEEPEST
    ? inner.every((one) => isFileSchema(one, reader, depth + 1))
    : keywordsOf(node)['format'] === 'binary' || typeOf(node) === 'file';
}

// HTML standard, server-sent events: one data line for each line of the text.
function printEvent(event: JsonValue): string {
  const isEvent = isObject(event) && EVENT_FIELDS.some((field) => field in event);
  const fields = isEvent ? event : { data: event };
  return EVENT_FIELDS.flatMap((field) => {
    const value = fields[field];
    if (value === undefined || value === null) return [];
    return plainText(value)
      .split(/\r\n|\r|\n/)
      .map((line) => `${field}: ${line}`);
  }).join('\n');
}

const EVENT_FIELDS = ['event', 'id', 'retry', 'data'] as const;

/**
 * Prints a value as XML by its schema's `xml` keyword: names, prefixes, namespaces, attributes, wrapped lists and
 * 3.2's `nodeType`. The root has the schema's xml name, else its own name, else `root`.
 */
function printXml(value: JsonValue, schema: RawSchema | undefined, reader: SchemaReader): string {
  const writer: Writer = { reader, out: ['<?xml version="1.0" encoding="UTF-8"?>'], depth: 0 };
  const node = schema === undefined ? undefined : reader.read(schema);
  const name = node?.ref?.name ?? (node?.title || 'root');
  const item =
    (node?.items === undefined ? undefined : reader.read(node.items).ref?.name) ?? 'item';
  print(writer, { name, schema, value, item });
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

function xmlOf(node: SchemaNode | undefined): XmlFacts {
  const xml = asObject(node && keywordsOf(node)['xml']);
  const nodeType = asText(xml?.['nodeType']);
  return {
    name: asText(xml?.['name']),
    prefix: asText(xml?.['prefix']),
    namespace: asText(xml?.['namespace']),
    isWrapped: xml?.['wrapped'] === true || (nodeType === 'element' && node?.kind === 'array'),
    nodeType: xml?.['attribute'] === true ? 'attribute' : (nodeType ?? 'element'),
  };
}

interface Printed {
  readonly name: string;
  readonly schema: RawSchema | undefined;
  readonly value: JsonValue;
  /** Names the items of a list that is the root, which always has an element. */
  readonly item?: string;
}

function print(writer: Writer, { name, schema, value, item: rootItem }: Printed): void {
  const { reader } = writer;
  const node = schema === undefined ? undefined : reader.read(schema);
  const xml = xmlOf(node);
  const own = xml.name ?? name;
  if (Array.isArray(value)) {
    // OpenAPI 3.1, XML Object: an unwrapped list's own name has no effect; wrapped items inherit it if they have none.
    const itemName = rootItem ?? (xml.isWrapped ? own : name);
    const printItems = (): void => {
      for (const item of value) print(writer, { name: itemName, schema: node?.items, value: item });
    };
    if (xml.isWrapped || rootItem !== undefined) element(writer, { name: own, xml }, printItems);
    else printItems();
    return;
  }
  if (!isObject(value)) {
    element(writer, { name: own, xml }, escapeText(plainText(value)));
    return;
  }
  const schemas = new Map(node?.properties.map((property) => [property.name, property.schema]));
  const children = namedEntries(value).map(([key, item]) => {
    const inner = schemas.get(key) ?? node?.additional;
    const facts = xmlOf(inner === undefined ? undefined : reader.read(inner));
    return { name: key, schema: inner, value: item, xml: facts };
  });
  const attributes = children
    .filter((child) => child.xml.nodeType === 'attribute')
    .map((child) => {
      const text = escapeAttribute(plainText(child.value));
      return ` ${qualified(child.xml.name ?? child.name, child.xml)}="${text}"`;
    });
  const rest = children.filter((child) => child.xml.nodeType !== 'attribute');
  const tag = { name: own, xml, attributes: attributes.join('') };
  if (rest.some((child) => child.xml.nodeType !== 'text' && child.xml.nodeType !== 'cdata')) {
    element(writer, tag, () => {
      for (const child of rest) print(writer, child);
    });
    return;
  }
  const texts = rest.map((child) => {
    const plain = plainText(child.value);
    if (child.xml.nodeType !== 'cdata') return escapeText(plain);
    return `<![CDATA[${plain.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
  });
  element(writer, tag, texts.join(''));
}

interface Tag {
  readonly name: string;
  readonly xml: XmlFacts;
  /** With a leading space. */
  readonly attributes?: string;
}

/** Prints an element on one line if its content is text, else above and below its elements. */
function element(writer: Writer, tag: Tag, content: string | (() => void)): void {
  const { namespace, prefix } = tag.xml;
  const name = qualified(tag.name, tag.xml);
  const binding = prefix === undefined ? 'xmlns' : `xmlns:${safeName(prefix)}`;
  const space = namespace === undefined ? '' : ` ${binding}="${escapeAttribute(namespace)}"`;
  const indent = '  '.repeat(writer.depth);
  const open = `${indent}<${name}${space}${tag.attributes ?? ''}`;
  if (typeof content === 'string') {
    writer.out.push(content === '' ? `${open}/>` : `${open}>${content}</${name}>`);
    return;
  }
  writer.out.push(`${open}>`);
  writer.depth += 1;
  content();
  writer.depth -= 1;
  writer.out.push(`${indent}</${name}>`);
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
