/** The link gate of a site: wires the pipeline to a sink that keeps nothing, and to what silences findings. */

import { realFolder } from '../config/folders.ts';
import { loadConfig } from '../config/load.ts';
import { type DiagnosticCode, LINK_CODES } from '../diagnostics/codes.ts';
import { type Diagnostic, diagnostic, type Location } from '../diagnostics/diagnostic.ts';
import type { Rules } from '../diagnostics/levels.ts';
import type { Covers } from '../links/baseline.ts';
import {
  checkExternalLinks,
  type ExternalCheck,
  type ExternalCheckOptions,
  type ExternalUse,
} from '../links/external/external-findings.ts';
import { applyGate, type GateResult } from '../links/gate.ts';
import type { LinkUse } from '../site/graph-types.ts';
import { configLocator } from './build.ts';
import { type ProgressEvent, produceSite } from './produce.ts';

export interface CheckLinksOptions {
  /** The site folder. */
  readonly siteDir: string;
  /** Default: `site.config.ts` (or `.mts`, `.js`, `.mjs`) in the site folder. */
  readonly configFile?: string;
  /** Levels that win over those of the configuration, by code. */
  readonly rules?: Rules;
  /** Absolute; default: `links-baseline.json` in the site folder, where there is one. */
  readonly baselineFile?: string;
  /** Leaves out findings that are not asked for; gets them before the baseline. */
  readonly select?: (diagnostics: readonly Diagnostic[]) => readonly Diagnostic[];
  /** Ask for addresses outside of the site too; `isWanted` chooses places. */
  readonly external?: ExternalCheckOptions & { readonly isWanted: (location: Location) => boolean };
  /** Whether a run like this one would find what an entry of the baseline lists; default: it would. */
  readonly covers?: Covers;
  readonly onProgress?: (event: ProgressEvent) => void;
}

export interface LinkCoverage {
  readonly pages: number;
  readonly links: number;
  /** Of these: with a fragment. */
  readonly anchors: number;
  /** Of these: files that pages load or offer. */
  readonly assets: number;
  /** Of these: addresses outside of the site. */
  readonly external: number;
}

export interface CheckLinksResult extends Pick<GateResult, 'known' | 'suppressed' | 'baseline'> {
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute folder that the diagnostics' files are relative to. */
  readonly siteDir: string;
  /** True when the configuration was wrong: exit code 2. */
  readonly badUsage: boolean;
  readonly coverage: LinkCoverage;
  /** False where the run was ended before everything was seen. */
  readonly complete: boolean;
  readonly notes: readonly string[];
}

/** The result of a run that could check nothing. */
export const NOTHING_CHECKED = {
  known: [],
  suppressed: [],
  baseline: undefined,
  coverage: { pages: 0, links: 0, anchors: 0, assets: 0, external: 0 },
  complete: true,
  notes: [],
} as const;

/** Problems that keep a part of the site from being checked. */
const BLIND_SPOTS: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'bundle-error',
  'duplicate-route',
  'file-encoding',
  'file-unreadable',
  'frontmatter-limit',
  'frontmatter-syntax',
  'frontmatter-unclosed',
  'markdown-budget',
  'navbar-item',
  'nothing-to-build',
  'openapi-ref-file',
  'openapi-syntax',
  'openapi-version',
  'page-module',
  'path-outside-root',
  'reserved-route',
  'template-error',
]);

/** Checks every link of a site as a build would publish it. Writes nothing. */
export async function checkLinks(options: CheckLinksOptions): Promise<CheckLinksResult> {
  const loaded = await loadConfig({ ...options, siteDir: realFolder(options.siteDir) });
  if (loaded.config === undefined) {
    const { diagnostics } = loaded;
    return { ...NOTHING_CHECKED, diagnostics, siteDir: options.siteDir, badUsage: true };
  }
  const { config } = loaded;
  const produced = await produceSite({
    config,
    locate: configLocator(config),
    sink: { put: () => {}, copy: () => {} },
    progress: options.onProgress ?? (() => {}),
    bundlesClient: false,
  });
  const found = [...loaded.diagnostics, ...produced.diagnostics].filter(
    ({ code }) => LINK_CODES.includes(code) || BLIND_SPOTS.has(code),
  );
  const outside = await checkOutside(externalUses(produced.links), options);
  const all = [...found, ...outside.diagnostics];
  const coverage = coverageOf(produced.pages, produced.links);
  const gate = applyGate({
    config,
    flags: options.rules,
    diagnostics: [
      ...(options.select?.(all) ?? all),
      ...nothingChecked(coverage, 'the site has no link that could be checked'),
    ],
    docs: produced.docs,
    uses: produced.links,
    baselineFile: options.baselineFile,
    covers: options.covers,
    asksOutside: options.external !== undefined,
  });
  const { complete, notes } = outside;
  return { ...gate, siteDir: config.siteDir, badUsage: false, coverage, complete, notes };
}

/** Addresses outside of the site, at every place that names them. */
function externalUses(links: readonly LinkUse[]): readonly ExternalUse[] {
  return links.flatMap(({ href, location, target }) =>
    target.type === 'external' ? [{ href, location, url: target.url }] : [],
  );
}

export async function checkOutside(
  uses: readonly ExternalUse[],
  { external }: CheckLinksOptions,
): Promise<Pick<ExternalCheck, 'diagnostics' | 'complete' | 'notes'>> {
  if (external === undefined) return { diagnostics: [], complete: true, notes: [] };
  const wanted = uses.filter(({ location }) => external.isWanted(location));
  return checkExternalLinks(wanted, external);
}

/** Reports that a run found no link. */
export function nothingChecked({ links }: LinkCoverage, message: string): readonly Diagnostic[] {
  return links > 0 ? [] : [diagnostic('nothing-checked', { message })];
}

function coverageOf(pages: number, uses: readonly LinkUse[]): LinkCoverage {
  const count = (has: (use: LinkUse) => boolean): number => uses.filter(has).length;
  return {
    pages,
    links: uses.length,
    anchors: count(({ target }) => target.type === 'page' && target.fragment !== undefined),
    assets: count(({ target }) => target.type === 'asset' || target.type === 'static'),
    external: count(({ target }) => target.type === 'external'),
  };
}
