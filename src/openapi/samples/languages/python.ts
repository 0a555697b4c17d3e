import { isObject, namedEntries } from '../../model/model-context.ts';
import type { JsonValue } from '../../read/description.ts';
import { isJsonType } from '../media-type.ts';
import {
  escapeControls,
  isUnique,
  type MultipartField,
  type SampleBody,
  type SampleRequest,
} from '../sample-request.ts';

export function pythonSample(request: SampleRequest): string {
  const { body, headers } = request;
  const lines = [`    ${quotePython(request.url)},`];
  if (headers.length > 0) {
    const pairs = headers.map(
      ({ name, value }) => `        ${quotePython(name)}: ${headerValue(value)},`,
    );
    lines.push('    headers={', ...pairs, '    },');
  }
  if (body !== undefined) lines.push(`    ${bodyArgument(body)},`);
  return [
    'import requests',
    '',
    `response = ${call(request.method)}`,
    ...lines,
    ')',
    `print(${result(request)})`,
  ].join('\n');
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

function call(method: string): string {
  if (METHODS.includes(method)) return `requests.${method.toLowerCase()}(`;
  return `requests.request(\n    ${quotePython(method)},`;
}

function result({ method, headers }: SampleRequest): string {
  const accept = headers.find(({ name }) => name === 'Accept')?.value;
  if (accept === undefined || method === 'HEAD') return 'response.status_code';
  return isJsonType(accept) ? 'response.json()' : 'response.text';
}

// `requests` encodes texts as Latin-1 and rejects other characters.
function headerValue(value: string): string {
  const isLatin = !/[^\0-\xff]/.test(value);
  return isLatin ? quotePython(value) : `${quotePython(value)}.encode()`;
}

function bodyArgument(body: SampleBody): string {
  switch (body.kind) {
    case 'json':
      // `requests` treats `json=None` as no body.
      return body.value === null ? 'data="null"' : `json=${pythonLiteral(body.value, '    ')}`;
    case 'text':
      return `data=${textLiteral(body.text)}`;
    case 'form':
      return `data=${pairsLiteral(body.fields.map(([name, value]) => [name, quotePython(value)]))}`;
    case 'binary':
      return `data=open(${quotePython(body.fileName)}, "rb")`;
    case 'multipart':
      return `files=${pairsLiteral(body.fields.map((field) => [field.name, fileTuple(field)]))}`;
  }
}

function fileTuple(field: MultipartField): string {
  const type = field.contentType === undefined ? '' : `, ${quotePython(field.contentType)}`;
  if (field.kind === 'text') return `(None, ${quotePython(field.value)}${type})`;
  const name = quotePython(field.fileName);
  return `(${name}, open(${name}, "rb")${type})`;
}

/** Prints a dict, or a list of pairs if a name is repeated; the values are code. */
function pairsLiteral(pairs: readonly (readonly [string, string])[]): string {
  if (pairs.length === 0) return '{}';
  const isDict = isUnique(pairs.map(([name]) => name));
  const lines = pairs.map(([name, code]) =>
    isDict ? `        ${quotePython(name)}: ${code},` : `        (${quotePython(name)}, ${code}),`,
  );
  const [open, close] = isDict ? ['{', '}'] : ['[', ']'];
  return `${open}\n${lines.join('\n')}\n    ${close}`;
}

function textLiteral(text: string): string {
  const lines = text.split(/(?<=\n)/);
  const code =
    lines.length < 2
      ? quotePython(text)
      : `(\n${lines.map((line) => `        ${quotePython(line)}`).join('\n')}\n    )`;
  return /[^\0-\x7f]/.test(text) ? `${code}.encode()` : code;
}

/** Prints a JSON value as Python; `indent` is that of its first line. */
export function pythonLiteral(value: JsonValue, indent: string): string {
  const inner = `${indent}    `;
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'string') return quotePython(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'None';
  if (Array.isArray(value)) {
    const items = value.map((item) => `${inner}${pythonLiteral(item, inner)},\n`).join('');
    return items === '' ? '[]' : `[\n${items}${indent}]`;
  }
  if (!isObject(value)) return 'None';
  const entries = namedEntries(value)
    .map(([key, item]) => `${inner}${quotePython(key)}: ${pythonLiteral(item, inner)},\n`)
    .join('');
  return entries === '' ? '{}' : `{\n${entries}${indent}}`;
}

/** Prints a string literal (Python reference, 2.4.1) in double quotes. */
export function quotePython(text: string): string {
  const quoted = text.replace(/[\\"]/g, String.raw`\$&`);
  return `"${escapeControls(quoted, (code) => `\\u${code.toString(16).padStart(4, '0')}`)}"`;
}
