/** Checks the links of built HTML from any generator, with locations in the HTML. */

import type { ResolvedConfig } from '../config/site-config.ts';
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
import { linksOf, type OutputSite } from '../links/folder/output-site.ts';
import { readOutput, readOutputText } from '../links/folder/read-output.ts';
import { selectFindings } from '../links/select-findings.ts';
import { loadSite, recover } from '../publish/recover.ts';
import { itemAt } from '../shared/item-at.ts';
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
  const read = (file: string): string => readOutputText(site.folder, file);
  return locateFindings(findings, read).map((finding) => {
    const { message, hint } = describeFinding(finding);
    const location = { file: finding.file, ...finding.location };
    return diagnostic(finding.code, { message, hint, location, link: factsOf(finding, paths) });
  });
}

function factsOf(
  { code, href, resolved, suggestion, count }: OutputFinding,
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
    ...(count > 1 ? { pages: count } : {}),
  };
}

/** External links with their locations. */
function externalUses(site: OutputSite): Parameters<typeof checkOutside>[0] {
  return site.documents.flatMap((document) => {
    const uses = [...linksOf(site, document)].filter(({ reference }) =>
      /^(?:https?:)?\/\//i.test(reference.href),
    );
    if (uses.length === 0) return [];
    const starts = lineStarts(readOutputText(site.folder, document.file));
    return uses.map(({ reference: { href }, ...span }) => {
      const location = { file: document.file, ...locateSpan(starts, span) };
      return { href, url: href, location };
    });
  });
}

type TextLocation = Omit<Required<Location>, 'file' | 'pointer' | 'includedBy'>;

/** Adds line and column to findings, in their order; files without text get their start. */
export function locateFindings(
  findings: readonly OutputFinding[],
  readText: (file: string) => string | undefined,
): readonly (OutputFinding & { readonly location: TextLocation })[] {
  const startsOf = new Map<string, readonly number[] | undefined>();
  return findings.map((finding) => {
    const { file } = finding;
    if (!startsOf.has(file)) {
      const text = readText(file);
      startsOf.set(file, text === undefined ? undefined : lineStarts(text));
    }
    const starts = startsOf.get(file);
    return { ...finding, location: starts === undefined ? START : locateSpan(starts, finding) };
  });
}

const START: TextLocation = { line: 1, column: 1, endLine: 1, endColumn: 1 };

/** Offsets at which lines start; CR LF, LF and CR end a line. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const { index, 0: lineBreak } of text.matchAll(/\r\n|\n|\r/g)) {
    starts.push(index + lineBreak.length);
  }
  return starts;
}

function locateSpan(
  starts: readonly number[],
  { start, end }: Pick<OutputFinding, 'start' | 'end'>,
): TextLocation {
  const line = lineAt(starts, start);
  const endLine = lineAt(starts, end);
  return {
    line: line + 1,
    column: start - itemAt(starts, line) + 1,
    endLine: endLine + 1,
    endColumn: end - itemAt(starts, endLine) + 1,
  };
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (itemAt(starts, middle) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
