import { CATALOGUE, type CatalogueEntry, type Level } from './codes.ts';
import type { Diagnostic } from './diagnostic.ts';

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
  const { severity, isOff, fixed }: CatalogueEntry = CATALOGUE[code];
  if (fixed !== undefined) return severity;
  const description = openapi.find(({ id }) => id === api);
  const strict = description?.strict === true && isOff !== true ? 'error' : undefined;
  const configured = strict ?? links.rules[code] ?? rules[code];
  return flags[code] ?? description?.rules[code] ?? configured ?? (isOff ? 'off' : severity);
}

/** Gives each finding its level; `off` leaves it out. */
export function applyLevels(
  diagnostics: readonly Diagnostic[],
  settings: LevelSettings,
): readonly Diagnostic[] {
  return diagnostics.flatMap((entry) => {
    const level = levelOf(entry, settings);
    if (level === entry.severity) return [entry];
    return level === 'off' ? [] : [{ ...entry, severity: level }];
  });
}
