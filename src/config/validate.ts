import {
  compareDiagnostics,
  type Diagnostic,
  diagnostic,
  type Location,
} from '../diagnostics/diagnostic.ts';
import { checkShape } from './check-shape.ts';
import { checkDocsFolders, checkOutDir, type SitePlace } from './checks/folders.ts';
import { checkNavbar } from './checks/navbar.ts';
import {
  checkFooter,
  checkHead,
  checkIds,
  checkLocales,
  checkRedirects,
  checkRules,
  checkToc,
  checkVersions,
} from './checks/site-checks.ts';
import { createLocator, type Locator } from './config-location.ts';
import { isRecord, type Problem, printConfigPath } from './problem.ts';
import { SITE_SCHEMA } from './schema-site.ts';
import type { SiteConfig } from './site-config.ts';

export interface ValidationPlace extends SitePlace {
  /** Text of the configuration file, in which problems are located. */
  readonly source: string;
}

export interface Validation {
  /** The value as a configuration; undefined when it has errors. */
  readonly config: SiteConfig | undefined;
  /** Every problem, in the order of the source text. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks what a configuration file exports. Each diagnostic has its place in the file and names its path. */
export function validateConfig(value: unknown, place: ValidationPlace): Validation {
  const locate = createLocator(place.source);
  const diagnostics = findProblems(value, place)
    .map((problem) => toDiagnostic(problem, locate, place.configFile))
    .toSorted(compareDiagnostics);
  return { config: isValid(value, diagnostics) ? value : undefined, diagnostics };
}

function findProblems(value: unknown, place: SitePlace): Problem[] {
  return [
    ...checkShape(value, SITE_SCHEMA),
    ...checkLocales(value),
    ...checkIds(value),
    ...checkNavbar(value),
    ...checkFooter(value),
    ...checkToc(value),
    ...checkRedirects(value),
    ...checkHead(value),
    ...checkRules(value),
    ...checkOutDir(value, place),
    ...checkDocsFolders(value, place),
    ...checkVersions(value, place),
  ];
}

// The schema has the shape of the type: a value without a difference from it is one.
function isValid(value: unknown, diagnostics: readonly Diagnostic[]): value is SiteConfig {
  return isRecord(value) && diagnostics.every(({ severity }) => severity !== 'error');
}

function toDiagnostic(problem: Problem, locate: Locator, file: string): Diagnostic {
  const { code, message, hint } = problem;
  return diagnostic(code, { message, hint, location: toLocation(problem, locate, file) });
}

function toLocation({ path, at }: Problem, locate: Locator, file: string): Location | undefined {
  if (at === 'nowhere') return undefined;
  const place = at === 'parent' ? locate(path.slice(0, -1)) : locate(path, at ?? 'value');
  return path.length === 0
    ? { file, ...place }
    : { file, ...place, pointer: printConfigPath(path) };
}
