import type { JsonValue } from '../../json.ts';
import {
  escapeControls,
  isUnique,
  type MultipartField,
  printLiteral,
  type SampleBody,
  type SampleRequest,
  shownResult,
} from '../sample-request.ts';

const RESULTS = { status: 'response.status_code', json: 'response.json()', text: 'response.text' };
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

export function pythonSample(request: SampleRequest): string {
  const { body, headers, method } = request;
  const isKnown = METHODS.includes(method);
  const lines = [...(isKnown ? [] : [quotePython(method)]), quotePython(request.url)];
  if (headers.length > 0) {
    const pairs = headers.map(({ name, value }) => {
      // `requests` encodes texts as Latin-1 and rejects other characters.
      const encode = /[^\0-\xff]/.test(value) ? '.encode()' : '';
      return `        ${quotePython(name)}: ${quotePython(value)}${encode},\n`;
    });
    lines.push(`headers={\n${pairs.join('')}    }`);
  }
  if (body !== undefined) lines.push(bodyArgument(body));
  return [
    'import requests',
    '',
    `response = requests.${isKnown ? method.toLowerCase() : 'request'}(`,
    ...lines.map((line) => `    ${line},`),
    ')',
    `print(${RESULTS[shownResult(request)]})`,
  ].join('\n');
}

function bodyArgument(body: SampleBody): string {
  switch (body.kind) {
    case 'json':
      // `requests` treats `json=None` as no body.
      return body.value === null ? 'data="null"' : `json=${pythonLiteral(body.value, '    ')}`;
    case 'text': {
      const lines = body.text.split(/(?<=\n)/).map((line) => `        ${quotePython(line)}\n`);
      const code = lines.length < 2 ? quotePython(body.text) : `(\n${lines.join('')}    )`;
      return `data=${code}${/[^\0-\x7f]/.test(body.text) ? '.encode()' : ''}`;
    }
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
    isDict
      ? `        ${quotePython(name)}: ${code},\n`
      : `        (${quotePython(name)}, ${code}),\n`,
  );
  const [open, close] = isDict ? '{}' : '[]';
  return `${open}\n${lines.join('')}    ${close}`;
}

/** Prints a JSON value as Python; `indent` is that of its first line. */
export function pythonLiteral(value: JsonValue, indent: string): string {
  return printLiteral(value, indent, {
    step: '    ',
    text: quotePython,
    key: quotePython,
    word: (word) => {
      if (typeof word === 'boolean') return word ? 'True' : 'False';
      return Number.isFinite(word) ? String(word) : 'None';
    },
  });
}

/** Prints a string literal (Python reference, 2.4.1) in double quotes. */
export function quotePython(text: string): string {
  return `"${escapeControls(text.replace(/[\\"]/g, String.raw`\$&`))}"`;
}
