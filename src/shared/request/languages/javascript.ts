import {
  escapeControls,
  isUnique,
  type MultipartField,
  printLiteral,
  type SampleBody,
  type SampleRequest,
  shownResult,
} from '../sample-request.ts';

const RESULTS = {
  status: 'response.status',
  json: 'await response.json()',
  text: 'await response.text()',
};

export function javascriptSample(request: SampleRequest): string {
  const { method, headers, body } = request;
  const { before, expression } = body === undefined ? NO_BODY : bodyCode(body);
  const options: string[] = [];
  if (method !== 'GET') options.push(`  method: ${quote(method)},`);
  if (headers.length > 0) {
    const pairs = headers.map(({ name, value }) => `    ${propertyKey(name)}: ${quote(value)},`);
    options.push('  headers: {', ...pairs, '  },');
  }
  if (expression !== undefined) options.push(`  body: ${expression},`);
  const init = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`;
  return [
    ...before,
    `const response = await fetch(${quote(request.url)}${init});`,
    `console.log(${RESULTS[shownResult(request)]});`,
  ].join('\n');
}

interface BodyCode {
  readonly before: readonly string[];
  readonly expression: string | undefined;
}

const NO_BODY: BodyCode = { before: [], expression: undefined };
const OPEN_FILE = ["import { openAsBlob } from 'node:fs';", ''];

function bodyCode(body: SampleBody): BodyCode {
  switch (body.kind) {
    case 'json': {
      const value = printLiteral(body.value, '  ', {
        step: '  ',
        text: quote,
        key: propertyKey,
        word: JSON.stringify,
      });
      return { before: [], expression: `JSON.stringify(${value})` };
    }
    case 'text': {
      const lines = body.text.split('\n');
      if (lines.length === 1) return { before: [], expression: quote(body.text) };
      const list = lines.map((line) => `    ${quote(line)},\n`).join('');
      return { before: [], expression: `[\n${list}  ].join('\\n')` };
    }
    case 'form': {
      const isObject = isUnique(body.fields.map(([name]) => name));
      const lines = body.fields.map(([name, value]) =>
        isObject
          ? `    ${propertyKey(name)}: ${quote(value)},\n`
          : `    [${quote(name)}, ${quote(value)}],\n`,
      );
      const [open, close] = isObject ? '{}' : '[]';
      const fields = lines.length === 0 ? '' : `${open}\n${lines.join('')}  ${close}`;
      return { before: [], expression: `new URLSearchParams(${fields})` };
    }
    case 'binary':
      return { before: OPEN_FILE, expression: `await openAsBlob(${quote(body.fileName)})` };
    case 'multipart': {
      const imports = body.fields.some(({ kind }) => kind === 'file') ? OPEN_FILE : [];
      const calls = body.fields.map(appendField);
      const before = [...imports, 'const form = new FormData();', ...calls, ''];
      return { before, expression: 'form' };
    }
  }
}

function appendField(field: MultipartField): string {
  const { contentType } = field;
  const name = quote(field.name);
  const options = contentType === undefined ? '' : `, { type: ${quote(contentType)} }`;
  if (field.kind === 'file') {
    const file = quote(field.fileName);
    return `form.append(${name}, await openAsBlob(${file}${options}), ${file});`;
  }
  const value = quote(field.value);
  return `form.append(${name}, ${options === '' ? value : `new Blob([${value}]${options})`});`;
}

// `__proto__: x` would set the prototype (ECMA-262, B.3.1); a computed key does not.
function propertyKey(name: string): string {
  if (name === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}

/** Prints a string literal (ECMA-262, 12.9.4) in single quotes; escapes line terminators and invisible characters. */
function quote(text: string): string {
  return `'${escapeControls(text.replace(/[\\']/g, String.raw`\$&`))}'`;
}
