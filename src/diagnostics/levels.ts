import {
  CATALOG,
  type CatalogEntry,
  type DiagnosticCode,
  LEVELS,
  type Level,
  type Severity,
} from './codes.ts';
import { compareStrings, type Diagnostic } from './diagnostic.ts';

/** Levels by code. */
export type Rules = Readonly<Record<string, Level>>;

/** Settings of levels, such as a resolved configuration. */
export interface LevelSettings {
  /** From `--rule`. */
  readonly flags?: Rules | undefined;
  readonly openapi: readonly {
    readonly id: string;
    readonly rules: Rules;
    readonly strict: boolean;
  }[];
  readonly links: { readonly rules: Rules };
  readonly rules: Rules;
}

/**
 * Returns the level of a finding: fixed by its code, or else the first one set by `--rule`, by `rules` and `strict` of
 * its API description, by `links.rules` or by `rules`, else the default.
 */
export function levelOf(
  { code, api }: Pick<Diagnostic, 'code' | 'api'>,
  { flags = {}, openapi, links, rules }: LevelSettings,
): Level {
  const { severity, isOff, fixed }: CatalogEntry = CATALOG[code];
  if (fixed !== undefined) return severity;
  const description = openapi.find(({ id }) => id === api);
  const strict = description?.strict === true && isOff !== true ? 'error' : undefined;
  const configured = strict ?? links.rules[code] ?? rules[code];
  return flags[code] ?? description?.rules[code] ?? configured ?? (isOff ? 'off' : severity);
}

/** Findings of a code below its default level. */
export interface Lowered {
  readonly code: DiagnosticCode;
  readonly from: Severity;
  readonly to: Level;
  readonly count: number;
}

/** Sets the level of each finding and drops those that are `off`. Counts lowered findings by code and level. */
export function applyLevels(
  diagnostics: readonly Diagnostic[],
  settings: LevelSettings,
): { readonly diagnostics: readonly Diagnostic[]; readonly lowered: readonly Lowered[] } {
  const lowered = new Map<string, Lowered>();
  const levelled = diagnostics.flatMap((entry) => {
    const level = levelOf(entry, settings);
    const { isOff }: CatalogEntry = CATALOG[entry.code];
    if (LEVELS.indexOf(level) < LEVELS.indexOf(entry.severity) && isOff !== true) {
      const { code, severity: from } = entry;
      const key = `${code} ${level}`;
      lowered.set(key, { code, from, to: level, count: (lowered.get(key)?.count ?? 0) + 1 });
    }
    if (level === entry.severity) return [entry];
    return level === 'off' ? [] : [{ ...entry, severity: level }];
  });
  const byCode = [...lowered.values()].sort((a, b) => compareStrings(a.code, b.code));
  return { diagnostics: levelled, lowered: byCode };
}
