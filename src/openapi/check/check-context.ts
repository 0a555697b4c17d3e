import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import { type Diagnostic, diagnostic, type Location } from '../../diagnostics/diagnostic.ts';
import { boundedNearest, type Nearest } from '../../diagnostics/nearest.ts';
import { anyOf } from '../../shared/request/words.ts';
import { createKinds, type KindName, type Kinds } from '../kinds.ts';
import type { Dialect } from '../model/model-context.ts';
import type { Description, JsonObject, JsonValue } from '../read/description.ts';
import { createChainFollower, type FollowChain } from '../schema/names.ts';

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
  /** Follows a reference to the end of its chain. */
  readonly follow: FollowChain;
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
    follow: createChainFollower(description, false),
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
  const names = [...known];
  return names.length === 0 ? undefined : `${what}: ${anyOf(names)}`;
}

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

export function isExtension(key: string): boolean {
  return key.startsWith('x-');
}
