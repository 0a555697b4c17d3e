import {
  escapeControls,
  type MultipartField,
  nestedJson,
  type SampleBody,
  type SampleRequest,
} from '../sample-request.ts';

export function goSample(request: SampleRequest): string {
  const body = request.body === undefined ? NO_BODY : bodyCode(request.body);
  const imports = new Set(['fmt', 'io', 'log', 'net/http', ...body.imports]);
  const headers = request.headers.map(
    ({ name, value }) => `request.Header.Set(${quoteGo(name)}, ${quoteGo(value)})`,
  );
  const main = [
    ...body.before,
    `request, err := http.NewRequest(${quoteGo(request.method)}, ${quoteGo(request.url)}, ${body.expression})`,
    ...FATAL,
    ...headers,
    ...body.after,
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
    ...[...imports].sort().map((name) => `\t"${name}"`),
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
  readonly expression: string;
  readonly after: readonly string[];
}

const NO_BODY: BodyCode = { imports: [], before: [], expression: 'nil', after: [] };

function bodyCode(body: SampleBody): BodyCode {
  switch (body.kind) {
    case 'json':
      return textBody(nestedJson(body.value, '\t'));
    case 'text':
      return textBody(body.text);
    case 'form':
      return {
        imports: ['net/url', 'strings'],
        before: [
          'form := url.Values{}',
          ...body.fields.map(([name, value]) => `form.Add(${quoteGo(name)}, ${quoteGo(value)})`),
        ],
        expression: 'strings.NewReader(form.Encode())',
        after: [],
      };
    case 'binary':
      return {
        imports: ['os'],
        before: [`body, err := os.Open(${quoteGo(body.fileName)})`, ...FATAL],
        expression: 'body',
        after: [],
      };
    case 'multipart':
      return multipartBody(body.fields);
  }
}

function textBody(text: string): BodyCode {
  return {
    imports: ['strings'],
    before: [`body := strings.NewReader(${quoteGoText(text)})`],
    expression: 'body',
    after: [],
  };
}

function multipartBody(fields: readonly MultipartField[]): BodyCode {
  const hasFile = fields.some(({ kind }) => kind === 'file');
  const isTyped = fields.some(({ contentType }) => contentType !== undefined);
  return {
    imports: [
      'bytes',
      'mime/multipart',
      ...(hasFile ? ['os'] : []),
      ...(isTyped ? ['net/textproto'] : []),
    ],
    before: [
      'body := &bytes.Buffer{}',
      'form := multipart.NewWriter(body)',
      ...fields.flatMap(writeField),
      'form.Close()',
    ],
    expression: 'body',
    after: ['request.Header.Set("Content-Type", form.FormDataContentType())'],
  };
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
  const seen = escapeControls(text.replace(/[\n\t]/g, ''), () => '\\');
  if (seen !== text.replace(/[\n\t]/g, '') || !/["\\\n]/.test(text)) return interpreted(text);
  const pieces = text.split(/(`+)/).filter((piece) => piece !== '');
  return pieces.map((piece) => (piece.startsWith('`') ? `"${piece}"` : `\`${piece}\``)).join(' + ');
}

function interpreted(text: string): string {
  const quoted = text.replace(/[\\"]/g, String.raw`\$&`);
  // A Go string is UTF-8, which has no unpaired surrogates.
  const escape = (code: number): string =>
    `\\u${(code >= 0xd800 && code <= 0xdfff ? 0xfffd : code).toString(16).padStart(4, '0')}`;
  return `"${escapeControls(quoted, escape)}"`;
}
