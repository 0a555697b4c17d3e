/** Two states of a description, and the changes that are found between them. */
import type { ApiExclusion } from '../config/site-config.ts';
import { canonical } from '../openapi/model/model-context.ts';
import type { RemovedOperation } from '../openapi/past.ts';
import type { JsonObject, JsonValue } from '../openapi/read/description.ts';
import type { Flat } from '../openapi/schema/flatten.ts';
import type { ChangeCode, Direction } from './rules.ts';
import type { ApiState } from './state.ts';

/** The changes of an object, and from where it is reached. */
export interface Node {
  readonly changes: RawChange[];
  readonly outer: Node[];
}

export interface RawChange {
  readonly code: ChangeCode;
  readonly direction: Direction;
  readonly file: string;
  readonly pointer: string;
  readonly isGone: boolean;
  readonly name: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly last?: RemovedOperation;
}

/** Two states, and what differs between them. */
export interface Pair {
  readonly old: ApiState;
  readonly now: ApiState;
  /** False for an object that both states have and from which no change is reached. */
  readonly mayDiffer: (object: object) => boolean;
  readonly known: Map<string, Map<object, Map<object, Node>>>;
  /** Pairs of schemas, in the order in which they are reached. */
  readonly nodes: Node[];
  /** Comparisons to run: schemas refer to each other more deeply than calls may nest. */
  readonly queue: (() => void)[];
  /** For sunset dates. */
  readonly options: CompareOptions;
}

export interface CompareOptions {
  /** The day of the later state, as `2026-01-31`. */
  readonly today?: string | undefined;
  /** Least number of days between a deprecation and its sunset; 0 asks for no sunset. */
  readonly sunsetDays?: number | undefined;
  /** Operations that the site leaves out. */
  readonly exclude?: ApiExclusion | undefined;
}

/** How values are sent: as JSON, or as text, in which 1 and "1" are the same. */
type Form = 'json' | 'text';

/** Two schemas being compared. */
export interface Job {
  readonly pair: Pair;
  readonly direction: Direction;
  readonly form: Form;
  readonly name: string;
  readonly old: Flat;
  readonly now: Flat;
  /** Notes a change of a keyword; `at` is the schema that it is about, if that is not one of the two. */
  readonly say: (code: ChangeCode, key?: string, said?: Said) => void;
  /** Compares schemas inside of these. */
  readonly compare: (old: JsonValue | undefined, now: JsonValue | undefined, name?: string) => void;
}

/** Both values in words, and what the change is about. */
export type Said = readonly [before?: string | undefined, after?: string | undefined, at?: At];

interface At {
  readonly name?: string;
  readonly schema?: JsonValue | undefined;
}

type SaidAt = Pick<RawChange, 'code' | 'name' | 'before' | 'after'> &
  Partial<Pick<RawChange, 'direction' | 'isGone'>>;

/** A change at an object of a state, by default of requests. */
export function changeAt({ context }: ApiState, owner: JsonObject, said: SaidAt): RawChange {
  return { direction: 'request', isGone: false, ...context.description.pointer(owner), ...said };
}

/** Prints a value, shortened. */
export function text(value: JsonValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  const printed = typeof value === 'string' ? value : canonical(value);
  return printed.length <= 80 ? printed : `${printed.slice(0, 79)}…`;
}

export function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === b || canonical(a ?? null) === canonical(b ?? null);
}
