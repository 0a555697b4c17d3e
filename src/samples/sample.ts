import type { DiagnosticCode } from '../diagnostics/codes.ts';
import type { JsonObject, JsonValue } from '../openapi/read/description.ts';
import { decodeSafely } from '../shared/paths.ts';

/** A range of a block's code, in UTF-16 code units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Stands for a part of a text that is known only when the sample runs: a variable, an expression. */
export const DYNAMIC = '\ue000';

/** Stands for a value that is known only when the sample runs; it satisfies every schema. */
export const ANYTHING: JsonObject = {};

/** A value in a sample, with the places of its parts. */
export interface Value extends Range, Named {
  readonly json: JsonValue;
  /** By key or index. */
  readonly parts: ReadonlyMap<string | number, Value>;
  /** The places of an object's keys. */
  readonly keys: ReadonlyMap<string, Range>;
  /** True for an object that is printed as a text of JSON. */
  readonly isPrinted?: boolean;
}

interface Named {
  /** The name of the variable that a text begins with, or that is its host. */
  readonly variable?: string | undefined;
  /** The text that the page sets that variable to. */
  readonly address?: string | undefined;
}

/** A value without parts. */
export function scalar(json: JsonValue, { start, end }: Range, variable?: string): Value {
  return { json, start, end, parts: new Map(), keys: new Map(), variable };
}

/** A text in a sample. */
export interface Piece extends Range, Named {
  readonly text: string;
  /** True for the address of a call in code. */
  readonly isOfCall?: boolean;
}

/** A name with a value: a header, or a parameter of an address. */
export interface Field extends Piece {
  readonly name: string;
}

export type Body =
  | { readonly kind: 'json'; readonly value: Value }
  | { readonly kind: 'form'; readonly fields: readonly Field[] }
  /** A file, a stream, or what cannot be read. */
  | { readonly kind: 'other' };

export const OTHER_BODY: Body = { kind: 'other' };

/** A request that a sample sends. */
export interface SampleRequest extends Range {
  /** In upper case; undefined if it is known only when the sample runs. */
  readonly method: string | undefined;
  /** Where it is written, if another one could be written there. */
  readonly methodAt?: Range | undefined;
  readonly url: Piece;
  readonly headers: readonly Field[];
  /** In addition to those of the address; undefined if they cannot be read. */
  readonly query: readonly Field[] | undefined;
  readonly body: Body | undefined;
  /** True if it shows everything that is sent: headers are not left to code elsewhere. */
  readonly isWhole: boolean;
  /** The method of a client that is called. */
  readonly call?: string;
}

/** A mistake in a sample. */
export interface Mistake extends Range {
  readonly message: string;
  readonly hint?: string | undefined;
  /** The text that repairs it, in place of the range. */
  readonly fix?: string | undefined;
}

/** A mistake in the syntax of a sample. */
export interface SyntaxProblem extends Mistake {
  /** True if what follows cannot be read. */
  readonly isFinal?: boolean;
}

/** A contradiction between a sample and the description, or a mistake in it. */
export interface SampleFinding extends Mistake {
  readonly code: Extract<DiagnosticCode, `sample-${string}`>;
  /** The route of the operation's page. */
  readonly see?: string | undefined;
}

export function mistake(
  { start, end }: Range,
  message: string,
  more: Omit<SyntaxProblem, keyof Range | 'message'> = {},
): SyntaxProblem {
  return { start, end, message, ...more };
}

/** The only text that can be meant at a place. */
export interface Repair extends Range {
  readonly fix: string;
}

/** A finding with a repair is where that is. */
export function finding(
  code: SampleFinding['code'],
  range: Range,
  said: string | readonly [message: string, hint?: string | undefined, repair?: Repair | undefined],
): SampleFinding {
  const [message, hint, repair] = typeof said === 'string' ? [said] : said;
  return { code, ...mistake(repair ?? range, message, { hint, fix: repair?.fix }) };
}

/** The requests in a code block. */
export interface ReadSample {
  readonly requests: readonly SampleRequest[];
  readonly problems: readonly SyntaxProblem[];
  /** Of a shell. */
  readonly variables: readonly Variable[];
  /** A response in a text of HTTP. */
  readonly response?: { readonly status: string; readonly body: Value | undefined } | undefined;
}

/** A variable of a shell, where a command sets or uses it. */
export interface Variable extends Range {
  readonly name: string;
  readonly isSet: boolean;
  /** The text that it is set to, if that can be read. */
  readonly text?: string | undefined;
}

const PLACEHOLDER =
  /^string$|[\ue000…]|<[^<>]*>|\{[^{}"]*\}|\.{3}|x{4,}|\*{3}|•|^:[a-z]\w*$|(?:^|[\W_])(?:your|my|replace|insert|placeholder)(?:[\W_]|$)|^[A-Z][A-Z\d]*(?:_[A-Z\d]+)*_(?:ID|KEY|TOKEN|URL|URI|HERE|NAME|SECRET|EMAIL|ADDRESS)$/i;

/** True for a text that a reader replaces: `<id>`, `{id}`, `:id`, `YOUR_KEY`, `…`, `xxxx`, or one with a variable. */
export function isPlaceholder(text: string): boolean {
  if (!PLACEHOLDER.test(text)) return false;
  // `my_table` and `ORDER_ID` are placeholders, `order_id` is a value.
  return (
    !/_(?:id|key|token|url|uri|here|name|secret|email|address)$/.test(text) ||
    /your|my|<|\{/i.test(text)
  );
}

/** True for the start of an address in which a host may follow. */
export function isBeforeHost(text: string): boolean {
  return text === '' || (text.length < 20 && /^[a-z]+:\/\/$/i.test(text));
}

/** Reads `a=1&b=2`. */
export function readForm({ text, start, end }: Piece): readonly Field[] {
  return text.split('&').flatMap((pair) => {
    const [, name = pair, value = ''] = /^([^=]*)=([^]*)$/.exec(pair) ?? [];
    return name === '' ? [] : [{ name: decode(name), text: decode(value), start, end }];
  });
}

/** A part of an address or a form as text. */
export function decode(text: string): string {
  return decodeSafely(text.replaceAll('+', ' ')) ?? text;
}

/** The parameters behind the question mark of an address. */
export function queryOf({ text, ...place }: Piece): readonly Field[] {
  const [, query = ''] = /^[^?]*\?([^#]*)/.exec(text) ?? [];
  return readForm({ ...place, text: query });
}

/** The header with a name. */
export function headerOf(
  { headers }: Pick<SampleRequest, 'headers'>,
  wanted: string,
): Field | undefined {
  return headers.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
}
