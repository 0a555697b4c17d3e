/** Checks the links of a site: runs the pipeline without writing files, and applies levels and suppressions. */

import { realFolder } from '../config/folders.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { type Diagnostic, diagnostic, type Location } from '../diagnostics/diagnostic.ts';
import type { Rules } from '../diagnostics/levels.ts';
import type { Covers } from '../links/baseline.ts';
import type { LinkCounts } from '../links/doc-facts.ts';
import type {
  ExternalCheck,
  ExternalCheckOptions,
  ExternalUse,
} from '../links/external/external-findings.ts';
import {
  type FindingsResult,
  NOTHING_SUPPRESSED,
  type Run,
  selectFindings,
} from '../links/select-findings.ts';
import type { PublishedUrl } from '../links/url-lock.ts';
import type { IndexSink, OutputFile, OutputKeep, SiteSink } from '../publish/output-file.ts';
import { claimOutput, createClaims } from '../publish/output-names.ts';
import { loadSite } from '../publish/recover.ts';
import { NO_SAMPLES, type SampleCounts } from '../samples/counts.ts';
import type { SiteCache } from './cache.ts';
import type { Produced, ProgressEvent } from './produce.ts';

export interface CheckLinksOptions {
  readonly siteDir: string;
  /** Default: `site.config.ts` (or `.mts`, `.js`, `.mjs`) in the site folder. */
  readonly configFile?: string;
  /** Levels by code that override the configuration. */
  readonly rules?: Rules;
  /** Absolute; default: `links-baseline.json` in the site folder, if it exists. */
  readonly baselineFile?: string;
  /** Whether the check reports findings of a code, and judges suppressions of them; default: of all. */
  readonly isOwn?: ((code: string) => boolean) | undefined;
  /** Filters findings before the baseline is applied. */
  readonly select?: (diagnostics: readonly Diagnostic[]) => readonly Diagnostic[];
  /** Also checks external links at the locations that `isWanted` accepts. */
  readonly external?: ExternalCheckOptions & { readonly isWanted: (location: Location) => boolean };
  /**
   * Opens the parts of the check that need more than what a build reports.
   * @internal
   */
  readonly parts?: (
    config: ResolvedConfig,
    cache: SiteCache | undefined,
  ) => Promise<readonly CheckPart[]>;
  /** Also compiles scripts and styles, to report their warnings. */
  readonly isWhole?: boolean;
  /** Whether this run can find what a baseline entry lists; default: always. */
  readonly covers?: Covers;
  /** Also runs the samples of docs: against a server, or a mock. */
  readonly run?: {
    readonly server: string | undefined;
    readonly print: (text: string) => void;
    readonly isWanted: (file: string) => boolean;
  };
  readonly onProgress?: (event: ProgressEvent) => void;
}

/** A part of a check that needs more than what a build reports. */
export interface CheckPart {
  /** Receives the index of the search. */
  readonly indexSink?: IndexSink;
  /** Receives all files of the site, which are then made as a build makes them. */
  readonly sink?: SiteSink;
  /** Returns its findings; called when the whole site was read. Whatever needs the index or files asks for a site without errors. */
  readonly finish: () => Promise<readonly Diagnostic[]>;
}

export interface LinkCoverage extends LinkCounts {
  readonly pages: number;
}

export interface CheckLinksResult extends FindingsResult {
  /** Absolute folder that the diagnostics' files are relative to. */
  readonly siteDir: string;
  /** True if the configuration is invalid: exit code 2. */
  readonly badUsage: boolean;
  readonly coverage: LinkCoverage;
  readonly samples: SampleCounts;
  /** The size of `urls.lock`; undefined if there is none. */
  readonly locked?: { readonly paths: number; readonly anchors: number } | undefined;
  /** False if the run was interrupted. */
  readonly complete: boolean;
  readonly notes: readonly string[];
  /** The checked files, relative to `siteDir`. */
  readonly files: readonly string[];
  /** The addresses that readers may link to. */
  readonly urls: () => readonly PublishedUrl[];
}

/** The result of a run that could not check anything. */
export const NOTHING_CHECKED = {
  ...NOTHING_SUPPRESSED,
  baseline: undefined,
  covers: () => true,
  coverage: { pages: 0, links: 0, anchors: 0, assets: 0, external: 0 },
  samples: NO_SAMPLES,
  complete: true,
  notes: [],
  files: [],
  urls: () => [],
} as const;

/** Checks all links of a site as a build would publish it. Writes nothing. */
export async function checkLinks(options: CheckLinksOptions): Promise<CheckLinksResult> {
  const loaded = await loadSite({ ...options, siteDir: realFolder(options.siteDir) });
  if (loaded.config === undefined) {
    const { diagnostics } = loaded;
    return { ...NOTHING_CHECKED, diagnostics, siteDir: options.siteDir, badUsage: true };
  }
  const { config } = loaded;
  const { configLocator, configNotes } = await import('./build.ts');
  const { produceSite } = await import('./produce.ts');
  const { openSiteCache } = await import('./cache.ts');
  const cache = openSiteCache({ config, compiled: loaded.compiled });
  const names: Diagnostic[] = [];
  const outputs = { claims: createClaims(), diagnostics: names };
  const note = ({ path, origin }: Pick<OutputFile, 'path' | 'origin'>): void => {
    claimOutput(outputs, path, origin);
  };
  const noteKept = (files: readonly OutputKeep[]): boolean => {
    for (const file of files) note(file);
    return true;
  };
  const parts = (await options.parts?.(config, cache)) ?? [];
  const indexSinks = parts.flatMap((part) => part.indexSink ?? part.sink ?? []);
  const sink = parts.find((part) => part.sink !== undefined)?.sink;
  const produced = await produceSite({
    config,
    locate: configLocator(config),
    sink:
      sink === undefined
        ? { put: note, copy: note, keep: noteKept }
        : {
            ...sink,
            put: (file) => (note(file), sink.put(file)),
            copy: (file) => (note(file), sink.copy(file)),
            keep: (files) => sink.keep?.(files) === true && noteKept(files),
          },
    cache,
    progress: options.onProgress ?? (() => {}),
    bundlesClient: options.isWhole === true || sink !== undefined,
    makes: sink === undefined ? 'findings' : 'site',
    indexSink:
      indexSinks.length === 0
        ? undefined
        : {
            put: (file) => indexSinks.forEach(({ put }) => put(file)),
            keep: (files) => indexSinks.every(({ keep }) => keep?.(files) === true),
          },
  });
  const outside = await checkOutside(produced.links.external, options);
  const ran = await runSampleCode(produced.sampleSources, config, options);
  const all = [
    ...loaded.diagnostics,
    ...produced.diagnostics,
    ...names,
    ...outside.diagnostics,
    ...ran,
  ];
  const isEmpty = all.some(({ code }) => code === 'nothing-to-build');
  const coverage = { pages: isEmpty ? 0 : produced.pages, ...produced.links.counts };
  const select = (found: readonly Diagnostic[], asks: Partial<Run> = {}): FindingsResult =>
    selectFindings({
      run: { ...runOf(options), ...asks },
      config,
      flags: options.rules,
      diagnostics: [
        ...(options.select?.(found) ?? found),
        ...nothingChecked(coverage, 'no page could be read'),
      ],
      links: produced.links,
      baselineFile: options.baselineFile,
      covers: options.covers,
    });
  let selected = select(all);
  const isBroken = selected.diagnostics.some(({ severity }) => severity === 'error');
  const able = parts.filter((part) => !isBroken || (part.indexSink ?? part.sink) === undefined);
  if (able.length > 0) {
    const more: Diagnostic[] = [];
    for (const part of able) more.push(...(await part.finish()));
    selected = select([...all, ...more], {
      asksQueries: able.some(({ indexSink }) => indexSink !== undefined),
      asksQuestions: sink !== undefined && !isBroken,
    });
  }
  cache?.save();
  const { complete } = outside;
  const notes = [...configNotes(config), ...outside.notes];
  const files = [...produced.files, ...produced.links.files];
  return {
    ...selected,
    siteDir: config.siteDir,
    badUsage: false,
    coverage,
    samples: produced.samples,
    locked: produced.locked,
    complete,
    notes,
    files,
    urls: produced.urls,
  };
}

export function runOf({ external, isWhole, isOwn }: CheckLinksOptions): Run {
  const asksOutside = external !== undefined;
  return { command: 'check-links', asksOutside, isWhole: isWhole === true, isOwn };
}

/** Runs the samples of docs with the variables that the configuration names; a mock takes any value for one that is not set. */
async function runSampleCode(
  sources: Produced['sampleSources'],
  { siteDir, samples: { hosts, env, clients } }: ResolvedConfig,
  { run }: CheckLinksOptions,
): Promise<readonly Diagnostic[]> {
  if (run === undefined) return [];
  const { server, print, isWanted } = run;
  const { runSamples } = await import('../samples/run-samples.ts');
  const { pages, apis } = sources();
  const values = env.map((name) => [name, process.env[name] ?? (server === undefined ? name : '')]);
  return runSamples(
    pages.filter(([first]) => first !== undefined && isWanted(first.location.file)),
    {
      siteDir,
      apis,
      hosts,
      env: Object.fromEntries(values),
      clients,
      server,
      limit: BLOCK_LIMIT,
      print,
    },
  );
}

/** Milliseconds that a block of a page may run. */
const BLOCK_LIMIT = 30_000;

export async function checkOutside(
  uses: readonly ExternalUse[],
  { external }: CheckLinksOptions,
): Promise<Pick<ExternalCheck, 'diagnostics' | 'complete' | 'notes'>> {
  if (external === undefined) return { diagnostics: [], complete: true, notes: [] };
  const wanted = uses.filter(({ location }) => external.isWanted(location));
  const { checkExternalLinks } = await import('../links/external/external-findings.ts');
  return checkExternalLinks(wanted, external);
}

/** Reports that no page could be read. A site without links is valid. */
export function nothingChecked({ pages }: LinkCoverage, message: string): readonly Diagnostic[] {
  return pages > 0 ? [] : [diagnostic('nothing-checked', { message })];
}
