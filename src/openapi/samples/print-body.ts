import type { MediaContent, SchemaReader } from '../model/api-model.ts';
import { isObject } from '../model/model-context.ts';
import type { JsonValue } from '../read/description.ts';
import { formText, multipartFields } from './fields.ts';
import { mediaKind } from './media-type.ts';
import { plainText } from './sample-request.ts';
import { printXml } from './xml.ts';

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
      return { code: formText(value, media.encoding), language: 'text' };
    case 'multipart':
      return { code: printMultipart(value, media, reader), language: 'text' };
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
  try {
    const parsed: JsonValue = JSON.parse(value);
    return parsed;
  } catch {
    return value;
  }
}

function printMultipart(value: JsonValue, media: MediaContent, reader: SchemaReader): string {
  if (typeof value === 'string') return value;
  const parts = multipartFields(value, media, reader).map((field) => {
    const file = field.kind === 'file' ? `; filename="${field.fileName}"` : '';
    const type = field.contentType === undefined ? '' : `\nContent-Type: ${field.contentType}`;
    const content = field.kind === 'file' ? `(content of ${field.fileName})` : field.value;
    // HTML standard, multipart/form-data encoding of names.
    const name = field.name.replace(/["\r\n]/g, encodeURIComponent);
    return `--boundary\nContent-Disposition: form-data; name="${name}"${file}${type}\n\n${content}\n`;
  });
  return `${parts.join('')}--boundary--`;
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
