import { type DiagnosticCode, isSuppressible, LINK_CODES } from '../diagnostics/codes.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { itemAt } from '../shared/item-at.ts';
import type { Matcher } from './pattern.ts';
import { type Position, partition, type Suppression } from './suppression-comments.ts';

/** The suppressions of a site. */
export interface SiteSuppressions {
  readonly byFile: ReadonlyMap<string, readonly Suppression[]>;
  /** Problems of invalid ones. */
  readonly diagnostics: readonly Diagnostic[];
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
  suppressionsByFile: ReadonlyMap<string, readonly Suppression[]>,
  options: SuppressOptions = {},
): SuppressResult {
  const byFile = new Map<string, Diagnostic[]>();
  for (const entry of diagnostics) {
    const file = entry.location?.file ?? '';
    if (!isSuppressible(entry.code) || !suppressionsByFile.has(file)) continue;
    const findings = byFile.get(file) ?? [];
    findings.push(entry);
    byFile.set(file, findings);
  }
  const suppressed = new Set<Diagnostic>();
  const unused: Suppression[] = [];
  for (const [file, all] of suppressionsByFile) {
    const used = matchFindings(all, byFile.get(file) ?? [], suppressed);
    unused.push(...all.filter((entry) => !used.has(entry) && !isOfUse(entry, file, options)));
  }
  const [kept, dropped] = partition(diagnostics, (entry) => !suppressed.has(entry));
  return { kept, suppressed: dropped, unused: unused.map(unusedSuppression) };
}

/** Adds the findings of a file that its suppressions match; returns those that match one. */
function matchFindings(
  all: readonly Suppression[],
  findings: readonly Diagnostic[],
  suppressed: Set<Diagnostic>,
): ReadonlySet<Suppression> {
  const used = new Set<Suppression>();
  for (const [rule, ranges] of rangesByRule(all)) {
    const meant = findings.flatMap((entry) =>
      entry.location !== undefined && isMeant(rule, entry)
        ? [{ entry, at: entry.location, covered: 0 }]
        : [],
    );
    meant.sort((a, b) => comparePositions(a.at, b.at));
    const indexOf = (position: Position): number => countBefore(meant, position);
    for (const { suppression, from, to } of ranges) {
      const [first, end] = [indexOf(from), to === undefined ? meant.length : indexOf(to)];
      const [opening, closing] = [meant[first], meant[end]];
      if (first >= end || opening === undefined) continue;
      used.add(suppression);
      opening.covered += 1;
      if (closing !== undefined) closing.covered -= 1;
    }
    let open = 0;
    for (const { entry, covered } of meant) {
      open += covered;
      if (open > 0) suppressed.add(entry);
    }
  }
  for (const suppression of all) {
    const { scope } = suppression;
    if (scope.kind === 'range') continue;
    for (const entry of findings) {
      if (!isMeant(suppression.rule, entry) || !matchesLink(scope.matches, entry)) continue;
      used.add(suppression);
      suppressed.add(entry);
    }
  }
  return used;
}

interface Range {
  readonly suppression: Suppression;
  readonly from: Position;
  readonly to: Position | undefined;
}

function rangesByRule(
  all: readonly Suppression[],
): ReadonlyMap<DiagnosticCode | undefined, readonly Range[]> {
  const groups = new Map<DiagnosticCode | undefined, Range[]>();
  for (const suppression of all) {
    const { rule, scope } = suppression;
    if (scope.kind !== 'range') continue;
    const group = groups.get(rule) ?? [];
    group.push({ suppression, from: scope.from, to: scope.to });
    groups.set(rule, group);
  }
  return groups;
}

function isMeant(rule: DiagnosticCode | undefined, { code }: Diagnostic): boolean {
  return rule === undefined ? LINK_CODES.includes(code) : rule === code;
}

function matchesLink(matches: Matcher, { link }: Diagnostic): boolean {
  if (link === undefined) return false;
  return matches(link.href) || (link.resolved !== undefined && matches(link.resolved));
}

function comparePositions(a: Position, b: Position): number {
  return a.line - b.line || a.column - b.column;
}

/** The number of sorted findings before a position. */
function countBefore(sorted: readonly { readonly at: Position }[], position: Position): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comparePositions(itemAt(sorted, middle).at, position) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isOfUse({ rule, scope }: Suppression, file: string, options: SuppressOptions): boolean {
  if (scope.kind === 'links' && options.hrefs !== undefined) {
    for (const href of options.hrefs(file)) if (scope.matches(href)) return true;
    return false;
  }
  return options.looksFor !== undefined && !options.looksFor(rule);
}

function unusedSuppression({ rule, location, what }: Suppression): Diagnostic {
  const message = `${what} suppresses no ${rule ?? 'finding of the link check'}`;
  return diagnostic('unused-suppression', { message, location, hint: 'remove it' });
}
