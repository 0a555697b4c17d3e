import type { MarkdownIt } from 'markdown-it';
import type { LoadedPlugin } from '../config/plugins.ts';
import { isModule, modulePage } from './mdx/module-page.ts';
import { type FrontmatterResult, readFrontmatter } from '../content/frontmatter.ts';
import type { ReadInclude } from '../content/include-file.ts';
import { createSourceText, type SourceText } from '../content/source-text.ts';
import type { DialectName } from '../dialects/dialects.ts';
import { type SiteDialect, siteDialect } from '../dialects/site-dialect.ts';
import { SYNTAXES } from '../dialects/syntaxes.ts';
import { ownText } from '../diagnostics/own-text.ts';
import type { FilePath } from '../shared/paths.ts';
import { type ArticleMessages, articleMessages } from '../shared/ui-messages.ts';
import { type CodeOfComponent, renderCode } from './code/code-block.ts';
import type { CallFunction } from './plugins/call-plugin.ts';
import { createDoc, createPageDoc, type DocParts } from './create-doc.ts';
import { expandSource } from './expand/expand-source.ts';
import type { IncludeSyntax } from './expand/include-syntax.ts';
import { fillVariables, pageVariables, type VariableValues } from './expand/variables.ts';
import { arrangeArticle } from './html/raw-html.ts';
import { createMarkdown, type Markdown } from './markdown.ts';
import type { ComponentFinder } from './mdx/find-components.ts';
import { isEmptyCode, PROPS } from './mdx/page-code.ts';
import { finishPage, type RunPage } from './mdx/page-html.ts';
import { makePageModule, type PageModule } from './mdx/page-module.ts';
import { type ArticleSettings, EMPTY, parseArticle } from './parse-article.ts';
import {
  copySession,
  createSession,
  readIfThere,
  report,
  reportForeignSyntax,
  type SessionHolder,
  withoutStyles,
} from './parse-session.ts';
import type { DocHead, ParsedDoc } from './parsed-doc.ts';

export interface MarkdownSettings extends ArticleSettings {
  readonly dialects?: readonly DialectName[];
  /** Deepest heading level that starts a search section; 4 unless configured. */
  readonly searchHeadingLevel: number;
  /** Languages of code blocks by further names. */
  readonly languages?: Readonly<Record<string, string>>;
  /** Unknown frontmatter keys without a warning. */
  readonly ignoredKeys?: readonly string[];
  /** Values of `{{ name }}`; without them, braces are text. */
  readonly variables?: VariableValues | undefined;
  /** Default: true. */
  readonly mdx?: boolean;
  readonly components?: {
    /** Whether `.md` files are read like `.mdx`. */
    readonly md: boolean;
    readonly map: Readonly<Record<string, string>>;
  };
  readonly plugins?: readonly LoadedPlugin[];
  /** Calls their functions. */
  readonly call?: CallFunction;
}

/** A Markdown file whose head has been read. */
export interface OpenDoc {
  readonly head: DocHead;
  /** As `ParsedDoc.includes`; none before the file is parsed. */
  readonly includes: () => readonly string[];
  /** Ids of the calls of plug-ins, as `includes`. */
  readonly calls: () => readonly string[];
  /** False for a doc that has no code whatever it includes. */
  readonly mayHaveCode: boolean;
  /** The code of a doc with components, which is to be compiled; undefined for other docs. */
  readonly module: () => PageModule | undefined;
  /** Parses the whole file, once; a doc with components again for each function that runs its module. */
  readonly parse: (run?: RunPage) => ParsedDoc;
}

export interface DocParser {
  /** Reads a file's head; the rest is read on first use. */
  readonly open: (file: FilePath, text: string | SourceText, messages?: ArticleMessages) => OpenDoc;
  /** The result depends only on the text and the files that it includes. `messages` are in the file's language; diagnostics are sorted. */
  readonly parse: (file: FilePath, text: string, messages?: ArticleMessages) => ParsedDoc;
  /** The messages of plug-ins that cannot be added, by their index. */
  readonly failed: ReadonlyMap<number, string>;
}

/** The parts of a site that a parser needs. Without `readInclude`, nothing can be included. */
export interface ParserInputs extends ParserOptions {
  readonly readInclude?: ReadInclude;
}

interface ParserOptions {
  readonly siteDir?: string;
  readonly toolDir?: string;
  readonly components?: ComponentFinder;
  /** Origins of allowed frames. */
  readonly frames?: readonly string[];
}

const NO_COMPONENTS: ComponentFinder = {
  find: () => undefined,
  names: [],
  builtIn: () => undefined,
  elsewhere: () => undefined,
};

/** A parser's settings and state. */
interface Parser extends Required<ParserOptions> {
  readonly settings: MarkdownSettings;
  readonly readInclude: ReadInclude | undefined;
  readonly holder: SessionHolder;
  readonly dialect: SiteDialect;
  readonly ignored: ReadonlySet<string>;
  /** The rules with and without JSX. */
  readonly markdowns: (isMdx: boolean) => Markdown;
}

/** Creates a parser of Markdown files. It caches grammars for highlighting, so create one for many files. */
export function createDocParser(settings: MarkdownSettings, inputs: ParserInputs = {}): DocParser {
  const { readInclude, components = NO_COMPONENTS, frames = [] } = inputs;
  const { siteDir = '', toolDir = siteDir } = inputs;
  const nothing = { source: createSourceText('', ''), bodyStart: 0, bodyLine: 0 };
  const holder: SessionHolder = {
    session: createSession({ ...nothing, messages: articleMessages }),
  };
  // Parsers with and without JSX, created on first use.
  const known = new Map<boolean, Markdown>();
  const markdowns: (isMdx: boolean) => Markdown = (isMdx) => {
    const markdown = known.get(isMdx) ?? createMarkdown(holder, { ...settings, isMdx });
    known.set(isMdx, markdown);
    return markdown;
  };
  const parser: Parser = {
    settings,
    readInclude,
    siteDir,
    toolDir,
    components,
    frames,
    holder,
    dialect: siteDialect(settings.dialects),
    ignored: new Set(settings.ignoredKeys ?? []),
    markdowns,
  };
  const open: DocParser['open'] = (file, text, messages = articleMessages) =>
    openDoc(parser, { file, text, messages });
  const failed = settings.plugins?.length ? markdowns(false).failed : new Map<number, string>();
  return { open, parse: (file, text, messages) => open(file, text, messages).parse(), failed };
}

function isMdxFile({ mdx, components }: MarkdownSettings, file: FilePath): boolean {
  return isModule(file) || (mdx !== false && (file.endsWith('.mdx') || components?.md === true));
}

interface FileText {
  readonly file: FilePath;
  readonly text: string | SourceText;
  readonly messages: ArticleMessages;
}

function openDoc(parser: Parser, { file, text, messages }: FileText): OpenDoc {
  const { settings, dialect, ignored } = parser;
  const source =
    typeof text !== 'string'
      ? text
      : isModule(file)
        ? modulePage(file, text)
        : createSourceText(file, text);
  const head = withVariables(readFrontmatter(source, { ...dialect, ignored }), settings.variables);
  // The text is not kept after parsing.
  let parts: FileParts | undefined = { file, source, frontmatter: head, messages };
  let state: ReadDoc = {};
  let last: { readonly run: RunPage | undefined; readonly doc: ParsedDoc } | undefined;
  const ready = (): ReadDoc => {
    if (parts !== undefined) state = readDoc(parser, parts);
    parts = undefined;
    return state;
  };
  const parse = (run: RunPage | undefined): ParsedDoc => {
    const { doc, page } = ready();
    if (doc !== undefined) return doc;
    if (page === undefined) throw new Error(`${file} is not read`);
    if (last?.run !== run || last === undefined) last = { run, doc: finishDoc(parser, page, run) };
    return last.doc;
  };
  const { frontmatter, locations } = head;
  const parsedTitle = (): string | undefined => {
    const { doc, page } = ready();
    const headings = [...(page?.session.headings.values() ?? [])];
    return doc?.title ?? headings.find(({ level }) => level === 1)?.text;
  };
  const title = frontmatter.title ?? plainTitle(source.text, head.bodyStart) ?? parsedTitle() ?? '';
  // Without JSX, a directive with the name of a component is code; plug-ins may make components of anything.
  const hasCode =
    isMdxFile(settings, file) ||
    (settings.plugins?.length ?? 0) > 0 ||
    /::[ \t]*[A-Z]/.test(source.text);
  return {
    head: { file, frontmatter, frontmatterLocations: locations, title: ownText(title) },
    includes: () => state.doc?.includes ?? [...(state.page?.session.includes ?? [])],
    calls: () => [...(state.calls ?? [])],
    mayHaveCode: hasCode,
    module: () => (hasCode ? ready().page?.module : undefined),
    parse,
  };
}

/** Parses a file; one with components is to be finished when its code has been compiled. */
function readDoc(parser: Parser, { file, source, frontmatter, messages }: FileParts): ReadDoc {
  const { settings, dialect, components, siteDir, toolDir, holder, readInclude } = parser;
  const { bodyStart, bodyLine } = frontmatter;
  const isMdx = isMdxFile(settings, file);
  const start = { source, messages, bodyStart, bodyLine, readInclude, isMdx, components };
  const session = createSession({ ...dialect, ...start });
  session.diagnostics.push(...frontmatter.diagnostics);
  if (file.endsWith('.mdx') && !isMdx)
    report(session, 'mdx-refused', {
      span: { start: 0, end: 0 },
      message: 'the page is code, which `markdown: { mdx: false }` refuses',
      hint: 'rename it to .md and write Markdown, or allow .mdx in the configuration',
    });
  const { dialects = [] } = settings;
  const own = isMdx ? moduleIncludes(source.text.slice(bodyStart)) : [];
  const has = (path: string): boolean => readIfThere(session, path) !== undefined;
  const expanded = expandSource(session, {
    variables: pageVariables(settings.variables, frontmatter.frontmatter),
    prepare: (body) =>
      dialects.reduce((text, name) => SYNTAXES[name]?.joinLines?.(text, has) ?? text, body),
    syntaxes: [...dialects.flatMap((name) => SYNTAXES[name]?.includes ?? []), ...own],
  });
  // Pages without includes and variables need no copy.
  const current = expanded === source ? session : { ...session, source: expanded };
  holder.session = current;
  const markdown = parser.markdowns(isMdx);
  const article = parseArticle(markdown, current, { ...frontmatter, settings, dialect });
  const deepest = settings.searchHeadingLevel;
  const parts = { file, head: frontmatter, session: current, article, deepest };
  const { code } = current;
  if (code === undefined || isEmptyCode(code)) {
    reportForeignSyntax(current);
    return { doc: createDoc(parts), calls: session.calls };
  }
  const module = makePageModule(current, {
    page: code,
    html: article.html,
    settings: { siteDir, toolDir, components, frontmatter: frontmatter.frontmatter },
  });
  reportForeignSyntax(current);
  return { page: { ...parts, module, md: markdown.md }, calls: session.calls };
}

/** Runs the code of a page and makes its doc; the page can be finished again with other code. */
function finishDoc(
  { holder, frames }: Parser,
  { md, module, ...parts }: ReadPage,
  run: RunPage = () => undefined,
): ParsedDoc {
  const session = copySession(parts.session);
  holder.session = session;
  const settings = { code: (block: CodeOfComponent) => renderCode(md, block), frames };
  const { html, islands } = finishPage(session, { file: parts.file, module, run, settings });
  const start = { start: session.bodyStart, end: session.bodyStart };
  const arranged = arrangeArticle(session, withoutStyles(session, html, start)) ?? EMPTY;
  return createPageDoc({ ...parts, session, islands, article: { ...parts.article, ...arranged } });
}

/** A doc whose file has been read: whole, or to be finished by running its code. */
interface ReadDoc {
  readonly calls?: ReadonlySet<string>;
  readonly doc?: ParsedDoc;
  readonly page?: ReadPage;
}

interface ReadPage extends DocParts {
  readonly module: PageModule;
  readonly md: MarkdownIt;
}

/** Replaces variables in the texts that readers see. */
function withVariables(
  read: FrontmatterResult,
  values: VariableValues | undefined,
): FrontmatterResult {
  const variables = pageVariables(values, read.frontmatter);
  if (variables === undefined) return read;
  const { title, description, sidebar_label } = read.frontmatter;
  const given = Object.entries({ title, description, sidebar_label }).flatMap(([key, text]) =>
    text === undefined ? [] : [[key, fillVariables(text, variables)]],
  );
  return { ...read, frontmatter: { ...read.frontmatter, ...Object.fromEntries(given) } };
}

interface FileParts extends Omit<FileText, 'text'> {
  readonly source: SourceText;
  readonly frontmatter: FrontmatterResult;
}

/** Words without Markdown, separated by single spaces. */
const PLAIN_TITLE = /^# +([\p{L}\p{N}.,'"()/:;?%+=@$-]+(?: [\p{L}\p{N}.,'"()/:;?%+=@$-]+)*) *$/u;

/**
 * Returns the title of a body that begins with a plain heading (CommonMark 4.2), which is then the page's first one;
 * undefined if only parsing can tell.
 */
function plainTitle(text: string, bodyStart: number): string | undefined {
  let start = bodyStart;
  while (text[start] === '\n') start += 1;
  const end = text.indexOf('\n', start);
  const line = text.slice(start, end < 0 ? undefined : end);
  return line.length > MAX_TITLE || SHORT_CODE.test(line) ? undefined : PLAIN_TITLE.exec(line)?.[1];
}

const SHORT_CODE = /:[+\w-]+:/;

/** A longer first line is left to the parser. */
const MAX_TITLE = 200;

const IMPORT = /^import\s+([A-Z]\w*)\s+from\s+["']([^"'\n]+\.mdx?)["']/gm;

/** The Markdown files that a page imports and shows by `<Part />`, with attributes that are the `props` in them. */
function moduleIncludes(body: string): readonly IncludeSyntax[] {
  if (!body.includes('import ')) return [];
  return [...body.matchAll(IMPORT)].map(([, name = '', path = '']) =>
    // Paths below the site begin with `@site`.
    partInclude(name, path.replace(/^@site(?=\/)/, '')),
  );
}

function partInclude(name: string, path: string): IncludeSyntax {
  return {
    mark: `<${name}`,
    pattern: new RegExp(`<${name}(\\s[^<>]*)?/>`, 'g'),
    read: ([, attributes = ''], inCode) => {
      if (inCode) return undefined;
      const include = { kind: 'file', request: { path }, linksFrom: 'file' } as const;
      if (attributes.trim() === '') return include;
      return { ...include, tags: [`<${PROPS}${attributes}>`, `</${PROPS}>`] };
    },
  };
}
