import type { Token } from 'markdown-it';
import type { SectionText } from '../html/scan-page.ts';
import { cutAtSentence } from '../shared/cut-text.ts';
import { shownCode } from './code/code-block.ts';
import { isRawHtml } from './html/raw-html.ts';
import type { ParseSession } from './parse-session.ts';
import { collapseSpace, plainText } from './plain-text.ts';

interface Draft {
  readonly anchor: string | undefined;
  readonly title: string;
  readonly level: number;
  readonly parts: string[];
  readonly headings: string[];
}

export interface SectionSettings {
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
export function collectSections(
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
  // Raw tags inside a line contain no text; an image counts as its alternative text.
  const texts = children?.map((part) => (isRawHtml(part) ? rawText(part) : plainText([part])));
  return collapseSpace(texts?.join('') ?? '');
}

const MAX_DESCRIPTION = 160;

/** The first paragraph's text, cut to at most 160 characters; empty if there is none. */
export function describeArticle(tokens: readonly Token[]): string {
  for (const [index, token] of tokens.entries()) {
    const inline =
      token.type === 'paragraph_open' && token.level === 0 ? tokens[index + 1] : undefined;
    const text = inline === undefined ? '' : collapseSpace(plainText(inline.children ?? []));
    if (text !== '') return cutAtSentence(text, MAX_DESCRIPTION);
  }
  return '';
}
