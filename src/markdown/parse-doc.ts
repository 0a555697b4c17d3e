import createMarkdownIt, { type MarkdownIt, type Token } from 'markdown-it';
import type { Dialect } from '../config/dialects.ts';
import type { LoadedPlugin } from '../config/plugins.ts';
import { contentDialect } from '../content/dialects/rules.ts';
import {
  type Frontmatter,
  type FrontmatterResult,
  readFrontmatter,
} from '../content/frontmatter.ts';
import type { ReadInclude } from '../content/include-file.ts';
import { createSourceText, type SourceText } from '../content/source-text.ts';
import { compareDiagnostics } from '../diagnostics/diagnostic.ts';
import { joinStyles } from '../html/move-styles.ts';
import { scanPage } from '../html/scan-page.ts';
import type { FilePath } from '../shared/paths.ts';
import { type ArticleMessages, articleMessages } from '../shared/ui-messages.ts';
import { assignIds } from './assign-ids.ts';

import { landingHtml, landingTexts } from './blocks/landing.ts';
import { MAX_BYTES, MAX_STEPS } from './budget.ts';
import { expandSource } from './expand/expand-source.ts';
import { fillVariables, pageVariables, type VariableValues } from './expand/variables.ts';
import { arrangeArticle, type RenderedHtml, sanitizeTokens } from './html/raw-html.ts';
import { readTrustedHtml } from './html/trusted-html.ts';
import { createMarkdown, includeSyntaxes, type Markdown } from './markdown.ts';
import type { ComponentFinder } from './mdx/find-components.ts';
import { moduleIncludes } from './mdx/module-includes.ts';
import type { PageCode } from './mdx/page-code.ts';
import { type CodeOfComponent, finishPage, type RunPage } from './mdx/page-html.ts';
import { makePageModule, type PageModule } from './mdx/page-module.ts';
import {
  createSession,
  type ParseSession,
  report,
  reportForeignSyntax,
  type SessionHolder,
  withoutStyles,
} from './parse-session.ts';
import type { DocHead, Heading, ParsedDoc } from './parsed-doc.ts';
import { splitAtPlaceholders } from './placeholders.ts';
import { collectSections, describeArticle } from './section-text.ts';
import { reportShownMarkup } from './shown-as-text.ts';

export interface MarkdownSettings {
  /** `sanitize` rewrites raw HTML from an allow-list; `trusted` keeps it. */
  readonly html: 'sanitize' | 'trusted';
  /** Deepest heading level that starts a search section; 4 unless configured. */
  readonly searchHeadingLevel: number;
  readonly dialects?: readonly Dialect[];
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
}

/** A Markdown file whose head has been read. */
export interface OpenDoc {
  readonly head: DocHead;
  /** As `ParsedDoc.includes`; none before the file is parsed. */
  readonly includes: () => readonly string[];
  /** The code of a doc with components, which is to be compiled; undefined for other docs. */
  readonly module: () => PageModule | undefined;
  /** Parses the whole file, once; a doc with components again for each function that runs its module. */
  readonly parse: (run?: RunPage) => ParsedDoc;
}

export interface DocParser {
  /** Reads a file's head; the rest is read on first use. */
  readonly open: (file: FilePath, text: string, messages?: ArticleMessages) => OpenDoc;
  /** The result depends only on the text and the files that it includes. `messages` are in the file's language; diagnostics are sorted. */
  readonly parse: (file: FilePath, text: string, messages?: ArticleMessages) => ParsedDoc;
  /** The messages of plug-ins that cannot be added, by their index. */
  readonly failed: ReadonlyMap<number, string>;
}

/** What a parser knows of the site. Without `readInclude`, nothing can be included. */
export interface ParserInputs {
  readonly readInclude?: ReadInclude;
  readonly siteDir?: string;
  readonly components?: ComponentFinder;
  /** Origins of allowed frames. */
  readonly frames?: readonly string[];
}

const NO_COMPONENTS: ComponentFinder = { find: () => undefined, names: [] };

/** Creates a parser of Markdown files. It caches grammars for highlighting, so create one for many files. */
export function createDocParser(
  settings: MarkdownSettings,
  { readInclude, siteDir = '', components = NO_COMPONENTS, frames = [] }: ParserInputs = {},
): DocParser {
  const nothing = { source: createSourceText('', ''), bodyStart: 0, bodyLine: 0 };
  const holder: SessionHolder = {
    session: createSession({ ...nothing, messages: articleMessages }),
  };
  const dialect = contentDialect(settings.dialects ?? []);
  const ignored = new Set(settings.ignoredKeys ?? []);
  const markdowns = markdownCreator(holder, settings);
  const isMdxFile = (file: FilePath): boolean =>
    settings.mdx !== false && (file.endsWith('.mdx') || settings.components?.md === true);
  const syntaxes = includeSyntaxes(settings.dialects ?? []);
  const read = (file: FilePath, { source, frontmatter, messages }: FileParts): ReadDoc => {
    const { bodyStart, bodyLine } = frontmatter;
    const { slugify, slugSeparator, templates, htmlFromAddress } = dialect;
    const isMdx = isMdxFile(file);
    const session = createSession({
      source,
      messages,
      bodyStart,
      bodyLine,
      slugify,
      slugSeparator,
      readInclude,
      templates,
      htmlFromAddress,
      isMdx,
      components,
    });
    session.diagnostics.push(...frontmatter.diagnostics);
    if (file.endsWith('.mdx') && !isMdx) refuseMdx(session);
    const variables = pageVariables(settings.variables, frontmatter.frontmatter);
    const own = isMdx ? moduleIncludes(source.text.slice(bodyStart)) : [];
    const expansion = { variables, syntaxes: [...syntaxes, ...own] };
    const expanded = expandSource(session, expansion);
    // Pages without includes and variables need no copy.
    holder.session = expanded === source ? session : { ...session, source: expanded };
    const { markdown, session: current } = { markdown: markdowns(isMdx), session: holder.session };
    const article = parseArticle(markdown, current, { ...frontmatter, settings });
    reportForeignSyntax(current);
    const parts = { file, head: frontmatter, session: current, article, settings };
    const { code } = current;
    if (code === undefined || isPlain(code)) return { doc: createDoc(parts) };
    const module = makePageModule(current, {
      page: code,
      html: article.html,
      settings: { siteDir, components, frontmatter: frontmatter.frontmatter },
    });
    return { page: { ...parts, module, md: markdown.md } };
  };
  const finish = ({ md, module, ...parts }: ReadPage, run: RunPage | undefined): ParsedDoc => {
    const session = copySession(parts.session);
    holder.session = session;
    const code = (block: CodeOfComponent): string => renderCode(md, block);
    const { html, islands } = finishPage(session, {
      file: parts.file,
      module,
      run: run ?? (() => undefined),
      settings: { code, frames },
    });
    const start = { start: session.bodyStart, end: session.bodyStart };
    const arranged = arrangeArticle(session, withoutStyles(session, html, start)) ?? EMPTY;
    const article = { ...parts.article, ...arranged };
    return createPageDoc({ ...parts, session, article, islands });
  };
  const open: DocParser['open'] = (file, text, messages = articleMessages) => {
    const source = createSourceText(file, text);
    const head = withVariables(
      readFrontmatter(source, { ...dialect, ignored }),
      settings.variables,
    );
    // The text is not kept after parsing.
    let parts: FileParts | undefined = { source, frontmatter: head, messages };
    let state: ReadDoc = {};
    let last: { readonly run: RunPage | undefined; readonly doc: ParsedDoc } | undefined;
    const ready = (): ReadDoc => {
      if (parts !== undefined) state = read(file, parts);
      parts = undefined;
      return state;
    };
    const whole = (run?: RunPage): ParsedDoc => {
      const { doc, page } = ready();
      if (doc !== undefined) return doc;
      if (page === undefined) throw new Error(`${file} is not read`);
      if (last?.run !== run || last === undefined) last = { run, doc: finish(page, run) };
      return last.doc;
    };
    const { frontmatter, locations } = head;
    const title =
      frontmatter.title ?? plainTitle(source.text, head.bodyStart) ?? titleOf(ready(), frontmatter);
    return {
      head: {
        file,
        frontmatter,
        frontmatterLocations: locations,
        title,
        maySuppress: maySuppress(source, head),
      },
      includes: () => state.doc?.includes ?? [...(state.page?.session.includes ?? [])],
      module: () => (mayHaveCode(isMdxFile(file), source.text) ? ready().page?.module : undefined),
      parse: whole,
    };
  };
  const failed = settings.plugins?.length ? markdowns(false).failed : new Map<number, string>();
  return { open, parse: (file, text, messages) => open(file, text, messages).parse(), failed };
}

/** A doc whose file has been read: whole, or to be finished by running its code. */
interface ReadDoc {
  readonly doc?: ParsedDoc;
  readonly page?: ReadPage;
}

interface ReadPage extends DocParts {
  readonly module: PageModule;
  readonly md: MarkdownIt;
}

function titleOf({ doc, page }: ReadDoc, { title }: Frontmatter): string {
  const headings = page === undefined ? [] : [...page.session.headings.values()];
  return title ?? doc?.title ?? headings.find(({ level }) => level === 1)?.text ?? '';
}

function isPlain({ modules, elements, expressions }: PageCode): boolean {
  return modules.length + elements.length + expressions.length === 0;
}

/** False if a text has neither JSX nor a directive with the name of a component. */
function mayHaveCode(isMdx: boolean, text: string): boolean {
  return isMdx || (text.includes('::') && /::[ \t]*[A-Z]/.test(text));
}

/** A session that can be finished without a change of the given one. */
function copySession(session: ParseSession): ParseSession {
  return {
    ...session,
    links: [...session.links],
    rawTags: [...session.rawTags],
    ids: new Set(session.ids),
    slugCounts: new Map(session.slugCounts),
    diagnostics: [...session.diagnostics],
    styles: new Set(session.styles),
  };
}

function renderCode(md: MarkdownIt, { code, language = '', meta = '' }: CodeOfComponent): string {
  const token = new createMarkdownIt.Token('fence', 'code', 0);
  token.info = `${language} ${meta}`.trim();
  token.content = `${code.replace(/^\n|\s+$/g, '')}\n`;
  token.markup = '```';
  return md.renderer.render([token], md.options, {});
}

function refuseMdx(session: ParseSession): void {
  report(session, 'mdx-refused', {
    span: { start: 0, end: 0 },
    message: 'the page is code, which `markdown: { mdx: false }` refuses',
    hint: 'rename it to .md and write Markdown, or allow .mdx in the configuration',
  });
}

/** Parsers with and without JSX, created on first use. */
function markdownCreator(
  holder: SessionHolder,
  settings: MarkdownSettings,
): (isMdx: boolean) => Markdown {
  const known = new Map<boolean, Markdown>();
  return (isMdx) => {
    const markdown = known.get(isMdx) ?? createMarkdown(holder, { ...settings, isMdx });
    known.set(isMdx, markdown);
    return markdown;
  };
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

interface FileParts {
  readonly source: SourceText;
  readonly frontmatter: FrontmatterResult;
  readonly messages: ArticleMessages;
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

interface Article extends RenderedHtml {
  readonly tokens: readonly Token[];
}

const EMPTY: Article = { tokens: [], html: '', links: [] };

function parseArticle(
  { md, budget }: Markdown,
  session: ParseSession,
  { settings, frontmatter, landing }: FrontmatterResult & { readonly settings: MarkdownSettings },
): Article {
  const { source, bodyStart } = session;
  if (isTooLong(source)) return overBudget(session, `the file is larger than ${MAX_BYTES} bytes`);
  reportBidiControls(session);
  const env = { references: Object.create(null), frontmatter };
  let tokens: Token[] = [];
  const parsed = budget.within(() => {
    tokens = md.parse(source.text.slice(bodyStart), env);
  });
  if (!parsed) return overBudget(session, `the file needs more than ${MAX_STEPS} parser steps`);
  reportShownMarkup(session, tokens, settings.dialects ?? []);
  if (settings.html === 'sanitize') tokens = sanitizeTokens(session, tokens);
  else readTrustedHtml(session, tokens);
  assignIds(session, tokens);
  const start = landing === undefined ? '' : landingHtml(session, landing);
  const html = start + md.renderer.render(tokens, md.options, env);
  // Pages with components are arranged once they are whole.
  if (session.code !== undefined && !isPlain(session.code))
    return { tokens, html, links: session.links };
  const arranged = arrangeArticle(session, html);
  return arranged === undefined
    ? overBudget(session, 'the raw HTML of the file opens elements again and again')
    : { tokens, ...arranged };
}

function isTooLong({ text }: SourceText): boolean {
  // Each UTF-16 unit is at most three bytes of UTF-8.
  return text.length * 3 > MAX_BYTES && Buffer.byteLength(text) > MAX_BYTES;
}

function overBudget(session: ParseSession, message: string): Article {
  const span = { start: session.bodyStart, end: session.bodyStart };
  report(session, 'markdown-budget', {
    span,
    message,
    hint: 'split the file, or remove what repeats endlessly',
  });
  return EMPTY;
}

interface DocParts {
  readonly file: FilePath;
  readonly head: FrontmatterResult;
  readonly session: ParseSession;
  readonly article: Article;
  readonly settings: MarkdownSettings;
  readonly islands?: ParsedDoc['islands'];
}

function createDoc(parts: DocParts): ParsedDoc {
  const { session, article, settings, head } = parts;
  const headings = [...session.headings.values()];
  const { title, ...named } = titleParts(parts, headings);
  return {
    ...named,
    ...commonParts(parts),
    title,
    headings,
    ids: [...session.ids],
    sections: collectSections(session, article.tokens, {
      title,
      deepest: settings.searchHeadingLevel,
      start: head.landing && landingTexts(head.landing).all,
    }),
  };
}

/** A doc with components: headings, ids and text are those that its components have left. */
function createPageDoc(parts: DocParts): ParsedDoc {
  const { session, article, settings } = parts;
  const scanned = scanPage(`<main>${article.html}</main>`, settings.searchHeadingLevel);
  const byId = new Map([...session.headings.values()].map((heading) => [heading.id, heading]));
  const headings = [...scanned.ids].flatMap((id) => byId.get(id) ?? []);
  const span = { start: session.bodyStart, end: session.bodyStart };
  for (const what of scanned.refused) {
    if (what === '<iframe>') continue;
    report(session, 'content-policy', {
      span,
      message: `${what} is blocked by the content security policy`,
      hint: 'use a class and a rule in templates/styles.css',
    });
  }
  const { title, ...named } = titleParts(parts, headings);
  const [start, ...others] = scanned.sections;
  return {
    ...named,
    ...commonParts(parts),
    title,
    headings,
    ids: [...scanned.ids],
    sections: [{ title, level: 1, text: start?.text ?? '' }, ...others],
  };
}

function titleParts(
  { head, article }: DocParts,
  headings: readonly Heading[],
): Pick<ParsedDoc, 'title' | 'hasTitleHeading' | 'description'> {
  const { frontmatter } = head;
  const landing = head.landing && landingTexts(head.landing);
  const titleHeading = headings.find((heading) => heading.level === 1);
  return {
    title: frontmatter.title ?? titleHeading?.text ?? landing?.name ?? '',
    hasTitleHeading: titleHeading !== undefined || (landing?.name ?? '') !== '',
    description: frontmatter.description ?? landing?.tagline ?? describeArticle(article.tokens),
  };
}

function commonParts({
  file,
  head,
  session,
  article,
  islands,
}: DocParts): Omit<
  ParsedDoc,
  'title' | 'hasTitleHeading' | 'description' | 'headings' | 'ids' | 'sections'
> {
  const isEmpty = article.tokens.length === 0 && article !== EMPTY && head.landing === undefined;
  if (isEmpty && head.frontmatter.draft !== true) {
    const end = Math.max(0, session.source.text.trimEnd().length);
    const hint = 'write a heading and text, or delete the file';
    report(session, 'empty-page', {
      span: { start: end, end },
      message: 'the page has no content',
      hint,
    });
  }
  return {
    file,
    frontmatter: head.frontmatter,
    frontmatterLocations: head.locations,
    chunks: splitAtPlaceholders(article.html, article.links),
    links: article.links,
    css: joinStyles([...session.styles]),
    hasComponents: session.code !== undefined && !isPlain(session.code),
    islands,
    includes: [...session.includes],
    maySuppress: maySuppress(session.source, head),
    diagnostics: session.diagnostics.sort(compareDiagnostics),
  };
}

/** Tells whether a file may suppress link findings: by a comment, an attribute, or `links` in the frontmatter. */
function maySuppress({ text }: SourceText, { bodyStart }: FrontmatterResult): boolean {
  return text.includes('check-links') || text.slice(0, bodyStart).includes('links');
}

const BIDI = /[\u202a-\u202e\u2066-\u2069]/g;

/** Reports the first bidirectional control character of each line: it can make text look different from its source. */
function reportBidiControls(session: ParseSession): void {
  const { source } = session;
  let lineEnd = -1;
  for (const match of source.text.matchAll(BIDI)) {
    if (match.index < lineEnd) continue;
    const newline = source.text.indexOf('\n', match.index);
    lineEnd = newline < 0 ? source.text.length : newline;
    const name = `U+${match[0].charCodeAt(0).toString(16).toUpperCase()}`;
    report(session, 'bidi-control', {
      span: { start: match.index, end: match.index + 1 },
      message: `the line has the bidirectional control character ${name}`,
      hint: 'remove it; right-to-left text does not need it',
    });
  }
}
