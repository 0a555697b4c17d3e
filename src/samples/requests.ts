/** Finds the requests that a sample sends: with cURL, HTTPie-like texts (RFC 9112), JavaScript and Python. */
import { getOrInsert } from '../shared/maps.ts';
import { readLiteral, type ResolveName } from './literal.ts';
import {
  ANYTHING,
  type Body,
  DYNAMIC,
  type Field,
  type Piece,
  type Range,
  type SampleRequest,
  type SyntaxProblem,
  type Value,
} from './sample.ts';
import { type Command, readShell, type ShellCode, type Word } from './shell.ts';

/** What a code block says about requests. */
export interface ReadSample {
  readonly requests: readonly SampleRequest[];
  readonly problems: readonly SyntaxProblem[];
  /** Of a shell. */
  readonly variables: ShellCode['variables'];
  /** A response in a text of HTTP. */
  readonly response?: { readonly status: string; readonly body: Value | undefined } | undefined;
}

const SHELL = new Set(['sh', 'bash', 'shell', 'zsh', 'console', 'curl', 'terminal', 'shell-session', 'cmd']);
const CODE = new Set(['js', 'javascript', 'ts', 'typescript', 'jsx', 'tsx', 'mjs', 'node', 'nodejs', 'python', 'py', 'python3']);

/** True for a language in which requests can be read. */
export function isReadable(language: string): boolean {
  return SHELL.has(language) || CODE.has(language) || language === 'http';
}

/** Reads the requests in a code block. */
export function readSample(language: string, code: string): ReadSample {
  if (SHELL.has(language)) return readCommands(code);
  if (language === 'http') return readHttp(code);
  if (CODE.has(language)) return { requests: readCalls(code), problems: [], variables: [] };
  return { requests: [], problems: [], variables: [] };
}

function readCommands(code: string): ReadSample {
  const { commands, problems, variables } = readShell(code);
  const found: SyntaxProblem[] = [];
  const requests = commands.flatMap((command) => {
    const first = command.words.findIndex(({ text }) => /^(?:.*\/)?curl(?:\.exe)?$/.test(text));
    if (first < 0 || command.words.slice(0, first).some(({ text }) => !/=|^(?:sudo|time|export|exec)$/.test(text))) return [];
    return readCurl(command, first + 1, found) ?? [];
  });
  const isCurl = commands.some(({ words }) => words.some(({ text }) => text === 'curl'));
  return { requests, problems: isCurl ? [...problems, ...(problems.length > 0 ? [] : found)] : [], variables };
}

/** Options of cURL with a value, by their effect; others with a value are in `SKIPPED`. */
const OPTIONS: ReadonlyMap<string, 'method' | 'header' | 'data' | 'urlencode' | 'json' | 'form' | 'user' | 'url' | 'query' | 'raw'> =
  new Map([
    ['-X', 'method'], ['--request', 'method'], ['-H', 'header'], ['--header', 'header'],
    ['-d', 'data'], ['--data', 'data'], ['--data-ascii', 'data'], ['--data-raw', 'raw'], ['--data-binary', 'data'],
    ['--data-urlencode', 'urlencode'], ['--json', 'json'], ['-F', 'form'], ['--form', 'form'], ['--form-string', 'form'],
    ['-u', 'user'], ['--user', 'user'], ['--oauth2-bearer', 'user'], ['--url', 'url'], ['--url-query', 'query'],
  ]);
const SKIPPED = new Set(
  ('-o --output -A --user-agent -b --cookie -c --cookie-jar -e --referer -m --max-time --connect-timeout -w --write-out -x --proxy ' +
    '-T --upload-file -E --cert --key --cacert --capath --retry --retry-delay --retry-max-time --resolve --interface --limit-rate ' +
    '-K --config -D --dump-header -C --continue-at -r --range -y -Y -z --time-cond --ciphers --cert-type --key-type -U --proxy-user ' +
    '--unix-socket --max-redirs --stderr --trace --trace-ascii --aws-sigv4 --tls-max --connect-to --dns-servers -P -t -Q').split(' '),
);
const SHORT_WITH_VALUE = /[XHdFuoAbcemwxTEKDCryYzUPtQ]/;

interface Curl {
  method: string | undefined;
  url: Piece | undefined;
  readonly headers: Field[];
  readonly data: { readonly word: Word; readonly kind: string }[];
  readonly query: Field[];
  isGet: boolean;
  hasForm: boolean;
  hasOther: boolean;
}

/** Reads a command of cURL (its manual page); undefined without an address. */
function readCurl({ words, start, end, input }: Command, first: number, problems: SyntaxProblem[]): SampleRequest | undefined {
  const curl: Curl = {
    method: undefined, url: undefined, headers: [], data: [], query: [], isGet: false, hasForm: false, hasOther: false,
  };
  for (let index = first; index < words.length; index += 1) {
    const word = words[index];
    if (word === undefined) break;
    const { text } = word;
    if (!text.startsWith('-') || text === '-') {
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
    if (name === '-T' || name === '--upload-file') [curl.hasOther, curl.method] = [true, curl.method ?? 'PUT'];
    if (!isValued) continue;
    const offset = short?.offset ?? (inline === undefined ? 0 : long.length + 1);
    const value = offset > 0 ? cut(word, offset) : words[(index += 1)];
    if (value !== undefined) addOption(curl, OPTIONS.get(name), value);
  }
  if (curl.url === undefined) return undefined;
  const body = bodyOfCurl(curl, input, problems);
  const sendsData = curl.data.length > 0 && !curl.isGet;
  const method = curl.method ?? (body !== undefined && sendsData ? 'POST' : 'GET');
  const query = curl.isGet ? [...curl.query, ...curl.data.flatMap(({ word }) => readForm(word))] : curl.query;
  const { url, headers } = curl;
  return { start, end, method: method.includes(DYNAMIC) ? undefined : method.toUpperCase(), url, headers, query, body, isWhole: true };
}

/** Splits joined options: `-sXPOST` is `-s -X POST`. */
function shortOption(text: string): { readonly name: string; readonly flags: string; readonly offset: number } {
  for (let at = 1; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (SHORT_WITH_VALUE.test(letter))
      return { name: `-${letter}`, flags: text.slice(1, at), offset: at + 1 < text.length ? at + 1 : 0 };
  }
  return { name: '', flags: text.slice(1), offset: 0 };
}

function cut(word: Word, from: number): Word {
  return { ...word, text: word.text.slice(from), at: word.at.slice(from), start: word.at[from] ?? word.start };
}

function addOption(curl: Curl, kind: ReturnType<typeof OPTIONS.get>, value: Word): void {
  const { text, start, end } = value;
  if (kind === 'method') curl.method = text;
  else if (kind === 'url') curl.url ??= value;
  else if (kind === 'header') {
    const [, name = '', content = ''] = /^([^:;]+)[:;]\s*([^]*)$/.exec(text) ?? [];
    if (name !== '') curl.headers.push({ name, text: content, start, end });
    else if (text.startsWith('@')) curl.headers.push({ name: DYNAMIC, text: DYNAMIC, start, end });
  } else if (kind === 'user') curl.headers.push({ name: 'Authorization', text: `Basic ${DYNAMIC}`, start, end });
  else if (kind === 'query') curl.query.push(...readForm(value));
  else if (kind !== undefined) curl.data.push({ word: value, kind });
}

function bodyOfCurl(curl: Curl, input: Word | undefined, problems: SyntaxProblem[]): Body | undefined {
  if (curl.hasOther) return { kind: 'other' };
  const [first] = curl.data;
  if (first === undefined || curl.isGet) return undefined;
  const isOther = curl.data.some(({ word: { text }, kind }) => kind !== 'raw' && kind !== 'form' && text.startsWith('@'));
  if (isOther) {
    const fromInput = input !== undefined && first.word.text === '@-';
    return fromInput ? jsonBody(input, problems) : { kind: 'other' };
  }
  if (first.kind === 'form') return { kind: 'form', fields: curl.data.flatMap(({ word }) => readPart(word)) };
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
  return [{ name: text.slice(0, at).replace(/^"|"$/g, ''), text: /^[@<]/.test(value) ? DYNAMIC : value, start, end }];
}

function jsonBody(word: Word, problems: SyntaxProblem[]): Body {
  if (!/\S/.test(word.text) || !/^\s*[[{"\d-]|^\s*(?:true|false|null)/.test(word.text)) return { kind: 'other' };
  const read = readLiteral(word.text, { form: 'json' });
  const offset = (at: number): number => word.at[Math.min(at, word.at.length - 1)] ?? word.start;
  const toCode = ({ start, end }: Range): Range => ({ start: offset(start), end: offset(end - 1) + 1 });
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
    return name === '' ? [] : [{ name, text: at < 0 ? '' : decode(pair.slice(at + 1)), start, end }];
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const METHOD = /^([A-Z]{3,8})[ \t]+(\S+)(?:[ \t]+HTTP\/[\d.]+)?[ \t]*$/;

/** Reads a message of HTTP: a request, a response, or both. */
function readHttp(code: string): ReadSample {
  const problems: SyntaxProblem[] = [];
  const requests: SampleRequest[] = [];
  let response: ReadSample['response'];
  const starts = [...code.matchAll(/^(?:[A-Z]{3,8}[ \t]+\S+(?:[ \t]+HTTP\/[\d.]+)?|HTTP\/[\d.]+ \d{3}[^\n]*)[ \t]*$/gm)].map(({ index }) => index);
  for (const [number, start] of starts.entries()) {
    const end = starts[number + 1] ?? code.length;
    const text = code.slice(start, end);
    const gap = /\r?\n[ \t]*\r?\n/.exec(text);
    const [first = '', ...lines] = text.slice(0, gap?.index ?? text.length).split('\n');
    const bodyStart = start + (gap === null ? text.length : gap.index + gap[0].length);
    const content = code.slice(bodyStart, end);
    const body = /^\s*[[{]/.test(content)
      ? jsonBody({ text: content, at: [...content].flatMap((one, at) => Array.from(one, () => bodyStart + at)), start: bodyStart, end, isQuoted: false }, problems)
      : undefined;
    const status = /^HTTP\/[\d.]+ (\d{3})/.exec(first)?.[1];
    if (status !== undefined) {
      response = { status, body: body?.kind === 'json' ? body.value : undefined };
      continue;
    }
    const [, method = '', address = ''] = METHOD.exec(first.trimEnd()) ?? [];
    let at = start + first.length + 1;
    const headers = lines.flatMap((line) => {
      const from = at;
      at += line.length + 1;
      const [, name = '', value = ''] = /^\s*([\w-]+):\s*(.*)$/.exec(line) ?? [];
      return name === '' ? [] : [{ name, text: value, start: from, end: from + line.length }];
    });
    const host = headers.find(({ name }) => name.toLowerCase() === 'host')?.text;
    const from = start + first.indexOf(address);
    const url = { text: host !== undefined && address.startsWith('/') ? `https://${host}${address}` : address, start: from, end: from + address.length };
    const hasOther = body === undefined && content.trim() !== '';
    requests.push({ start, end: start + first.length, method, url, headers, query: [], body: hasOther ? { kind: 'other' } : body, isWhole: headers.length > 0 });
  }
  return { requests, problems, variables: [], response };
}

/** Calls that send a request: `fetch`, axios, requests and httpx. */
const CALL =
  /(?<![\w$.])(?:(?:await\s+)?(fetch)|(?:axios|ky|got|requests|httpx|client|session|http|api)\.(get|post|put|patch|delete|head|options|request)|(axios))\s*\(/g;

/** Reads the calls in code of JavaScript, TypeScript and Python. */
function readCalls(code: string): readonly SampleRequest[] {
  if (!/fetch|axios|requests\.|httpx|ky\.|got\./.test(code)) return [];
  // A name has the value that was last given to it.
  const names = new Map<string, { readonly at: number; readonly value: Value }[]>();
  let from = 0;
  const resolve: ResolveName = (name) => names.get(name)?.findLast(({ at }) => at < from)?.value;
  for (const match of code.matchAll(/(?:^|[\n;{])\s*(?:export\s+)?(?:const|let|var)?\s*([A-Za-z_$][\w$]*)(?:\s*:\s*[\w.<>[\]]+)?\s*=(?![=>])\s*/g)) {
    const start = match.index + match[0].length;
    if (!/^[["'`{\d]|^[a-z]{1,2}["']|^(?:JSON|json)\.|^(?:true|false|True|False)\b/.test(code.slice(start, start + 20))) continue;
    from = start;
    const { value } = readLiteral(code, { form: 'code', start, resolve });
    getOrInsert(names, match[1] ?? '', () => []).push({ at: start, value });
  }
  return [...code.matchAll(CALL)].flatMap((match) => {
    const start = match.index;
    from = start;
    const open = start + match[0].length - 1;
    const { value, end } = readLiteral(`${code.slice(0, open)}[${argumentsOf(code, open)}]`, { form: 'code', start: open, resolve });
    const given = [...value.parts.values()];
    const call = { start, end, verb: match[2], isFetch: match[1] !== undefined };
    const isOther = match[2] !== undefined && !/^(?:axios|requests|httpx)\./.test(match[0]) && !/^(?:ky|got)\./.test(match[0]);
    return isOther ? [] : (callRequest(call, given, { code, resolve }) ?? []);
  });
}

/** The text of a call's arguments; named ones of Python become an object. */
function argumentsOf(code: string, open: number): string {
  let depth = 0;
  let at = open;
  for (; at < code.length; at += 1) {
    const character = code.charAt(at);
    if (/["'`]/.test(character)) {
      const [text = character] = /^(?:"""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[^])*`)/.exec(code.slice(at)) ?? [];
      at += text.length - 1;
    } else if (/[([{]/.test(character)) depth += 1;
    else if (/[)\]}]/.test(character) && --depth === 0) break;
  }
  return code.slice(open + 1, at);
}

interface Call extends Range {
  readonly verb: string | undefined;
  readonly isFetch: boolean;
}

/** Reads the arguments of a call. */
function callRequest(
  call: Call,
  given: readonly Value[],
  { code, resolve }: { readonly code: string; readonly resolve: ResolveName },
): SampleRequest | undefined {
  const { start, end, verb } = call;
  const named = namedArguments(code, { call, resolve });
  const [first, second, third] = given;
  const isObjectFirst = first !== undefined && first.keys.size > 0;
  const method = verb === 'request' ? textOf(first) : verb;
  const url = pieceOf(isObjectFirst ? first.parts.get('url') : verb === 'request' && !isObjectFirst ? second : first) ?? pieceOf(named.get('url'));
  if (url === undefined) return undefined;
  const isPython = named.size > 0 || /requests\.|httpx\./.test(code.slice(start, start + 20));
  const hasData = !call.isFetch && !isPython && /^(?:post|put|patch)$/.test(verb ?? '');
  const options = isObjectFirst ? first : hasData ? third : second;
  const option = (name: string): Value | undefined => named.get(name) ?? (isPython ? undefined : options?.parts.get(name));
  const isOpaque = !isPython && options !== undefined && options.json === ANYTHING;
  const asked = textOf(option('method')) ?? method;
  const headers = option('headers');
  const params = option('params') ?? option('searchParams');
  const isJson = option('json');
  const data = hasData ? second : (isJson ?? option('data') ?? (call.isFetch ? option('body') : undefined));
  const body = option('files') === undefined ? bodyOfCall(data, { isPython, isJson: isJson !== undefined }) : ({ kind: 'other' } as const);
  const isKnown = (value: Value | undefined): boolean => value === undefined || value.keys.size > 0 || value.json !== ANYTHING;
  return {
    start,
    end,
    method: isOpaque || (asked === undefined && option('method') !== undefined) ? undefined : (asked ?? 'GET').toUpperCase(),
    url,
    headers: fieldsOf(headers),
    query: isKnown(params) && !isOpaque ? fieldsOf(params) : undefined,
    body: isOpaque ? { kind: 'other' } : body,
    // Clients add headers of their own.
    isWhole: call.isFetch && !isOpaque && isKnown(headers) && headers !== undefined,
  };
}

function bodyOfCall(data: Value | undefined, { isPython, isJson }: { readonly isPython: boolean; readonly isJson: boolean }): Body | undefined {
  if (data === undefined || data.json === null) return undefined;
  if (data.json === ANYTHING || typeof data.json !== 'object') return { kind: 'other' };
  return isPython && !isJson ? { kind: 'form', fields: fieldsOf(data) } : { kind: 'json', value: data };
}

/** Named arguments of Python: `json={…}`. */
function namedArguments(
  code: string,
  { call: { start, end }, resolve }: { readonly call: Range; readonly resolve: ResolveName },
): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>();
  for (const match of code.slice(start, end).matchAll(/[(,]\s*([a-z_]+)=(?!=)/g)) {
    const at = start + match.index + match[0].length;
    if (!found.has(match[1] ?? '')) found.set(match[1] ?? '', readLiteral(code, { form: 'code', start: at, resolve }).value);
  }
  return found;
}

function textOf(value: Value | undefined): string | undefined {
  return typeof value?.json === 'string' ? value.json : undefined;
}

function pieceOf(value: Value | undefined): Piece | undefined {
  const text = textOf(value);
  return value === undefined || text === undefined ? undefined : { text, start: value.start, end: value.end };
}

function fieldsOf(value: Value | undefined): readonly Field[] {
  if (value === undefined) return [];
  return [...value.keys].flatMap(([name, { start }]) => {
    const part = value.parts.get(name);
    const { json = null, end = start } = part ?? {};
    const text = json === ANYTHING || json === null ? DYNAMIC : typeof json === 'object' ? DYNAMIC : String(json);
    return [{ name, text, start, end }];
  });
}
