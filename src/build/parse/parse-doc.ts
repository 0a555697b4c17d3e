import type { Token } from 'markdown-it';
import { compareDiagnostics } from '../../diagnostics/diagnostic.ts';
import type { FilePath } from '../../shared/paths.ts';
import { type ArticleTexts, articleTexts } from '../../shared/texts.ts';
import type { ParsedDoc } from '../types.ts';
import { assignIds } from './article.ts';
import { reportBidiControls } from './bidi.ts';
import { MAX_BYTES, MAX_STEPS } from './budget.ts';
import { type FrontmatterResult, readFrontmatter } from './frontmatter.ts';
import { splitAtHoles } from './holes.ts';
import { createMarkdown, type Markdown } from './markdown.ts';
import { sanitizeTokens } from './raw-html.ts';
import { collectSections, describeArticle } from './sections.ts';
import { createSession, type ParseSession, report, type SessionHolder } from './session.ts';
import { createSourceText, type SourceText } from '../source-text.ts';
import { readTrustedHtml } from './trusted-html.ts';

export interface MarkdownSettings {
  /** `sanitize` writes raw HTML again from an allow-list; `trusted` lets it through. */
  readonly html: 'sanitize' | 'trusted';
  /** Deepest heading level that starts a search section; 4 unless configured. */
  readonly searchHeadingLevel: number;
}

export interface DocParser {
  /** Pure: the same text gives the same doc, whatever was parsed before. `texts` are those of the file's language. Problems are in its diagnostics, sorted. */
  readonly parse: (file: FilePath, text: string, texts?: ArticleTexts) => ParsedDoc;
}

/** Makes a parser of Markdown files. It keeps grammars of highlighted languages, so make one and parse many files. */
export function createDocParser(settings: MarkdownSettings): DocParser {
  const nothing = { source: createSourceText('', ''), bodyStart: 0, bodyLine: 0 };
  const holder: SessionHolder = {
    session: createSession({ ...nothing, texts: articleTexts }),
  };
  const markdown = createMarkdown(holder);
  return {
    parse: (file, text, texts = articleTexts) => {
      const source = createSourceText(file, text);
      const head = readFrontmatter(source);
      const session = createSession({
        source,
        texts,
        bodyStart: head.bodyStart,
        bodyLine: head.bodyLine,
      });
      session.diagnostics.push(...head.diagnostics);
      holder.session = session;
      const article = parseArticle(markdown, session, settings);
      return createDoc({ file, head, session, article, settings });
    },
  };
}

interface Article {
  readonly tokens: readonly Token[];
  readonly html: string;
}

const EMPTY: Article = { tokens: [], html: '' };

function parseArticle(
  { md, budget }: Markdown,
  session: ParseSession,
  settings: MarkdownSettings,
): Article {
  const { source, bodyStart } = session;
  if (isTooLong(source)) return overBudget(session, `the file is larger than ${MAX_BYTES} bytes`);
  reportBidiControls(session);
  const env = { references: Object.create(null) };
  let tokens: Token[] = [];
  const parsed = budget.within(() => {
    tokens = md.parse(source.text.slice(bodyStart), env);
  });
  if (!parsed) return overBudget(session, `the file needs more than ${MAX_STEPS} parser steps`);
  if (settings.html === 'sanitize') tokens = sanitizeTokens(session, tokens);
  else readTrustedHtml(session, tokens);
  assignIds(session, tokens);
  return { tokens, html: md.renderer.render(tokens, md.options, env) };
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
}

function createDoc({ file, head, session, article, settings }: DocParts): ParsedDoc {
  const { frontmatter } = head;
  const headings = [...session.headings.values()];
  const titleHeading = headings.find((heading) => heading.level === 1);
  const title = frontmatter.title ?? titleHeading?.text ?? '';
  return {
    file,
    frontmatter,
    frontmatterPlaces: head.places,
    title,
    hasTitleHeading: titleHeading !== undefined,
    description: frontmatter.description ?? describeArticle(article.tokens),
    headings,
    chunks: splitAtHoles(article.html),
    links: session.links,
    ids: [...session.ids],
    sections: collectSections(session, article.tokens, {
      title,
      deepest: settings.searchHeadingLevel,
    }),
    diagnostics: session.diagnostics.sort(compareDiagnostics),
  };
}
