import type { Token } from 'markdown-it';
import type { FrontmatterResult } from '../content/frontmatter.ts';
import { compareDiagnostics } from '../diagnostics/diagnostic.ts';
import { joinStyles } from '../html/move-styles.ts';
import { scanPage, type SectionText } from '../html/scan-page.ts';
import { collapseSpace, cutAtSentence } from '../shared/cut-text.ts';
import type { FilePath } from '../shared/paths.ts';
import { landingTexts } from './blocks/landing.ts';
import { shownCode } from './code/code-block.ts';
import { isRawHtml } from './html/raw-html.ts';
import { hintForRefused } from './html/refused-html.ts';
import { isEmptyCode } from './mdx/page-code.ts';
import { type Article, EMPTY } from './parse-article.ts';
import { type ParseSession, report } from './parse-session.ts';
import type { Heading, ParsedDoc } from './parsed-doc.ts';
import { splitAtPlaceholders } from './placeholders.ts';
import { plainText } from './plain-text.ts';

/** The parts that a doc is made from. */
export interface DocParts {
  readonly file: FilePath;
  readonly head: FrontmatterResult;
  readonly session: ParseSession;
  readonly article: Article;
  /** Deepest heading level that starts a search section. */
  readonly deepest: number;
  readonly islands?: ParsedDoc['islands'];
}

/** Makes a doc without components. */
export function createDoc(parts: DocParts): ParsedDoc {
  const { session, article, deepest, head } = parts;
  const tokens = shownTokens(article.tokens);
  const headings = tokens.flatMap((token) => session.headings.get(token) ?? []);
  const { title, ...named } = titleParts(head, headings, tokens);
  return {
    ...named,
    ...commonParts(parts),
    title,
    headings,
    ids: [...session.ids],
    sections: collectSections(session, tokens, {
      title,
      deepest,
      start: head.landing && landingTexts(head.landing).all,
    }),
  };
}

/** Makes a doc with components: headings, ids and text are those that its components have left. */
export function createPageDoc(parts: DocParts): ParsedDoc {
  const { session, article, deepest, head } = parts;
  const scanned = scanPage(`<main>${article.html}</main>`, deepest);
  const order = new Map([...scanned.ids].map((id, index) => [id, index]));
  const tokens = shownTokens(article.tokens);
  const headings = tokens
    .flatMap((token) => session.headings.get(token) ?? [])
    .filter(({ id }) => order.has(id))
    .toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
  const span = { start: session.bodyStart, end: session.bodyStart };
  for (const what of scanned.refused.filter((name) => name !== '<iframe>'))
    report(session, 'content-policy', {
      span,
      message: `${what} is blocked by the content security policy`,
      hint: hintForRefused(what),
    });
  const { title, ...named } = titleParts(head, headings, tokens);
  const [start, ...others] = scanned.sections;
  return {
    ...named,
    hasTitleHeading: named.hasTitleHeading || /<h1[\s>]/.test(article.html),
    ...commonParts(parts),
    title,
    headings,
    ids: [...scanned.ids],
    sections: [{ title, level: 1, text: start?.text ?? '' }, ...others],
  };
}

/** Without the blocks for agents, which readers do not see. */
function shownTokens(tokens: readonly Token[]): readonly Token[] {
  let depth = 0;
  return tokens.filter(({ type }) => {
    if (type === 'agents_open') depth += 1;
    if (type === 'agents_close') depth -= 1;
    return depth === 0;
  });
}

function titleParts(
  { frontmatter, landing: home }: FrontmatterResult,
  headings: readonly Heading[],
  tokens: readonly Token[],
): Pick<ParsedDoc, 'title' | 'hasTitleHeading' | 'description'> {
  const landing = home && landingTexts(home);
  const titleHeading = headings.find((heading) => heading.level === 1);
  return {
    title: frontmatter.title ?? titleHeading?.text ?? landing?.title ?? '',
    hasTitleHeading: titleHeading !== undefined || (landing?.title ?? '') !== '',
    description: frontmatter.description ?? landing?.lead ?? describeArticle(tokens),
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
  const { landing, frontmatter } = head;
  // A hero whose layout is misspelled is reported.
  const isHome = landing !== undefined || frontmatter.hero !== undefined;
  const isEmpty = article.tokens.length === 0 && article !== EMPTY && !isHome;
  const end = session.source.text.trimEnd().length;
  if (isEmpty && frontmatter.draft !== true)
    report(session, 'empty-page', {
      span: { start: end, end },
      message: 'the page has no content',
      hint: 'write a heading and text, or delete the file',
    });
  return {
    file,
    frontmatter: head.frontmatter,
    frontmatterLocations: head.locations,
    chunks: splitAtPlaceholders(article.html, article.links),
    links: article.links,
    css: joinStyles([...session.styles]),
    hasComponents: session.code !== undefined && !isEmptyCode(session.code),
    islands,
    includes: [...session.includes],
    samples: session.samples,
    suppressions: session.suppressions,
    diagnostics: session.diagnostics.sort(compareDiagnostics),
  };
}

interface Draft {
  readonly anchor: string | undefined;
  readonly title: string;
  readonly level: number;
  readonly parts: string[];
  readonly headings: string[];
}

interface SectionSettings {
  /** Title of the page, used for the first section. */
  readonly title: string;
  /** Deepest heading level that starts a section. */
  readonly deepest: number;
  /** Text before the article. */
  readonly start?: string | undefined;
}

/**
 * Returns the text of an article by section, split at every heading down to a level; deeper headings are text of their
 * section. Text before the first heading is the first section; a leading h1 joins it.
 */
function collectSections(
  session: ParseSession,
  tokens: readonly Token[],
  settings: SectionSettings,
): SectionText[] {
  const { title, deepest, start } = settings;
  let current: Draft = { anchor: undefined, title, level: 1, parts: [], headings: [] };
  if (start !== undefined) current.parts.push(start);
  const drafts = [current];
  let isTitle = false;
  for (const token of tokens) {
    const heading = token.type === 'heading_open' ? session.headings.get(token) : undefined;
    // The inline token after a section's heading is its title, not its text.
    const text = isTitle ? '' : blockText(session, token);
    isTitle = heading !== undefined && heading.level <= deepest;
    if (heading === undefined || !isTitle) {
      if (heading !== undefined) current.headings.push(heading.text);
      if (text !== '') current.parts.push(text);
    } else if (drafts.length === 1 && heading.level === 1 && current.parts.length === 0) {
      if (heading.text !== title) current.parts.push(heading.text);
    } else {
      const { id: anchor, level } = heading;
      current = { anchor, title: heading.text, level, parts: [], headings: [] };
      drafts.push(current);
    }
  }
  return drafts.map(({ anchor, parts, headings, ...draft }) => ({
    ...(anchor === undefined ? {} : { anchor }),
    ...draft,
    text: parts.join(' '),
    ...(headings.length === 0 ? {} : { headings: headings.join(' ') }),
  }));
}

function blockText(session: ParseSession, token: Token): string {
  const { type, content, children } = token;
  const rawText = (raw: Token): string => session.rawContents.get(raw)?.text ?? '';
  if (type === 'fence' || type === 'code_block') return collapseSpace(shownCode(token));
  if (type !== 'inline') return collapseSpace(isRawHtml(token) ? rawText(token) : content);
  return collapseSpace(plainText(children ?? [], rawText));
}

const MAX_DESCRIPTION = 160;

/** The first paragraph's text, cut to at most 160 characters; empty if there is none. */
function describeArticle(tokens: readonly Token[]): string {
  for (const [index, token] of tokens.entries()) {
    const inline =
      token.type === 'paragraph_open' && token.level === 0 ? tokens[index + 1] : undefined;
    const text = inline === undefined ? '' : collapseSpace(plainText(inline.children ?? []));
    if (text !== '') return cutAtSentence(text, MAX_DESCRIPTION);
  }
  return '';
}
