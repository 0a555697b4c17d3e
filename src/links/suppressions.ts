import {
  createSourceText,
  lineEnd,
  lineStart,
  locate,
  type SourceText,
} from '../content/source-text.ts';
import { readYaml, type YamlNode, type YamlScalar } from '../content/yaml/read-yaml.ts';
import { nodeAt } from '../content/yaml/values.ts';
import { type DiagnosticCode, isSuppressible, LINK_CODES } from '../diagnostics/codes.ts';
import { type Diagnostic, diagnostic, type Location } from '../diagnostics/diagnostic.ts';
import { itemAt } from '../shared/item-at.ts';
import { createHtmlFinder, type MarkdownHtml } from './markdown-html.ts';
import { compilePattern, type Matcher } from './pattern.ts';
import {
  boundsOf,
  type FileSuppressions,
  type Position,
  partition,
  readComments,
  type Suppression,
} from './suppression-comments.ts';

/** Reads the suppressions of a Markdown file from its text. */
export type SuppressionReader = (file: string, raw: string) => FileSuppressions;

const NONE: FileSuppressions = { suppressions: [], diagnostics: [] };

/**
 * Creates a reader of suppressions in Markdown files: comments (`check-links-disable-next-line`, `-disable`,
 * `-enable`; in MDX also between braces), elements with `data-check-links="ignore"` and everything inside them, and `links: {ignore: […]}` in the
 * frontmatter. Code is skipped. Files without any of these are not parsed.
 */
export function createSuppressionReader(): SuppressionReader {
  const findHtml = createHtmlFinder();
  return (file, raw) => {
    const isMarked = raw.includes('check-links');
    if (!isMarked && !/^\uFEFF?---/.test(raw)) return NONE;
    const source = createSourceText(file, file.endsWith('.mdx') ? withHtmlComments(raw) : raw);
    const head = frontmatterBlock(source);
    const ignored = readIgnored(source, head);
    if (!isMarked) return ignored;
    const html = findHtml(source, head.body);
    const comments = readComments(
      source,
      html.flatMap((piece) => (piece.kind === 'comment' ? [piece] : [])),
    );
    return {
      suppressions: [
        ...ignored.suppressions,
        ...comments.suppressions,
        ...readElements(source, html),
      ],
      diagnostics: [...ignored.diagnostics, ...comments.diagnostics],
    };
  };
}

/** Writes the comments of MDX as those of HTML, of the same length. */
function withHtmlComments(mdx: string): string {
  return mdx.replace(/\{\/\*\s(\s*check-links-(?:(?!\*\/).)*)\*\/\}/g, '<!--$1-->');
}

interface FrontmatterBlock {
  readonly start: number;
  readonly end: number;
  /** Where the Markdown begins. */
  readonly body: number;
}

function frontmatterBlock(source: SourceText): FrontmatterBlock {
  const { lineStarts } = source;
  const isFence = (line: number, pattern: RegExp): boolean =>
    pattern.test(source.text.slice(lineStart(source, line), lineEnd(source, line)));
  const isClosing = (line: number): boolean => line > 0 && isFence(line, /^(?:---|\.\.\.)[ \t]*$/);
  const close = isFence(0, /^---[ \t]*$/) ? lineStarts.findIndex((_, line) => isClosing(line)) : -1;
  if (close < 0) return { start: 0, end: 0, body: 0 };
  const start = lineStart(source, 1);
  return { start, end: lineStart(source, close), body: lineStart(source, close + 1) };
}

/** Maximum number of patterns of a file: each is compared with each of its findings. */
const MAX_PATTERNS = 100;

const YAML_LIMITS = { maxAliases: 20, maxDepth: 16, maxNodes: 10_000 };

function readIgnored(source: SourceText, { start, end }: FrontmatterBlock): FileSuppressions {
  const text = source.text.slice(start, end);
  if (!text.includes('links')) return NONE;
  const node = nodeAt(readYaml(text, YAML_LIMITS).root, ['links', 'ignore']);
  const items = scalarsOf(node);
  const results = items.slice(0, MAX_PATTERNS).map((item) => readPattern(source, start, item));
  const extra = items[MAX_PATTERNS];
  return {
    suppressions: results.flatMap((result) => ('scope' in result ? [result] : [])),
    diagnostics: [
      ...results.flatMap((result) => ('scope' in result ? [] : [result])),
      ...(extra === undefined ? [] : [tooManyPatterns(locateIn(source, start, extra))]),
    ],
  };
}

function scalarsOf(node: YamlNode | undefined): readonly YamlScalar[] {
  if (node?.kind !== 'list') return [];
  return node.items.flatMap((item) => (item.kind === 'scalar' ? [item] : []));
}

function locateIn(source: SourceText, base: number, { span }: YamlScalar): Location {
  return locate(source, { start: base + span.start, end: base + span.end });
}

function tooManyPatterns(location: Location): Diagnostic {
  return diagnostic('invalid-suppression', {
    message: `links.ignore has more than ${MAX_PATTERNS} patterns; the others have no effect`,
    hint: 'use patterns with * that match more destinations',
    location,
  });
}

function readPattern(
  source: SourceText,
  base: number,
  scalar: YamlScalar,
): Suppression | Diagnostic {
  const { source: pattern } = scalar;
  const location = locateIn(source, base, scalar);
  const compiled = compilePattern(pattern);
  if (!compiled.ok) {
    const message = `the pattern "${pattern}" ${compiled.problem}`;
    return diagnostic('invalid-suppression', { message, location });
  }
  return {
    rule: undefined,
    scope: { kind: 'links', matches: compiled.value },
    location,
    what: `the pattern "${pattern}"`,
  };
}

interface OpenElement {
  readonly name: string;
  readonly from: Position;
  readonly tagEnd: Position;
  readonly location: Location;
  depth: number;
}

/** An unclosed element counts as its start tag. */
function readElements(source: SourceText, html: readonly MarkdownHtml[]): readonly Suppression[] {
  const found: Suppression[] = [];
  let open: OpenElement | undefined;
  for (const piece of html) {
    if (open === undefined) {
      if (piece.kind === 'start' && isIgnored(piece)) open = openElement(source, piece);
    } else if (piece.kind === 'start' && piece.name === open.name) open.depth += 1;
    else if (piece.kind === 'end' && piece.name === open.name) open.depth -= 1;
    if (open !== undefined && (open.depth === 0 || VOID.has(open.name))) {
      found.push(closeElement(open, boundsOf(source, piece.span).end));
      open = undefined;
    }
  }
  if (open !== undefined) found.push(closeElement(open, open.tagEnd));
  return found;
}

const VOID: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta source track wbr'.split(' '),
);

function isIgnored({ attributes }: Extract<MarkdownHtml, { kind: 'start' }>): boolean {
  return attributes.get('data-check-links')?.trim().toLowerCase() === 'ignore';
}

function openElement(
  source: SourceText,
  { name, span }: MarkdownHtml & { kind: 'start' },
): OpenElement {
  const { start, end } = boundsOf(source, span);
  return { name, from: start, tagEnd: end, location: locate(source, span), depth: 1 };
}

function closeElement({ from, location }: OpenElement, to: Position): Suppression {
  return {
    rule: undefined,
    scope: { kind: 'range', from, to },
    location,
    what: 'data-check-links="ignore"',
  };
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
