import type { Token } from 'markdown-it';
import { footnoteIds } from './blocks/footnotes.ts';
import { claimId, claimSlug, describeHeading } from './blocks/headings.ts';
import { PANEL_PREFIX } from './blocks/tabs.ts';
import { isRawHtml } from './html/raw-html.ts';
import type { ParseSession } from './parse-session.ts';
import { UNLINKED } from './undefined-references.ts';

/** Gives headings their ids and records every id of the article, in document order. */
export function assignIds(session: ParseSession, tokens: readonly Token[]): void {
  collectFootnoteIds(session, tokens);
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    if (token.type === 'tabs_open') claimTabIds(session, token);
    else if (token.type === 'heading_open' && next?.type === 'inline') {
      // The ids inside it come first, so that the heading's id differs from them.
      claimIds(session, next.children ?? []);
      session.headings.set(token, describeHeading(session, { open: token, inline: next }));
    } else if (token.type === 'inline') {
      if (tokens[index - 1]?.type !== 'heading_open') claimIds(session, token.children ?? []);
    } else claimIds(session, [token]);
  }
}

function collectFootnoteIds(session: ParseSession, tokens: readonly Token[]): void {
  for (const token of tokens) {
    if (token.type === 'inline') collectFootnoteIds(session, token.children ?? []);
    else for (const id of footnoteIds(token)) session.footnoteIds.add(id);
  }
}

function claimIds(session: ParseSession, tokens: readonly Token[]): void {
  for (const token of tokens) {
    if (isRawHtml(token)) claimRawIds(session, token);
    else for (const id of footnoteIds(token)) session.ids.add(id);
  }
}

function claimRawIds(session: ParseSession, token: Token): void {
  for (const { id, span } of session.rawContents.get(token)?.ids ?? [])
    claimId(session, { id, span });
}

/** Headings never get such an id by default: slugs have no full stop. */
function claimTabIds(session: ParseSession, token: Token): void {
  // Tabs are links, and a link must not contain another one.
  if (token.info === UNLINKED) return;
  for (const panel of session.tabGroups.get(token)?.panels ?? [])
    panel.id = claimSlug(session, PANEL_PREFIX + panel.value);
}
