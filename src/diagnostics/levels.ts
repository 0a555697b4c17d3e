import { LINK_CODES } from './codes.ts';
import type { Diagnostic } from './diagnostic.ts';

/** A level that a configuration gives a code. */
export type Level = 'off' | 'info' | 'warning' | 'error';

/** Gives findings of the link check the levels that the configuration sets by code; `off` leaves them out. */
export function applyLevels(
  diagnostics: readonly Diagnostic[],
  rules: Readonly<Record<string, Level>>,
): readonly Diagnostic[] {
  const levels = new Map(Object.entries(rules).filter(([code]) => LINK_CODES.includes(code)));
  if (levels.size === 0) return diagnostics;
  return diagnostics.flatMap((entry) => {
    const level = levels.get(entry.code) ?? entry.severity;
    return level === 'off' ? [] : [{ ...entry, severity: level }];
  });
}
