import { parseJson } from '../../../shared/json.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Location } from '../../../diagnostics/diagnostic.ts';
import { asObject, isObject, namedEntries } from '../../model/model-context.ts';
import type { JsonObject, JsonValue } from '../../read/description.ts';
import { atLeast, type Check, type Direction, type ExampleTask, report } from '../check-context.ts';
import { refOf, resolveObject } from '../references.ts';
import { type Finding, validate } from '../../../shared/request/validate.ts';
import { problemOf } from '../../../shared/request/words.ts';

/** Records the examples of a media type, parameter, header or response for validation at the end. */
export function checkExampleHolder(check: Check, holder: JsonObject, direction: Direction): void {
  const schema = holder['schema'];
  if (schema === undefined || schema === null) return;
  const note = (owner: object, key: string, value: JsonValue): void => {
    if (refOf(value) !== undefined) return;
    const task = { what: 'the example', owner, key, schema, direction };
    // The key of the media type that holds the example, whose text may be a serialized body.
    const type = check.description.pointer(holder).pointer.split('/').at(-1) ?? '';
    const isType = type.includes('~1');
    const media = isType ? type.replaceAll('~1', '/') : check.version === '2.0' ? key : '';
    if (typeof value !== 'string' || !media.includes('/')) check.examples.push({ ...task, value });
    else if (/^\s*(?:[^;]*\/json|[^;]*\+json|\*\/\*)\s*(?:;|$)/i.test(media)) {
      const isString = resolveObject(check, schema)?.['type'] === 'string';
      check.examples.push({ ...task, ...(isString ? { value } : readJson(value)) });
    }
  };
  if (check.version === '2.0') {
    const examples = asObject(holder['examples']) ?? {};
    for (const [type, value] of namedEntries(examples)) note(examples, type, value);
    return;
  }
  if (holder['example'] !== undefined) note(holder, 'example', holder['example']);
  for (const [, entry] of namedEntries(holder['examples'])) {
    const example = resolveObject(check, entry);
    for (const key of ['value', 'dataValue']) {
      const value = example?.[key];
      if (example !== undefined && value !== undefined) note(example, key, value);
    }
  }
}

/** Parses JSON text; other text is the value itself. */
function readJson(text: string): { readonly value: JsonValue; readonly isText?: boolean } {
  if (!/^\s*[[{]/.test(text)) return { value: text };
  const value = parseJson(text);
  return value === undefined ? { value: text } : { value, isText: true };
}

// GitHub's description takes 700,000 steps, its largest example 9,000.
const STEPS_PER_EXAMPLE = 100_000;
const STEPS_PER_DESCRIPTION = 5_000_000;
const SHOWN = 5;

/** Validates all examples and defaults against their schemas. */
export function checkExamples(check: Check): void {
  let left = STEPS_PER_DESCRIPTION;
  for (const task of check.examples) {
    const budget = { left: Math.min(left, STEPS_PER_EXAMPLE) };
    const before = budget.left;
    const findings = validate(task.value, task.schema, {
      dialect: atLeast(check, '3.1') ? '2020-12' : 'draft-4',
      follow: check.description.follow,
      direction: task.direction,
      nearest,
      budget,
    });
    left -= before - Math.max(0, budget.left);
    if (left <= 0) return;
    if (findings !== undefined) tell(check, task, findings);
  }
}

/** Reports the mismatches of an example: `"a[0].b" in the example …`. */
function tell(check: Check, task: ExampleTask, findings: readonly Finding[]): void {
  const distinct = new Map<string, Finding>();
  for (const finding of findings) {
    const steps = finding.path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`));
    const path = steps.join('').replace(/^\./, '');
    const name = steps.length === 0 ? task.what : `"${path}" in ${task.what}`;
    const message = `${name} ${problemOf(finding)}`;
    if (!distinct.has(message)) distinct.set(message, finding);
  }
  for (const [message, finding] of [...distinct].slice(0, SHOWN))
    report(check, 'openapi-example', { message, at: locationOf(check, task, finding) });
}

function locationOf(check: Check, task: ExampleTask, { path, key }: Finding): Location {
  let owner: object = task.owner;
  let at: string | number = task.key;
  let value: JsonValue | undefined = task.value;
  for (const step of task.isText === true ? [] : path) {
    if (typeof value !== 'object' || value === null) break;
    owner = value;
    at = step;
    value = Array.isArray(value) ? value[Number(step)] : value[step];
  }
  if (key !== undefined && isObject(value) && task.isText !== true)
    return check.description.locateKey(value, key);
  const location = check.description.locate(owner, at);
  if (location.endLine === location.line) return location;
  // Points to the key of a multi-line object, to the start of an item.
  const named = typeof at === 'string' ? check.description.locateKey(owner, at) : location;
  return { file: named.file, line: named.line, column: named.column };
}
