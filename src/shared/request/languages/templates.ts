/** Languages that are printed where a site names them, and in the builder, which loads them when a reader asks for others. */
import type { Escape } from '../sample-request.ts';
import { CODE, inDoubleQuotes, indent, type Language, language, type Syntax } from './template.ts';

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

export const TEMPLATES: readonly Language[] = [
  language(
    ['php', 'PHP'],
    inDoubleQuotes({
      signs: /["\\$]/g,
      escape: BRACES,
      json: single,
      lines: ['', ' .\n    ', ''],
      file: (code) => `file_get_contents(${code})`,
      join: (codes) => codes.join(' .\n    '),
      parts: ({ known }) => ({ head: known === 'Head' ? '' : undefined }),
    }),
    String.raw`<?php
$curl = curl_init({{url}});
curl_setopt_array($curl, [
    {{#head}}CURLOPT_NOBODY => true,
    {{^head}}CURLOPT_CUSTOMREQUEST => {{method}},
    CURLOPT_HTTPHEADER => [
        {{header}},
    ],
    CURLOPT_POSTFIELDS => {{body}},
    CURLOPT_RETURNTRANSFER => true,
]);
$response = curl_exec($curl);
if ($response === false) {
    throw new RuntimeException(curl_error($curl));
}
echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), "\n", $response;`,
  ),
  language(
    ['ruby', 'Ruby'],
    inDoubleQuotes({
      signs: /["\\]|#(?=[{$@])/g,
      escape: BRACES,
      json: single,
      file: (code) => `File.binread(${code})`,
      // Of one encoding.
      join: (codes) => `[\n${indent(codes).join(',\n')}\n].map(&:b).join`,
    }),
    `require "net/http"

uri = URI({{url}})
request = Net::HTTP::{{known}}.new(uri)
{{^known}}request = Net::HTTPGenericRequest.new({{method}}, true, true, uri)
request[{{name}}] = {{value}}
request.body = {{body}}
response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https") do |http|
  http.request(request)
end
puts response.code, response.body`,
  ),
  language(
    ['java', 'Java'],
    inDoubleQuotes({ ...JVM, json: doubled }),
    String.raw`import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
{{#file}}import java.nio.file.Path;

class Main {
    public static void main(String[] arguments) throws Exception {
        var request = HttpRequest.newBuilder(URI.create({{url}}))
            .header({{name}}, {{value}})
            .method({{method}}, {{body}})
            {{^body}}.method({{method}}, BodyPublishers.noBody())
            .build();
        var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        System.out.println(response.statusCode() + "\n" + response.body());
    }
}`,
  ),
  language(
    ['csharp', 'C#'],
    inDoubleQuotes({
      escape: CODE,
      json: triple,
      text: (code) => `new StringContent(${code})`,
      file: (code) => `new StreamContent(File.OpenRead(${code}))`,
      parts: ({ body, type }, fields) => {
        const typed = (code: string, of: string | undefined): string =>
          of ? `${code} { Headers = { ContentType = MediaTypeHeaderValue.Parse(${of}) } }` : code;
        const lines = fields.map(({ isFile, name, value, type: of }) =>
          isFile
            ? `form.Add(${typed(`new StreamContent(File.OpenRead(${value}))`, of)}, ${name}, ${value});`
            : `form.Add(${typed(`new StringContent(${value})`, of)}, ${name});`,
        );
        return { fields: lines.join('\n') || undefined, content: body && typed(body, type) };
      },
    }),
    `using System.Net.Http.Headers;

{{#multipart}}var form = new MultipartFormDataContent();
{{fields}}
using var client = new HttpClient();
using var request = new HttpRequestMessage(
    HttpMethod.{{known}}, {{url}});
    {{^known}}new HttpMethod({{method}}), {{url}});
{{#multipart}}request.Content = form;
request.Content = {{content}};
request.Headers.TryAddWithoutValidation({{other}}, {{value}});
using var response = await client.SendAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());`,
  ),
  language(
    ['rust', 'Rust'],
    inDoubleQuotes({
      escape: BRACES,
      json: (text) => {
        const hashes = '#'.repeat(
          1 + Math.max(...(text.match(/"#*/g) ?? ['']).map((one) => one.length)),
        );
        return `r${hashes}"${text}"${hashes}`;
      },
      lines: ['concat!(\n    ', ',\n    ', '\n)'],
      file: (code) => `std::fs::File::open(${code})?`,
      parts: ({ known }, fields) => {
        const calls = fields.map(({ isFile, name, value, type }) => {
          const made = isFile ? `file(${value})?` : `text(${value})`;
          return type === undefined
            ? `.${isFile ? 'file' : 'text'}(${name}, ${value})${isFile ? '?' : ''}`
            : `.part(${name}, multipart::Part::${made}.mime_str(${type})?)`;
        });
        const form = ['multipart::Form::new()', ...indent(calls)].join('\n');
        return { verb: known?.toUpperCase(), form };
      },
    }),
    String.raw`{{^multipart}}use reqwest::{blocking::Client, Method};
{{#multipart}}use reqwest::{blocking::{multipart, Client}, Method};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let response = Client::new()
        .request(Method::{{verb}}, {{url}})
        {{^verb}}.request(Method::from_bytes({{method}}.as_bytes())?, {{url}})
        .header({{name}}, {{value}})
        .body({{body}})
        {{#multipart}}.multipart({{form}})
        .send()?;
    println!("{}\n{}", response.status(), response.text()?);
    Ok(())
}`,
  ),
  language(
    ['swift', 'Swift'],
    inDoubleQuotes({
      escape: BRACES,
      json: doubled,
      lines: ['[\n    ', ',\n    ', '\n].joined()'],
      text: (code) => `Data(${code}.utf8)`,
      file: (code) => `Data(contentsOf: URL(fileURLWithPath: ${code}))`,
      join: (codes) => `[\n${indent(codes).join(',\n')}\n].reduce(Data(), +)`,
    }),
    `import Foundation

var request = URLRequest(url: URL(string: {{url}})!)
request.httpMethod = {{method}}
request.setValue({{value}}, forHTTPHeaderField: {{name}})
{{#file}}request.httpBody = try {{body}}
{{^file}}request.httpBody = {{body}}
let (data, response) = try await URLSession.shared.data(for: request)
print((response as! HTTPURLResponse).statusCode, String(decoding: data, as: UTF8.self))`,
  ),
  language(
    ['kotlin', 'Kotlin'],
    inDoubleQuotes({
      ...JVM,
      signs: /["\\$]/g,
      json: (text) => triple(text.split('$').join("${'$'}")),
    }),
    `import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse.BodyHandlers
{{#file}}import java.nio.file.Path

fun main() {
    val request = HttpRequest.newBuilder(URI.create({{url}}))
        .header({{name}}, {{value}})
        .method({{method}}, {{body}})
        {{^body}}.method({{method}}, BodyPublishers.noBody())
        .build()
    val response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString())
    println("\${response.statusCode()}\\n\${response.body()}")
}`,
  ),
  language(
    ['powershell', 'PowerShell'],
    inDoubleQuotes({
      // Typographic quotes are quotes, too.
      signs: /[`$"\u201c-\u201e]/g,
      escape: ['`', '{', '}'],
      json: (text) => `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`,
      text: (code) =>
        /[^\0-\x7f]|`u/.test(code) ? `[Text.Encoding]::UTF8.GetBytes(${code})` : code,
      file: (code) => code,
      parts: (_, fields) => {
        const lines = fields.flatMap(({ isFile, name, value, type }) => [
          isFile
            ? `$part = [Net.Http.StreamContent]::new([IO.File]::OpenRead((Resolve-Path ${value})))`
            : `$part = [Net.Http.StringContent]::new(${value})`,
          ...(type === undefined ? [] : [`$part.Headers.ContentType = ${type}`]),
          `$form.Add($part, ${name}${isFile ? `, ${value}` : ''})`,
        ]);
        return { fields: lines.join('\n') || undefined };
      },
    }),
    `{{#multipart}}$form = [Net.Http.MultipartFormDataContent]::new()
{{fields}}
$request = @{
    Method = "{{known}}"
    {{^known}}CustomMethod = {{method}}
    Uri = {{url}}
    Headers = @{
        {{other}} = {{value}}
    }
    ContentType = {{type}}
    {{#multipart}}Body = $form
    {{#file}}InFile = {{body}}
    {{^file}}Body = {{body}}
}
$response = Invoke-WebRequest @request
$response.StatusCode
$response.Content`,
  ),
];
