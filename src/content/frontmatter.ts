import * as v from 'valibot';
import { integer, object, record, switchOr, text } from '../config/schema-check.ts';
import { type Diagnostic, diagnostic, type Location } from '../diagnostics/diagnostic.ts';
import { plainLayout } from '../dialects/common.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { DIALECTS } from '../dialects/dialects.ts';
import { ownText } from '../diagnostics/own-text.ts';
import { type ValueProblem, yamlReader } from './check-yaml.ts';
import { FEATURE_SCHEMA, HERO_SCHEMA, type Landing, readLanding } from './landing.ts';
import { lineEnd, lineStart, locate, type SourceText, type Span } from './source-text.ts';
import { missingColonHint } from './yaml/explain-error.ts';
import { readYaml, type YamlMap } from './yaml/read-yaml.ts';
import { isEmpty, nodeAt, scalarValue } from './yaml/values.ts';

export interface FrontmatterResult {
  readonly frontmatter: Frontmatter;
  readonly locations: FrontmatterLocations;
  /** Offset and 0-based line where the Markdown begins. */
  readonly bodyStart: number;
  readonly bodyLine: number;
  /** The start of a home page, with spans in the file. */
  readonly landing: Landing | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

const LIMITS = { maxAliases: 20, maxDepth: 16, maxNodes: 10_000 };
const MAX_LENGTH = 64 * 1024;

/** How keys that are not ours are read. */
export interface FrontmatterRules {
  /** Keys of the site's dialects. */
  readonly keys: Dialect['keys'];
  /** Keys without meaning and without a warning. */
  readonly ignored: ReadonlySet<string>;
  /** A first line `---` is a rule unless keys and their end follow. */
  readonly beginsWithRule?: true;
}

/** Reads the block between `---` on the first line and the next `---` or `...`, if the file has one. */
export function readFrontmatter(source: SourceText, rules: FrontmatterRules): FrontmatterResult {
  const nothing = { ...NOTHING, bodyStart: 0, bodyLine: 0 };
  if (!isFence(source, 0, /^---[ \t]*$/)) return nothing;
  const closing = closingLine(source);
  const isRule = (): boolean => {
    const end = closing === undefined ? 0 : lineStart(source, closing);
    return !/^[ \t]*(?:[\w.-]+|"[^"\n]*"):(?:\s|$)/m.test(source.text.slice(4, end));
  };
  if (rules.beginsWithRule === true && isRule()) return nothing;
  const start = lineStart(source, 1);
  if (closing === undefined) {
    const rest = { start, end: source.text.length };
    // Other tools publish pages of keys alone.
    if (hasOnlyKeys(source.text.slice(start)))
      return {
        ...readBlock(source, rest, rules),
        bodyStart: rest.end,
        bodyLine: source.lineStarts.length - 1,
      };
    const location = locate(source, { start: 0, end: 3 });
    const message = 'the frontmatter opens here and never closes';
    const hint = 'write a line of exactly --- after the last key';
    return {
      ...nothing,
      diagnostics: [diagnostic('frontmatter-unclosed', { message, hint, location })],
    };
  }
  const block = { start, end: lineStart(source, closing) };
  return {
    ...readBlock(source, block, rules),
    bodyStart: lineStart(source, closing + 1),
    bodyLine: closing + 1,
  };
}

/** False for a code about keys of pages, which other files with frontmatter do not have. */
export function isAboutSyntax(code: string): boolean {
  return !/^frontmatter-(?:unknown-key|type)$/.test(code);
}

function hasOnlyKeys(yaml: string): boolean {
  // A comment may be a heading.
  if (yaml.length > MAX_LENGTH || /^#/m.test(yaml)) return false;
  const { root, problems } = readYaml(ownText(yaml), LIMITS);
  return root?.kind === 'map' && problems.length === 0;
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

type Block = Pick<FrontmatterResult, 'frontmatter' | 'locations' | 'landing' | 'diagnostics'>;

const NOTHING: Block = {
  frontmatter: {},
  locations: new Map(),
  landing: undefined,
  diagnostics: [],
};

function readBlock(source: SourceText, block: Span, rules: FrontmatterRules): Block {
  if (block.end - block.start > MAX_LENGTH) {
    const message = `the frontmatter is longer than ${MAX_LENGTH} characters`;
    const location = locate(source, { start: 0, end: 3 });
    return { ...NOTHING, diagnostics: [diagnostic('frontmatter-limit', { message, location })] };
  }
  const at = ({ start, end }: Span): Location =>
    locate(source, { start: start + block.start, end: end + block.start });
  const content = ownText(source.text.slice(block.start, block.end));
  const { root, problems } = readYaml(content, LIMITS);
  const diagnostics = problems.map(({ kind, message, hint, span }) => {
    const code = kind === 'limit' ? 'frontmatter-limit' : 'frontmatter-syntax';
    return diagnostic(code, { message, hint, location: at(span) });
  });
  if (root === undefined || isEmpty(root)) return { ...NOTHING, diagnostics };
  if (root.kind !== 'map') {
    const message = 'the frontmatter must be keys with values, one "key: value" a line';
    const hint = missingColonHint(content.split('\n', 1)[0] ?? '');
    const location = at(root.span);
    return {
      ...NOTHING,
      diagnostics: [diagnostic('frontmatter-type', { message, hint, location })],
    };
  }
  // Replaces the keys of dialects by ours. A key of ours that is written too wins.
  const { keys, ignored } = rules;
  const written = new Set(root.entries.map(({ key }) => key));
  const entries = root.entries.flatMap((entry) => {
    if (ignored.has(entry.key)) return [];
    const convert = keys.get(entry.key) ?? OWN_KEYS.get(entry.key);
    if (convert === undefined) return [entry];
    return convert(entry).filter(({ key }) => key === entry.key || !written.has(key));
  });
  const converted: YamlMap = { ...root, entries };
  const read = readMap(content, converted, at);
  const isHome = read.frontmatter.layout === 'home';
  const landing = isHome ? readLanding(root, block.start) : undefined;
  const unused = isHome ? [] : withoutLayout(converted, at);
  const own = [...read.diagnostics, ...unused, ...crossedLevels(read)];
  return { ...read, landing, diagnostics: [...diagnostics, ...own] };
}

/** Reports a table of contents without any level. */
function crossedLevels({
  frontmatter: { toc_min_heading_level: min = 1, toc_max_heading_level: max = 6 },
  locations,
}: Pick<Block, 'frontmatter' | 'locations'>): readonly Diagnostic[] {
  const location = locations.get('toc_max_heading_level');
  if (min <= max || location === undefined) return [];
  const message = `the table of contents is empty: it ends at level ${max} and begins at ${min}`;
  const hint = 'give "toc_max_heading_level" at least the value of "toc_min_heading_level"';
  return [diagnostic('frontmatter-type', { message, hint, location })];
}

/** Reports the keys of a home page on another page. */
function withoutLayout({ entries }: YamlMap, at: Locate): readonly Diagnostic[] {
  // Another layout is reported.
  if (entries.some(({ key }) => key === 'layout')) return [];
  const unused = entries.filter(({ key }) => key === 'hero' || key === 'features');
  return unused.map(({ key, keySpan }) => {
    const message = `"${key}" has no effect without \`layout: home\``;
    const hint = 'add the line layout: home';
    return diagnostic('frontmatter-type', { message, hint, location: at(keySpan) });
  });
}

/** Locates a span of the block in the file. */
type Locate = (span: Span) => Location;

/** Our keys that set others. */
const OWN_KEYS: Dialect['keys'] = new Map([
  [
    'layout',
    (entry) => (scalarValue(entry.value) === 'home' ? [entry, ...plainLayout(entry)] : [entry]),
  ],
]);

function readMap(block: string, root: YamlMap, at: Locate): Omit<Block, 'landing'> {
  const { value = {}, problems } = readKeys(root);
  const byKey = new Map(root.entries.map((entry) => [entry.keySpan.start, entry]));
  const diagnostics = problems.map((problem) => {
    const { kind, message, span } = problem;
    const code = kind === 'unknown-key' ? 'frontmatter-unknown-key' : 'frontmatter-type';
    const hint = dialectHint({ root, block }, byKey, problem) ?? problem.hint;
    return diagnostic(code, { message, hint, location: at(span) });
  });
  const known = root.entries.filter(({ key }) => Object.hasOwn(FRONTMATTER_SCHEMA.entries, key));
  const locations = new Map(known.map(({ key, value: node }) => [key, at(node.span)]));
  const ignored = nodeAt(root, ['links', 'ignore']);
  for (const [index, item] of (ignored?.kind === 'list' ? ignored.items : []).entries())
    locations.set(`links.ignore.${index}`, at(item.span));
  return { frontmatter: value, locations, diagnostics };
}

/** Values of our keys that only other tools have. */
const TOOL_FORMS: Readonly<Record<string, RegExp>> = {
  hero: /\b(?:name|tagline|theme|variant|file|html):/,
  features: /\b(?:details|linkText|rel|target):/,
  layout: /^(?:doc|page|false)$/,
};

/** Names the dialects that read a key, and the setting that ignores it. */
function dialectHint(
  { root, block }: { readonly root: YamlMap; readonly block: string },
  byKey: ReadonlyMap<number, YamlMap['entries'][number]>,
  { kind, span }: ValueProblem,
): string | undefined {
  const entry =
    kind === 'unknown-key'
      ? byKey.get(span.start)
      : root.entries.find(
          ({ value: { span: whole } }) => span.start >= whole.start && span.end <= whole.end,
        );
  if (entry === undefined) return undefined;
  const tools = DIALECTS.filter(({ keys }) => keys.has(entry.key));
  if (tools.length === 0) return undefined;
  const mark = TOOL_FORMS[entry.key];
  if (mark !== undefined && !mark.test(block.slice(entry.value.span.start, entry.value.span.end)))
    return undefined;
  const names = tools.map(({ name }) => name).join(' or ');
  const added = tools.map(({ id }) => `'${id}'`).join(' or ');
  const converted = tools
    .map(({ keys }) => keys.get(entry.key)?.(entry) ?? [])
    .find((entries) => entries.some(({ key }) => key !== entry.key));
  const same = (converted ?? []).flatMap(({ key, value }) =>
    value.kind === 'scalar' && key !== 'layout' ? [`${key}: ${value.source}`] : [],
  );
  const own =
    same.length === 0 ? 'remove it, list it in frontmatter.ignore' : `write ${same.join(', ')}`;
  return `looks like ${names}: ${own}, or add ${added} to markdown.dialects`;
}

const TEXT = v.optional(v.string());
const STRINGS = v.optional(v.array(v.string(), 'a list of texts'));
const BOOLEAN = v.optional(v.boolean());
const LEVEL = v.optional(integer(1, 6, 'a heading level from 1 to 6'));
const DOC = v.optional(v.nullable(v.string('a doc id or null')));

/** The keys that authors may write. */
export const FRONTMATTER_SCHEMA = object({
  /** Title of the page. Default: the first heading of level 1. */
  title: TEXT,
  /** For search engines and link previews. Default: the first paragraph. */
  description: TEXT,
  /** The whole address if it starts with `/`, else the last part of the address. */
  slug: TEXT,
  /** Name of the doc in the configuration of sidebars and last part of its address. Default: the file's name. */
  id: TEXT,
  /** Label in sidebars. Default: the title. */
  sidebar_label: TEXT,
  /** A few letters behind the label in sidebars, such as `New`. */
  sidebar_badge: v.optional(text('nonEmpty')),
  /** Order in a generated sidebar; pages without one come last, by file name. */
  sidebar_position: v.optional(v.number()),
  /** False leaves the page out of generated sidebars. */
  sidebar: v.optional(v.literal(false, 'false (or left out)')),
  /** Words that search finds the page by; with `tags` in the configuration, lists of pages have them. */
  tags: STRINGS,
  /** Keywords for search engines. */
  keywords: STRINGS,
  /** Image for link previews. */
  image: TEXT,
  /** `home`: begins with `hero` and `features`, and has neither a sidebar nor a table of contents. */
  layout: v.optional(v.literal('home', 'home (or left out)')),
  /** The start of a page with the layout `home`. */
  hero: v.optional(HERO_SCHEMA),
  /** Cards below the hero. */
  features: v.optional(v.array(FEATURE_SCHEMA)),
  /** The page is not built. */
  draft: BOOLEAN,
  /** The page is built, but is in no generated sidebar, search index or sitemap. */
  unlisted: BOOLEAN,
  /** Hides the table of contents. */
  hide_table_of_contents: BOOLEAN,
  /** First heading level in the table of contents. Default: `toc.min` of the configuration. */
  toc_min_heading_level: LEVEL,
  /** Last heading level in the table of contents. Default: `toc.max` of the configuration. */
  toc_max_heading_level: LEVEL,
  /** Doc id of the page behind "Previous"; null for none. */
  pagination_prev: DOC,
  /** Doc id of the page behind "Next"; null for none. */
  pagination_next: DOC,
  /** Label behind "Previous" and "Next" of its neighbors. Default: the label in the sidebar. */
  pagination_label: TEXT,
  /** Values of `{{ name }}` on this page, if the site has `variables`. */
  variables: v.optional(record(v.string(), v.union([v.string(), v.number(), v.boolean()]))),
  /** Replaces the site's title in that of the document, or has `:title` for the page's; false leaves only the page's. */
  title_template: v.optional(v.union([v.string(), v.literal(false)])),
  /** When the page last changed and by whom, in place of what git says; false shows neither. */
  last_update: v.optional(
    switchOr(
      object({
        /** A date such as `2026-01-31`. */
        date: v.optional(text('date')),
        /** Name of the author. */
        author: TEXT,
      }),
    ),
  ),
  /** In a translation: the state of its original that it follows, as `docs translations --accept` writes it. */
  translated_from: TEXT,
  /** The link check on this page. */
  links: v.optional(
    object({
      /** Patterns of destinations that are not checked. */
      ignore: STRINGS,
    }),
  ),
});

const readKeys = yamlReader(FRONTMATTER_SCHEMA);

export type Frontmatter = v.InferOutput<typeof FRONTMATTER_SCHEMA>;

/** The location of each key's value, and of each pattern (`links.ignore.0`), for diagnostics of later stages. */
export type FrontmatterLocations = ReadonlyMap<string, Location>;
