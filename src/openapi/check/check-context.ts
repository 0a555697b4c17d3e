import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import { type Diagnostic, diagnostic, type Location } from '../../diagnostics/diagnostic.ts';
import { boundedNearest, type Nearest } from '../../diagnostics/nearest.ts';
import { createKinds, type KindName, type Kinds } from '../kinds.ts';
import type { Dialect } from '../model/model-context.ts';
import type { Description, JsonObject, JsonValue } from '../read/description.ts';

/** Use of an example: requests may lack read-only properties, responses write-only ones. */
export type Direction = 'request' | 'response' | 'either';

export interface ExampleTask {
  /** `the example`, `the default value` */
  readonly what: string;
  readonly owner: object;
  readonly key: string | number;
  readonly value: JsonValue;
  readonly schema: JsonValue;
  readonly direction: Direction;
  /** True if the value is written as JSON text. */
  readonly isText?: boolean;
}

/** An object to check as one of a kind. */
export interface Visit {
  readonly kind: KindName;
  readonly object: JsonObject;
  readonly direction: Direction;
}

/** One run of the check. Rules report problems, and record what can only be judged after all parts are read. */
export interface Check {
  readonly description: Description;
  readonly version: Dialect;
  readonly kinds: Kinds;
  readonly found: Diagnostic[];
  /** False while parts are checked that no page shows. */
  isShown: boolean;
  /** Messages reported so far that are reported once. */
  readonly reported: Set<string>;
  /** Whether references lead into a ring, of those followed so far. */
  readonly rings: Map<object, boolean>;
  /** Objects checked so far, by kind. */
  readonly visited: Map<KindName, Set<object>>;
  /** Targets of references to check. */
  readonly queue: Visit[];
  /** Schemas that are parts of others, which may supply what these lack. */
  readonly parts: Set<object>;
  readonly schemas: JsonObject[];
  readonly operations: JsonObject[];
  readonly links: JsonObject[];
  readonly requirements: JsonObject[];
  readonly examples: ExampleTask[];
  readonly nearest: Nearest;
}

export function createCheck(description: Description, version: Dialect): Check {
  return {
    description,
    version,
    kinds: createKinds(version),
    found: [],
    isShown: true,
    reported: new Set(),
    rings: new Map(),
    visited: new Map(),
    queue: [],
    parts: new Set(),
    schemas: [],
    operations: [],
    links: [],
    requirements: [],
    examples: [],
    nearest: boundedNearest(),
  };
}

export interface Problem {
  readonly message: string;
  readonly at: Location;
  readonly hint?: string | undefined;
}

export function report(check: Check, code: DiagnosticCode, { message, at, hint }: Problem): void {
  check.found.push(diagnostic(code, { message, location: at, hint: hint ?? HINTS[code] }));
}

/** The advice where a finding has none about its values. */
const HINTS: Partial<Record<DiagnosticCode, string>> = {
  'openapi-field-missing': 'add the field',
  'openapi-field-unknown': 'remove it, or begin an extension with "x-"',
  'openapi-field-type': 'write a value of this type',
  'openapi-ref-missing': 'correct the reference, or add its target',
  'openapi-ref-unresolved': 'correct the reference, or add its target',
  'openapi-ref-remote': 'download the file into the folder of the description, and name it',
  'openapi-ref-refused': 'move the file into the folder of the description',
  'openapi-ref-file': 'correct the path, which starts at the folder of this file, or add the file',
  'openapi-ref-circular': 'let one of the references lead to a value',
  'openapi-path': 'begin the path with "/", and write its parameters as {name}',
  'openapi-parameter': 'declare each parameter of the path once, with "in: path"',
  'openapi-operation-id': 'give each operation an operationId that no other one has',
  'openapi-security': 'declare it in components.securitySchemes',
  'openapi-tag': 'add it to the list "tags" of the description',
  'openapi-server': 'declare the variables of the address, with a default each',
  'openapi-link': 'correct the link, or add its target',
  'openapi-discriminator': 'name a schema of components.schemas',
  'openapi-suspicious': 'correct the value, or set the level of this code in `rules`',
  'openapi-example': 'correct the example, or the schema',
  'openapi-page-name': 'give one of the two operations another operationId',
  'openapi-text': 'correct the Markdown of this text',
  'openapi-merge': 'remove one of the parts, or use anyOf',
};

/** Returns `did you mean "…"?` or a list of the possible names; undefined if there are none. */
export function suggest(check: Check, name: string, known: Iterable<string>): string | undefined {
  const near = check.nearest(name, known);
  return near === undefined ? undefined : `did you mean "${near}"?`;
}

/** Like `suggest`; without a near name, lists the possible ones. */
export function suggestOrList(
  check: Check,
  name: string,
  { known, what }: { readonly known: Iterable<string>; readonly what: string },
): string | undefined {
  const near = suggest(check, name, known);
  if (near !== undefined) return near;
  const shown: string[] = [];
  for (const value of known) if (shown.push(value) > MOST_SHOWN) break;
  return shown.length === 0 ? undefined : `${what}: ${anyOf(shown)}`;
}

const MOST_SHOWN = 10;

export function atLeast(check: Check, version: Dialect): boolean {
  return check.version >= version;
}

/** Locates the key that holds an object, or the object's first character. */
export function locateStart(check: Check, object: object): Location {
  const at = check.description.locateName(object);
  const { file, line, column } = at;
  return at.endLine === line ? at : { file, line, column };
}

/** Prints a location for messages: `api.yaml:3`. */
export function lineOf({ file, line }: Location): string {
  return `${file}:${line}`;
}

/** Whether a text contains a match; undefined for an invalid pattern or one that could take long. */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  const compiled = compile(pattern);
  if (compiled === undefined || mostSteps(pattern, text.length) > STEPS) return undefined;
  // Without the `u` flag, JavaScript reads unknown escapes as plain letters.
  return compiled.unicode || !FOREIGN.test(pattern) ? compiled.test(text) : undefined;
}

// Syntax of Perl, Python, Ruby, Java and .NET that ECMA-262 lacks.
const FOREIGN =
  /\\[GhHQERXK]|\\[xu]\{|\\p[{A-Z]|\(\?[>#(&PR|']|\(\?[a-z]*-?[a-z]+[:)]|[*+?}]\+|\[\[:|\[\^?\]|&&\[/;

/** Compiles a pattern after translating `\A`, `\Z`, `(?i)` and `(?P<name>` of other languages, `/^a$/i` of scripts. */
function compile(written: string): RegExp | undefined {
  const [, inner = written, after = ''] = /^\/(\^.*\$)\/([a-z]*)$/s.exec(written) ?? [];
  const [mark = '', before = ''] = /^\(\?([a-z]+)\)/.exec(inner) ?? [];
  const pattern = inner
    .slice(mark.length)
    .replaceAll(/(\\.)|\(\?P</gs, (found, escape?: string) =>
      escape === undefined ? '(?<' : (ANCHORS.get(escape) ?? found),
    );
  const flags = ['i', 'm', 's'].filter((flag) => (before + after).includes(flag)).join('');
  // Only the older syntax allows unnecessary escapes, which are common.
  for (const all of [`${flags}u`, flags]) {
    try {
      return new RegExp(pattern, all);
    } catch {}
  }
  return undefined;
}

const ANCHORS: ReadonlyMap<string, string> = new Map([
  ['\\A', '^'],
  ['\\Z', '$'],
  ['\\z', '$'],
]);

/** About 50 ms. */
const STEPS = 1e7;

const TOKENS =
  /\\.|\[(?:\\.|[^\]\\])*\]|(?<open>\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?)|(?<close>\))|(?<or>\|)|(?<quantifier>[*+?]|\{\d+(?:,\d*)?\})\??/gs;

/** Number of ways in which a part can match: unbounded repetitions, and alternatives. */
interface Choices {
  readonly free: number;
  readonly options: number;
}

/**
 * Upper bound of a backtracking matcher's steps for a text of a given length. Exponential for repeated groups with
 * choices, although most are harmless: a hostile pattern must not hang the build.
 */
function mostSteps(pattern: string, length: number): number {
  const outer: Choices[] = [];
  let part = NO_CHOICE;
  let group: Choices | undefined;
  let steps = pattern.startsWith('^') ? 1 : length + 1;
  for (const { groups: token } of pattern.matchAll(TOKENS)) {
    const [least, most] = boundsOf(token?.['quantifier']);
    if (group !== undefined && most > 1) steps *= repeated(group, most, length);
    else if (group !== undefined) part = both(part, group);
    group = undefined;
    if (token?.['open'] !== undefined) {
      outer.push(part);
      part = NO_CHOICE;
    } else if (token?.['close'] !== undefined) {
      group = part;
      part = outer.pop() ?? part;
    } else if (token?.['or'] !== undefined) part = { ...part, options: part.options + 1 };
    else if (least < most) part = both(part, most === 1 ? ONCE_OR_NOT : ANY_TIMES);
  }
  const whole = both(part, group ?? NO_CHOICE);
  return steps * whole.options * (length + 1) ** whole.free;
}

const NO_CHOICE: Choices = { free: 0, options: 1 };
const ONCE_OR_NOT: Choices = { free: 0, options: 2 };
const ANY_TIMES: Choices = { free: 1, options: 1 };

function both(one: Choices, other: Choices): Choices {
  return { free: one.free + other.free, options: one.options * other.options };
}

function boundsOf(quantifier: string | undefined): readonly [least: number, most: number] {
  if (quantifier === undefined) return [1, 1];
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}$/.exec(quantifier) ?? [];
  if (least === undefined) return [0, quantifier === '?' ? 1 : Infinity];
  if (comma === '') return [Number(least), Number(least)];
  return [Number(least), most === '' ? Infinity : Number(most)];
}

function repeated({ free, options }: Choices, most: number, length: number): number {
  const once = options * (length + 1) ** free;
  return once === 1 ? 1 : Math.min((free + options) ** length, once ** most);
}

/** Describes a value for messages: `the text "x"`. */
export function describe(value: JsonValue | undefined): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'number':
      return `the number ${value}`;
    case 'boolean':
      return String(value);
    case 'string':
      return `the text "${shorten(value)}"`;
    default:
      return 'an object';
  }
}

export function quote(value: JsonValue): string {
  return typeof value === 'string' ? `"${shorten(value)}"` : shorten(JSON.stringify(value));
}

function shorten(written: string): string {
  const text = written.replace(/\s+/g, ' ').trim();
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** Joins names to `"a", "b" or "c"`, at most ten. */
export function anyOf(values: readonly string[]): string {
  const shown = values.slice(0, MOST_SHOWN).map((value) => `"${value}"`);
  if (values.length > MOST_SHOWN) return `${shown.join(', ')} …`;
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} or ${last}`;
}

export function isExtension(key: string): boolean {
  return key.startsWith('x-');
}
