import type { DiagnosticCode } from '../diagnostics/codes.ts';
import { type ConfigPath, printConfigPath } from './config-path.ts';

/** A problem of the configuration before its place in the source text is known. */
export interface Problem {
  readonly code: DiagnosticCode;
  readonly path: ConfigPath;
  readonly message: string;
  readonly hint?: string | undefined;
  /**
   * What the place shows: the value (default), the key, or the object in which a key is missing;
   * `nowhere` has none.
   */
  readonly at?: 'value' | 'key' | 'parent' | 'nowhere';
}

/** A value that is not allowed: `<path> <reason>`. */
export function valueProblem(path: ConfigPath, reason: string, hint?: string): Problem {
  return { code: 'config-value', path, message: `${printConfigPath(path)} ${reason}`, hint };
}

/** A required key that is missing from the object at `path`. */
export function missingProblem(path: ConfigPath, key: string, hint?: string): Problem {
  const full = [...path, key];
  return {
    code: 'config-missing',
    path: full,
    message: `${printConfigPath(full)} is required`,
    hint,
    at: 'parent',
  };
}
