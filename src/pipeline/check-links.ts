/** Checks the links of a site: runs the pipeline without writing files, and applies levels and suppressions. */

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
  readonly siteDir: string;
  /** Default: `site.config.ts` (or `.mts`, `.js`, `.mjs`) in the site folder. */
  readonly configFile?: string;
  /** Levels by code that override the configuration. */
  readonly rules?: Rules;
  /** Absolute; default: `links-baseline.json` in the site folder, if it exists. */
  readonly baselineFile?: string;
  /** Filters findings before the baseline is applied. */
  readonly select?: (diagnostics: readonly Diagnostic[]) => readonly Diagnostic[];
  /** Also checks external links at the locations that `isWanted` accepts. */
  readonly external?: ExternalCheckOptions & { readonly isWanted: (location: Location) => boolean };
  /** Whether this run can find what a baseline entry lists; default: always. */
  readonly covers?: Covers;
  readonly onProgress?: (event: ProgressEvent) => void;
}

export interface LinkCoverage {
  readonly pages: number;
  readonly links: number;
  /** Those with a fragment. */
  readonly anchors: number;
  /** Those to files that pages load or offer. */
  readonly assets: number;
  /** Those to other sites. */
  readonly external: number;
}

export interface CheckLinksResult extends Pick<GateResult, 'known' | 'suppressed' | 'baseline'> {
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute folder that the diagnostics' files are relative to. */
  readonly siteDir: string;
  /** True if the configuration is invalid: exit code 2. */
  readonly badUsage: boolean;
  readonly coverage: LinkCoverage;
  /** False if the run was interrupted. */
  readonly complete: boolean;
  readonly notes: readonly string[];
  /** The checked files, relative to `siteDir`. */
  readonly files: readonly string[];
}

/** The result of a run that could not check anything. */
export const NOTHING_CHECKED = {
  known: [],
  suppressed: [],
  baseline: undefined,
  coverage: { pages: 0, links: 0, anchors: 0, assets: 0, external: 0 },
  complete: true,
  notes: [],
  files: [],
} as const;

/** Problems that prevent a part of the site from being checked. */
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

/** Checks all links of a site as a build would publish it. Writes nothing. */
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
  const isEmpty = found.some(({ code }) => code === 'nothing-to-build');
  const coverage = coverageOf(isEmpty ? 0 : produced.pages, produced.links);
  const gate = applyGate({
    config,
    flags: options.rules,
    diagnostics: [
      ...(options.select?.(all) ?? all),
      ...nothingChecked(coverage, 'no page could be read'),
    ],
    docs: produced.docs,
    uses: produced.links,
    baselineFile: options.baselineFile,
    covers: options.covers,
    asksOutside: options.external !== undefined,
  });
  const { complete, notes } = outside;
  const files = [...produced.files, ...produced.links.map(({ location }) => location.file)];
  return { ...gate, siteDir: config.siteDir, badUsage: false, coverage, complete, notes, files };
}

/** External links with all of their locations. */
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

/** Reports that no page could be read. A site without links is valid. */
export function nothingChecked({ pages }: LinkCoverage, message: string): readonly Diagnostic[] {
  return pages > 0 ? [] : [diagnostic('nothing-checked', { message })];
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
