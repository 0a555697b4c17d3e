/** Reads calls that send a request, in JavaScript, TypeScript and Python. */
import { escapePattern } from '../shared/escape-pattern.ts';
import { asText } from '../shared/json.ts';
import { getOrInsert } from '../shared/maps.ts';
import type { SampleClient } from './find-operation.ts';
import { isPartial, readArguments, readValueAt, type ResolveName } from './literal.ts';
import {
  ANYTHING,
  type Body,
  DYNAMIC,
  type Field,
  OTHER_BODY,
  type Range,
  type ReadSample,
  type SampleRequest,
  type Value,
} from './sample.ts';
import { codeProblems, readTokens } from './tokens.ts';

/** Calls that send a request: `fetch`, axios, requests and httpx. */
const CALL =
  /(?<![\w$.])(?:(?:(?:window|globalThis|self)\.)?(fetch)|(?:axios|ky|got|requests|httpx)\.(get|post|put|patch|delete|head|options|request)|axios)(?:<[^()]{0,200}>)?\s*\(/g;

/** A name that is given a value. */
const ASSIGNMENT =
  /(?:^|[\n;{])[ \t]*(?:export\s+)?(?:(?:const|let|var)\s+)?([A-Za-z_$][\w$]{0,99})(?:\s{0,9}:\s{0,9}[^=;\n]{1,200}?)?\s{0,9}=(?![=>])\s*/g;

/** Number of tokens up to which values of names are read: they may be nested. */
const MOST_READ = 200_000;

interface Call {
  readonly start: number;
  /** By number or name. */
  readonly given: Value;
}

/** Reads the calls in code of JavaScript, TypeScript or Python. */
export function readCalls(
  code: string,
  isPython: boolean,
  clients: readonly SampleClient[] = [],
): ReadSample {
  const used = clients.filter((client) =>
    new RegExp(
      `(?:from|import|require)\\s*\\(?\\s*["']?${escapePattern(client.import)}(?![\\w-])`,
    ).test(code),
  );
  if (used.length === 0 && !/fetch|axios|requests\.|httpx|ky\.|got\./.test(code))
    return { requests: [], problems: [], variables: [] };
  const tokens = readTokens(code, isPython ? 'python' : 'js');
  const numbers = new Map(tokens.list.map(({ start }, number) => [start, number] as const));
  // A name has the value that was last given to it.
  const names = new Map<string, { readonly at: number; readonly value: Value }[]>();
  let from = 0;
  const resolve: ResolveName = (name) => names.get(name)?.findLast(({ at }) => at < from)?.value;
  let left = MOST_READ;
  for (const { 0: all, 1: name = '', index } of code.matchAll(ASSIGNMENT)) {
    from = index + all.length;
    const number = numbers.get(from);
    if (number === undefined) continue;
    const { value, next } = readValueAt(tokens, number, resolve);
    getOrInsert(names, name, () => []).push({ at: from, value });
    left -= next - number;
    if (left < 0) break;
  }
  /** Reads the calls that match a pattern, which ends at the parenthesis, but not those among arguments of others. */
  const callsOf = (
    pattern: RegExp,
    read: (match: RegExpExecArray, call: Call) => SampleRequest | undefined,
  ) => {
    let last = 0;
    return [...code.matchAll(pattern)].flatMap((match) => {
      from = match.index + match[0].length - 1;
      const number = numbers.get(from);
      if (number === undefined || match.index < last) return [];
      const given = readArguments(tokens, number, resolve);
      last = given.end;
      return read(match, { start: match.index, given }) ?? [];
    });
  };
  const requests = [
    ...callsOf(CALL, ({ 0: all, 1: fetch, 2: verb, index }, call) => {
      const at = index + all.indexOf('.') + 1;
      const verbAt = verb === undefined ? undefined : { start: at, end: at + verb.length };
      return callRequest(call, { verb, verbAt, isFetch: fetch !== undefined, isPython });
    }),
    ...used.flatMap((client) =>
      callsOf(callPattern(client), ([all, name = ''], call) =>
        clientRequest(name, { ...call, start: call.start + all.lastIndexOf(name) }),
      ),
    ),
  ];
  return { requests, problems: requests.length === 0 ? [] : codeProblems(tokens), variables: [] };
}

/** Finds the calls of a client: `.createTenant(` by the pattern `{operationId}`. */
function callPattern({ call }: SampleClient): RegExp {
  const pattern = escapePattern(call)
    .replaceAll('\\{operationId\\}', '([A-Za-z_$][\\w$]*)')
    .replace(/\\\{\w+\\\}/g, '[\\w$]+');
  return new RegExp(`\\.${pattern}\\s*\\(`, 'g');
}

/** The request of a client's call: what is no argument named `body` or `query` is not looked at. */
function clientRequest(call: string, { start, given: { parts } }: Call): SampleRequest {
  const [body, query] = ['body', 'query'].map(
    (name) => parts.get(name) ?? parts.get(0)?.parts.get(name),
  );
  const url = { text: '', start, end: start + call.length };
  return {
    ...url,
    method: undefined,
    url,
    headers: [{ ...url, name: DYNAMIC, text: DYNAMIC }],
    query: query === undefined || query.json === ANYTHING ? undefined : fieldsOf(query),
    body: bodyOf(body, false) ?? OTHER_BODY,
    isWhole: false,
    call,
  };
}

interface Kind {
  readonly verb: string | undefined;
  /** The place of the verb. */
  readonly verbAt: Range | undefined;
  readonly isFetch: boolean;
  readonly isPython: boolean;
}

function callRequest(
  { start, given: { parts, end } }: Call,
  { verb, verbAt, isFetch, isPython }: Kind,
): SampleRequest | undefined {
  const [first, second, third] = [0, 1, 2].map((number) => parts.get(number));
  // `axios({ url, … })`
  const isOne = first !== undefined && first.keys.size > 0;
  const url = isOne
    ? first.parts.get('url')
    : verb === 'request'
      ? second
      : (first ?? parts.get('url'));
  if (typeof url?.json !== 'string') return undefined;
  const hasData = !isFetch && !isPython && /^(?:post|put|patch)$/.test(verb ?? '');
  const options = isPython ? undefined : isOne ? first : hasData ? third : second;
  const option = (name: string): Value | undefined => parts.get(name) ?? options?.parts.get(name);
  const isUnknown = options?.json === ANYTHING;
  const isOpaque = isUnknown || isPartial(options?.json);
  const isKnown = (value: Value | undefined): boolean =>
    value === undefined || value.keys.size > 0 || value.json !== ANYTHING;
  const [headers, params, json] = [
    option('headers'),
    option('params') ?? option('searchParams'),
    option('json'),
  ];
  const data = hasData ? second : (json ?? option(isFetch ? 'body' : 'data'));
  const asked = option('method') ?? (verb === 'request' ? first : undefined);
  const implied = verb ?? (isOpaque ? undefined : 'GET');
  const method = asked === undefined ? implied : asText(asked.json);
  // In JavaScript, methods with and without a body have other arguments.
  const isOwn = isPython || hasData || parts.size === 1;
  const body =
    option('files') === undefined ? bodyOf(data, isPython && json === undefined) : OTHER_BODY;
  return {
    start,
    end,
    method: isUnknown ? undefined : method?.toUpperCase(),
    methodAt: asked ? { start: asked.start + 1, end: asked.end - 1 } : isOwn ? verbAt : undefined,
    url: { text: url.json, start: url.start, end: url.end, variable: url.variable, isOfCall: true },
    headers: fieldsOf(headers),
    query: isKnown(params) && !isOpaque ? fieldsOf(params) : undefined,
    body: isUnknown || (isOpaque && data === undefined) ? OTHER_BODY : body,
    // Clients add more headers.
    isWhole: isFetch && !isOpaque && isKnown(headers) && (options?.keys.size ?? 0) > 0,
  };
}

function bodyOf(data: Value | undefined, isForm: boolean): Body | undefined {
  if (data === undefined || data.json === null) return undefined;
  if (data.json === ANYTHING || typeof data.json !== 'object') return OTHER_BODY;
  return isForm && data.isPrinted !== true
    ? { kind: 'form', fields: fieldsOf(data) }
    : { kind: 'json', value: data };
}

function fieldsOf(value: Value | undefined): readonly Field[] {
  return [...(value?.keys ?? [])].map(([name, { start }]) => {
    const { json = null, end = start } = value?.parts.get(name) ?? {};
    return { name, text: typeof json === 'object' ? DYNAMIC : String(json), start, end };
  });
}
