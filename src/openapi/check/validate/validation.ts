import type { JsonObject, JsonValue, Resolution } from '../../read/description.ts';

/** A mismatch between a part of a value and its schema. */
export interface Finding {
  /** Steps from the value to the part. */
  readonly path: readonly (string | number)[];
  /** The key that must not be there, if that is the mismatch. */
  readonly key?: string;
  /** Follows the name of the value in messages: `must be text, but it is the number 5`. */
  readonly problem: string;
  /** Kind of mismatch of the whole value: a wrong type means that another alternative was intended. */
  readonly kind: 'type' | 'value';
}

export interface ValidateOptions {
  /** Draft 4 with the changes of OpenAPI 3.0 (and Swagger 2.0), or JSON Schema 2020-12. */
  readonly dialect: 'draft-4' | '2020-12';
  readonly follow: (ref: string, owner: JsonObject) => Resolution;
  /** Requests may lack read-only properties, responses write-only ones, `either` both. */
  readonly direction: 'request' | 'response' | 'either';
  /** Steps left; counted down. */
  readonly budget: { left: number };
}

/** `known` is false if the schema has unreadable parts or the budget is used up; nothing is reported then. */
export type Outcome =
  | { readonly known: true; readonly findings: readonly Finding[] }
  | { readonly known: false };

export interface ValidationContext {
  readonly run: Run;
  readonly parent: ValidationContext | undefined;
  readonly step: string | number;
  /** Number of schemas entered at or above this value. */
  readonly depth: number;
  /** The first schema entered for this value: a property defined by one of its parts is defined for all. */
  readonly outermost: JsonValue;
}

export interface Run {
  readonly options: ValidateOptions;
  unknown: boolean;
  /** True if a keyword was passed over: several alternatives may then seem to match. */
  partial: boolean;
  readonly apply: (
    schema: JsonValue,
    value: JsonValue,
    context: ValidationContext,
  ) => readonly Finding[];
}

export const NONE: readonly Finding[] = [];

const MAX_DEPTH = 200;

export function start(run: Run, outermost: JsonValue): ValidationContext {
  return { run, parent: undefined, step: '', depth: 0, outermost };
}

export function enter(
  parent: ValidationContext,
  step: string | number,
  outermost: JsonValue,
): ValidationContext {
  const { run, depth } = parent;
  return { run, parent, step, depth, outermost };
}

/** Takes a step; false if the budget is used up or schemas nest without end. */
export function spend({ run, depth }: ValidationContext): boolean {
  run.options.budget.left -= 1;
  if (run.options.budget.left < 0 || depth > MAX_DEPTH) run.unknown = true;
  return !run.unknown;
}

export function finding(
  context: ValidationContext,
  problem: string,
  kind: Finding['kind'] = 'value',
): Finding {
  const path: (string | number)[] = [];
  for (let at: ValidationContext | undefined = context; at?.parent !== undefined; at = at.parent)
    path.push(at.step);
  return { path: path.reverse(), problem, kind };
}
