import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocator, type TextRange } from '../config/config-location.ts';
import { realFolder } from '../config/folders.ts';
import { loadConfig } from '../config/load.ts';
import { type ConfigPath, printConfigPath } from '../config/problem.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import { applyGate, BASELINE_FILE, type GateResult, isForAuthors } from '../links/gate.ts';
import { cleanUpOnSignal, openStage, type PublishSummary, type Stage } from '../publish/stage.ts';
import { type ProgressEvent, produceSite } from './produce.ts';

export interface BuildOptions {
  readonly siteDir: string;
  /** Default: `site.config.ts` (or `.mts`, `.js`, `.mjs`) in the site folder. */
  readonly configFile?: string;
  /** Default: the configuration's `outDir`. */
  readonly outDir?: string;
  /** Whether to read and write the bundle cache; the output is the same. Default: true. */
  readonly cache?: boolean;
  readonly onProgress?: (event: ProgressEvent) => void;
}

/** Figures of a build for the summary. */
export interface BuildSummary {
  readonly outDir: string;
  readonly pages: number;
  /** Number of checked references. */
  readonly links: number;
  /** Changes in the output folder. */
  readonly files: PublishSummary;
  /** Settings that weaken a default, to be mentioned in the summary. */
  readonly notes: readonly string[];
}

export interface BuildResult {
  /** True if there was no error and the site is published. */
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute folder that the diagnostics' files are relative to. */
  readonly siteDir: string;
  /** True if the configuration is invalid: exit code 2. */
  readonly badConfig: boolean;
  readonly summary?: BuildSummary;
}

/** Builds a site. If there is an error, nothing is published and the output folder stays unchanged. */
export async function build(options: BuildOptions): Promise<BuildResult> {
  const loaded = await loadConfig({ ...options, siteDir: realFolder(options.siteDir) });
  const { config } = loaded;
  if (config === undefined) {
    const { diagnostics } = loaded;
    return { ok: false, diagnostics, siteDir: options.siteDir, badConfig: true };
  }
  const result = (diagnostics: readonly Diagnostic[], summary?: BuildSummary): BuildResult => ({
    ok: summary !== undefined,
    diagnostics: [...loaded.diagnostics, ...diagnostics],
    siteDir: config.siteDir,
    badConfig: false,
    ...(summary === undefined ? {} : { summary }),
  });
  const opened = await openStage(config.outDir);
  if (opened.stage === undefined) return result(opened.diagnostics);
  const { diagnostics, summary } = await buildInto(config, opened.stage, options);
  return result([...opened.diagnostics, ...diagnostics], summary);
}

async function buildInto(
  config: ResolvedConfig,
  stage: Stage,
  { onProgress: progress = () => {}, cache: usesCache }: BuildOptions,
): Promise<{ diagnostics: readonly Diagnostic[]; summary?: BuildSummary }> {
  const forgetSignals = cleanUpOnSignal(stage);
  try {
    const locate = configLocator(config);
    const produced = await produceSite({ config, locate, sink: stage, progress, usesCache });
    const { diagnostics: all, docs, links, pages } = produced;
    const gate = applyGate({ config, diagnostics: all, docs, uses: links });
    const found = gate.diagnostics.filter(isForAuthors);
    const diagnostics = [...found, ...stage.diagnostics];
    if (diagnostics.some(({ severity }) => severity === 'error')) return { diagnostics };
    progress({ step: 'publish' });
    const files = await stage.commit();
    if (files === undefined) return { diagnostics: [...gate.diagnostics, ...stage.diagnostics] };
    const { outDir } = config;
    const summary = { outDir, pages, links: links.length, files, notes: notes(config, gate) };
    return { diagnostics, summary };
  } finally {
    await stage.abort();
    forgetSignals();
  }
}

/** Locates paths in the configuration file, which is read on first use. */
export function configLocator(
  config: ResolvedConfig,
): (path: ConfigPath, part?: TextRange) => Location {
  let find: ReturnType<typeof createLocator> | undefined;
  return (path, part) => {
    find ??= createLocator(readFileSync(join(config.siteDir, config.configFile), 'utf8'));
    const pointer = printConfigPath(path);
    return { file: config.configFile, ...find(path, part), ...(pointer === '' ? {} : { pointer }) };
  };
}

function notes(config: ResolvedConfig, { known, suppressed }: GateResult): readonly string[] {
  const trusted = config.markdown.html === 'trusted';
  return [
    ...(trusted ? ['raw HTML in Markdown is passed through unchecked'] : []),
    ...(known.length > 0 ? [`${findings(known.length, 'known ')} in ${BASELINE_FILE}`] : []),
    ...(suppressed.length > 0 ? [`${findings(suppressed.length, '')} suppressed in files`] : []),
  ];
}

function findings(count: number, kind: string): string {
  return count === 1 ? `1 ${kind}finding is` : `${count} ${kind}findings are`;
}
