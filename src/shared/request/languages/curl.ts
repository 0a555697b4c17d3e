import {
  encodeAll,
  type MultipartField,
  type SampleBody,
  type SampleRequest,
} from '../sample-request.ts';

export function curlSample(request: SampleRequest): string {
  const lines = [`curl ${methodOption(request)}${quoteShell(request.url)}`];
  // curl expands braces and brackets in addresses.
  if (/[[\]]|\{[^}]*,/.test(request.url)) lines.push('--globoff');
  for (const { name, value } of request.headers) {
    lines.push(`-H ${quoteShell(value === '' ? `${name};` : `${name}: ${value}`)}`);
  }
  if (request.body !== undefined) lines.push(...bodyOptions(request.body));
  return lines.join(' \\\n  ');
}

function methodOption({ method, body }: SampleRequest): string {
  if (method === 'HEAD') return '--head ';
  if (method === 'GET' && body === undefined) return '';
  return `-X ${/^[A-Z]+$/.test(method) ? method : quoteShell(method)} `;
}

function bodyOptions(body: SampleBody): string[] {
  switch (body.kind) {
    case 'json':
      // Indented below the command.
      return [
        `--data-raw ${quoteShell(JSON.stringify(body.value, null, 2).replaceAll('\n', '\n  '))}`,
      ];
    case 'text':
      return [`--data-raw ${quoteShell(body.text)}`];
    case 'form':
      return body.fields.map(
        ([name, value]) => `--data-urlencode ${quoteShell(`${encodeAll(name)}=${value}`)}`,
      );
    case 'multipart':
      return body.fields.map(formOption);
    case 'binary':
      return [`--data-binary ${quoteShell(`@${body.fileName}`)}`];
  }
}

// In double quotes, curl takes a value literally: otherwise `@` and `<` read files and `;` ends it.
function formOption(field: MultipartField): string {
  const name = field.name.replace(/[=\r\n\0]/g, encodeURIComponent);
  const type =
    field.contentType === undefined ? '' : `;type=${field.contentType.replace(/[;\s]+/g, '')}`;
  if (field.kind === 'file') return `-F ${quoteShell(`${name}=@${field.fileName}${type}`)}`;
  if (type === '' && !/^[@<"\s]|;|\s$/.test(field.value))
    return `-F ${quoteShell(`${name}=${field.value}`)}`;
  const value = field.value.replace(/["\\]/g, String.raw`\$&`);
  return `-F ${quoteShell(`${name}="${value}"${type}`)}`;
}

/**
 * Quotes a word for the shell (POSIX, 2.2.2): single quotes preserve everything but themselves. NUL cannot be
 * quoted.
 */
export function quoteShell(text: string): string {
  return `'${text.replaceAll('\0', '').replaceAll("'", String.raw`'\''`)}'`;
}
