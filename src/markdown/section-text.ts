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
  let current: Draft = {
    anchor: undefined,
    title: settings.title,
    level: 1,
    parts: [],
    headings: [],
  };
  if (settings.start !== undefined) current.parts.push(settings.start);
  const drafts = [current];
  for (const [index, token] of tokens.entries()) {
    const heading = token.type === 'heading_open' ? session.headings.get(token) : undefined;
    if (heading !== undefined && heading.level > settings.deepest)
      current.headings.push(heading.text);
    if (heading !== undefined && heading.level <= settings.deepest) {
      const leads = drafts.length === 1 && heading.level === 1 && current.parts.length === 0;
      if (leads) {
        if (heading.text !== settings.title) current.parts.push(heading.text);
        continue;
      }
      current = {
        anchor: heading.id,
        title: heading.text,
        level: heading.level,
        parts: [],
        headings: [],
      };
      drafts.push(current);
    } else if (!isTitleOfSection(session, tokens[index - 1], settings.deepest)) {
      const text = blockText(session, token);
      if (text !== '') current.parts.push(text);
    }
  }
  return drafts.map(finish);
}

// The inline token after a section's heading is its title, not its text.
function isTitleOfSection(
  session: ParseSession,
  previous: Token | undefined,
  deepest: number,
): boolean {
  if (previous?.type !== 'heading_open') return false;
  return (session.headings.get(previous)?.level ?? 7) <= deepest;
}

function blockText(session: ParseSession, token: Token): string {
  if (token.type === 'inline') return collapseSpace(inlineText(session, token.children ?? []));
  if (token.type === 'fence' || token.type === 'code_block') return collapseSpace(shownCode(token));
  // Other text is that of a plug-in.
  const text = isRawHtml(token) ? session.rawContents.get(token)?.text : token.content;
  return text === undefined || text === '' ? '' : collapseSpace(text);
}

// Raw tags inside a line contain no text; an image counts as its alternative text.
function inlineText(session: ParseSession, tokens: readonly Token[]): string {
  let text = '';
  for (const token of tokens) {
    text += isRawHtml(token) ? (session.rawContents.get(token)?.text ?? '') : plainText([token]);
  }
  return text;
}

function finish({ anchor, title, level, parts, headings }: Draft): SectionText {
  return {
    ...(anchor === undefined ? {} : { anchor }),
    title,
    level,
    text: parts.join(' '),
    ...(headings.length === 0 ? {} : { headings: headings.join(' ') }),
  };
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
