/** Reads messages of HTTP (RFC 9112). */
import { jsonBody, UNCOMMENT } from './curl.ts';
import {
  headerOf,
  OTHER_BODY,
  type ReadSample,
  type SampleRequest,
  type SyntaxProblem,
} from './sample.ts';

const START =
  /^(?:([A-Z]{3,8})[ \t]+(\S+)(?:[ \t]+HTTP\/[\d.]+)?|HTTP\/[\d.]+ (\d{3})[^\n]*)[ \t]*$/gm;

/** Reads messages of HTTP: requests, responses, or both. */
export function readHttp(code: string): ReadSample {
  const problems: SyntaxProblem[] = [];
  const requests: SampleRequest[] = [];
  let response: ReadSample['response'];
  const starts = [...code.matchAll(START)];
  for (const [
    number,
    { 0: first, 1: method = '', 2: target = '', 3: status, index: start },
  ] of starts.entries()) {
    const text = code.slice(start, starts[number + 1]?.index);
    // Without an empty line, a body of JSON begins with its bracket.
    const gap = /\r?\n(?:[ \t]*\r?\n|(?=[ \t]*[[{]))/.exec(text);
    const [, ...lines] = text.slice(0, gap?.index).split('\n');
    const content = gap === null ? '' : text.slice(gap.index + gap[0].length);
    let end = start + first.length;
    const headers = lines.flatMap((line) => {
      const range = { start: end + 1, end: (end += line.length + 1) };
      const [, name = '', value = ''] = /^\s*([\w-]+):\s*(.*)$/.exec(line) ?? [];
      return name === '' ? [] : [{ name, text: value, ...range }];
    });
    const header = (wanted: string): string | undefined => headerOf({ headers }, wanted)?.text;
    const from = start + text.length - content.length;
    const isJson = /json/i.test(header('content-type') ?? 'json') && /^\s*[[{]/.test(content);
    const found: SyntaxProblem[] = [];
    const at = Array.from({ length: content.length }, (_, unit) => from + unit);
    const body = isJson ? jsonBody({ text: content, at }, found) : undefined;
    // Comments in what is shown as an answer are no mistakes.
    problems.push(...found.filter(({ hint }) => status === undefined || hint !== UNCOMMENT));
    if (status !== undefined) {
      response = { status, body: body?.kind === 'json' ? body.value : undefined };
      continue;
    }
    // Editors' clients let the query follow on separate lines.
    const more = lines.filter((line) => /^\s*[?&]\S/.test(line)).map((line) => line.trim());
    const address = target + more.join('');
    const host = address.startsWith('/') ? header('host') : undefined;
    const place = start + first.indexOf(target);
    // A line alone names the operation, and shows nothing of the request.
    const isName = headers.length === 0 && content.trim() === '';
    requests.push({
      start,
      end: start + first.length,
      method,
      methodAt: { start, end: start + method.length },
      url: {
        text: host === undefined ? address : `https://${host}${address}`,
        start: place,
        end: place + target.length,
      },
      headers,
      query: isName ? undefined : [],
      body: isName || (body === undefined && content.trim() !== '') ? OTHER_BODY : body,
      isWhole: headers.length > 0,
    });
  }
  return { requests, problems, variables: [], response };
}
