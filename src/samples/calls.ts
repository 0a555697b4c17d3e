/** Reads calls that send a request, in JavaScript, TypeScript and Python. */
import { getOrInsert } from '../shared/maps.ts';
import type { SampleClient } from './find-operation.ts';
import { readLiteral } from './literal.ts';
import type { ResolveName } from './literal-text.ts';
import {
  ANYTHING,
  type Body,
  DYNAMIC,
  type Field,
  type Piece,
  type Range,
  type SampleRequest,
  type Value,
} from './sample.ts';

/** Calls that send a request: `fetch`, axios, requests and httpx. */
const CALL =
  /(?<![\w$.])(?:(fetch)|(?:axios|ky|got|requests|httpx)\.(get|post|put|patch|delete|head|options|request)|axios)(?:<[^()]{0,200}>)?\s*\(/g;

/** A name that is given a value. */
const ASSIGNMENT =
  /(?:^|[\n;{])[ \t]*(?:export\s+)?(?:(?:const|let|var)\s+)?([A-Za-z_$][\w$]{0,99})(?:\s{0,9}:\s{0,9}[^=;\n]{1,200}?)?\s{0,9}=(?![=>])\s*/g;

/** Number of characters up to which values of names are read: they may be nested. */
const MOST_READ = 1_000_000;

/** Reads the calls in code of JavaScript, TypeScript and Python. */
export function readCalls(
  code: string,
  clients: readonly SampleClient[] = [],
): readonly SampleRequest[] {
  const used = clients.filter((client) =>
    new RegExp(`(?:from|import|require)\\s*\\(?\\s*["']?${escaped(client.import)}(?![\\w-])`).test(
      code,
    ),
  );
  if (used.length === 0 && !/fetch|axios|requests\.|httpx|ky\.|got\./.test(code)) return [];
  // A name has the value that was last given to it.
  const names = new Map<string, { readonly at: number; readonly value: Value }[]>();
  let from = 0;
  const resolve: ResolveName = (name) => names.get(name)?.findLast(({ at }) => at < from)?.value;
  let left = MOST_READ;
  for (const match of code.matchAll(ASSIGNMENT)) {
    const start = match.index + match[0].length;
    from = start;
    const { value, end } = readLiteral(code, { form: 'code', start, resolve });
    getOrInsert(names, match[1] ?? '', () => []).push({ at: start, value });
    left -= end - start;
    if (left < 0) break;
  }
  let last = 0;
  const readArguments = (
    open: number,
  ): { readonly given: readonly Value[]; readonly end: number } => {
    const options = { form: 'code', start: open, resolve, isCall: true } as const;
    const { value, end } = readLiteral(code, options);
    last = end;
    return { given: [...value.parts.values()], end };
  };
  const calls = [...code.matchAll(CALL)].flatMap((match) => {
    const start = match.index;
    // A call among the arguments of another one.
    if (start < last) return [];
    from = start;
    const { given, end } = readArguments(start + match[0].length - 1);
    const call = { start, end, verb: match[2], isFetch: match[1] !== undefined };
    return callRequest(call, given, { code, resolve }) ?? [];
  });
  const ofClients = used.flatMap((client) => {
    last = 0;
    return [...code.matchAll(callPattern(client))].flatMap((match) => {
      const [whole, name = ''] = match;
      if (match.index < last) return [];
      from = match.index + whole.length - 1;
      const { given, end } = readArguments(from);
      const named = namedArguments(code, { call: { start: from, end }, resolve });
      const start = match.index + whole.lastIndexOf(name);
      return clientRequest(name, {
        url: { text: '', start, end: start + name.length },
        given,
        named,
      });
    });
  });
  return [...calls, ...ofClients];
}

/** Finds the calls of a client: `.createTenant(` by the pattern `{operationId}`. */
function callPattern({ call }: SampleClient): RegExp {
  const pattern = escaped(call)
    .replaceAll('\\{operationId\\}', '([A-Za-z_$][\\w$]*)')
    .replace(/\\\{\w+\\\}/g, '[\\w$]+');
  return new RegExp(`\\.${pattern}\\s*\\(`, 'g');
}

interface ClientCall {
  readonly url: Piece;
  readonly given: readonly Value[];
  /** Of Python. */
  readonly named: ReadonlyMap<string, Value>;
}

/** The request of a client's call: what is no argument named `body` or `query` is not looked at. */
function clientRequest(call: string, { url, given: [first], named }: ClientCall): SampleRequest {
  const body = named.get('body') ?? first?.parts.get('body');
  const query = named.get('query') ?? first?.parts.get('query');
  const { start, end } = url;
  return {
    start,
    end,
    method: undefined,
    url,
    headers: [{ name: DYNAMIC, text: DYNAMIC, start, end }],
    query: query === undefined || query.json === ANYTHING ? undefined : fieldsOf(query),
    body: bodyOfCall(body, { isPython: false, isJson: true }) ?? { kind: 'other' },
    isWhole: false,
    call,
  };
}

function escaped(text: string): string {
  return text.replace(/[^\w/@-]/g, '\\$&');
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
  const url =
    pieceOf(
      isObjectFirst
        ? first.parts.get('url')
        : verb === 'request' && !isObjectFirst
          ? second
          : first,
    ) ?? pieceOf(named.get('url'));
  if (url === undefined) return undefined;
  const isPython = named.size > 0 || /requests\.|httpx\./.test(code.slice(start, start + 20));
  const hasData = !call.isFetch && !isPython && /^(?:post|put|patch)$/.test(verb ?? '');
  const options = isObjectFirst ? first : hasData ? third : second;
  const option = (name: string): Value | undefined =>
    named.get(name) ?? (isPython ? undefined : options?.parts.get(name));
  const isOpaque = !isPython && options !== undefined && options.json === ANYTHING;
  const asked = textOf(option('method')) ?? method;
  const headers = option('headers');
  const params = option('params') ?? option('searchParams');
  const isJson = option('json');
  const data = hasData
    ? second
    : (isJson ?? option('data') ?? (call.isFetch ? option('body') : undefined));
  const body =
    option('files') === undefined
      ? bodyOfCall(data, { isPython, isJson: isJson !== undefined })
      : ({ kind: 'other' } as const);
  const isKnown = (value: Value | undefined): boolean =>
    value === undefined || value.keys.size > 0 || value.json !== ANYTHING;
  return {
    start,
    end,
    method:
      isOpaque || (asked === undefined && option('method') !== undefined)
        ? undefined
        : (asked ?? 'GET').toUpperCase(),
    url,
    headers: fieldsOf(headers),
    query: isKnown(params) && !isOpaque ? fieldsOf(params) : undefined,
    body: isOpaque ? { kind: 'other' } : body,
    // Clients add more headers.
    isWhole: call.isFetch && !isOpaque && isKnown(headers) && (options?.keys.size ?? 0) > 0,
  };
}

function bodyOfCall(
  data: Value | undefined,
  { isPython, isJson }: { readonly isPython: boolean; readonly isJson: boolean },
): Body | undefined {
  if (data === undefined || data.json === null) return undefined;
  if (data.json === ANYTHING || typeof data.json !== 'object') return { kind: 'other' };
  return isPython && !isJson
    ? { kind: 'form', fields: fieldsOf(data) }
    : { kind: 'json', value: data };
}

const NAMED = /[(,]\s*(url|method|headers|params|json|data|files|body|query)=(?!=)/g;

/** Named arguments of Python: `json={…}`. */
function namedArguments(
  code: string,
  { call: { start, end }, resolve }: { readonly call: Range; readonly resolve: ResolveName },
): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>();
  for (const match of code.slice(start, end).matchAll(NAMED)) {
    const at = start + match.index + match[0].length;
    if (!found.has(match[1] ?? ''))
      found.set(match[1] ?? '', readLiteral(code, { form: 'code', start: at, resolve }).value);
  }
  return found;
}

function textOf(value: Value | undefined): string | undefined {
  return typeof value?.json === 'string' ? value.json : undefined;
}

function pieceOf(value: Value | undefined): Piece | undefined {
  const text = textOf(value);
  return value === undefined || text === undefined
    ? undefined
    : { text, start: value.start, end: value.end, variable: value.variable };
}

function fieldsOf(value: Value | undefined): readonly Field[] {
  if (value === undefined) return [];
  return [...value.keys].flatMap(([name, { start }]) => {
    const part = value.parts.get(name);
    const { json = null, end = start } = part ?? {};
    const text =
      json === ANYTHING || json === null
        ? DYNAMIC
        : typeof json === 'object'
          ? DYNAMIC
          : String(json);
    return [{ name, text, start, end }];
  });
}
