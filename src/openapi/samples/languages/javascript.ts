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

export function javascriptSample(request: SampleRequest): string {
  const { body } = request;
  const setup = body === undefined ? undefined : bodyCode(body);
  const options = optionLines(request, setup?.expression);
  const url = quoteJavascript(request.url);
  const call =
    options.length === 0 ? `fetch(${url})` : `fetch(${url}, {\n${options.join('\n')}\n})`;
  return [
    ...(setup?.before ?? []),
    `const response = await ${call};`,
    `console.log(${result(request)});`,
  ].join('\n');
}

function result({ method, headers }: SampleRequest): string {
  const accept = headers.find(({ name }) => name === 'Accept')?.value;
  if (accept === undefined || method === 'HEAD') return 'response.status';
  return isJsonType(accept) ? 'await response.json()' : 'await response.text()';
}

function optionLines({ method, headers }: SampleRequest, body: string | undefined): string[] {
  const lines: string[] = [];
  if (method !== 'GET') lines.push(`  method: ${quoteJavascript(method)},`);
  if (headers.length > 0) {
    const pairs = headers.map(
      ({ name, value }) => `    ${propertyKey(name)}: ${quoteJavascript(value)},`,
    );
    lines.push('  headers: {', ...pairs, '  },');
  }
  if (body !== undefined) lines.push(`  body: ${body},`);
  return lines;
}

interface BodyCode {
  readonly before: readonly string[];
  readonly expression: string;
}

function bodyCode(body: SampleBody): BodyCode {
  switch (body.kind) {
    case 'json':
      return { before: [], expression: `JSON.stringify(${literal(body.value, '  ')})` };
    case 'text':
      return { before: [], expression: textLiteral(body.text) };
    case 'form':
      return { before: [], expression: `new URLSearchParams(${formLiteral(body.fields)})` };
    case 'binary':
      return {
        before: ["import { openAsBlob } from 'node:fs';", ''],
        expression: `await openAsBlob(${quoteJavascript(body.fileName)})`,
      };
    case 'multipart':
      return { before: formData(body.fields), expression: 'form' };
  }
}

function formLiteral(fields: readonly (readonly [string, string])[]): string {
  if (isUnique(fields.map(([name]) => name))) {
    const lines = fields.map(
      ([name, value]) => `    ${propertyKey(name)}: ${quoteJavascript(value)},`,
    );
    return lines.length === 0 ? '' : `{\n${lines.join('\n')}\n  }`;
  }
  const lines = fields.map(
    ([name, value]) => `    [${quoteJavascript(name)}, ${quoteJavascript(value)}],`,
  );
  return `[\n${lines.join('\n')}\n  ]`;
}

function formData(fields: readonly MultipartField[]): string[] {
  const hasFile = fields.some(({ kind }) => kind === 'file');
  return [
    ...(hasFile ? ["import { openAsBlob } from 'node:fs';", ''] : []),
    'const form = new FormData();',
    ...fields.map(appendField),
    '',
  ];
}

function appendField(field: MultipartField): string {
  const name = quoteJavascript(field.name);
  const type =
    field.contentType === undefined ? '' : `{ type: ${quoteJavascript(field.contentType)} }`;
  if (field.kind === 'file') {
    const file = quoteJavascript(field.fileName);
    const blob = `await openAsBlob(${type === '' ? file : `${file}, ${type}`})`;
    return `form.append(${name}, ${blob}, ${file});`;
  }
  const value = quoteJavascript(field.value);
  return `form.append(${name}, ${type === '' ? value : `new Blob([${value}], ${type})`});`;
}

function textLiteral(text: string): string {
  const lines = text.split('\n');
  if (lines.length === 1) return quoteJavascript(text);
  return `[\n${lines.map((line) => `    ${quoteJavascript(line)},`).join('\n')}\n  ].join('\\n')`;
}

/** Prints a JSON value as JavaScript; `indent` is that of its first line. */
function literal(value: JsonValue, indent: string): string {
  const inner = `${indent}  `;
  if (typeof value === 'string') return quoteJavascript(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => `${inner}${literal(item, inner)},\n`).join('');
    return items === '' ? '[]' : `[\n${items}${indent}]`;
  }
  if (!isObject(value)) return JSON.stringify(value);
  const entries = namedEntries(value)
    .map(([key, item]) => `${inner}${propertyKey(key)}: ${literal(item, inner)},\n`)
    .join('');
  return entries === '' ? '{}' : `{\n${entries}${indent}}`;
}

// `__proto__: x` would set the prototype (ECMA-262, B.3.1); a computed key does not.
function propertyKey(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoteJavascript(name);
}

/** Prints a string literal (ECMA-262, 12.9.4) in single quotes; escapes line terminators and invisible characters. */
function quoteJavascript(text: string): string {
  const quoted = text.replace(/[\\']/g, String.raw`\$&`);
  return `'${escapeControls(quoted, (code) => `\\u${code.toString(16).padStart(4, '0')}`)}'`;
}
