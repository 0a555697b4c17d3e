import { CODE, indent, language } from './template.ts';

export const GO = language(
  ['go', 'Go'],
  {
    escape: CODE,
    // A raw literal cannot hold back quotes.
    json: (text) => {
      const lines = text.replace(/^ +/gm, '$&$&');
      return `\`${lines.replaceAll('`', '` + "`" + `')}\``;
    },
    text: (code) => `strings.NewReader(${code})`,
    file: (code) => `open(${code})`,
    join: (codes) => `io.MultiReader(\n${indent(codes).join(',\n')},\n)`,
  },
  ({ method, url, headers, body, hasFile }) => {
    const fatal = ['if err != nil {', '    log.Fatal(err)', '}'];
    const names = ['fmt', 'io', 'log', 'net/http', ...(hasFile ? ['os'] : [])];
    if (body?.includes('strings.NewReader(') === true) names.push('strings');
    const main = [
      ...(body === undefined ? [] : [`body := ${body}`]),
      `request, err := http.NewRequest(${method}, ${url}, ${body === undefined ? 'nil' : 'body'})`,
      ...fatal,
      ...headers.map(([name, value]) => `request.Header.Set(${name}, ${value})`),
      '',
      'response, err := http.DefaultClient.Do(request)',
      ...fatal,
      'defer response.Body.Close()',
      'content, err := io.ReadAll(response.Body)',
      ...fatal,
      'fmt.Println(response.Status, string(content))',
    ];
    const open = ['file, err := os.Open(name)', ...fatal, 'return file'];
    const helper = ['', 'func open(name string) *os.File {', ...indent(open), '}'];
    const imports = indent(names.map((name) => `"${name}"`));
    const whole = ['package main', '', 'import (', ...imports, ')', '', 'func main() {'];
    whole.push(...indent(main), '}', ...(hasFile ? helper : []));
    return whole.map((line) =>
      line.replace(/^(?: {4})+/gm, (start) => '\t'.repeat(start.length / 4)),
    );
  },
);
