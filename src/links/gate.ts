/** What silences findings of the link check, the same for every command: the files themselves, and the baseline. */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ResolvedConfig } from '../config/site-config.ts';
import { readSource } from '../content/read-source.ts';
import type { SourceFile } from '../content/source-file.ts';
import { type DiagnosticCode, LINK_CODES } from '../diagnostics/codes.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { applyLevels, type LevelSettings, levelOf, type Rules } from '../diagnostics/levels.ts';
import { toFilePath } from '../shared/paths.ts';
import type { LinkUse } from '../site/graph-types.ts';
import { applyBaseline, type Baseline, type Covers } from './baseline.ts';
import { readBaseline } from './read-baseline.ts';
import type { Suppression } from './suppression-comments.ts';
import { createSuppressionReader, suppress } from './suppressions.ts';

/** The baseline of a site, beside its configuration, where no other file is named. */
export const BASELINE_FILE = 'links-baseline.json';

export interface GateInput {
  readonly config: Pick<ResolvedConfig, 'siteDir' | 'links' | 'openapi' | 'rules'>;
  /** Levels of `--rule`, by code. */
  readonly flags?: Rules | undefined;
  /** With the levels of the catalogue. */
  readonly diagnostics: readonly Diagnostic[];
  /** Markdown files. */
  readonly docs: readonly Pick<SourceFile, 'file' | 'absolute'>[];
  readonly uses: readonly LinkUse[];
  /** Absolute; default: `links-baseline.json` in the site folder, where there is one. */
  readonly baselineFile?: string | undefined;
  /** True in runs that ask for addresses outside of the site. */
  readonly asksOutside?: boolean;
  /** Whether the run looked for what an entry of the baseline lists; default: it did. */
  readonly covers?: Covers | undefined;
}

export interface GateResult {
  /** What is left, with warnings about what silences nothing. */
  readonly diagnostics: readonly Diagnostic[];
  /** Findings that the baseline lists. */
  readonly known: readonly Diagnostic[];
  readonly suppressed: readonly Diagnostic[];
  /** The baseline that was read. */
  readonly baseline: Baseline | undefined;
}

/** Gives findings their levels, and leaves out what files silence and what the baseline lists. */
export function applyGate(input: GateInput): GateResult {
  const settings: LevelSettings = { ...input.config, flags: input.flags };
  const level = (found: readonly Diagnostic[]) => applyLevels(found, settings);
  const levelled = level(input.diagnostics);
  const { kept, suppressed, unused, problems } = applySuppressions(input, levelled, settings);
  const { baseline, diagnostics } = loadBaseline(input);
  const found = [...kept, ...level([...unused, ...problems])];
  if (baseline === undefined) {
    return { diagnostics: [...found, ...diagnostics], known: [], suppressed, baseline };
  }
  const { fresh, known, stale } = applyBaseline(found, baseline, input.covers);
  return { diagnostics: [...fresh, ...level(stale), ...diagnostics], known, suppressed, baseline };
}

/** What is merely of interest about links is for those who ask: `docs check-links`. */
export function isForAuthors({ code, severity }: Diagnostic): boolean {
  return severity !== 'info' || !LINK_CODES.includes(code);
}

interface Hushed {
  readonly kept: readonly Diagnostic[];
  readonly suppressed: readonly Diagnostic[];
  readonly unused: readonly Diagnostic[];
  /** Comments that cannot be understood. */
  readonly problems: readonly Diagnostic[];
}

function applySuppressions(
  { docs, uses, asksOutside = false }: GateInput,
  diagnostics: readonly Diagnostic[],
  settings: LevelSettings,
): Hushed {
  const read = createSuppressionReader();
  const byFile = new Map<string, readonly Suppression[]>();
  const problems: Diagnostic[] = [];
  for (const doc of docs) {
    const source = readSource(doc);
    if (!source.ok) continue;
    const found = read(doc.file, source.text);
    problems.push(...found.diagnostics);
    if (found.suppressions.length > 0) byFile.set(doc.file, found.suppressions);
  }
  if (byFile.size === 0) {
    return { kept: diagnostics, suppressed: [], unused: [], problems };
  }
  const hrefsOf = new Map<string, string[]>();
  for (const { href, location } of uses) {
    const known = hrefsOf.get(location.file) ?? [];
    known.push(href);
    hrefsOf.set(location.file, known);
  }
  const hrefs = (file: string): readonly string[] => hrefsOf.get(file) ?? [];
  // What a comment says of addresses outside is of use in runs that ask for them.
  const looksFor = (rule: DiagnosticCode | undefined): boolean =>
    rule === undefined
      ? asksOutside
      : levelOf({ code: rule }, settings) !== 'off' &&
        (asksOutside || !rule.startsWith('external-'));
  const { kept, suppressed, unused } = suppress(diagnostics, byFile, { hrefs, looksFor });
  return { kept, suppressed, unused, problems };
}

function loadBaseline({ config, baselineFile }: GateInput): {
  readonly baseline: Baseline | undefined;
  readonly diagnostics: readonly Diagnostic[];
} {
  const absolute = baselineFile ?? join(config.siteDir, BASELINE_FILE);
  // One that is named may be about to be written.
  if (!existsSync(absolute)) return { baseline: undefined, diagnostics: [] };
  const file = toFilePath(relative(config.siteDir, absolute));
  const source = readSource({ file, absolute });
  return source.ok
    ? readBaseline(file, source.text)
    : { baseline: undefined, diagnostics: [source.diagnostic] };
}
