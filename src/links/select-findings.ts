/** Applies levels, suppressions and the baseline to findings, the same way for every command. */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ResolvedConfig } from '../config/site-config.ts';
import { withoutConsequences } from '../diagnostics/causes.ts';
import { readOwnSource, readSource } from '../content/read-source.ts';
import { type DiagnosticCode, isCode } from '../diagnostics/codes.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import {
  applyLevels,
  type LevelSettings,
  type Lowered,
  levelOf,
  type Rules,
} from '../diagnostics/levels.ts';
import { toFilePath } from '../shared/paths.ts';
import { applyBaseline, type Baseline, type Covers } from './baseline.ts';
import type { SiteLinks } from './doc-facts.ts';
import { type BaselineFile, readBaseline } from './read-baseline.ts';
import { suppress } from './suppress.ts';

/** The default baseline file, next to the configuration. */
export const BASELINE_FILE = 'links-baseline.json';

/** The command that checks a site, and how much it checks. */
export interface Run {
  readonly command: 'build' | 'dev' | 'check-links';
  /** True in runs that ask the queries of the site. */
  readonly asksQueries?: boolean;
  /** True in runs that check the files for agents, and ask the questions of the site. */
  readonly asksQuestions?: boolean;
  /** True in runs that check external links. */
  readonly asksOutside?: boolean;
  /** True when `check-links` compiles scripts and styles too. */
  readonly isWhole?: boolean;
  /** Whether it reports findings of a code; default: of all. */
  readonly isOwn?: ((code: string) => boolean) | undefined;
}

/** The only findings that differ between commands. All others are the same everywhere, with the same levels. */
export const DIFFERENCES: readonly {
  readonly codes: readonly DiagnosticCode[];
  readonly isFoundBy: (run: Run) => boolean;
}[] = [
  {
    // Requests are sent only with --external.
    codes: ['external-broken', 'external-redirect-permanent', 'external-unverified'],
    isFoundBy: ({ asksOutside }) => asksOutside === true,
  },
  {
    // Of commands with a baseline, only `docs check` asks them.
    codes: ['search-miss', 'search-late', 'search-gap', 'queries-target'],
    isFoundBy: ({ asksQueries }) => asksQueries === true,
  },
  {
    codes: ['agents-list', 'agents-page', 'question-missed'],
    isFoundBy: ({ asksQuestions }) => asksQuestions === true,
  },
  {
    // The other commands report nothing-to-build.
    codes: ['nothing-checked'],
    isFoundBy: ({ command }) => command === 'check-links',
  },
  {
    // `docs check-links` compiles templates, but scripts and styles only for --update-baseline.
    codes: ['bundle-warning', 'bundle-error'],
    isFoundBy: ({ command, isWhole }) => command !== 'check-links' || isWhole === true,
  },
  {
    // `docs dev` makes an index when a reader searches.
    codes: ['search-index-size', 'search-index-limit'],
    isFoundBy: ({ command }) => command !== 'dev',
  },
  {
    // While an author writes, headings come and go.
    codes: ['url-removed', 'anchor-removed', 'url-not-locked', 'urls-lock-invalid'],
    isFoundBy: ({ command }) => command !== 'dev',
  },
  {
    // No other command writes to the output folder.
    codes: ['output-not-ours', 'output-locked', 'output-write'],
    isFoundBy: ({ command }) => command === 'build',
  },
  {
    // `docs build` reports output-write.
    codes: ['output-unfinished'],
    isFoundBy: ({ command }) => command !== 'build',
  },
];

export interface FindingsInput {
  readonly run: Run;
  readonly config: Pick<ResolvedConfig, 'siteDir' | 'links' | 'openapi' | 'rules'> &
    Partial<Pick<ResolvedConfig, 'isAssumed'>>;
  /** Levels of `--rule`, by code. */
  readonly flags?: Rules | undefined;
  /** With their default levels. */
  readonly diagnostics: readonly Diagnostic[];
  /** Suppressions, with the destinations as written in their files; default: none. */
  readonly links?: Pick<SiteLinks, 'suppressions' | 'hrefs'> | undefined;
  /** Absolute; default: `links-baseline.json` in the site folder, if it exists. */
  readonly baselineFile?: string | undefined;
  /** Tells whether the run can find what a baseline entry lists; default: always. */
  readonly covers?: Covers | undefined;
  /** True if only part of the site was checked: nothing is reported as unused. */
  readonly isPartial?: boolean;
}

/** Findings that are not reported, or reported below their default level. */
export interface SuppressedFindings {
  /** Findings that the baseline lists. */
  readonly known: readonly Diagnostic[];
  /** Findings that a comment, an attribute or the frontmatter of their file suppresses. */
  readonly suppressed: readonly Diagnostic[];
  /** Findings below the default level of their code. */
  readonly lowered: readonly Lowered[];
  /** The number of warnings that are errors in a site with a configuration. */
  readonly spared: number;
}

export const NOTHING_SUPPRESSED: SuppressedFindings = {
  known: [],
  suppressed: [],
  lowered: [],
  spared: 0,
};

export interface FindingsResult extends SuppressedFindings {
  /** The remaining findings, with warnings about unused suppressions and baseline entries. */
  readonly diagnostics: readonly Diagnostic[];
  /** The baseline that was applied. */
  readonly baseline: Baseline | undefined;
  /** Tells whether the run looked for the finding of a baseline entry. */
  readonly covers: Covers;
}

/** Sets the levels of findings, and drops those that are suppressed or in the baseline. */
export function selectFindings(input: FindingsInput): FindingsResult {
  const { run, config, links } = input;
  const settings: LevelSettings = { ...config, flags: input.flags };
  const looksFor = (code: DiagnosticCode): boolean =>
    levelOf({ code }, settings) !== 'off' &&
    (run.isOwn?.(code) ?? true) &&
    DIFFERENCES.every(({ codes, isFoundBy }) => !codes.includes(code) || isFoundBy(run));
  const covers: Covers = (entry) =>
    (isCode(entry.rule) ? looksFor(entry.rule) : (run.isOwn?.(entry.rule) ?? true)) &&
    (input.covers?.(entry) ?? true);
  const levelled = applyLevels(input.diagnostics, settings);
  const { kept, suppressed, unused } =
    links === undefined
      ? { kept: levelled.diagnostics, suppressed: [], unused: [] }
      : suppress(levelled.diagnostics, links.suppressions.byFile, {
          hrefs: (file) => links.hrefs.get(file) ?? [],
          // A suppression without a rule may be meant for external links.
          looksFor: (rule) => (rule === undefined ? run.asksOutside === true : looksFor(rule)),
        });
  const { baseline, diagnostics: damage } = loadBaseline(input);
  const { fresh, known, stale } =
    baseline === undefined
      ? { fresh: kept, known: [], stale: [] }
      : applyBaseline(kept, baseline, covers);
  const explained = withoutConsequences(fresh, [...fresh, ...known]);
  const own = applyLevels(input.isPartial === true ? [] : [...unused, ...stale], settings);
  const all = [...explained, ...own.diagnostics, ...damage];
  // Only reports list findings of level info.
  const isListed = ({ severity }: Diagnostic) =>
    run.command === 'check-links' || severity !== 'info';
  return {
    diagnostics: all.filter(isListed),
    known,
    suppressed,
    lowered: [...levelled.lowered, ...own.lowered],
    spared: levelled.spared,
    baseline,
    covers,
  };
}

function loadBaseline({ config: { siteDir }, baselineFile }: FindingsInput): BaselineFile {
  const absolute = baselineFile ?? join(siteDir, BASELINE_FILE);
  // A missing file may be about to be written.
  if (!existsSync(absolute)) return { baseline: undefined, diagnostics: [] };
  const found = { file: toFilePath(relative(siteDir, absolute)), absolute };
  const source = baselineFile === undefined ? readOwnSource(found, siteDir) : readSource(found);
  return source.ok
    ? readBaseline(found.file, source.text)
    : { baseline: undefined, diagnostics: [source.diagnostic] };
}
