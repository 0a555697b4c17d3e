import { isRecord } from '../config/problem.ts';
import { nearest } from '../diagnostics/nearest.ts';
import type { Edition, Failure } from './built-site.ts';

/** A parameter of a tool, as JSON Schema. */
interface Parameter {
  readonly type: 'string' | 'integer';
  readonly description: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

export type Parameters = Readonly<Record<string, Parameter>>;

export function text(description: string, choices?: readonly string[]): Parameter {
  const values = choices && { enum: [...new Set(choices)] };
  return { type: 'string', description, ...values };
}

export function count(
  description: string,
  limits: Pick<Parameter, 'minimum' | 'maximum'>,
): Parameter {
  return { type: 'integer', description, ...limits };
}

/** The JSON Schema of a tool's input. */
export function inputSchema(properties: Parameters, required: readonly string[] = []) {
  return { type: 'object', properties, required, additionalProperties: false } as const;
}

/** The checked arguments of a call. */
export interface Arguments {
  readonly text: (name: string) => string | undefined;
  readonly number: (name: string) => number | undefined;
  readonly edition: Edition;
}

/** Checks all arguments; the problem tells the agent how to call again. */
export function readArguments(
  { properties, required }: ReturnType<typeof inputSchema>,
  value: unknown = {},
): Arguments | Failure {
  if (!isRecord(value)) return { problem: 'The arguments must be an object.' };
  // Some clients send null for what is left out.
  const given = new Map(Object.entries(value).filter(([, argument]) => argument !== null));
  const problems = [
    ...required.filter((name) => !given.has(name)).map((name) => `"${name}" is missing`),
    ...Array.from(given, ([name, argument]) => argumentProblem(properties, name, argument)),
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0) return { problem: `Wrong arguments: ${problems.join('; ')}` };
  const textOf = (name: string): string | undefined => {
    const argument = given.get(name);
    return typeof argument === 'string' ? argument : undefined;
  };
  return {
    text: textOf,
    number: (name) => (given.has(name) ? Number(given.get(name)) : undefined),
    edition: { locale: textOf('locale'), version: textOf('version'), set: textOf('set') },
  };
}

function argumentProblem(properties: Parameters, name: string, value: unknown): string | undefined {
  const parameter = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (parameter === undefined) {
    const near = nearest(name, Object.keys(properties));
    return `"${name}" is unknown${near === undefined ? '' : `; did you mean "${near}"?`}`;
  }
  const { type, enum: choices, minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = parameter;
  if (type === 'integer') {
    const isInside =
      Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
    return isInside ? undefined : `"${name}" must be a whole number from ${minimum} to ${maximum}`;
  }
  if (typeof value !== 'string' || value.trim() === '') return `"${name}" must be a text`;
  if (choices === undefined || choices.includes(value)) return undefined;
  return `"${name}" must be one of ${choices.join(', ')}`;
}
