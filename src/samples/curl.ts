/** Reads requests in commands of cURL (its manual page). */
import { namesIn } from '../shared/name-lists.ts';
import { readJson } from './literal.ts';
import {
  type Body,
  DYNAMIC,
  type Field,
  headerOf,
  mistake,
  OTHER_BODY,
  type Range,
  readForm,
  type ReadSample,
  type SampleRequest,
  type SyntaxProblem,
} from './sample.ts';
import { type Command, readShell, type Word } from './shell.ts';

const CURL = /^(?:.*\/)?curl(?:\.exe)?$/;

/** Reads the requests in a code block of a shell. */
export function readCommands(code: string): ReadSample {
  const { commands, problems, variables } = readShell(code);
  const final = problems.find(({ isFinal }) => isFinal);
  const found: SyntaxProblem[] = [];
  const requests = commands.flatMap((command, index) => {
    const { words, start, end } = command;
    const quote = words.find(({ text, isQuoted }) => !isQuoted && /^[“”‘’]/.test(text));
    if (quote !== undefined) {
      const message = `${quote.text.charAt(0)} is no quote of a shell`;
      found.push(
        mistake({ start: quote.start, end: quote.start + 1 }, message, { hint: 'write \' or "' }),
      );
    }
    const first = words.findIndex(({ text }) => CURL.test(text));
    const isPrefix = ({ text }: Word): boolean =>
      /=|^(?:sudo|time|export|exec|if|then|elif|else|while|until|do|!|\{)$/.test(text);
    // A quote that is missing earlier joins commands.
    const isRead =
      final === undefined || (end <= final.start && !/\n\s*curl\s/.test(code.slice(start, end)));
    if (first < 0 || !isRead || quote !== undefined || !words.slice(0, first).every(isPrefix))
      return [];
    const next = commands[index + 1];
    const isSplit =
      /^--?[a-z]/i.test(next?.words[0]?.text ?? '') && !/\S/.test(code.slice(end, next?.start));
    if (!isSplit) return readCurl(command, first + 1, found) ?? [];
    const last = words.at(-1)?.end ?? end;
    const hint = 'end the line with \\ to continue it';
    found.push(
      mistake({ start: last - 1, end: last }, 'the command ends at the end of this line', { hint }),
    );
    return [];
  });
  if (!commands.some(({ words }) => words.some(({ text }) => text === 'curl')))
    return { requests, problems: [], variables };
  // Output of a command and other files are no code of a shell.
  const opened = commands.findLast(({ start }) => final !== undefined && start <= final.start);
  const isCode = opened?.words.some(
    ({ text }, at) => text === 'curl' || (at === 0 && text.includes('=')),
  );
  const certain = problems.filter((problem) => problem !== final || isCode === true);
  return { requests, problems: [...certain, ...found], variables };
}

/** Options of cURL with a value, by their effect. */
const OPTIONS = namesIn({
  method: '-X --request',
  header: '-H --header',
  data: '-d --data --data-ascii --data-binary',
  raw: '--data-raw',
  urlencode: '--data-urlencode',
  json: '--json',
  form: '-F --form --form-string',
  Basic: '-u --user',
  Bearer: '--oauth2-bearer',
  url: '--url',
  query: '--url-query',
  upload: '-T --upload-file',
  skipped:
    '-o --output -A --user-agent -b --cookie -c --cookie-jar -e --referer -m --max-time --connect-timeout -w --write-out -x --proxy ' +
    '-E --cert --key --cacert --capath --retry --retry-delay --retry-max-time --resolve --interface --limit-rate ' +
    '-K --config -D --dump-header -C --continue-at -r --range -y -Y -z --time-cond --ciphers --cert-type --key-type -U --proxy-user ' +
    '--unix-socket --max-redirs --stderr --trace --trace-ascii --aws-sigv4 --tls-max --connect-to --dns-servers -P -t -Q',
});

interface Curl {
  method?: string | undefined;
  methodAt?: Range;
  url?: Word;
  readonly headers: Field[];
  readonly data: { readonly word: Word; readonly kind: string }[];
  readonly query: Field[];
  isGet: boolean;
  /** True if it sends what cannot be read. */
  hasOther: boolean;
}

/** Reads a command of cURL; undefined without an address. */
function readCurl(
  { words, start, end, input }: Command,
  first: number,
  problems: SyntaxProblem[],
): SampleRequest | undefined {
  const curl: Curl = {
    headers: [],
    data: [],
    query: [],
    isGet: false,
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
    const { flags, name, offset } = splitOption(text);
    if (/G/.test(flags) || name === '--get') curl.isGet = true;
    if (/I/.test(flags) || name === '--head') curl.method ??= 'HEAD';
    const effect = OPTIONS.get(name);
    if (effect === undefined) continue;
    const inline = {
      ...word,
      text: text.slice(offset),
      at: word.at.slice(offset),
      start: word.at[offset] ?? word.start,
    };
    const value = offset < text.length ? inline : words[(index += 1)];
    if (value !== undefined) addOption(curl, effect, value);
  }
  const { url, headers, isGet, data } = curl;
  if (url === undefined) return undefined;
  const body = bodyOfCurl(curl, input, problems);
  const method = curl.method ?? (body !== undefined && data.length > 0 ? 'POST' : 'GET');
  return {
    start,
    end,
    method: method.includes(DYNAMIC) ? undefined : method.toUpperCase(),
    methodAt: curl.methodAt,
    url,
    headers,
    query: isGet ? [...curl.query, ...data.flatMap(({ word }) => readForm(word))] : curl.query,
    body,
    isWhole: true,
  };
}

/** Splits joined options: `-sXPOST` is `-s -X POST`, `--request=POST` is `--request POST`. */
function splitOption(text: string): {
  readonly flags: string;
  readonly name: string;
  readonly offset: number;
} {
  const [long] = /^--[a-z\d-]+/.exec(text) ?? [];
  if (long !== undefined)
    return {
      flags: '',
      name: long,
      offset: long.length + (text.charAt(long.length) === '=' ? 1 : 0),
    };
  const at = [...text].findIndex((letter, index) => index > 0 && OPTIONS.has(`-${letter}`));
  if (at < 0) return { flags: text, name: '', offset: text.length };
  return { flags: text.slice(0, at), name: `-${text.charAt(at)}`, offset: at + 1 };
}

function addOption(curl: Curl, effect: string, value: Word): void {
  const { text, start, end } = value;
  if (effect === 'method') {
    curl.method = text;
    curl.methodAt = { start: value.at[0] ?? start, end: (value.at.at(-1) ?? start) + 1 };
  } else if (effect === 'url') curl.url ??= value;
  else if (effect === 'upload') [curl.hasOther, curl.method] = [true, curl.method ?? 'PUT'];
  else if (effect === 'header') {
    const [, name = '', content = ''] = /^([^:;]+)[:;]\s*([^]*)$/.exec(text) ?? [];
    if (name !== '') curl.headers.push({ name, text: content, start, end });
    else if (text.startsWith('@') || text.includes(DYNAMIC))
      curl.headers.push({ name: DYNAMIC, text: DYNAMIC, start, end });
  } else if (effect === 'Basic' || effect === 'Bearer')
    curl.headers.push({ name: 'Authorization', text: `${effect} ${DYNAMIC}`, start, end });
  else if (effect === 'query') curl.query.push(...readForm(value));
  else if (effect !== 'skipped') curl.data.push({ word: value, kind: effect });
}

function bodyOfCurl(
  { hasOther, data, isGet, headers }: Curl,
  input: Word | undefined,
  problems: SyntaxProblem[],
): Body | undefined {
  if (hasOther) return OTHER_BODY;
  const [first] = data;
  if (first === undefined || isGet) return undefined;
  const { word, kind } = first;
  if (data.some((one) => !/^(?:raw|form)$/.test(one.kind) && one.word.text.startsWith('@')))
    return input !== undefined && word.text === '@-' ? jsonBody(input, problems) : OTHER_BODY;
  if (kind === 'form') return { kind: 'form', fields: data.flatMap((one) => readPart(one.word)) };
  const type = headerOf({ headers }, 'content-type')?.text ?? '';
  const isJson = kind === 'json' || /json/i.test(type) || /^\s*[[{]/.test(word.text);
  if (isJson && data.length === 1) return jsonBody(word, problems);
  if (isJson || /xml|octet|text\/plain|ndjson/i.test(type)) return OTHER_BODY;
  return { kind: 'form', fields: data.flatMap((one) => readForm(one.word)) };
}

/** A part of a multipart form: `name=value`. */
function readPart({ text, start, end }: Word): readonly Field[] {
  const [, name, value = ''] = /^"?([^="]*)"?=([^]*)$/.exec(text) ?? [];
  return name === undefined
    ? []
    : [{ name, text: /^[@<]/.test(value) ? DYNAMIC : value, start, end }];
}

export const UNCOMMENT = 'remove the comment';

/** Reads a body in JSON; its problems are added. */
export function jsonBody({ text, at }: Pick<Word, 'text' | 'at'>, problems: SyntaxProblem[]): Body {
  if (!/^\s*(?:[[{"\d-]|true|false|null)/.test(text)) return OTHER_BODY;
  const { value, problems: found, comment } = readJson(text, at);
  if (comment !== undefined && found.length === 0)
    found.push(mistake(comment, 'JSON has no comments', { hint: UNCOMMENT }));
  problems.push(...found);
  return found.length > 0 ? OTHER_BODY : { kind: 'json', value };
}
