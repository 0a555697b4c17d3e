import { join, resolve } from 'node:path';
import { whyNoCache } from '../cache/sealed-folder.ts';
import { createLocator, lazyLocation, type TextRange } from '../config/config-location.ts';
import { outputFolder, realFolder, siteRelative } from '../config/folders.ts';
import { loadConfig } from '../config/load.ts';
import { type ConfigPath, printConfigPath } from '../config/problem.ts';
import { scriptOrigins } from '../config/resolve.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { DIALECTS } from '../dialects/dialects.ts';
import { fixedLevel } from '../diagnostics/codes.ts';
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import { textOfFile } from '../diagnostics/frame.ts';
import type { Rules } from '../diagnostics/levels.ts';
import {
  NOTHING_SUPPRESSED,
  type SuppressedFindings,
  selectFindings,
} from '../links/select-findings.ts';
import { addedSources } from '../publish/hosting-rules.ts';
import { recover } from '../publish/recover.ts';
import { rulesFile, writeServerRules } from '../publish/write-rules.ts';
import { cleanUpOnSignal, openStage, type PublishSummary, type Stage } from '../publish/stage.ts';
import { startVerification, type Verification } from '../publish/verify.ts';
import { lazy } from '../shared/lazy.ts';
import { addTo } from '../shared/maps.ts';
import { printRoute, type Route, toRoute, type Url } from '../shared/paths.ts';
import { openSiteCache, outputsIn, type SiteCache } from './cache.ts';
import { PAGE_OUTPUT } from './page-output.ts';
import { type Produced, type ProgressEvent, produceSite } from './produce.ts';
import { openSocialImages } from './social-images.ts';

export interface BuildOptions {
  readonly siteDir: string;
  /** Default: `site.config.ts` (or `.mts`, `.js`, `.mjs`) in the site folder. */
  readonly configFile?: string;
  /** Default: the configuration's `outDir`. */
  readonly outDir?: string;
  /** Whether to read and write the cache; the output is the same. Default: true. */
  readonly cache?: boolean;
  /** The number of earlier builds whose scripts, styles and files are kept for open pages. Default: 0. */
  readonly keepPrevious?: number;
  /** Default: the configuration's `hosting`. */
  readonly hosting?: ResolvedConfig['hosting'];
  /** Whether to build a second time in another process, and publish nothing if a file differs. Default: false. */
  readonly verify?: boolean;
  /** Levels that win over those of the configuration, by code. */
  readonly rules?: Rules;
  /** The lowest severity with which nothing is published. Default: `error`. */
  readonly failOn?: 'error' | 'warning';
  /** The address of a page: the result says why it was made. */
  readonly why?: string | undefined;
  readonly onProgress?: (event: ProgressEvent) => void;
  /** Called with the time (ms) that each page took. */
  readonly onPage?: (route: Route, milliseconds: number) => void;
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

export interface BuildResult extends SuppressedFindings {
  /** True if the site is published. */
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute folder that the diagnostics' files are relative to. */
  readonly siteDir: string;
  /** True if the configuration is invalid: exit code 2. */
  readonly badConfig: boolean;
  readonly summary?: BuildSummary;
  /** Why the page of `why` was made: what had changed, a line each, ending with a file or a setting. */
  readonly why?: readonly string[];
}

/** Builds a site. If there is an error, nothing is published and the output folder stays unchanged. */
export async function build(options: BuildOptions): Promise<BuildResult> {
  const { onProgress: progress = () => {} } = options;
  progress({ step: 'load' });
  const realDir = realFolder(options.siteDir);
  // A verified build owes nothing to what is on disk.
  const caches = options.cache !== false && options.verify !== true;
  const loaded = await loadConfig({ ...options, siteDir: realDir, cache: caches });
  const { hosting = loaded.config?.hosting } = options;
  const config = loaded.config && { ...loaded.config, hosting };
  if (config === undefined) {
    const { siteDir, outDir } = options;
    const unfinished = await recover(outputFolder(siteDir, undefined, outDir));
    const diagnostics = [...loaded.diagnostics, ...unfinished];
    return { ...NOTHING_SUPPRESSED, ok: false, diagnostics, siteDir, badConfig: true };
  }
  progress({ step: 'open' });
  const { keepPrevious = 0 } = options;
  const cache = caches ? openSiteCache({ config, compiled: loaded.compiled }) : undefined;
  const outputs = outputsIn(config.outDir);
  const known = new Map(cache?.get(outputs)?.map(([path, ...file]) => [path, file]));
  const opened = await openStage(config.outDir, { keepPrevious, known });
  const built =
    opened.stage === undefined
      ? { ...NOTHING_SUPPRESSED, diagnostics: [] }
      : await buildInto({ config, stage: opened.stage, cache, caches }, options);
  if (built.summary !== undefined && opened.stage !== undefined)
    cache?.set(
      outputs,
      [...opened.stage.published()].map(([path, file]) => [path, ...file]),
    );
  const why = options.why === undefined ? [] : whyMade(options.why, config, cache);
  progress({ step: 'cache' });
  cache?.save();
  return {
    ...built,
    ...(options.why === undefined ? {} : { why }),
    ok: built.summary !== undefined,
    diagnostics: [...loaded.diagnostics, ...opened.diagnostics, ...built.diagnostics],
    siteDir: config.siteDir,
    badConfig: false,
  };
}

/** Says why a build made a page. */
function whyMade(
  address: string,
  { siteDir, baseUrl }: ResolvedConfig,
  cache: SiteCache | undefined,
): readonly string[] {
  const below = address.startsWith(baseUrl) ? `/${address.slice(baseUrl.length)}` : address;
  const route = toRoute(below);
  if (cache === undefined) return [`${route} was made: a build without a cache makes all pages`];
  const { memory } = cache;
  if (!memory.keys(PAGE_OUTPUT).includes(route)) return [`there is no page ${route}`];
  const chain = memory.why(PAGE_OUTPUT, route);
  if (chain === undefined)
    return [`${route} was not made again: nothing that it shows has changed`];
  if (chain.length === 0)
    return [`${route} was made: the cache has no earlier result, or its files are missing`];
  const lines = chain.map((line) => `  ${line.replace(`${siteDir}/`, '')}`);
  return [`${route} was made again, because these have changed:`, ...lines];
}

type Built = SuppressedFindings & Pick<BuildResult, 'diagnostics' | 'summary'>;

interface BuildTarget {
  readonly config: ResolvedConfig;
  readonly stage: Stage;
  readonly cache: SiteCache | undefined;
  /** Whether the build was to use a cache. */
  readonly caches: boolean;
}

async function buildInto(
  { config, stage, cache, caches }: BuildTarget,
  options: BuildOptions,
): Promise<Built> {
  const { onProgress: progress = () => {}, onPage, rules: flags } = options;
  let second: Verification | undefined;
  const abort = (): Promise<void> => {
    second?.stop();
    return stage.abort();
  };
  const forgetSignals = cleanUpOnSignal({ abort });
  try {
    const locate = configLocator(config);
    const { images: social, ...opened } = await openSocialImages(config, locate);
    const to = { sink: stage, progress, onPage, cache, social };
    const produced = await produceSite({ config, locate, ...to });
    const { links, pages } = produced;
    const found = [...produced.diagnostics, ...(await produced.addPluginFiles(stage))];
    const selected = selectFindings({
      run: { command: 'build' },
      config,
      flags,
      diagnostics: [...opened.diagnostics, ...found],
      links,
    });
    const { known, suppressed, lowered, spared } = selected;
    const late: Diagnostic[] = [];
    const result = (summary?: BuildSummary): Built => {
      const diagnostics = [...selected.diagnostics, ...stage.diagnostics, ...late];
      return { diagnostics, known, suppressed, lowered, spared, ...(summary && { summary }) };
    };
    const failing = options.failOn === 'warning' ? ['error', 'warning'] : ['error'];
    const fails = (): boolean =>
      result().diagnostics.some(({ severity }) => failing.includes(severity));
    if (fails()) return result();
    const verified = `a second build wrote the same ${stage.files.size} files`;
    if (options.verify === true) {
      progress({ step: 'verify' });
      const started = startVerification(parametersOf(config, options));
      second = 'code' in started ? undefined : started;
      late.push(...('code' in started ? [started] : await started.compare(stage.files)));
    }
    if (!fails()) late.push(...writeServerRules(config.siteDir, produced.hostRules));
    if (fails()) return result();
    progress({ step: 'publish' });
    const files = await stage.commit();
    if (files === undefined) return result();
    const { outDir } = config;
    const notes = [
      ...configNotes(config),
      ...(caches ? cacheNote(config) : []),
      ...pageNotes(config, produced),
      hostingNote(config, produced),
      ...(options.verify === true ? [verified] : []),
    ];
    return result({ outDir, pages, links: links.counts.links, files, notes });
  } finally {
    await abort();
    forgetSignals();
  }
}

/** Says why the next build cannot start from this one. */
function cacheNote({ siteDir }: ResolvedConfig): readonly string[] {
  const reason = whyNoCache(siteDir);
  return reason === undefined ? [] : [`built without a cache: ${reason}`];
}

/** Parameters of `docs build` that select the same site, configuration and levels. */
function parametersOf(
  { siteDir, hosting }: ResolvedConfig,
  { configFile, rules = {} }: BuildOptions,
): readonly string[] {
  return [
    siteDir,
    ...(configFile === undefined ? [] : ['--config', resolve(configFile)]),
    ...(hosting === undefined ? [] : ['--hosting', hosting]),
    ...Object.entries(rules)
      .filter(([code, level]) => fixedLevel(code, level) === undefined)
      .flatMap(([code, level]) => ['--rule', `${code}=${level}`]),
  ];
}

/** Locates paths in the configuration file, which is read on first use. */
export function configLocator(
  config: ResolvedConfig,
): (path: ConfigPath, part?: TextRange) => Location {
  const find = lazy(() =>
    createLocator(
      config.isAssumed ? '' : (textOfFile(join(config.siteDir, config.configFile)) ?? ''),
    ),
  );
  return (path, part) => {
    const pointer = printConfigPath(path);
    // Read now, since the file may change until the finding is printed.
    const located = find();
    const location = lazyLocation(config.configFile, () => located(path, part));
    return pointer === '' ? location : Object.assign(location, { pointer });
  };
}

/** The number of pages that are code, and the pages that a host has to serve with a wider policy. */
function pageNotes(config: ResolvedConfig, { codePages, widePages }: Produced): readonly string[] {
  const urls = new Map<string, Url[]>();
  for (const { route, policies } of widePages) {
    addTo(urls, addedSources(config, policies), printRoute(route, config));
  }
  const wider = [...urls].map(([added, pages]) => {
    const others = pages.length > 3 ? ` and ${pages.length - 3} more` : '';
    return `the security policy is wider (${added}) for ${pages.slice(0, 3).join(', ')}${others}`;
  });
  const code = `${codePages} ${codePages === 1 ? 'page is' : 'pages are'} MDX, which is code`;
  return codePages === 0 ? wider : [code, ...wider];
}

function hostingNote({ hosting, siteDir }: ResolvedConfig, { hostRules }: Produced): string {
  const file = siteRelative(siteDir, rulesFile(siteDir, hostRules?.name ?? ''));
  switch (hosting) {
    case undefined:
      return 'security policy in every page; `hosting` (--hosting) writes the headers and cache rules of your host';
    case 'netlify':
    case 'cloudflare': {
      const worker = hostRules === undefined ? '' : `; what answers agents in ${file}`;
      return `headers and cache rules of ${hosting} in _headers${worker}`;
    }
    case 'nginx':
    case 'caddy':
      return `headers and cache rules of ${hosting} in ${file}: include it in the server's configuration`;
    case 'github-pages':
      return 'security policy in every page, because GitHub Pages sends no headers of a site';
    case 'none':
      return 'no security policy in pages and no rules of a host (hosting: none)';
  }
}

/** Settings to be mentioned in a summary: those that weaken a default, and those that no configuration says. */
export function configNotes(config: ResolvedConfig): readonly string[] {
  const { title, siteDir, contentDir, dialectFile, markdown, isAssumed, plugins } = config;
  const folder = siteRelative(siteDir, contentDir);
  // Names what the security policy allows for the scripts in `head`.
  const { head, url } = config;
  const origins = new Set(scriptOrigins(head).filter((origin) => origin !== url));
  return [
    ...(markdown.html === 'trusted' ? ['raw HTML in Markdown is passed through unchecked'] : []),
    ...(origins.size === 0
      ? []
      : [`the security policy is wider for scripts in \`head\`: ${[...origins].join(', ')}`]),
    ...plugins.flatMap(policyNote),
    ...(dialectFile === undefined
      ? []
      : [`Markdown is read the way ${namesOf(markdown.dialects)} reads it (${dialectFile})`]),
    ...(isAssumed
      ? [
          `no site.config.ts: the title is "${title}", the pages are those of ${folder === '' ? 'this folder' : `${folder}/`}`,
          'without `url` there are no sitemap and no canonical links; `docs init` writes a configuration',
        ]
      : []),
  ];
}

function namesOf(dialects: readonly string[]): string {
  return DIALECTS.flatMap(({ id, name }) => (dialects.includes(id) ? name : [])).join(', ');
}

/** Names what the security policy allows for a plug-in. */
function policyNote({ name, policy }: ResolvedConfig['plugins'][number]): readonly string[] {
  const { trustedTypes, inlineStyles, ...origins } = policy;
  const parts = [
    ...new Set(Object.values(origins).flat()),
    ...(inlineStyles ? ['inline styles'] : []),
    ...trustedTypes.map((type) => `Trusted Types "${type}"`),
  ];
  return parts.length === 0
    ? []
    : [`the security policy is wider for the plug-in "${name}": ${parts.join(', ')}`];
}
