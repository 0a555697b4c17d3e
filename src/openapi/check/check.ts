import { compareDiagnostics, type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { type Dialect, isObject, stringOf } from '../model/model-context.ts';
import type { Description, JsonObject, JsonValue } from '../read/description.ts';
import { createCheck, describe } from './check-context.ts';
import { checkExamples } from './rules/examples.ts';
import { checkLinks, checkRequirements, checkTags } from './rules/names.ts';
import { checkOperationIds, checkPaths } from './rules/paths.ts';
import { checkRequiredNames } from './rules/schemas.ts';
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
    walk(check, root);
    checkPaths(check, root);
    checkOperationIds(check);
    checkTags(check, root);
    checkRequirements(check, root);
    checkLinks(check);
    checkRequiredNames(check);
    checkExamples(check);
    found.push(...check.found);
  }
  return [...found, ...description.problems()].sort(compareDiagnostics);
}

/** Reads the version; it is absent if the description cannot be checked. */
function readVersion(description: Description): { version?: Dialect; problem?: Diagnostic } {
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

function versionOf(key: string, value: JsonValue): Dialect | undefined {
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
    return diagnostic('openapi-version', {
      message,
      location: start(description.root.file),
      hint: 'name a file that begins with a line such as openapi: 3.1.0, or add this line',
    });
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
