import { type DiagnosticCode, isSuppressible, LINK_CODES } from '../diagnostics/codes.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { DocHead, SuppressedRange } from '../markdown/parsed-doc.ts';
import { getOrInsert, groupBy } from '../shared/maps.ts';
import { compilePattern, type Matcher } from './pattern.ts';

/** A pattern of a file's frontmatter: suppresses findings about the destinations that it matches. */
interface SuppressedLinks extends Pick<SuppressedRange, 'file' | 'location' | 'what'> {
  readonly rule?: undefined;
  readonly matches: Matcher;
}

export type Suppression = SuppressedRange | SuppressedLinks;

/** The suppressions of a site. */
export interface SiteSuppressions {
  readonly byFile: ReadonlyMap<string, readonly Suppression[]>;
  /** Problems of patterns. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Collects the suppressions of docs, each once: docs may have several pages, and include the same file. */
export function collectSuppressions() {
  const byFile = new Map<string, Suppression[]>();
  const diagnostics: Diagnostic[] = [];
  const docs = new Set<string>();
  const ranges = new Set<string>();
  const add = (suppression: Suppression): void => {
    getOrInsert(byFile, suppression.file, () => []).push(suppression);
  };
  return {
    suppressions: { byFile, diagnostics } satisfies SiteSuppressions,
    add: (doc: DocHead, noted: readonly SuppressedRange[]): void => {
      for (const range of noted) {
        const key = `${keyOf(range)} ${range.file}:${range.from.line}`;
        if (!ranges.has(key)) add(range);
        ranges.add(key);
      }
      const { file, frontmatter, frontmatterLocations } = doc;
      const patterns = docs.has(file) ? [] : (frontmatter.links?.ignore ?? []);
      docs.add(file);
      for (const [index, pattern] of patterns.slice(0, MAX_PATTERNS + 1).entries()) {
        const location = frontmatterLocations.get(`links.ignore.${index}`);
        if (location === undefined) continue;
        const compiled = compilePattern(pattern);
        if (index === MAX_PATTERNS) {
          const message = `links.ignore has more than ${MAX_PATTERNS} patterns; the others have no effect`;
          const hint = 'use patterns with * that match more destinations';
          diagnostics.push(diagnostic('invalid-suppression', { message, hint, location }));
        } else if (compiled.ok)
          add({ file, location, matches: compiled.value, what: `the pattern "${pattern}"` });
        else {
          const message = `the pattern "${pattern}" ${compiled.problem}`;
          diagnostics.push(diagnostic('invalid-suppression', { message, location }));
        }
      }
    },
  };
}

/** Maximum number of patterns of a file: each is compared with each of its findings. */
const MAX_PATTERNS = 100;

/** The key of a comment, an element or a pattern; a comment of an included file may cover several lines. */
function keyOf({ rule, location: { file, line, column } }: Suppression): string {
  return `${rule ?? ''} ${file}:${line}:${column}`;
}

export interface SuppressOptions {
  /**
   * Tells whether the run looked for findings of a rule (undefined: of every rule). Suppressions of other rules are
   * never reported as unused. Default: it did.
   */
  readonly looksFor?: (rule: DiagnosticCode | undefined) => boolean;
  /** All destinations of a file as written; a pattern that matches one is in use, even if nothing is wrong with it. */
  readonly hrefs?: (file: string) => Iterable<string>;
}

export interface SuppressResult {
  readonly kept: readonly Diagnostic[];
  readonly suppressed: readonly Diagnostic[];
  /** Warnings about suppressions that match no finding. */
  readonly unused: readonly Diagnostic[];
}

/** Drops the findings that their own file suppresses. */
export function suppress(
  diagnostics: readonly Diagnostic[],
  byFile: SiteSuppressions['byFile'],
  { looksFor = () => true, hrefs }: SuppressOptions = {},
): SuppressResult {
  const found = diagnostics.filter(
    ({ code, location }) => isSuppressible(code) && byFile.has(location?.file ?? ''),
  );
  const findings = groupBy(found, ({ location }) => location?.file ?? '');
  const suppressed = new Set<Diagnostic>();
  const used = new Set<string>();
  for (const [file, suppressions] of byFile) {
    const apply = createApplier(findings.get(file) ?? [], suppressed);
    for (const suppression of suppressions) {
      const isInUse =
        'matches' in suppression && hrefs !== undefined
          ? [...hrefs(file)].some(suppression.matches)
          : !looksFor(suppression.rule);
      if (apply(suppression) || isInUse) used.add(keyOf(suppression));
    }
  }
  const unused = new Map(
    [...byFile.values()].flat().map((suppression) => [keyOf(suppression), suppression]),
  );
  for (const key of used) unused.delete(key);
  return {
    kept: diagnostics.filter((entry) => !suppressed.has(entry)),
    suppressed: diagnostics.filter((entry) => suppressed.has(entry)),
    unused: Array.from(unused.values(), ({ rule, location, what }) => {
      const message = `${what} suppresses no ${rule ?? 'finding of the link check'}`;
      return diagnostic('unused-suppression', { message, location, hint: 'remove it' });
    }),
  };
}

/** Returns a function that adds what a suppression covers in its file to a set; returns whether that is anything. */
function createApplier(
  findings: readonly Diagnostic[],
  suppressed: Set<Diagnostic>,
): (suppression: Suppression) => boolean {
  const byLine = groupBy(findings, ({ location }) => location?.line ?? 0);
  // Many comments may cover the same line.
  const ranges = new Map<string, boolean>();
  const apply = (
    { rule }: Suppression,
    entries: readonly Diagnostic[],
    isCovered: (entry: Diagnostic) => boolean,
  ): boolean => {
    const covered = entries.filter(
      (entry) =>
        (rule === undefined ? LINK_CODES.includes(entry.code) : rule === entry.code) &&
        isCovered(entry),
    );
    for (const entry of covered) suppressed.add(entry);
    return covered.length > 0;
  };
  return (suppression) => {
    if ('matches' in suppression)
      return apply(suppression, findings, ({ link }) =>
        [link?.href, link?.resolved].some(
          (href) => href !== undefined && suppression.matches(href),
        ),
      );
    const { rule, from, to } = suppression;
    const key = JSON.stringify([rule, from, to]);
    const lines = Array.from(
      { length: ranges.has(key) ? 0 : to.line - from.line + 1 },
      (_, index) => byLine.get(from.line + index) ?? [],
    );
    const isCovered = ({ location }: Diagnostic): boolean => {
      const { line, column } = location ?? from;
      return (line > from.line || column >= from.column) && (line < to.line || column < to.column);
    };
    const result = ranges.get(key) ?? apply(suppression, lines.flat(), isCovered);
    ranges.set(key, result);
    return result;
  };
}
