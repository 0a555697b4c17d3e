import { compareDiagnostics, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { isObject } from '../model/json.ts';
import type { Description, JsonObject } from '../read/description.ts';
import { type Check, createCheck, report } from './check-context.ts';
import { checkExamples } from './match-examples.ts';
import { checkLinks } from './rules/link-objects.ts';
import { checkOperationIds } from './rules/operations.ts';
import { checkPaths } from './rules/paths.ts';
import { checkRequiredNames } from './rules/required.ts';
import { checkRequirements } from './rules/security.ts';
import { checkTags } from './rules/tags.ts';
import { readVersion } from './version.ts';
import { walk } from './walk.ts';

/**
 * All problems of a description, sorted by place: its structure, its references, and what its parts say about each
 * other. Reads the files that its references lead to.
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
  walk(check, 'Root', root);
  checkContents(check, root);
  checkPaths(check, root);
  checkOperationIds(check);
  checkTags(check, root);
  checkRequirements(check, root);
  checkLinks(check, root);
  checkRequiredNames(check);
  checkExamples(check);
}

// OpenAPI 3.1, OpenAPI Object: at least one of the three.
function checkContents(check: Check, root: JsonObject): void {
  if (check.version === '2.0' || check.version === '3.0') return;
  if ('paths' in root || 'webhooks' in root || 'components' in root) return;
  const { file, line, column } = check.description.locate(root);
  const message = 'the description needs "paths", "webhooks" or "components"';
  report(check, 'openapi-field-missing', { message, at: { file, line, column } });
}
