/** Languages that are printed where a site names them, and in the builder, which loads them when a reader asks for others. */
import type { Escape } from '../sample-request.ts';
import { CODE, indent, type Language, language, type Parts, type Syntax } from './template.ts';

const BRACES: Escape = ['\\', '{', '}'];
const single = (text: string): string => `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;
const triple = (text: string): string => `"""\n${text}\n"""`;
const doubled = (text: string): string => triple(text.replaceAll('\\', '\\\\'));

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

export const TEMPLATES: readonly Language[] = [
  language(
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
  ),
  language(
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
  ),
  language(['java', 'Java'], { ...JVM, json: doubled }, (parts) => {
    const { imports, main } = jvmProgram(';', parts);
    const print = String.raw`System.out.println(response.statusCode() + "\n" + response.body());`;
    const start = 'public static void main(String[] arguments) throws Exception {';
    const method = indent([start, ...indent([...main, print]), '}']);
    return [...imports, 'class Main {', ...method, '}'];
  }),
  language(
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
  ),
  language(
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
  ),
  language(
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
  ),
  language(
    ['kotlin', 'Kotlin'],
    { ...JVM, signs: /["\\$]/g, json: (text) => triple(text.split('$').join("${'$'}")) },
    (parts) => {
      const { imports, main } = jvmProgram('', parts);
      const print = 'println("${response.statusCode()}\\n${response.body()}")';
      return [...imports, 'fun main() {', ...indent([...main, print]), '}'];
    },
  ),
  language(
    ['powershell', 'PowerShell'],
    {
      // Typographic quotes are quotes, too.
      signs: /[`$"\u201c-\u201e]/g,
      escape: ['`', '{', '}'],
      json: (text) => `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`,
      text: (code) =>
        /[^\0-\x7f]|`u/.test(code) ? `[Text.Encoding]::UTF8.GetBytes(${code})` : code,
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
          ...(content === undefined
            ? []
            : [`${hasFile && !form ? 'InFile' : 'Body'} = ${content}`]),
        ]),
        '}',
        '$response = Invoke-WebRequest @request',
        '$response.StatusCode',
        '$response.Content',
      ];
    },
  ),
];
