import type { JsonObject, JsonValue, Resolution } from '../../read/description.ts';

/** A place inside a value where it does not match its schema. */
export interface Finding {
  /** Steps from the value to what is wrong. */
  readonly path: readonly (string | number)[];
  /** The key that should not be there, where that is what is wrong. */
  readonly key?: string;
  /** To stand after the name of what is wrong: `must be text, but it is the number 5`. */
  readonly problem: string;
  /** How the value is wrong as a whole: a wrong type says that another alternative was meant. */
  readonly kind: 'type' | 'value';
}

export interface ValidateOptions {
  /** Draft 4 with the changes of OpenAPI 3.0 (and Swagger 2.0), or JSON Schema 2020-12. */
  readonly dialect: 'draft-4' | '2020-12';
  readonly follow: (ref: string, owner: JsonObject) => Resolution;
  /** What is sent may lack what is read-only, what is received what is write-only, `either` both. */
  readonly direction: 'request' | 'response' | 'either';
  /** Steps that may still be taken; counted down. */
  readonly budget: { left: number };
}

/** `unknown`: the schema has parts that cannot be read, or the budget is used up. Nothing is said of the value then. */
export type Outcome =
  | { readonly known: true; readonly findings: readonly Finding[] }
  | { readonly known: false };

export interface ValidationContext {
  readonly run: Run;
  readonly parent: ValidationContext | undefined;
  readonly step: string | number;
  /** Schemas entered at or above this value. */
  readonly depth: number;
  /** The schema that was entered first for this value: what its parts say of a property counts for all of them. */
  readonly outermost: JsonValue;
  /** What the schemas of this value have looked at, for `unevaluatedProperties` and `unevaluatedItems`. */
  readonly evaluated: Evaluated;
}

export interface Evaluated {
  readonly keys: Set<string>;
  readonly items: Set<number>;
}

export interface Run {
  readonly options: ValidateOptions;
  unknown: boolean;
  readonly apply: (
    schema: JsonValue,
    value: JsonValue,
    context: ValidationContext,
  ) => readonly Finding[];
}

export const NONE: readonly Finding[] = [];

const MAX_DEPTH = 200;

export function start(run: Run, outermost: JsonValue): ValidationContext {
  return { run, parent: undefined, step: '', depth: 0, outermost, evaluated: nothingEvaluated() };
}

export function enter(
  parent: ValidationContext,
  step: string | number,
  outermost: JsonValue,
): ValidationContext {
  const { run, depth } = parent;
  return { run, parent, step, depth, outermost, evaluated: nothingEvaluated() };
}

export function nothingEvaluated(): Evaluated {
  return { keys: new Set(), items: new Set() };
}

/** Takes one step; false where the budget is used up or a schema leads into itself without end. */
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
