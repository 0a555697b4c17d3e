import { escapeControls, isUnique, printLiteral, type SampleBody } from '../sample-request.ts';
import { type Field, language } from './template.ts';

const RESULTS = {
  status: 'response.status',
  json: 'await response.json()',
  text: 'await response.text()',
};

export const JAVASCRIPT = language(
  ['javascript', 'JavaScript', 'js'],
  {
    quote,
    name: propertyKey,
    body: bodyCode,
    parts: ({ known, headers, body, shown }, fields) => {
      const isGet = known === 'Get';
      const isBare = isGet && headers === undefined && body === undefined;
      return {
        get: isGet ? '' : undefined,
        bare: isBare ? '' : undefined,
        fields: fields.map(appendField).join('\n') || undefined,
        result: RESULTS[shown],
      };
    },
  },
  `{{#file}}import { openAsBlob } from 'node:fs';
{{#file}}
{{#multipart}}const form = new FormData();
{{fields}}
{{#multipart}}
{{#bare}}const response = await fetch({{url}});
{{^bare}}const response = await fetch({{url}}, {
  {{^get}}method: {{method}},
  {{#headers}}headers: {
    {{name}}: {{value}},
  {{#headers}}},
  body: {{body}},
{{^bare}}});
console.log({{result}});`,
);

function appendField({ isFile, name, value, type }: Field): string {
  const options = type === undefined ? '' : `, { type: ${type} }`;
  if (isFile) return `form.append(${name}, await openAsBlob(${value}${options}), ${value});`;
  return `form.append(${name}, ${type === undefined ? value : `new Blob([${value}]${options})`});`;
}

function bodyCode(body: SampleBody): string {
  switch (body.kind) {
    case 'json': {
      const literals = { step: '  ', text: quote, key: propertyKey, word: JSON.stringify };
      return `JSON.stringify(${printLiteral(body.value, '', literals)})`;
    }
    case 'text': {
      const lines = body.text.split('\n');
      const list = lines.map((line) => `  ${quote(line)},\n`).join('');
      return lines.length === 1 ? quote(body.text) : `[\n${list}].join('\\n')`;
    }
    case 'form': {
      const isObject = isUnique(body.fields.map(([name]) => name));
      const lines = body.fields.map(([name, value]) =>
        isObject
          ? `  ${propertyKey(name)}: ${quote(value)},\n`
          : `  [${quote(name)}, ${quote(value)}],\n`,
      );
      const [open, close] = isObject ? '{}' : '[]';
      return `new URLSearchParams(${lines.length === 0 ? '' : `${open}\n${lines.join('')}${close}`})`;
    }
    case 'binary':
      return `await openAsBlob(${quote(body.fileName)})`;
    case 'multipart':
      return 'form';
  }
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
