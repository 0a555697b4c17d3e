/** Loaded when a value is changed: the printers of samples, the validator, and the console. */
import type { JsonValue } from '../../shared/json.ts';
import type { BuilderData } from '../../shared/request/builder-data.ts';
import type { Said } from '../../shared/request/builder-messages.ts';
import { type Finding, validate } from '../../shared/request/validate.ts';
import { fillMessage } from '../../shared/ui-messages.ts';
import { pathKey } from './values.ts';

export { Console } from './console.tsx';
export { signIn } from './sign-in.ts';
export { LANGUAGES } from '../../shared/request/languages/languages.ts';

/** By the path of the part of a value that is wrong. */
export type Problems = ReadonlyMap<string, string>;

/** The mistakes in a value, by the path of their part. */
export function problemsOf(
  value: JsonValue,
  schema: JsonValue,
  { shared, messages }: Pick<BuilderData, 'shared' | 'messages'>,
): Problems {
  const problems = new Map<string, string>();
  for (const { path, key, said, kind } of findingsOf({ value, schema, shared }, 'request')) {
    // Fields of required properties say so themselves.
    if (kind === 'missing') continue;
    const at = pathKey(key === undefined ? path : [...path, key]);
    if (!problems.has(at)) problems.set(at, inWords(said, messages));
  }
  return problems;
}

/** The first thing that is wrong with the body of an answer, with its place. */
export function firstProblem(
  value: JsonValue,
  schema: JsonValue,
  { shared, messages }: Pick<BuilderData, 'shared' | 'messages'>,
): string | undefined {
  const [finding] = findingsOf({ value, schema, shared }, 'response');
  if (finding === undefined) return undefined;
  const problem = inWords(finding.said, messages);
  return finding.path.length === 0 ? problem : `${finding.path.join('.')}: ${problem}`;
}

function inWords([message, value]: Said, messages: BuilderData['messages']): string {
  const text = messages[message];
  if (value === undefined) return text;
  // Apart from the direction of the text around it.
  const own = `\u2068${value}\u2069`;
  return text.includes('{value}') ? fillMessage(text, { value: own }) : `${text}: ${own}`;
}

function findingsOf(
  {
    value,
    schema,
    shared,
  }: Readonly<Record<'value' | 'schema', JsonValue>> & {
    readonly shared: readonly JsonValue[];
  },
  direction: 'request' | 'response',
): readonly Finding[] {
  const findings = validate(value, schema, {
    dialect: '2020-12',
    direction,
    budget: { left: 50_000 },
    follow: (ref) => {
      const target = shared[Number(ref.slice(2))];
      return target === undefined ? { ok: false } : { ok: true, value: target };
    },
  });
  return findings ?? [];
}
