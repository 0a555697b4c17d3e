import { readSource } from '../content/read-source.ts';
import type { SourceFile } from '../content/source-file.ts';
import {
  createSourceText,
  lineEnd,
  lineStart,
  locate,
  type SourceText,
} from '../content/source-text.ts';
import { readYaml, type YamlNode, type YamlScalar } from '../content/yaml/read-yaml.ts';
import { nodeAt } from '../content/yaml/values.ts';
import { type Diagnostic, diagnostic, type Location } from '../diagnostics/diagnostic.ts';
import { createHtmlFinder, type MarkdownHtml } from './markdown-html.ts';
import { compilePattern } from './pattern.ts';
import type { SiteSuppressions } from './suppress.ts';
import {
  boundsOf,
  type FileSuppressions,
  type Position,
  readComments,
  type Suppression,
} from './suppression-comments.ts';

/** Reads the suppressions in Markdown files; files that cannot be read have none. */
export function readSuppressions(
  docs: readonly Pick<SourceFile, 'file' | 'absolute'>[],
): SiteSuppressions {
  const read = createSuppressionReader();
  const byFile = new Map<string, readonly Suppression[]>();
  const diagnostics: Diagnostic[] = [];
  for (const doc of docs) {
    const source = readSource(doc);
    if (!source.ok) continue;
    const found = read(doc.file, source.text);
    diagnostics.push(...found.diagnostics);
    if (found.suppressions.length > 0) byFile.set(doc.file, found.suppressions);
  }
  return { byFile, diagnostics };
}

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
