import type { DiagnosticCode } from '../diagnostics/codes.ts';
import { diagnostic } from '../diagnostics/create.ts';
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import {
  FRONTMATTER_KEYS,
  type Frontmatter,
  type FrontmatterDraft,
  type FrontmatterPlaces,
  frontmatterName,
} from './frontmatter-keys.ts';
import { lineEnd, lineStart, locate, type SourceText, type Span } from './source-text.ts';
import { readKeys } from './yaml/keys.ts';
import { readYaml, type YamlMap, type YamlProblem } from './yaml/read-yaml.ts';

export interface FrontmatterResult {
  readonly frontmatter: Frontmatter;
  readonly places: FrontmatterPlaces;
  /** Offset and 0-based line where the Markdown begins. */
  readonly bodyStart: number;
  readonly bodyLine: number;
  readonly diagnostics: readonly Diagnostic[];
}

const LIMITS = { maxAliases: 20, maxDepth: 16, maxNodes: 10_000 };
const MAX_LENGTH = 64 * 1024;

/** Reads the block between `---` on the first line and the next `---` or `...`. A file without one has no frontmatter. */
export function readFrontmatter(source: SourceText): FrontmatterResult {
  const nothing = {
    frontmatter: {},
    places: new Map(),
    bodyStart: 0,
    bodyLine: 0,
    diagnostics: [],
  };
  if (!isFence(source, 0, /^---[ \t]*$/)) return nothing;
  const closing = closingLine(source);
  if (closing === undefined) {
    const location = locate(source, { start: 0, end: 3 });
    const message = 'the frontmatter opens here and never closes';
    const hint = 'add a line --- after the last key';
    return {
      ...nothing,
      diagnostics: [diagnostic('frontmatter-unclosed', { message, hint, location })],
    };
  }
  const block = { start: lineStart(source, 1), end: lineStart(source, closing) };
  return {
    ...readBlock(source, block),
    bodyStart: lineStart(source, closing + 1),
    bodyLine: closing + 1,
  };
}

function isFence(source: SourceText, line: number, pattern: RegExp): boolean {
  const start = lineStart(source, line);
  const end = lineEnd(source, line);
  return end - start < 80 && pattern.test(source.text.slice(start, end));
}

function closingLine(source: SourceText): number | undefined {
  for (let line = 1; line < source.lineStarts.length; line++) {
    if (isFence(source, line, /^(?:---|\.\.\.)[ \t]*$/)) return line;
  }
  return undefined;
}

type Block = Pick<FrontmatterResult, 'frontmatter' | 'places' | 'diagnostics'>;

function readBlock(source: SourceText, block: Span): Block {
  const fail = (code: DiagnosticCode, message: string, span: Span): Block => ({
    frontmatter: {},
    places: new Map(),
    diagnostics: [diagnostic(code, { message, location: locate(source, span) })],
  });
  if (block.end - block.start > MAX_LENGTH) {
    const message = `the frontmatter is longer than ${MAX_LENGTH} characters`;
    return fail('frontmatter-limit', message, { start: 0, end: 3 });
  }
  const { root, problems } = readYaml(source.text.slice(block.start, block.end), LIMITS);
  const diagnostics = problems.map((problem) => yamlDiagnostic(source, block.start, problem));
  if (root === undefined || (root.kind === 'scalar' && root.source === '')) {
    return { frontmatter: {}, places: new Map(), diagnostics };
  }
  if (root.kind !== 'map') {
    const message = 'the frontmatter must be keys with values, one "key: value" a line';
    return fail('frontmatter-type', message, shift(root.span, block.start));
  }
  const read = readMap(source, root, block.start);
  return { ...read, diagnostics: [...diagnostics, ...read.diagnostics] };
}

function yamlDiagnostic(source: SourceText, base: number, problem: YamlProblem): Diagnostic {
  const code = problem.kind === 'limit' ? 'frontmatter-limit' : 'frontmatter-syntax';
  return diagnostic(code, {
    message: problem.message,
    location: locate(source, shift(problem.span, base)),
  });
}

function readMap(source: SourceText, root: YamlMap, base: number): Block {
  const frontmatter: FrontmatterDraft = {};
  const places = new Map<keyof Frontmatter, Location>();
  for (const { key, value } of root.entries) {
    const name = frontmatterName(key);
    if (name !== undefined) places.set(name, locate(source, shift(value.span, base)));
  }
  const diagnostics = readKeys(root, FRONTMATTER_KEYS, frontmatter).map((problem) =>
    diagnostic(problem.kind === 'unknown' ? 'frontmatter-unknown-key' : 'frontmatter-type', {
      message: problem.message,
      hint: problem.hint,
      location: locate(source, shift(problem.span, base)),
    }),
  );
  return { frontmatter, places, diagnostics };
}

function shift(span: Span, by: number): Span {
  return { start: span.start + by, end: span.end + by };
}
