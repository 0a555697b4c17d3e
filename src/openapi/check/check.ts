import {
  compareDiagnostics,
  type Diagnostic,
  diagnostic,
  type Location,
} from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { type Dialect, isObject, stringOf } from '../model/model-context.ts';
import type { Description, JsonValue } from '../read/description.ts';
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
function readVersion({ root: file, locate, locateKey }: Description): {
  version?: Dialect;
  problem?: Diagnostic;
} {
  const { root } = file;
  const start = { file: file.file, line: 1, column: 1 };
  const unsupported = (message: string, location: Location, hint?: string) => ({
    problem: diagnostic('openapi-version', { message, location, hint }),
  });
  if (!isObject(root)) {
    const message = `an OpenAPI description must be an object, but it is ${describe(root)}`;
    return unsupported(message, start);
  }
  const key = 'openapi' in root ? 'openapi' : 'swagger';
  const value = root[key];
  if (value === undefined) {
    const message = 'this is not an OpenAPI description: it has neither "openapi" nor "swagger"';
    const keys = Object.keys(root);
    const near = ['openapi', 'swagger'].find((name) => nearest(name, keys) !== undefined);
    const hint = 'name a file that begins with a line such as openapi: 3.1.0, or add this line';
    const typo = near && nearest(near, keys);
    if (typo === undefined) return unsupported(message, start, hint);
    return unsupported(message, locateKey(root, typo), `did you mean "${near}"?`);
  }
  const version = versionOf(key, value);
  if (typeof value === 'string' && version !== undefined) return { version };
  const location = locate(root, key);
  if (version === undefined) {
    const message = `${describe(value)} is not a supported version of OpenAPI`;
    const hint = 'known are "2.0" (as "swagger"), 3.0, 3.1 and 3.2 (as "openapi")';
    return unsupported(message, location, hint);
  }
  const message = `"${key}" must be text, but it is ${describe(value)}`;
  const hint = `write it in quotes: ${key}: "${version === '2.0' ? version : `${version}.0`}"`;
  return { version, problem: diagnostic('openapi-field-type', { message, location, hint }) };
}

function versionOf(key: string, value: JsonValue): Dialect | undefined {
  const text = typeof value === 'boolean' ? '' : stringOf(value);
  if (key === 'swagger') return text === '2.0' || value === 2 ? '2.0' : undefined;
  if (value === 3) return '3.0';
  const [, version] = /^(3\.[012])(?:\.\d+(?:-[\w.-]+)?)?$/.exec(text) ?? [];
  return DIALECTS.find((dialect) => dialect === version);
}

const DIALECTS = ['3.0', '3.1', '3.2'] as const;
