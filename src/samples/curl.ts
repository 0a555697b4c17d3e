/** Reads requests in commands of cURL (its manual page). */
import { readLiteral } from './literal.ts';
import {
  type Body,
  DYNAMIC,
  type Field,
  type Piece,
  type Range,
  type ReadSample,
  type SampleRequest,
  type SyntaxProblem,
  type Value,
} from './sample.ts';
import { type Command, readShell, type Word } from './shell.ts';

/** Reads the requests in a code block of a shell. */
export function readCommands(code: string): ReadSample {
  const { commands, problems, variables } = readShell(code);
  const final = problems.find(({ isFinal }) => isFinal);
  const isRead = ({ start, end }: Command): boolean =>
    // A quote that is missing earlier joins commands.
    final === undefined || (end <= final.start && !/\n\s*curl\s/.test(code.slice(start, end)));
  const found: SyntaxProblem[] = commands.flatMap(({ words }) =>
    words.flatMap(({ text, start, isQuoted }) =>
      !isQuoted && /^[“”‘’]/.test(text)
        ? [
            {
              start,
              end: start + 1,
              message: `${text.charAt(0)} is no quote of a shell`,
              hint: 'write \' or "',
            },
          ]
        : [],
    ),
  );
  const misquoted = new Set(found.map(({ start }) => start));
  const requests = commands.flatMap((command, index) => {
    const first = command.words.findIndex(({ text }) => /^(?:.*\/)?curl(?:\.exe)?$/.test(text));
    if (
      first < 0 ||
      !isRead(command) ||
      command.words.slice(0, first).some(({ text }) => !/=|^(?:sudo|time|export|exec)$/.test(text))
    )
      return [];
    if (command.words.some(({ start }) => found.some((problem) => problem.start === start)))
      return [];
    if (command.words.some(({ start }) => misquoted.has(start))) return [];
    const next = commands[index + 1];
    const isOption =
      /^--?[a-z]/i.test(next?.words[0]?.text ?? '') &&
      /^\s*\n?\s*$/.test(code.slice(command.end, next?.start));
    if (!isOption) return readCurl(command, first + 1, found) ?? [];
    const end = command.words.at(-1)?.end ?? command.end;
    found.push({
      start: end - 1,
      end,
      message: 'the command ends at the end of this line',
      hint: 'end the line with \\ to continue it',
    });
    return [];
  });
  const isCurl = commands.some(({ words }) => words.some(({ text }) => text === 'curl'));
  if (!isCurl) return { requests, problems: [], variables };
  // Output of a command and other files are no code of a shell.
  const opened = commands.findLast(({ start }) => final !== undefined && start <= final.start);
  const isCode = opened?.words.some(
    ({ text }, at) => text === 'curl' || (at === 0 && /=/.test(text)),
  );
  const certain = problems.filter((problem) => problem !== final || isCode === true);
  return { requests, problems: [...certain, ...found], variables };
}

/** Options of cURL with a value, by their effect; others with a value are in `SKIPPED`. */
const OPTIONS: ReadonlyMap<
  string,
  'method' | 'header' | 'data' | 'urlencode' | 'json' | 'form' | 'user' | 'url' | 'query' | 'raw'
> = new Map([
  ['-X', 'method'],
  ['--request', 'method'],
  ['-H', 'header'],
  ['--header', 'header'],
  ['-d', 'data'],
  ['--data', 'data'],
  ['--data-ascii', 'data'],
  ['--data-raw', 'raw'],
  ['--data-binary', 'data'],
  ['--data-urlencode', 'urlencode'],
  ['--json', 'json'],
  ['-F', 'form'],
  ['--form', 'form'],
  ['--form-string', 'form'],
  ['-u', 'user'],
  ['--user', 'user'],
  ['--oauth2-bearer', 'user'],
  ['--url', 'url'],
  ['--url-query', 'query'],
]);
const SKIPPED = new Set(
  (
    '-o --output -A --user-agent -b --cookie -c --cookie-jar -e --referer -m --max-time --connect-timeout -w --write-out -x --proxy ' +
    '-T --upload-file -E --cert --key --cacert --capath --retry --retry-delay --retry-max-time --resolve --interface --limit-rate ' +
    '-K --config -D --dump-header -C --continue-at -r --range -y -Y -z --time-cond --ciphers --cert-type --key-type -U --proxy-user ' +
    '--unix-socket --max-redirs --stderr --trace --trace-ascii --aws-sigv4 --tls-max --connect-to --dns-servers -P -t -Q'
  ).split(' '),
);
const SHORT_WITH_VALUE = /[XHdFuoAbcemwxTEKDCryYzUPtQ]/;

interface Curl {
  method: string | undefined;
  url: Word | undefined;
  readonly headers: Field[];
  readonly data: { readonly word: Word; readonly kind: string }[];
  readonly query: Field[];
  isGet: boolean;
  hasForm: boolean;
  hasOther: boolean;
}

/** Reads a command of cURL (its manual page); undefined without an address. */
function readCurl(
  { words, start, end, input }: Command,
  first: number,
  problems: SyntaxProblem[],
): SampleRequest | undefined {
  const curl: Curl = {
    method: undefined,
    url: undefined,
    headers: [],
    data: [],
    query: [],
    isGet: false,
    hasForm: false,
    hasOther: false,
  };
  for (let index = first; index < words.length; index += 1) {
    const word = words[index];
    if (word === undefined) break;
    const { text } = word;
    if (!text.startsWith('-') || text === '-') {
      // A variable before the address may have options.
      if (curl.url?.text === DYNAMIC) {
        addOption(curl, 'header', curl.url);
        [curl.url, curl.hasOther, curl.method] = [word, true, curl.method ?? DYNAMIC];
      }
      curl.url ??= word;
      continue;
    }
    const [, long = '', inline] = /^(--[a-z\d-]+)(?:=([^]*))?$/.exec(text) ?? [];
    const short = long === '' ? shortOption(text) : undefined;
    const name = short?.name ?? long;
    const isValued = OPTIONS.has(name) || SKIPPED.has(name);
    if (name === '-G' || name === '--get') curl.isGet = true;
    if (name === '-I' || name === '--head') curl.method ??= 'HEAD';
    for (const flag of short?.flags ?? []) if (flag === 'G') curl.isGet = true;
    if (name === '-T' || name === '--upload-file')
      [curl.hasOther, curl.method] = [true, curl.method ?? 'PUT'];
    if (!isValued) continue;
    const offset = short?.offset ?? (inline === undefined ? 0 : long.length + 1);
    const value = offset > 0 ? cut(word, offset) : words[(index += 1)];
    if (value !== undefined) addOption(curl, OPTIONS.get(name), value);
  }
  if (curl.url === undefined) return undefined;
  const body = bodyOfCurl(curl, input, problems);
  const sendsData = curl.data.length > 0 && !curl.isGet;
  const method = curl.method ?? (body !== undefined && sendsData ? 'POST' : 'GET');
  const query = curl.isGet
    ? [...curl.query, ...curl.data.flatMap(({ word }) => readForm(word))]
    : curl.query;
  const { url, headers } = curl;
  return {
    start,
    end,
    method: method.includes(DYNAMIC) ? undefined : method.toUpperCase(),
    url,
    headers,
    query,
    body,
    isWhole: true,
  };
}

/** Splits joined options: `-sXPOST` is `-s -X POST`. */
function shortOption(text: string): {
  readonly name: string;
  readonly flags: string;
  readonly offset: number;
} {
  for (let at = 1; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (SHORT_WITH_VALUE.test(letter))
      return {
        name: `-${letter}`,
        flags: text.slice(1, at),
        offset: at + 1 < text.length ? at + 1 : 0,
      };
  }
  return { name: '', flags: text.slice(1), offset: 0 };
}

function cut(word: Word, from: number): Word {
  return {
    ...word,
    text: word.text.slice(from),
    at: word.at.slice(from),
    start: word.at[from] ?? word.start,
  };
}

function addOption(curl: Curl, kind: ReturnType<typeof OPTIONS.get>, value: Word): void {
  const { text, start, end } = value;
  if (kind === 'method') curl.method = text;
  else if (kind === 'url') curl.url ??= value;
  else if (kind === 'header') {
    const [, name = '', content = ''] = /^([^:;]+)[:;]\s*([^]*)$/.exec(text) ?? [];
    if (name !== '') curl.headers.push({ name, text: content, start, end });
    else if (text.startsWith('@') || text.includes(DYNAMIC))
      curl.headers.push({ name: DYNAMIC, text: DYNAMIC, start, end });
  } else if (kind === 'user')
    curl.headers.push({ name: 'Authorization', text: `Basic ${DYNAMIC}`, start, end });
  else if (kind === 'query') curl.query.push(...readForm(value));
  else if (kind !== undefined) curl.data.push({ word: value, kind });
}

function bodyOfCurl(
  curl: Curl,
  input: Word | undefined,
  problems: SyntaxProblem[],
): Body | undefined {
  if (curl.hasOther) return { kind: 'other' };
  const [first] = curl.data;
  if (first === undefined || curl.isGet) return undefined;
  const isOther = curl.data.some(
    ({ word: { text }, kind }) => kind !== 'raw' && kind !== 'form' && text.startsWith('@'),
  );
  if (isOther) {
    const fromInput = input !== undefined && first.word.text === '@-';
    return fromInput ? jsonBody(input, problems) : { kind: 'other' };
  }
  if (first.kind === 'form')
    return { kind: 'form', fields: curl.data.flatMap(({ word }) => readPart(word)) };
  const type = curl.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.text ?? '';
  const isJson = first.kind === 'json' || /json/i.test(type) || /^\s*[[{]/.test(first.word.text);
  if (isJson && curl.data.length === 1) return jsonBody(first.word, problems);
  if (isJson || /xml|octet|text\/plain|ndjson/i.test(type)) return { kind: 'other' };
  return { kind: 'form', fields: curl.data.flatMap(({ word }) => readForm(word)) };
}

/** A part of a multipart form: `name=value`. */
function readPart({ text, start, end }: Word): readonly Field[] {
  const at = text.indexOf('=');
  if (at < 0) return [];
  const value = text.slice(at + 1);
  return [
    {
      name: text.slice(0, at).replace(/^"|"$/g, ''),
      text: /^[@<]/.test(value) ? DYNAMIC : value,
      start,
      end,
    },
  ];
}

/** Reads a body in JSON; its problems are added. */
export function jsonBody(word: Word, problems: SyntaxProblem[]): Body {
  if (!/\S/.test(word.text) || !/^\s*[[{"\d-]|^\s*(?:true|false|null)/.test(word.text))
    return { kind: 'other' };
  const read = readLiteral(word.text, { form: 'json' });
  const offset = (at: number): number => word.at[Math.min(at, word.at.length - 1)] ?? word.start;
  const toCode = ({ start, end }: Range): Range => ({
    start: offset(start),
    end: offset(end - 1) + 1,
  });
  problems.push(...read.problems.map((problem) => ({ ...problem, ...toCode(problem) })));
  if (read.problems.length > 0) return { kind: 'other' };
  return { kind: 'json', value: moved(read.value, toCode) };
}

function moved(value: Value, toCode: (range: Range) => Range): Value {
  return {
    json: value.json,
    ...toCode(value),
    parts: new Map([...value.parts].map(([key, part]) => [key, moved(part, toCode)] as const)),
    keys: new Map([...value.keys].map(([key, range]) => [key, toCode(range)] as const)),
  };
}

/** Reads `a=1&b=2`. */
export function readForm({ text, start, end }: Piece): readonly Field[] {
  return text.split('&').flatMap((pair) => {
    const at = pair.indexOf('=');
    const name = decode(at < 0 ? pair : pair.slice(0, at));
    return name === ''
      ? []
      : [{ name, text: at < 0 ? '' : decode(pair.slice(at + 1)), start, end }];
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
