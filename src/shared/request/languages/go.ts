import {
  escapeControls,
  type MultipartField,
  nestedJson,
  type SampleBody,
  type SampleRequest,
} from '../sample-request.ts';

export function goSample(request: SampleRequest): string {
  const body = request.body === undefined ? NO_BODY : bodyCode(request.body);
  const imports = [...new Set(['fmt', 'io', 'log', 'net/http', ...body.imports])].sort();
  const main = [
    ...body.before,
    `request, err := http.NewRequest(${quoteGo(request.method)}, ${quoteGo(request.url)}, ${body.expression ?? 'body'})`,
    ...FATAL,
    ...request.headers.map(
      ({ name, value }) => `request.Header.Set(${quoteGo(name)}, ${quoteGo(value)})`,
    ),
    ...(body.after ?? []),
    '',
    'response, err := http.DefaultClient.Do(request)',
    ...FATAL,
    'defer response.Body.Close()',
    'content, err := io.ReadAll(response.Body)',
    ...FATAL,
    'fmt.Println(response.Status, string(content))',
  ];
  return [
    'package main',
    '',
    'import (',
    ...imports.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...main.map((line) => (line === '' ? '' : `\t${line}`)),
    '}',
  ].join('\n');
}

const FATAL = ['if err != nil {', '\tlog.Fatal(err)', '}'];

interface BodyCode {
  readonly imports: readonly string[];
  readonly before: readonly string[];
  /** `body` unless it is given. */
  readonly expression?: string;
  readonly after?: readonly string[];
}

const NO_BODY: BodyCode = { imports: [], before: [], expression: 'nil' };

function bodyCode(body: SampleBody): BodyCode {
  switch (body.kind) {
    case 'json':
    case 'text': {
      const text = body.kind === 'text' ? body.text : nestedJson(body.value, '\t');
      return { imports: ['strings'], before: [`body := strings.NewReader(${quoteGoText(text)})`] };
    }
    case 'form': {
      const add = ([name, value]: readonly [string, string]): string =>
        `form.Add(${quoteGo(name)}, ${quoteGo(value)})`;
      return {
        imports: ['net/url', 'strings'],
        before: ['form := url.Values{}', ...body.fields.map(add)],
        expression: 'strings.NewReader(form.Encode())',
      };
    }
    case 'binary':
      return {
        imports: ['os'],
        before: [`body, err := os.Open(${quoteGo(body.fileName)})`, ...FATAL],
      };
    case 'multipart': {
      const hasFile = body.fields.some(({ kind }) => kind === 'file');
      const isTyped = body.fields.some(({ contentType }) => contentType !== undefined);
      const imports = [...(hasFile ? ['os'] : []), ...(isTyped ? ['net/textproto'] : [])];
      return {
        imports: ['bytes', 'mime/multipart', ...imports],
        before: [
          'body := &bytes.Buffer{}',
          'form := multipart.NewWriter(body)',
          ...body.fields.flatMap(writeField),
          'form.Close()',
        ],
        after: ['request.Header.Set("Content-Type", form.FormDataContentType())'],
      };
    }
  }
}

// Each part has its own block, so that no name is declared twice.
function writeField(field: MultipartField): string[] {
  const name = quoteGo(field.name);
  if (field.kind === 'text' && field.contentType === undefined)
    return [`form.WriteField(${name}, ${quoteGo(field.value)})`];
  const content =
    field.kind === 'text'
      ? [`part.Write([]byte(${quoteGo(field.value)}))`]
      : [
          `file, err := os.Open(${quoteGo(field.fileName)})`,
          ...FATAL,
          'defer file.Close()',
          'io.Copy(part, file)',
        ];
  return ['{', ...[...createPart(field), ...content].map((line) => `\t${line}`), '}'];
}

function createPart(field: MultipartField): string[] {
  if (field.kind === 'file' && field.contentType === undefined) {
    const names = `${quoteGo(field.name)}, ${quoteGo(field.fileName)}`;
    return [`part, err := form.CreateFormFile(${names})`, ...FATAL];
  }
  const fileName = field.kind === 'file' ? `; filename="${field.fileName}"` : '';
  const name = field.name.replace(/["\r\n]/g, encodeURIComponent);
  const disposition = `form-data; name="${name}"${fileName}`;
  return [
    'part, err := form.CreatePart(textproto.MIMEHeader{',
    `\t"Content-Disposition": {${quoteGo(disposition)}},`,
    `\t"Content-Type": {${quoteGo(field.contentType ?? '')}},`,
    '})',
    ...FATAL,
  ];
}

/** Prints a string literal (Go specification, String literals): raw if that is more readable. */
export function quoteGo(text: string): string {
  const isRaw = /["\\]/.test(text) && !text.includes('`');
  return isRaw ? quoteGoText(text) : interpreted(text);
}

/**
 * Prints a literal for a multi-line text: raw strings, with back quotes between them. Raw strings drop carriage
 * returns and cannot hold invisible characters; such texts are interpreted strings.
 */
export function quoteGoText(text: string): string {
  const seen = escapeControls(text.replace(/[\n\t]/g, ''));
  if (seen !== text.replace(/[\n\t]/g, '') || !/["\\\n]/.test(text)) return interpreted(text);
  const pieces = text.split(/(`+)/).filter((piece) => piece !== '');
  return pieces.map((piece) => (piece.startsWith('`') ? `"${piece}"` : `\`${piece}\``)).join(' + ');
}

function interpreted(text: string): string {
  const quoted = text.replace(/[\\"]/g, String.raw`\$&`);
  // A Go string is UTF-8, which has no unpaired surrogates.
  return `"${escapeControls(quoted.replace(/\p{Surrogate}/gu, String.raw`\ufffd`))}"`;
}
