/** The link gate of a built folder, whoever made it: wires `links/folder/` to diagnostics at places in the HTML. */
import { existsSync, statSync } from 'node:fs';
import { loadConfig } from '../config/load.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { type Diagnostic, diagnostic, type LinkFacts } from '../diagnostics/diagnostic.ts';
import { applyLevels } from '../diagnostics/levels.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { checkOutput, type OutputCheck } from '../links/folder/check-output.ts';
import { describeFinding, type OutputFinding } from '../links/folder/output-findings.ts';
import { linksOf, type OutputSite } from '../links/folder/output-site.ts';
import { readOutput, readOutputText } from '../links/folder/read-output.ts';
import { applyGate } from '../links/gate.ts';
import { itemAt } from '../shared/item-at.ts';
import { type CheckLinksOptions, type CheckLinksResult, checkOutside } from './check-links.ts';

export interface CheckFolderOptions extends CheckLinksOptions {
  /** Absolute path of the folder of HTML. */
  readonly folder: string;
  /** Path that the folder is served at; default: `baseUrl` of the site's configuration, else `/`. */
  readonly baseUrl?: string | undefined;
}

/** Checks every link of a folder of HTML against the folder. Files of diagnostics are relative to the folder. */
export async function checkFolder(options: CheckFolderOptions): Promise<CheckLinksResult> {
  const { folder } = options;
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return noFolder(folder);
  const config = await configOf(options);
  const rules = { ...config?.links.rules, ...options.rules };
  const site = readOutput(folder);
  const checked = checkOutput(site, {
    baseUrl: options.baseUrl ?? config?.baseUrl ?? '/',
    origin: config?.url,
    trailingSlash: config?.links.trailingSlash,
  });
  const found = applyLevels(toDiagnostics(site, checked), rules);
  const outside = await checkOutside(
    options.external === undefined ? [] : externalUses(site),
    rules,
    options,
  );
  const all = [...unreadable(site), ...found, ...outside.diagnostics];
  const gate = applyGate({
    config: { siteDir: folder, links: { rules, trailingSlash: 'any' } },
    diagnostics: [...(options.select?.(all) ?? all), ...nothingChecked(checked)],
    docs: [],
    uses: [],
    baselineFile: options.baselineFile,
    covers: options.covers,
    asksOutside: options.external !== undefined,
  });
  const { complete, notes } = outside;
  const { coverage } = checked;
  return { ...gate, siteDir: folder, badUsage: false, coverage, complete, notes };
}

function noFolder(folder: string): CheckLinksResult {
  const message = `there is no folder "${folder}"`;
  return {
    diagnostics: [diagnostic('nothing-checked', { message })],
    known: [],
    suppressed: [],
    baseline: undefined,
    siteDir: folder,
    badUsage: true,
    coverage: { pages: 0, links: 0, anchors: 0, assets: 0, external: 0 },
    complete: true,
    notes: [],
  };
}

/** The configuration of the site that the folder may belong to. Other tools' folders have none. */
async function configOf(options: CheckFolderOptions): Promise<ResolvedConfig | undefined> {
  const { config } = await loadConfig(options);
  return config;
}

function nothingChecked({ coverage }: OutputCheck): readonly Diagnostic[] {
  if (coverage.links > 0) return [];
  const message = 'the folder has no link that could be checked';
  return [diagnostic('nothing-checked', { message })];
}

function unreadable(site: OutputSite): readonly Diagnostic[] {
  return site.unreadable.map(({ file, reason }) =>
    diagnostic('file-unreadable', {
      message: `cannot read the file: ${reason}`,
      location: { file, line: 1, column: 1 },
    }),
  );
}

function toDiagnostics(site: OutputSite, { findings }: OutputCheck): readonly Diagnostic[] {
  const paths = [...site.files].map((file) => `/${file.replace(/(?:^|\/)index\.html$/, '/')}`);
  const read = (file: string): string => readOutputText(site.folder, file);
  return locateFindings(findings, read).map((finding) => {
    const { message, hint } = describeFinding(finding);
    const location = { file: finding.file, ...finding.place };
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

function placeAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Addresses outside of the site, at their places. */
function externalUses(site: OutputSite): Parameters<typeof checkOutside>[0] {
  return site.documents.flatMap((document) => {
    const uses = [...linksOf(site, document)].filter(({ reference }) =>
      /^(?:https?:)?\/\//i.test(reference.href),
    );
    if (uses.length === 0) return [];
    const text = readOutputText(site.folder, document.file);
    return uses.map(({ reference: { href }, start, end }) => {
      const to = placeAt(text, end);
      const location = {
        file: document.file,
        ...placeAt(text, start),
        endLine: to.line,
        endColumn: to.column,
      };
      return { href, url: href, location };
    });
  });
}

/** Place of a span of a text: 1-based, in UTF-16 code units; `endColumn` is exclusive. */
interface TextPlace {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

interface LocatedFinding extends OutputFinding {
  readonly place: TextPlace;
}

/** Adds line and column to findings, in their order; of files without a text, the start. */
export function locateFindings(
  findings: readonly OutputFinding[],
  readText: (file: string) => string | undefined,
): readonly LocatedFinding[] {
  const byFile = new Map<string, OutputFinding[]>();
  for (const finding of findings) {
    const same = byFile.get(finding.file);
    if (same === undefined) byFile.set(finding.file, [finding]);
    else same.push(finding);
  }
  const places = new Map<OutputFinding, TextPlace>();
  for (const [file, same] of byFile) {
    const text = readText(file);
    if (text === undefined) continue;
    const starts = lineStarts(text);
    for (const finding of same) places.set(finding, placeOf(starts, finding));
  }
  return findings.map((finding) => ({ ...finding, place: places.get(finding) ?? START }));
}

const START: TextPlace = { line: 1, column: 1, endLine: 1, endColumn: 1 };

/** Offsets at which lines start; CR LF, LF and CR end a line. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const { index, 0: lineBreak } of text.matchAll(/\r\n|\n|\r/g)) {
    starts.push(index + lineBreak.length);
  }
  return starts;
}

function placeOf(starts: readonly number[], { start, end }: OutputFinding): TextPlace {
  const line = lineAt(starts, start);
  const endLine = lineAt(starts, end);
  return {
    line: line + 1,
    column: start - itemAt(starts, line) + 1,
    endLine: endLine + 1,
    endColumn: end - itemAt(starts, endLine) + 1,
  };
}

/** Index of the last line that starts at or before an offset. */
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
