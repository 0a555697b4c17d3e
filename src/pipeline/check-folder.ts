/** Checks the links of built HTML from any generator, with locations in the HTML. */

import type { ResolvedConfig } from '../config/site-config.ts';
import { locate, type Span } from '../content/source-text.ts';
import {
  type Diagnostic,
  diagnostic,
  type LinkFacts,
  type Location,
} from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import {
  checkOutput,
  describeFinding,
  type OutputCheck,
  type OutputFinding,
} from '../links/folder/check-output.ts';
import type { OutputSite } from '../links/folder/output-site.ts';
import { readOutput, readOutputText } from '../links/folder/read-output.ts';
import { selectFindings } from '../links/select-findings.ts';
import { loadSite, recover } from '../publish/recover.ts';
import { lineStarts } from '../shared/line-starts.ts';
import { getOrInsert } from '../shared/maps.ts';
import {
  type CheckLinksOptions,
  type CheckLinksResult,
  checkOutside,
  nothingChecked,
  runOf,
} from './check-links.ts';
import { NO_SAMPLES } from '../samples/counts.ts';

export interface CheckFolderOptions extends CheckLinksOptions {
  /** Absolute. */
  readonly folder: string;
  /** The path at which the folder is served; default: `baseUrl` of the site's configuration, else `/`. */
  readonly baseUrl?: string | undefined;
}

/** Checks all links of built HTML against its folder. Files in diagnostics are relative to the folder. */
export async function checkFolder(options: CheckFolderOptions): Promise<CheckLinksResult> {
  const { folder } = options;
  // Output of other generators has no configuration.
  const { config, diagnostics: found } = await loadSite(options);
  const unfinished = [
    ...found.filter(({ code }) => code === 'output-unfinished'),
    ...(config?.outDir === folder ? [] : await recover(folder)),
  ];
  const site = readOutput(folder);
  const checked = checkOutput(site, {
    baseUrl: options.baseUrl ?? config?.baseUrl ?? '/',
    origin: config?.url,
    trailingSlash: config?.links.trailingSlash,
    schemes: config?.links.schemes,
  });
  const outside = await checkOutside(
    options.external === undefined ? [] : externalUses(site),
    options,
  );
  const all = [
    ...unfinished,
    ...site.unreadable.map(({ file, reason }) =>
      diagnostic('file-unreadable', {
        message: `cannot read the file: ${reason}`,
        location: { file, line: 1, column: 1 },
      }),
    ),
    ...toDiagnostics(site, checked),
    ...outside.diagnostics,
  ];
  const selected = selectFindings({
    run: runOf(options),
    config: { ...NO_RULES, ...config, siteDir: folder },
    flags: options.rules,
    diagnostics: [
      ...(options.select?.(all) ?? all),
      ...nothingChecked(checked.coverage, 'the folder has no HTML page'),
    ],
    baselineFile: options.baselineFile,
    covers: options.covers,
  });
  const { complete, notes } = outside;
  const { coverage } = checked;
  const files = site.documents.map(({ file }) => file);
  return {
    ...selected,
    siteDir: folder,
    badUsage: false,
    coverage,
    samples: NO_SAMPLES,
    complete,
    notes,
    files,
    urls: () => [],
  };
}

const NO_RULES: Pick<ResolvedConfig, 'links' | 'rules' | 'openapi'> = {
  links: { rules: {}, schemes: [], trailingSlash: 'any' },
  rules: {},
  openapi: [],
};

function toDiagnostics(site: OutputSite, { findings }: OutputCheck): readonly Diagnostic[] {
  const paths = [...site.files].map((file) => `/${file.replace(/(?:^|\/)index\.html$/, '/')}`);
  const locateIn = fileLocator(site.folder);
  return findings.map((finding) => {
    const { message, hint } = describeFinding(finding);
    const location = locateIn(finding.file, finding);
    return diagnostic(finding.code, { message, hint, location, link: factsOf(finding, paths) });
  });
}

function factsOf(
  { code, href, resolved, suggestion, files }: OutputFinding,
  paths: readonly string[],
): LinkFacts {
  const isMissing = code === 'page-not-found' || code === 'asset-not-found';
  const near =
    isMissing && resolved !== undefined
      ? nearest(resolved.replace(/[?#].*$/s, ''), paths)
      : undefined;
  const suggestions = [suggestion, near].filter((entry) => entry !== undefined);
  return {
    href,
    ...(resolved === undefined ? {} : { resolved }),
    suggestions,
    ...(files.length > 1 ? { pages: files.length } : {}),
  };
}

/** External links with their locations. */
function externalUses(site: OutputSite): Parameters<typeof checkOutside>[0] {
  const locateIn = fileLocator(site.folder);
  return site.documents.flatMap(({ file, links }) =>
    links
      .filter(({ reference: { href } }) => /^(?:https?:)?\/\//i.test(href))
      .map(({ reference: { href }, ...span }) => {
        return { href, url: href, location: locateIn(file, span) };
      }),
  );
}

/** Finds lines and columns in the files of a folder, each of which is read once. */
export function fileLocator(folder: string): (file: string, span: Span) => Location {
  const starts = new Map<string, readonly number[]>();
  return (file, span) => {
    const own = getOrInsert(starts, file, () => lineStarts(readOutputText(folder, file)));
    return locate({ file, text: '', lineStarts: own }, span);
  };
}
