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

/** What sets levels; a resolved configuration is one. */
export interface LevelSettings {
  /** Of `--rule`. */
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
 * The level of a finding: that of its code where it is fixed. Otherwise the first of `--rule`, `rules` and `strict` of
 * its API description, `links.rules` and `rules` that says one, else the default.
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

/** Gives each finding its level; `off` leaves it out. Counts what is lowered, by code and level. */
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
