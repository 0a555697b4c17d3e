import { CATALOGUE, type CatalogueEntry, LINK_CODES } from './codes.ts';
import type { Diagnostic } from './diagnostic.ts';

/** A level that a configuration gives a code. */
export type Level = 'off' | 'info' | 'warning' | 'error';

/** Applies the configured levels by code; `off` leaves a finding out. Codes that are off by default need a level. */
export function applyLevels(
  diagnostics: readonly Diagnostic[],
  rules: Readonly<Record<string, Level>>,
): readonly Diagnostic[] {
  const levels = new Map(Object.entries(rules).filter(([code]) => LINK_CODES.includes(code)));
  return diagnostics.flatMap((entry) => {
    const entryOf: CatalogueEntry = CATALOGUE[entry.code];
    const level = levels.get(entry.code) ?? (entryOf.isOff === true ? 'off' : entry.severity);
    if (level === entry.severity) return [entry];
    return level === 'off' ? [] : [{ ...entry, severity: level }];
  });
}
