import { diagnostic } from '../../diagnostics/create.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { isObject } from '../model/json.ts';
import type { Description, JsonObject, JsonValue } from '../read/description.ts';
import type { Version } from './fields/field.ts';
import { describe } from './value-kinds.ts';

interface VersionOutcome {
  /** Absent where the description cannot be checked. */
  readonly version?: Version;
  readonly problem?: Diagnostic;
}

/** The version that a description says it has, and what is wrong with that. */
export function readVersion(description: Description): VersionOutcome {
  const { root, file } = description.root;
  if (!isObject(root)) {
    const message = `an OpenAPI description must be an object, but it is ${describe(root)}`;
    return { problem: diagnostic('openapi-version', { message, location: start(file) }) };
  }
  const key = 'openapi' in root ? 'openapi' : 'swagger';
  const value = root[key];
  if (value === undefined) return { problem: noVersion(description, root) };
  const version = versionOf(key, value);
  const well = typeof value === 'string' && version !== undefined;
  if (well) return { version };
  const problem = diagnostic('openapi-version', {
    message:
      version === undefined
        ? `${describe(value)} is not a version of OpenAPI that docwright knows`
        : `"${key}" must be text, but it is ${describe(value)}`,
    location: description.locate(root, key),
    hint:
      version === undefined
        ? 'known are "2.0" (as "swagger"), 3.0, 3.1 and 3.2 (as "openapi")'
        : `write it in quotes: ${key}: "${version === '2.0' ? version : `${version}.0`}"`,
  });
  return version === undefined ? { problem } : { version, problem };
}

function versionOf(key: string, value: JsonValue): Version | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  if (key === 'swagger') return text === '2.0' || value === 2 ? '2.0' : undefined;
  const minor = /^3\.([012])(?:\.\d+(?:-[\w.-]+)?)?$/.exec(text)?.[1];
  if (value === 3) return '3.0';
  if (minor === undefined) return undefined;
  return minor === '0' ? '3.0' : minor === '1' ? '3.1' : '3.2';
}

function noVersion(description: Description, root: JsonObject): Diagnostic {
  const key = nearest('openapi', Object.keys(root)) ?? nearest('swagger', Object.keys(root));
  const message = 'this is not an OpenAPI description: it has neither "openapi" nor "swagger"';
  if (key === undefined) {
    return diagnostic('openapi-version', { message, location: start(description.root.file) });
  }
  return diagnostic('openapi-version', {
    message,
    location: description.locateKey(root, key),
    hint: `did you mean "${key === 'openapi' || nearest('openapi', [key]) !== undefined ? 'openapi' : 'swagger'}"?`,
  });
}

function start(file: string): { file: string; line: number; column: number } {
  return { file, line: 1, column: 1 };
}
