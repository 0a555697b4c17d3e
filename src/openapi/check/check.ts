import {
  compareDiagnostics,
  type Diagnostic,
  diagnostic,
  type Location,
} from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { isObject, stringOf } from '../model/model-context.ts';
import type { Description, JsonObject, JsonValue } from '../read/description.ts';
import {
  atLeast,
  type Check,
  createCheck,
  describe,
  type ExampleTask,
  report,
} from './check-context.ts';
import type { Version } from './fields/field.ts';
import { checkLinks } from './rules/link-objects.ts';
import { checkOperationIds, checkRequiredNames } from './rules/operations.ts';
import { checkPaths } from './rules/paths.ts';
import { checkRequirements } from './rules/security.ts';
import { checkTags } from './rules/tags.ts';
import { validate } from './validate/validate.ts';
import type { Finding } from './validate/validation.ts';
import { walk } from './walk.ts';

/**
 * Lists all problems of a description by location: structure, references and contradictions between its parts.
 * Reads the files that it refers to.
 */
export function checkDescription(description: Description): readonly Diagnostic[] {
  const { version, problem } = readVersion(description);
  const { root } = description.root;
  const found: Diagnostic[] = problem === undefined ? [] : [problem];
  if (version !== undefined && isObject(root)) {
    const check = createCheck(description, version);
    checkRoot(check, root);
    found.push(...check.found);
  }
  return [...found, ...description.problems()].sort(compareDiagnostics);
}

function checkRoot(check: Check, root: JsonObject): void {
  walk(check, root);
  checkContents(check, root);
  checkPaths(check, root);
  checkOperationIds(check);
  checkTags(check, root);
  checkRequirements(check, root);
  checkLinks(check, root);
  checkRequiredNames(check);
  checkExamples(check);
}

// OpenAPI 3.1, OpenAPI Object: at least one of the three is required.
function checkContents(check: Check, root: JsonObject): void {
  if (!atLeast(check, '3.1')) return;
  if ('paths' in root || 'webhooks' in root || 'components' in root) return;
  const { file, line, column } = check.description.locate(root);
  const message = 'the description needs "paths", "webhooks" or "components"';
  report(check, 'openapi-field-missing', { message, at: { file, line, column } });
}

/** Reads the version; it is absent if the description cannot be checked. */
function readVersion(description: Description): { version?: Version; problem?: Diagnostic } {
  const { root, file } = description.root;
  if (!isObject(root)) {
    const message = `an OpenAPI description must be an object, but it is ${describe(root)}`;
    return { problem: diagnostic('openapi-version', { message, location: start(file) }) };
  }
  const key = 'openapi' in root ? 'openapi' : 'swagger';
  const value = root[key];
  if (value === undefined) return { problem: noVersion(description, root) };
  const version = versionOf(key, value);
  if (typeof value === 'string' && version !== undefined) return { version };
  const location = description.locate(root, key);
  if (version === undefined) {
    const message = `${describe(value)} is not a supported version of OpenAPI`;
    const hint = 'known are "2.0" (as "swagger"), 3.0, 3.1 and 3.2 (as "openapi")';
    return { problem: diagnostic('openapi-version', { message, location, hint }) };
  }
  const message = `"${key}" must be text, but it is ${describe(value)}`;
  const hint = `write it in quotes: ${key}: "${version === '2.0' ? version : `${version}.0`}"`;
  return { version, problem: diagnostic('openapi-field-type', { message, location, hint }) };
}

function versionOf(key: string, value: JsonValue): Version | undefined {
  const text = typeof value === 'boolean' ? '' : stringOf(value);
  if (key === 'swagger') return text === '2.0' || value === 2 ? '2.0' : undefined;
  const minor = /^3\.([012])(?:\.\d+(?:-[\w.-]+)?)?$/.exec(text)?.[1];
  if (value === 3) return '3.0';
  if (minor === undefined) return undefined;
  return minor === '0' ? '3.0' : minor === '1' ? '3.1' : '3.2';
}

function noVersion(description: Description, root: JsonObject): Diagnostic {
  const key = nearest('openapi', Object.keys(root)) ?? nearest('swagger', Object.keys(root));
  const message = 'this is not an OpenAPI description: it has neither "openapi" nor "swagger"';
  if (key === undefined)
    return diagnostic('openapi-version', { message, location: start(description.root.file) });
  const isNew = key === 'openapi' || nearest('openapi', [key]) !== undefined;
  const hint = `did you mean "${isNew ? 'openapi' : 'swagger'}"?`;
  return diagnostic('openapi-version', {
    message,
    location: description.locateKey(root, key),
    hint,
  });
}

function start(file: string): { file: string; line: number; column: number } {
  return { file, line: 1, column: 1 };
}

// GitHub's description takes 700,000 steps, its largest example 9,000.
const STEPS_PER_EXAMPLE = 100_000;
const STEPS_PER_DESCRIPTION = 5_000_000;
const SHOWN = 5;

/** Validates all examples, defaults and enum values against their schemas. */
function checkExamples(check: Check): void {
  let left = STEPS_PER_DESCRIPTION;
  const lists = new Set<object>();
  for (const task of check.examples) {
    // An enum with invalid values is reported once.
    if (lists.has(task.owner)) continue;
    const budget = { left: Math.min(left, STEPS_PER_EXAMPLE) };
    const before = budget.left;
    const outcome = validate(task.value, task.schema, {
      dialect: atLeast(check, '3.1') ? '2020-12' : 'draft-4',
      follow: check.description.follow,
      direction: task.direction,
      budget,
    });
    left -= before - Math.max(0, budget.left);
    if (left <= 0) return;
    if (!outcome.known) continue;
    tell(check, task, outcome.findings);
    if (outcome.findings.length > 0 && task.what === 'the enum value') lists.add(task.owner);
  }
}

function tell(check: Check, task: ExampleTask, findings: readonly Finding[]): void {
  const reported = new Set<string>();
  for (const finding of findings) {
    const name = nameOf(task, finding.path);
    const message = `${name} ${finding.problem}`;
    if (reported.has(message)) continue;
    reported.add(message);
    if (reported.size > SHOWN) return;
    report(check, 'openapi-example', { message, at: locationOf(check, task, finding) });
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
