import type { Token } from 'markdown-it';
import type { FrontmatterResult } from '../content/frontmatter.ts';
import type { SiteDialect } from '../dialects/site-dialect.ts';
import { assignIds } from './assign-ids.ts';
import { landingHtml } from './blocks/landing.ts';
import { MAX_BYTES, MAX_STEPS } from './budget.ts';
import {
  arrangeArticle,
  type RenderedHtml,
  reportOpenComments,
  sanitizeTokens,
} from './html/raw-html.ts';
import { readTrustedHtml } from './html/trusted-html.ts';
import type { Markdown } from './markdown.ts';
import { isEmptyCode } from './mdx/page-code.ts';
import { type ParseSession, report } from './parse-session.ts';
import { reportShownMarkup } from './shown-as-text.ts';
import { noteSuppressions } from './suppressions.ts';

export interface Article extends RenderedHtml {
  readonly tokens: readonly Token[];
}

export const EMPTY: Article = { tokens: [], html: '', links: [] };

export interface ArticleSettings {
  /** `sanitize` rewrites raw HTML from an allow-list; `trusted` keeps it. */
  readonly html: 'sanitize' | 'trusted';
}

interface ArticleRules {
  readonly settings: ArticleSettings;
  readonly dialect: SiteDialect;
}

/** Parses the body of a file and renders it; pages with components still have marks. */
export function parseArticle(
  markdown: Markdown,
  session: ParseSession,
  { settings, dialect, frontmatter, landing }: FrontmatterResult & ArticleRules,
): Article {
  const { md, budget } = markdown;
  const { source, bodyStart } = session;
  // Each UTF-16 unit is at most three bytes of UTF-8.
  if (source.text.length * 3 > MAX_BYTES && Buffer.byteLength(source.text) > MAX_BYTES)
    return overBudget(session, `the file is larger than ${MAX_BYTES} bytes`);
  reportBidiControls(session);
  const env = { references: Object.create(null), frontmatter };
  let tokens: Token[] = [];
  const parsed = budget.within(() => {
    tokens = md.parse(source.text.slice(bodyStart), env);
  });
  if (!parsed) return overBudget(session, `the file needs more than ${MAX_STEPS} parser steps`);
  reportShownMarkup(session, tokens, dialect);
  reportOpenComments(session, tokens);
  noteSuppressions(session, tokens);
  if (settings.html === 'sanitize') tokens = sanitizeTokens(session, tokens);
  else readTrustedHtml(session, tokens);
  assignIds(session, tokens);
  const start = landing === undefined ? '' : landingHtml(markdown, session, landing);
  const html = start + md.renderer.render(tokens, md.options, env);
  // Pages with components are arranged once they are whole.
  if (session.code !== undefined && !isEmptyCode(session.code))
    return { tokens, html, links: session.links };
  const arranged = arrangeArticle(session, html);
  return arranged === undefined
    ? overBudget(session, 'the raw HTML of the file opens elements again and again')
    : { tokens, ...arranged };
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

const BIDI = /[\u202a-\u202e\u2066-\u2069]/g;

/** Reports the first bidirectional control character of each line: it can make text look different from its source. */
export function reportBidiControls(session: ParseSession): void {
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
