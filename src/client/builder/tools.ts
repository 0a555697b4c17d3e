/** Loaded when a value is changed: the printers of samples, the validator, and the console. */
import type { JsonValue } from '../../shared/json.ts';
import type { BuilderData } from '../../shared/request/builder-data.ts';
import { type Finding, validate } from '../../shared/request/validate.ts';
import { plainText } from '../../shared/request/sample-request.ts';
import { fillMessage } from '../../shared/ui-messages.ts';
import { pathKey } from './values.ts';

export { Console } from './console.tsx';
export { signIn } from './sign-in.ts';
export { fillTemplate } from '../../shared/request/template-sample.ts';
export { BASIC } from '../../shared/request/languages/basic.ts';

/** By the path of the part of a value that is wrong. */
export type Problems = ReadonlyMap<string, string>;

/** The mistakes in a value, by the path of their part. */
export function problemsOf(
  value: JsonValue,
  schema: JsonValue,
  data: Pick<BuilderData, 'shared' | 'messages'>,
): Problems {
  const problems = new Map<string, string>();
  for (const finding of findingsOf(value, { ...data, schema, direction: 'request' })) {
    // Fields of required properties say so themselves.
    if (finding.rule === 'lacks') continue;
    const at = pathKey(placeOf(finding));
    if (!problems.has(at)) problems.set(at, inWords(finding, data.messages));
  }
  return problems;
}

/** The first thing that is wrong with the body of an answer, with its place. */
export function firstProblem(
  value: JsonValue,
  schema: JsonValue,
  data: Pick<BuilderData, 'shared' | 'messages'>,
): string | undefined {
  const [finding] = findingsOf(value, { ...data, schema, direction: 'response' });
  if (finding === undefined) return undefined;
  return [placeOf(finding).join('.'), inWords(finding, data.messages)].filter(Boolean).join(': ');
}

function placeOf({ path, key }: Finding): readonly (string | number)[] {
  return key === undefined ? path : [...path, key];
}

function inWords({ rule, facts }: ShownFinding, messages: BuilderData['messages']): string {
  const text = messages[rule === 'format' ? 'mustHaveType' : rule];
  if (facts.length === 0) return text;
  // Apart from the direction of the text around it.
  const own = `\u2068${facts.map(plainText).join(', ')}\u2069`;
  return text.includes('{value}') ? fillMessage(text, { value: own }) : `${text}: ${own}`;
}

type ShownFinding = Finding & { readonly rule: Exclude<Finding['rule'], 'severalFit' | 'unknown'> };

/** Without `severalFit`: the schemas of fields lack keywords that tell alternatives apart. */
function isShown(finding: Finding): finding is ShownFinding {
  return finding.rule !== 'severalFit' && finding.rule !== 'unknown';
}

function findingsOf(
  value: JsonValue,
  {
    schema,
    shared,
    direction,
  }: Pick<BuilderData, 'shared'> & {
    readonly schema: JsonValue;
    readonly direction: 'request' | 'response';
  },
): readonly ShownFinding[] {
  const findings = validate(value, schema, {
    dialect: '2020-12',
    direction,
    budget: { left: 50_000 },
    follow: (ref) => {
      const target = shared[Number(ref.slice(2))];
      return target === undefined ? { ok: false } : { ok: true, value: target };
    },
  });
  return findings?.filter(isShown) ?? [];
}
