import type { DiagnosticCode } from '../diagnostics/codes.ts';
import {
  type Diagnostic,
  type DiagnosticDetails,
  diagnostic,
  type Location,
} from '../diagnostics/diagnostic.ts';

import { lineEnd, lineStart, locate, type SourceText, type Span } from './source-text.ts';
import { missingColonHint } from './yaml/explain-error.ts';
import {
  asBoolean,
  asNumber,
  asText,
  asTexts,
  type KeySpec,
  keyOf,
  readKeys,
} from './yaml/keys.ts';
import { readYaml, type YamlMap, type YamlNode, type YamlProblem } from './yaml/read-yaml.ts';

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
  const nothing = { ...NOTHING, bodyStart: 0, bodyLine: 0 };
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

const NOTHING: Block = { frontmatter: {}, places: new Map(), diagnostics: [] };

function readBlock(source: SourceText, block: Span): Block {
  const fail = (
    code: DiagnosticCode,
    span: Span,
    details: Omit<DiagnosticDetails, 'location'>,
  ): Block => ({
    ...NOTHING,
    diagnostics: [diagnostic(code, { ...details, location: locate(source, span) })],
  });
  if (block.end - block.start > MAX_LENGTH) {
    const message = `the frontmatter is longer than ${MAX_LENGTH} characters`;
    return fail('frontmatter-limit', { start: 0, end: 3 }, { message });
  }
  const { root, problems } = readYaml(source.text.slice(block.start, block.end), LIMITS);
  const diagnostics = problems.map((problem) => yamlDiagnostic(source, block.start, problem));
  if (root === undefined || (root.kind === 'scalar' && root.source === ''))
    return { ...NOTHING, diagnostics };
  if (root.kind !== 'map') {
    const message = 'the frontmatter must be keys with values, one "key: value" a line';
    const line = source.text.slice(block.start).split('\n', 1)[0] ?? '';
    const hint = missingColonHint(line);
    return fail('frontmatter-type', shift(root.span, block.start), { message, hint });
  }
  const read = readMap(source, root, block.start);
  return { ...read, diagnostics: [...diagnostics, ...read.diagnostics] };
}

function yamlDiagnostic(source: SourceText, base: number, problem: YamlProblem): Diagnostic {
  const code = problem.kind === 'limit' ? 'frontmatter-limit' : 'frontmatter-syntax';
  return diagnostic(code, {
    message: problem.message,
    hint: problem.hint,
    location: locate(source, shift(problem.span, base)),
  });
}

function readMap(source: SourceText, root: YamlMap, base: number): Block {
  const frontmatter: Draft = {};
  const places = new Map<keyof Frontmatter, Location>();
  for (const { key, value } of root.entries) {
    const name = FRONTMATTER_KEYS.get(key)?.name;
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

/** Frontmatter after validation; keys as the author writes them, in camel case. */
export interface Frontmatter {
  readonly title?: string;
  readonly description?: string;
  readonly slug?: string;
  readonly sidebarLabel?: string;
  readonly sidebarPosition?: number;
  /** False: in no sidebar and no pager. */
  readonly sidebar?: false;
  readonly tags?: readonly string[];
  readonly keywords?: readonly string[];
  readonly image?: string;
  readonly draft?: boolean;
  readonly unlisted?: boolean;
  readonly hideTableOfContents?: boolean;
  readonly tocMinHeadingLevel?: number;
  readonly tocMaxHeadingLevel?: number;
  /** Doc id of the neighbour, or null for none. */
  readonly paginationPrev?: string | null;
  readonly paginationNext?: string | null;
  /** Patterns of destinations that the link check leaves alone on this page. */
  readonly ignoredLinks?: readonly string[];
}

/** The place of each frontmatter key's value, for diagnostics of later stages. */
export type FrontmatterPlaces = ReadonlyMap<keyof Frontmatter, Location>;

type Draft = { -readonly [Key in keyof Frontmatter]: Frontmatter[Key] };

interface FrontmatterKey extends KeySpec<Draft> {
  readonly name: keyof Frontmatter;
}

const LINKS = 'a group with the key "ignore", a list of texts';

/** The keys that authors may write, as they write them. */
const FRONTMATTER_KEYS: ReadonlyMap<string, FrontmatterKey> = new Map<string, FrontmatterKey>([
  ['title', textKey('title')],
  ['description', textKey('description')],
  ['slug', textKey('slug')],
  ['sidebar_label', textKey('sidebarLabel')],
  ['sidebar_position', keyOf<Draft, 'sidebarPosition'>('sidebarPosition', 'a number', asNumber)],
  ['sidebar', keyOf<Draft, 'sidebar'>('sidebar', 'false (or left out)', asFalse)],
  ['tags', keyOf<Draft, 'tags'>('tags', 'a list of texts', asTexts)],
  ['keywords', keyOf<Draft, 'keywords'>('keywords', 'a list of texts', asTexts)],
  ['image', textKey('image')],
  ['draft', flagKey('draft')],
  ['unlisted', flagKey('unlisted')],
  ['hide_table_of_contents', flagKey('hideTableOfContents')],
  ['toc_min_heading_level', levelKey('tocMinHeadingLevel')],
  ['toc_max_heading_level', levelKey('tocMaxHeadingLevel')],
  ['pagination_prev', docKey('paginationPrev')],
  ['pagination_next', docKey('paginationNext')],
  ['links', keyOf<Draft, 'ignoredLinks'>('ignoredLinks', LINKS, asIgnored)],
]);

function textKey(
  name: 'title' | 'description' | 'slug' | 'sidebarLabel' | 'image',
): FrontmatterKey {
  return keyOf<Draft, typeof name>(name, 'text', asText);
}

function flagKey(name: 'draft' | 'unlisted' | 'hideTableOfContents'): FrontmatterKey {
  return keyOf<Draft, typeof name>(name, 'true or false', asBoolean);
}

function levelKey(name: 'tocMinHeadingLevel' | 'tocMaxHeadingLevel'): FrontmatterKey {
  return keyOf<Draft, typeof name>(name, 'a heading level from 1 to 6', (node) => {
    const level = asNumber(node);
    return level !== undefined && [1, 2, 3, 4, 5, 6].includes(level) ? level : undefined;
  });
}

// A doc id, or `null` (also written as an empty value): no neighbour on this side.
function docKey(name: 'paginationPrev' | 'paginationNext'): FrontmatterKey {
  return {
    name,
    expected: 'a doc id or null',
    read: (draft, node) => {
      if (node.kind === 'scalar') draft[name] = node.value === null ? null : node.source;
      return node.kind === 'scalar';
    },
  };
}

function asFalse(node: YamlNode): false | undefined {
  return asBoolean(node) === false ? false : undefined;
}

function asIgnored(node: YamlNode): readonly string[] | undefined {
  const [ignore, ...others] = node.kind === 'map' ? node.entries : [];
  return ignore?.key === 'ignore' && others.length === 0 ? asTexts(ignore.value) : undefined;
}
