/** Samples in languages whose programs differ in their words only: how each writes literals, and its program. */
import { wellFormed } from '../../escape-html.ts';
import {
  encodeAll,
  escapeControls,
  type Escape,
  type MultipartField,
  type SampleRequest,
} from '../sample-request.ts';

export interface Language {
  /** Identifies the reader's choice. */
  readonly id: string;
  readonly label: string;
  /** For the highlighter. */
  readonly language: string;
  readonly write: (request: SampleRequest) => string;
}

/** How a language writes the values of a request. */
interface Syntax {
  /** Signs that are escaped between double quotes, and how invisible ones are. */
  readonly signs?: RegExp;
  readonly escape: Escape;
  /** Prints JSON over several lines: its white space has no meaning. */
  readonly json: (text: string) => string;
  /** Before, between and after the literals of a text's lines. */
  readonly lines?: readonly [open: string, between: string, close: string];
  /** A body made of a text or a file. */
  readonly text?: (code: string) => string;
  readonly file: (code: string) => string;
  /** A body made of several, where libraries cannot send all kinds of forms. */
  readonly join?: (codes: readonly string[]) => string;
}

/** A field of a form; its name and its text, or the name of its file, are literals. */
interface Field {
  readonly isFile: boolean;
  readonly name: string;
  readonly value: string;
  readonly type: string | undefined;
}

/** A request in the literals of a language. */
interface Parts {
  readonly method: string;
  /** `Post`, for methods that libraries have names for. */
  readonly known: string | undefined;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The headers without the media type of the body, and this type. */
  readonly others: Parts['headers'];
  readonly type: string | undefined;
  /** The expression of the body. */
  readonly body: string | undefined;
  readonly hasFile: boolean;
  /** In place of the body for a library that sends forms. */
  readonly form: readonly Field[] | undefined;
}

const KNOWN = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE)$/;

function language(
  [id, label]: readonly [string, string],
  syntax: Syntax,
  program: (parts: Parts) => readonly string[],
): Language {
  const { signs = /["\\]/g, escape, json, lines = PLUS, text = (code) => code, file } = syntax;
  const quote = (value: string): string => {
    const escaped = wellFormed(value).replace(signs, (sign) => escape[0] + sign);
    return `"${escapeControls(escaped, escape)}"`;
  };
  const quoteLines = (value: string): string => {
    const all = value.split(/(?<=\n)/);
    const [open, between, close] = lines;
    return all.length < 2 ? quote(value) : open + all.map(quote).join(between) + close;
  };
  const pieces = (fields: readonly MultipartField[], boundary: string): readonly string[] =>
    piecesOf(fields, boundary).map(([kind, value]) =>
      kind === 'file' ? file(quote(value)) : text(quoteLines(value)),
    );
  const bodyOf = (body: SampleRequest['body'], boundary: string): string | undefined => {
    switch (body?.kind) {
      case undefined:
        return undefined;
      case 'json': {
        const printed = JSON.stringify(body.value, null, 2).split('\n');
        return text(json(printed.map((line) => escapeControls(line)).join('\n')));
      }
      case 'text':
        return text(quoteLines(body.text));
      case 'form':
        return text(quote(body.fields.map((pair) => pair.map(encodeAll).join('=')).join('&')));
      case 'binary':
        return file(quote(body.fileName));
      case 'multipart':
        return syntax.join?.(pieces(body.fields, boundary));
    }
  };
  const write = ({ method, url, headers, body }: SampleRequest): string => {
    const fields = body?.kind === 'multipart' ? body.fields : undefined;
    let boundary = 'boundary';
    while (JSON.stringify(fields ?? '').includes(boundary)) boundary += '-0';
    const multipart = { name: 'Content-Type', value: `multipart/form-data; boundary=${boundary}` };
    const all = [...headers, ...(fields && syntax.join ? [multipart] : [])].map(
      ({ name, value }) => [quote(name), quote(value)] as const,
    );
    const type = all.find(([name]) => name === '"Content-Type"');
    return program({
      method: quote(method),
      known: KNOWN.test(method) ? method.charAt(0) + method.slice(1).toLowerCase() : undefined,
      url: quote(url),
      headers: all,
      others: all.filter((header) => header !== type),
      type: type?.[1],
      body: bodyOf(body, boundary),
      hasFile: body?.kind === 'binary' || fields?.some(({ kind }) => kind === 'file') === true,
      form: fields?.map((field) => ({
        isFile: field.kind === 'file',
        name: quote(field.name),
        value: quote(field.kind === 'file' ? field.fileName : field.value),
        type: field.contentType === undefined ? undefined : quote(field.contentType),
      })),
    }).join('\n');
  };
  return { id, label, language: id, write };
}

/** The parts of a multipart body as they are sent (RFC 7578): texts, and names of files. */
function piecesOf(
  fields: readonly MultipartField[],
  boundary: string,
): readonly (readonly ['text' | 'file', string])[] {
  const word = (name: string): string => name.replace(/["\r\n]/g, encodeURIComponent);
  let end = '';
  const pieces = fields.flatMap((field) => {
    const isFile = field.kind === 'file';
    const file = isFile ? `; filename="${word(field.fileName)}"` : '';
    const type = field.contentType === undefined ? '' : `\r\nContent-Type: ${field.contentType}`;
    const disposition = `Content-Disposition: form-data; name="${word(field.name)}"${file}${type}`;
    const head = `${end}--${boundary}\r\n${disposition}\r\n\r\n`;
    end = '\r\n';
    return isFile
      ? ([
          ['text', head],
          ['file', field.fileName],
        ] as const)
      : ([['text', head + field.value]] as const);
  });
  return [...pieces, ['text', `${end}--${boundary}--\r\n`]];
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `    ${line.replaceAll('\n', '\n    ')}`);
}

const PLUS = ['', ' +\n    ', ''] as const;
const CODE: Escape = ['\\', '', ''];
const BRACES: Escape = ['\\', '{', '}'];
const single = (text: string): string => `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;
const triple = (text: string): string => `"""\n${text}\n"""`;
const doubled = (text: string): string => triple(text.replaceAll('\\', '\\\\'));

const php = language(
  ['php', 'PHP'],
  {
    signs: /["\\$]/g,
    escape: BRACES,
    json: single,
    lines: ['', ' .\n    ', ''],
    file: (code) => `file_get_contents(${code})`,
    join: (codes) => codes.join(' .\n    '),
  },
  ({ method, known, url, headers, body }) => [
    '<?php',
    `$curl = curl_init(${url});`,
    'curl_setopt_array($curl, [',
    ...indent([
      known === 'Head' ? 'CURLOPT_NOBODY => true,' : `CURLOPT_CUSTOMREQUEST => ${method},`,
      'CURLOPT_HTTPHEADER => [',
      ...indent(headers.map(([name, value]) => `${name.slice(0, -1)}: ${value.slice(1)},`)),
      '],',
      ...(body === undefined ? [] : [`CURLOPT_POSTFIELDS => ${body},`]),
      'CURLOPT_RETURNTRANSFER => true,',
    ]),
    ']);',
    '$response = curl_exec($curl);',
    'if ($response === false) {',
    '    throw new RuntimeException(curl_error($curl));',
    '}',
    String.raw`echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), "\n", $response;`,
  ],
);

const ruby = language(
  ['ruby', 'Ruby'],
  {
    signs: /["\\]|#(?=[{$@])/g,
    escape: BRACES,
    json: single,
    file: (code) => `File.binread(${code})`,
    // Of one encoding.
    join: (codes) => `[\n${indent(codes).join(',\n')}\n].map(&:b).join`,
  },
  ({ method, known, url, headers, body }) => [
    'require "net/http"',
    '',
    `uri = URI(${url})`,
    known === undefined
      ? `request = Net::HTTPGenericRequest.new(${method}, true, true, uri)`
      : `request = Net::HTTP::${known}.new(uri)`,
    ...headers.map(([name, value]) => `request[${name}] = ${value}`),
    ...(body === undefined ? [] : [`request.body = ${body}`]),
    'response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https") do |http|',
    '  http.request(request)',
    'end',
    'puts response.code, response.body',
  ],
);

const JVM = {
  escape: CODE,
  text: (code) => `BodyPublishers.ofString(${code})`,
  file: (code) => `BodyPublishers.ofFile(Path.of(${code}))`,
  join: (codes) => `BodyPublishers.concat(\n${indent(codes).join(',\n')}\n)`,
} satisfies Partial<Syntax>;

function jvmProgram(end: ';' | '', { method, url, headers, body, hasFile }: Parts) {
  const http = ['HttpClient', 'HttpRequest', 'HttpRequest.BodyPublishers'];
  const names = ['URI', ...[...http, 'HttpResponse.BodyHandlers'].map((name) => `http.${name}`)];
  return {
    imports: [
      ...names.map((name) => `import java.net.${name}${end}`),
      ...(hasFile ? [`import java.nio.file.Path${end}`] : []),
      '',
    ],
    main: [
      `${end ? 'var' : 'val'} request = HttpRequest.newBuilder(URI.create(${url}))`,
      ...indent([
        ...headers.map(([name, value]) => `.header(${name}, ${value})`),
        `.method(${method}, ${body ?? 'BodyPublishers.noBody()'})`,
        `.build()${end}`,
      ]),
      `${end ? 'var' : 'val'} response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString())${end}`,
    ],
  };
}

const java = language(['java', 'Java'], { ...JVM, json: doubled }, (parts) => {
  const { imports, main } = jvmProgram(';', parts);
  const print = String.raw`System.out.println(response.statusCode() + "\n" + response.body());`;
  const start = 'public static void main(String[] arguments) throws Exception {';
  const method = indent([start, ...indent([...main, print]), '}']);
  return [...imports, 'class Main {', ...method, '}'];
});

const kotlin = language(
  ['kotlin', 'Kotlin'],
  { ...JVM, signs: /["\\$]/g, json: (text) => triple(text.split('$').join("${'$'}")) },
  (parts) => {
    const { imports, main } = jvmProgram('', parts);
    const print = 'println("${response.statusCode()}\\n${response.body()}")';
    return [...imports, 'fun main() {', ...indent([...main, print]), '}'];
  },
);

const csharp = language(
  ['csharp', 'C#'],
  {
    escape: CODE,
    json: triple,
    text: (code) => `new StringContent(${code})`,
    file: (code) => `new StreamContent(File.OpenRead(${code}))`,
  },
  ({ method, known, url, others, type, body, form }) => {
    const typed = (code: string, of: string | undefined): string =>
      of ? `${code} { Headers = { ContentType = MediaTypeHeaderValue.Parse(${of}) } }` : code;
    const fields = (form ?? []).map(({ isFile, name, value, type: of }) =>
      isFile
        ? `form.Add(${typed(`new StreamContent(File.OpenRead(${value}))`, of)}, ${name}, ${value});`
        : `form.Add(${typed(`new StringContent(${value})`, of)}, ${name});`,
    );
    const content = form === undefined ? body && typed(body, type) : 'form';
    return [
      'using System.Net.Http.Headers;',
      '',
      ...(form === undefined ? [] : ['var form = new MultipartFormDataContent();', ...fields]),
      'using var client = new HttpClient();',
      'using var request = new HttpRequestMessage(',
      `    ${known === undefined ? `new HttpMethod(${method})` : `HttpMethod.${known}`}, ${url});`,
      ...(content === undefined ? [] : [`request.Content = ${content};`]),
      ...others.map(
        ([name, value]) => `request.Headers.TryAddWithoutValidation(${name}, ${value});`,
      ),
      'using var response = await client.SendAsync(request);',
      'Console.WriteLine((int)response.StatusCode);',
      'Console.WriteLine(await response.Content.ReadAsStringAsync());',
    ];
  },
);

const rust = language(
  ['rust', 'Rust'],
  {
    escape: BRACES,
    json: (text) => {
      const hashes = '#'.repeat(
        1 + Math.max(...(text.match(/"#*/g) ?? ['']).map((one) => one.length)),
      );
      return `r${hashes}"${text}"${hashes}`;
    },
    lines: ['concat!(\n    ', ',\n    ', '\n)'],
    file: (code) => `std::fs::File::open(${code})?`,
  },
  ({ method, known, url, headers, body, form }) => {
    const fields = (form ?? []).map(({ isFile, name, value, type }) => {
      const made = isFile ? `file(${value})?` : `text(${value})`;
      return type === undefined
        ? `.${isFile ? 'file' : 'text'}(${name}, ${value})${isFile ? '?' : ''}`
        : `.part(${name}, multipart::Part::${made}.mime_str(${type})?)`;
    });
    const content =
      form === undefined ? body : ['multipart::Form::new()', ...indent(fields)].join('\n');
    const verb = known
      ? `Method::${known.toUpperCase()}`
      : `Method::from_bytes(${method}.as_bytes())?`;
    return [
      `use reqwest::{blocking::${form === undefined ? 'Client' : '{multipart, Client}'}, Method};`,
      '',
      'fn main() -> Result<(), Box<dyn std::error::Error>> {',
      ...indent([
        'let response = Client::new()',
        ...indent([
          `.request(${verb}, ${url})`,
          ...headers.map(([name, value]) => `.header(${name}, ${value})`),
          ...(content === undefined ? [] : [`.${form ? 'multipart' : 'body'}(${content})`]),
          '.send()?;',
        ]),
        String.raw`println!("{}\n{}", response.status(), response.text()?);`,
        'Ok(())',
      ]),
      '}',
    ];
  },
);

const swift = language(
  ['swift', 'Swift'],
  {
    escape: BRACES,
    json: doubled,
    lines: ['[\n    ', ',\n    ', '\n].joined()'],
    text: (code) => `Data(${code}.utf8)`,
    file: (code) => `Data(contentsOf: URL(fileURLWithPath: ${code}))`,
    join: (codes) => `[\n${indent(codes).join(',\n')}\n].reduce(Data(), +)`,
  },
  ({ method, url, headers, body, hasFile }) => [
    'import Foundation',
    '',
    `var request = URLRequest(url: URL(string: ${url})!)`,
    `request.httpMethod = ${method}`,
    ...headers.map(([name, value]) => `request.setValue(${value}, forHTTPHeaderField: ${name})`),
    ...(body === undefined ? [] : [`request.httpBody = ${hasFile ? 'try ' : ''}${body}`]),
    'let (data, response) = try await URLSession.shared.data(for: request)',
    'print((response as! HTTPURLResponse).statusCode, String(decoding: data, as: UTF8.self))',
  ],
);

const powershell = language(
  ['powershell', 'PowerShell'],
  {
    // Typographic quotes are quotes, too.
    signs: /[`$"\u201c-\u201e]/g,
    escape: ['`', '{', '}'],
    json: (text) => `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`,
    text: (code) => (/[^\0-\x7f]|`u/.test(code) ? `[Text.Encoding]::UTF8.GetBytes(${code})` : code),
    file: (code) => code,
  },
  ({ method, known, url, others, type, body, hasFile, form }) => {
    const fields = (form ?? []).flatMap(({ isFile, name, value, type: of }) => [
      isFile
        ? `$part = [Net.Http.StreamContent]::new([IO.File]::OpenRead((Resolve-Path ${value})))`
        : `$part = [Net.Http.StringContent]::new(${value})`,
      ...(of === undefined ? [] : [`$part.Headers.ContentType = ${of}`]),
      `$form.Add($part, ${name}${isFile ? `, ${value}` : ''})`,
    ]);
    const content = form === undefined ? body : '$form';
    return [
      ...(form === undefined ? [] : ['$form = [Net.Http.MultipartFormDataContent]::new()']),
      ...fields,
      '$request = @{',
      ...indent([
        known === undefined ? `CustomMethod = ${method}` : `Method = "${known}"`,
        `Uri = ${url}`,
        'Headers = @{',
        ...indent(others.map(([name, value]) => `${name} = ${value}`)),
        '}',
        ...(type === undefined ? [] : [`ContentType = ${type}`]),
        ...(content === undefined ? [] : [`${hasFile && !form ? 'InFile' : 'Body'} = ${content}`]),
      ]),
      '}',
      '$response = Invoke-WebRequest @request',
      '$response.StatusCode',
      '$response.Content',
    ];
  },
);

/** Languages that are printed where a site names them, and in the builder. */
export const TEMPLATES: readonly Language[] = [
  php,
  ruby,
  java,
  csharp,
  rust,
  swift,
  kotlin,
  powershell,
];
