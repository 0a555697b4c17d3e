import { CODE, inDoubleQuotes, indent, language, type Language } from './template.ts';

const IN_SPACES = language(
  ['go', 'Go'],
  inDoubleQuotes({
    escape: CODE,
    // A raw literal cannot hold back quotes.
    json: (text) => {
      const lines = text.replace(/^ +/gm, '$&$&');
      return `\`${lines.replaceAll('`', '` + "`" + `')}\``;
    },
    text: (code) => `strings.NewReader(${code})`,
    file: (code) => `open(${code})`,
    parts: ({ body }) => ({ reader: body?.includes('strings.NewReader(') ? '' : undefined }),
    join: (codes) => `io.MultiReader(\n${indent(codes).join(',\n')},\n)`,
  }),
  `package main

import (
    "fmt"
    "io"
    "log"
    "net/http"
    {{#file}}"os"
    {{#reader}}"strings"
)

func main() {
    body := {{body}}
    {{#body}}request, err := http.NewRequest({{method}}, {{url}}, body)
    {{^body}}request, err := http.NewRequest({{method}}, {{url}}, nil)
    if err != nil {
        log.Fatal(err)
    }
    request.Header.Set({{name}}, {{value}})

    response, err := http.DefaultClient.Do(request)
    if err != nil {
        log.Fatal(err)
    }
    defer response.Body.Close()
    content, err := io.ReadAll(response.Body)
    if err != nil {
        log.Fatal(err)
    }
    fmt.Println(response.Status, string(content))
}
{{#file}}
{{#file}}func open(name string) *os.File {
{{#file}}    file, err := os.Open(name)
{{#file}}    if err != nil {
{{#file}}        log.Fatal(err)
{{#file}}    }
{{#file}}    return file
{{#file}}}`,
);

export const GO: Language = {
  ...IN_SPACES,
  write: (request) =>
    IN_SPACES.write(request).replace(/^(?: {4})+/gm, (start) => '\t'.repeat(start.length / 4)),
};
