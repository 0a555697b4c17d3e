/** Reads messages of HTTP (RFC 9112). */
import { jsonBody } from './curl.ts';
import type { ReadSample, SampleRequest, SyntaxProblem } from './sample.ts';

const METHOD = /^([A-Z]{3,8})[ \t]+(\S+)(?:[ \t]+HTTP\/[\d.]+)?[ \t]*$/;

/** Reads a message of HTTP: a request, a response, or both. */
export function readHttp(code: string): ReadSample {
  const problems: SyntaxProblem[] = [];
  const requests: SampleRequest[] = [];
  let response: ReadSample['response'];
  const starts = [
    ...code.matchAll(
      /^(?:[A-Z]{3,8}[ \t]+\S+(?:[ \t]+HTTP\/[\d.]+)?|HTTP\/[\d.]+ \d{3}[^\n]*)[ \t]*$/gm,
    ),
  ].map(({ index }) => index);
  for (const [number, start] of starts.entries()) {
    const end = starts[number + 1] ?? code.length;
    const text = code.slice(start, end);
    // Without an empty line, a body of JSON begins with its bracket.
    const gap = /\r?\n(?:[ \t]*\r?\n|(?=[ \t]*[[{]))/.exec(text);
    const [first = '', ...lines] = text.slice(0, gap?.index ?? text.length).split('\n');
    const bodyStart = start + (gap === null ? text.length : gap.index + gap[0].length);
    const content = code.slice(bodyStart, end);
    const type =
      /^content-type:\s*(.*)$/im.exec(text.slice(0, gap?.index ?? text.length))?.[1] ?? 'json';
    const body =
      /json/i.test(type) && /^\s*[[{]/.test(content)
        ? jsonBody(
            {
              text: content,
              at: [...content].flatMap((one, at) => Array.from(one, () => bodyStart + at)),
              start: bodyStart,
              end,
              isQuoted: false,
            },
            problems,
          )
        : undefined;
    const status = /^HTTP\/[\d.]+ (\d{3})/.exec(first)?.[1];
    if (status !== undefined) {
      response = { status, body: body?.kind === 'json' ? body.value : undefined };
      continue;
    }
    const [, method = '', target = ''] = METHOD.exec(first.trimEnd()) ?? [];
    // Editors' clients let the query follow on separate lines.
    const more = lines.filter((line) => /^\s*[?&]\S/.test(line)).map((line) => line.trim());
    const address = target + more.join('');
    let at = start + first.length + 1;
    const headers = lines.flatMap((line) => {
      const from = at;
      at += line.length + 1;
      const [, name = '', value = ''] = /^\s*([\w-]+):\s*(.*)$/.exec(line) ?? [];
      return name === '' ? [] : [{ name, text: value, start: from, end: from + line.length }];
    });
    const host = headers.find(({ name }) => name.toLowerCase() === 'host')?.text;
    const from = start + first.indexOf(target);
    const url = {
      text: host !== undefined && address.startsWith('/') ? `https://${host}${address}` : address,
      start: from,
      end: from + target.length,
    };
    // A line alone names the operation, and shows nothing of the request.
    const isName = headers.length === 0 && content.trim() === '';
    const hasOther = isName || (body === undefined && content.trim() !== '');
    requests.push({
      start,
      end: start + first.length,
      method,
      url,
      headers,
      query: isName ? undefined : [],
      body: hasOther ? { kind: 'other' } : body,
      isWhole: headers.length > 0,
    });
  }
  return { requests, problems, variables: [], response };
}
