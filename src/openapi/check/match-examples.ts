import type { Location } from '../../diagnostics/diagnostic.ts';
import { isObject } from '../model/json.ts';
import type { JsonValue } from '../read/description.ts';
import { type Check, type ExampleTask, report } from './check-context.ts';
import { validate } from './validate/validate.ts';
import type { Finding, ValidateOptions } from './validate/validation.ts';

// GitHub's description takes 700,000 steps, its largest example 9,000.
const STEPS_PER_EXAMPLE = 100_000;
const STEPS_PER_DESCRIPTION = 5_000_000;
const SHOWN = 5;

/** Compares all examples, defaults and enum values with their schemas. */
export function checkExamples(check: Check): void {
  let left = STEPS_PER_DESCRIPTION;
  for (const task of check.examples) {
    const budget = { left: Math.min(left, STEPS_PER_EXAMPLE) };
    const before = budget.left;
    const outcome = validate(task.value, task.schema, optionsOf(check, task, budget));
    left -= before - Math.max(0, budget.left);
    if (left <= 0) return;
    if (outcome.known) tell(check, task, outcome.findings);
  }
}

function optionsOf(check: Check, task: ExampleTask, budget: { left: number }): ValidateOptions {
  return {
    dialect: check.version === '2.0' || check.version === '3.0' ? 'draft-4' : '2020-12',
    follow: check.description.follow,
    direction: task.direction,
    budget,
  };
}

function tell(check: Check, task: ExampleTask, findings: readonly Finding[]): void {
  const told = new Set<string>();
  for (const finding of findings) {
    const name = nameOf(task, finding.path);
    const message = `${name} ${finding.problem}`;
    if (told.has(message)) continue;
    told.add(message);
    if (told.size > SHOWN) return;
    report(check, 'openapi-example', { message, at: placeOf(check, task, finding) });
  }
}

function nameOf(task: ExampleTask, path: readonly (string | number)[]): string {
  if (path.length === 0) return task.what;
  const steps = path.map((step, index) => {
    if (typeof step === 'number') return `[${step}]`;
    return index === 0 ? step : `.${step}`;
  });
  return `"${steps.join('')}" in ${task.what}`;
}

function placeOf(check: Check, task: ExampleTask, { path, key }: Finding): Location {
  let owner: object = task.owner;
  let at: string | number = task.key;
  let value: JsonValue | undefined = task.value;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) break;
    owner = value;
    at = step;
    value = Array.isArray(value) ? value[Number(step)] : value[step];
  }
  if (key !== undefined && isObject(value)) return check.description.locateKey(value, key);
  const place = check.description.locate(owner, at);
  if (place.endLine === place.line) return place;
  // An object of many lines is named by its key, an item by its beginning.
  const named = typeof at === 'string' ? check.description.locateKey(owner, at) : place;
  return { file: named.file, line: named.line, column: named.column };
}
