import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import { diagnostic } from '../../diagnostics/create.ts';
import type { Diagnostic, Location } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import type { Description, JsonObject, JsonValue } from '../read/description.ts';
import type { Kind, KindName, Version } from './fields/field.ts';
import { KINDS_2 } from './fields/kinds2.ts';
import { KINDS_3 } from './fields/kinds3.ts';
import { anyOf } from './value-kinds.ts';

/** What an example is for: what is sent may lack what is read-only, what is received what is write-only. */
export type Direction = 'request' | 'response' | 'either';

/** A value that has to match a schema. */
export interface ExampleTask {
  /** `the example`, `the default value` */
  readonly what: string;
  readonly owner: object;
  readonly key: string | number;
  readonly value: JsonValue;
  readonly schema: JsonValue;
  readonly direction: Direction;
}

/** One run of the check. Rules report problems and note what can only be judged when everything is known. */
export interface Check {
  readonly description: Description;
  readonly version: Version;
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly found: Diagnostic[];
  /** Messages that are told once. */
  readonly told: Set<string>;
  /** Objects that have been checked, by kind. */
  readonly visited: Map<KindName, Set<object>>;
  /** Objects that references lead to and that are to be checked. */
  readonly queue: {
    readonly kind: KindName;
    readonly object: JsonObject;
    readonly direction: Direction;
  }[];
  /** Schemas that are parts of others: what they lack may stand beside them. */
  readonly parts: Set<object>;
  readonly schemas: JsonObject[];
  readonly operations: JsonObject[];
  readonly links: JsonObject[];
  readonly requirements: JsonObject[];
  readonly examples: ExampleTask[];
}

/** Starts a check. */
export function createCheck(description: Description, version: Version): Check {
  return {
    description,
    version,
    kinds: version === '2.0' ? KINDS_2 : KINDS_3,
    found: [],
    told: new Set(),
    visited: new Map(),
    queue: [],
    parts: new Set(),
    schemas: [],
    operations: [],
    links: [],
    requirements: [],
    examples: [],
  };
}

/** What `report` says beside the code. */
export interface Problem {
  readonly message: string;
  readonly at: Location;
  readonly hint?: string | undefined;
}

/** Adds a problem. */
export function report(check: Check, code: DiagnosticCode, { message, at, hint }: Problem): void {
  check.found.push(diagnostic(code, { message, location: at, hint }));
}

/** `did you mean "…"?`, or what there is to choose from; undefined where there is nothing. */
export function suggest(name: string, known: Iterable<string>, what?: string): string | undefined {
  const all = [...known];
  const near = nearest(name, all);
  if (near !== undefined) return `did you mean "${near}"?`;
  return what === undefined || all.length === 0 ? undefined : `${what}: ${anyOf(all)}`;
}

/** True from a version on. */
export function atLeast(check: Check, version: Version): boolean {
  return check.version >= version;
}
