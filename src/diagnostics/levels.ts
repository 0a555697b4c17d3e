import {
  type DiagnosticCode,
  entryOf,
  isAbout,
  LEVELS,
  type Level,
  type PluginCode,
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
  /** True for a site without a configuration, which is published with all that can be shown. */
  readonly isAssumed?: boolean;
}

/**
 * Returns the level of a finding: that of its code if it is final, or else the first one set by `--rule`, by `rules` and `strict` of
 * its API description, by `links.rules` or by `rules`, else the default. Without a configuration, errors are warnings.
 */
export function levelOf(
  { code, api, defaultLevel }: Pick<Diagnostic, 'code' | 'api' | 'defaultLevel'>,
  { flags = {}, openapi, links, rules, isAssumed = false }: LevelSettings,
): Level {
  const { severity, isOff, fixed, isFinal } = entryOf(code);
  const isSpared = isAssumed && severity === 'error' && isFinal !== true;
  const description = openapi.find(({ id }) => id === api);
  // Changes are no mistakes of a description.
  const isStrict = description?.strict === true && isOff !== true && !isAbout('API changes', code);
  const strict = isStrict ? 'error' : undefined;
  const configured = strict ?? links.rules[code] ?? rules[code];
  const level =
    flags[code] ??
    description?.rules[code] ??
    configured ??
    (isOff ? 'off' : isSpared ? 'warning' : (defaultLevel ?? severity));
  return fixed !== undefined && (isFinal === true || level !== 'warning') ? severity : level;
}

/** Findings of a code below its default level. */
export interface Lowered {
  readonly code: DiagnosticCode | PluginCode;
  readonly from: Severity;
  readonly to: Level;
  readonly count: number;
}

/** Findings with their levels. */
interface Levelled {
  readonly diagnostics: readonly Diagnostic[];
  /** Lowered findings by code and level, except for `spared` ones. */
  readonly lowered: readonly Lowered[];
  /** The number of findings that are warnings because there is no configuration. */
  readonly spared: number;
}

/** Sets the level of each finding and drops those that are `off`. */
export function applyLevels(diagnostics: readonly Diagnostic[], settings: LevelSettings): Levelled {
  const lowered = new Map<string, Lowered>();
  let spared = 0;
  const levelled = diagnostics.flatMap((entry) => {
    const level = levelOf(entry, settings);
    const { isOff } = entryOf(entry.code);
    if (settings.isAssumed === true && entry.severity === 'error' && level === 'warning') {
      spared += 1;
    } else if (LEVELS.indexOf(level) < LEVELS.indexOf(entry.severity) && isOff !== true) {
      const { code, severity: from } = entry;
      const key = `${code} ${level}`;
      lowered.set(key, { code, from, to: level, count: (lowered.get(key)?.count ?? 0) + 1 });
    }
    if (level === entry.severity) return [entry];
    return level === 'off' ? [] : [{ ...entry, severity: level }];
  });
  const byCode = [...lowered.values()].sort((a, b) => compareStrings(a.code, b.code));
  return { diagnostics: levelled, lowered: byCode, spared };
}
