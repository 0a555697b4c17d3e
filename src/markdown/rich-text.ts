import type { Token } from 'markdown-it';
import { createSourceText } from '../content/source-text.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import { type ArticleMessages, articleMessages } from '../shared/ui-messages.ts';
import { assignIds } from './assign-ids.ts';
import { MAX_STEPS } from './budget.ts';
import { arrangeArticle, isRawHtml, reportOpenComments, sanitizeTokens } from './html/raw-html.ts';
import { createMarkdown } from './markdown.ts';
import { reportBidiControls } from './parse-article.ts';
import { createSession, report, reportForeignSyntax, type SessionHolder } from './parse-session.ts';
import type { DocLink, Heading } from './parsed-doc.ts';
import { splitAtPlaceholders } from './placeholders.ts';
import { collapseSpace } from '../shared/cut-text.ts';
import { plainText } from './plain-text.ts';

/** Markdown for a part of a page: HTML with placeholders for addresses, as in `ParsedDoc`. */
export interface ParsedRichText {
  readonly chunks: readonly string[];
  readonly links: readonly DocLink[];
  /** Empty unless anchors are requested. */
  readonly headings: readonly Heading[];
  readonly ids: readonly string[];
  /** The visible text, on one line. */
  readonly text: string;
  /** Located by line and column of the text itself. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface RichTextOptions {
  /** The `file` of diagnostics. */
  readonly file: string;
  /** Level of the text's highest heading; others are shifted with it. */
  readonly topLevel: number;
  /** True to give headings ids and links to themselves; otherwise the text adds no ids to the page. */
  readonly anchors: boolean;
}

export interface RichTextParser {
  readonly parse: (text: string, options: RichTextOptions) => ParsedRichText;
}

const FOOTNOTE_RULES = ['footnote_def', 'footnote_inline', 'footnote_ref', 'footnote_tail'];

/**
 * Creates a parser for Markdown inside other documents, such as API descriptions: like pages, but without frontmatter
 * and footnotes, and with raw HTML always sanitized.
 */
export function createRichTextParser(messages: ArticleMessages = articleMessages): RichTextParser {
  const start = { messages, source: createSourceText('', ''), bodyStart: 0, bodyLine: 0 };
  const holder: SessionHolder = { session: createSession(start) };
  const { md, budget } = createMarkdown(holder);
  md.disable(FOOTNOTE_RULES);
  return {
    parse: (raw, { file, topLevel, anchors }) => {
      const isLong = raw.length > MAX_LENGTH;
      if (!isLong && isPlain(raw)) return plainRichText(raw);
      const source = createSourceText(file, raw);
      const session = createSession({ ...start, source });
      holder.session = session;
      const asText = (message: string): ParsedRichText => {
        report(session, 'markdown-budget', { span: { start: 0, end: 1 }, message });
        return {
          ...plainRichText(source.text.slice(0, MAX_LENGTH)),
          diagnostics: session.diagnostics,
        };
      };
      if (isLong) return asText(`the text is cut: it has more than ${MAX_LENGTH} characters`);
      const env = { references: Object.create(null) };
      let tokens: Token[] = [];
      const parsed = budget.within(() => {
        tokens = md.parse(source.text, env);
      });
      if (!parsed)
        return asText(`Markdown is shown as text: it needs more than ${MAX_STEPS} parser steps`);
      reportBidiControls(session);
      reportOpenComments(session, tokens);
      tokens = withoutEmptyHeadings(sanitizeTokens(session, tokens));
      const headings = tokens.filter(({ type }) => /^heading_(?:open|close)$/.test(type));
      const top = headings.reduce((least, { tag }) => Math.min(least, Number(tag.slice(1))), 6);
      const by = topLevel - top;
      for (const token of headings) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + by)}`;
      if (anchors) assignIds(session, tokens);
      else tokens.forEach(dropIds);
      const article = arrangeArticle(session, md.renderer.render(tokens, md.options, env));
      reportForeignSyntax(session);
      if (article === undefined)
        return asText('Markdown is shown as text: its raw HTML opens elements again and again');
      return {
        chunks: splitAtPlaceholders(article.html, article.links),
        links: article.links,
        headings: [...session.headings.values()],
        ids: [...session.ids],
        text: collapseSpace(tokens.map(textOf).join(' ')),
        diagnostics: session.diagnostics,
      };
    },
  };
}

/** Maximum length of a description. */
const MAX_LENGTH = 1_000_000;

/** Returns true for one paragraph without markup, as most descriptions are; the parser would give the same result. */
function isPlain(text: string): boolean {
  return (
    !/[\\`*_[\]<>&~|\n\r\t\0]|:\/\/|:[+\w-]+:|www\.|@|\s{2}|[\u202a-\u202e\u2066-\u2069]/i.test(
      text,
    ) && !/^\s|^[#+\-=:\d]/.test(text)
  );
}

function plainRichText(text: string): ParsedRichText {
  const shown = collapseSpace(text);
  return {
    chunks: [shown === '' ? '' : `<p>${escapeHtml(shown)}</p>\n`],
    links: [],
    headings: [],
    ids: [],
    text: shown,
    diagnostics: [],
  };
}

/** Removes headings that contain only refused HTML: they would be unnamed entries in the table of contents. */
function withoutEmptyHeadings(tokens: readonly Token[]): Token[] {
  const empty = new Set<Token>();
  for (const [index, inline] of tokens.entries()) {
    const [open, close] = [tokens[index - 1], tokens[index + 1]];
    if (open?.type !== 'heading_open' || close === undefined) continue;
    if (plainText(inline.children ?? []).trim() !== '') continue;
    for (const token of [open, inline, close]) empty.add(token);
  }
  return empty.size === 0 ? [...tokens] : tokens.filter((token) => !empty.has(token));
}

/** Drops ids: several texts share a page, where an id of one could repeat an id of another. */
function dropIds(token: Token): void {
  token.children?.forEach(dropIds);
  if (!isRawHtml(token)) return;
  token.content = token.content.replace(/<[a-z][^<>]*>/gi, (tag) =>
    tag.replace(/ (?:id|name)="[^"]*"/g, ''),
  );
}

function textOf({ type, content, children }: Token): string {
  return type === 'fence' || type === 'code_block' ? content : plainText(children ?? []);
}
