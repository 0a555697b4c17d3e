import type { Token } from 'markdown-it';
import { footnoteIds } from './blocks/footnotes.ts';
import { claimId, claimSlug, describeHeading } from './blocks/headings.ts';
import { PANEL_PREFIX } from './blocks/tabs.ts';
import type { ParseSession } from './parse-session.ts';
import { UNLINKED } from './undefined-references.ts';

/** Gives headings their ids and records every id of the article, in document order. */
export function assignIds(session: ParseSession, tokens: readonly Token[]): void {
  collectFootnoteIds(session, tokens);
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    // Tabs are links, and a link must not contain another one. Headings never get such an id: slugs have no full stop.
    if (token.type === 'tabs_open' && token.info !== UNLINKED)
      for (const panel of session.tabGroups.get(token)?.panels ?? [])
        panel.id = claimSlug(session, PANEL_PREFIX + panel.value);
    if (token.type === 'heading_open' && next?.type === 'inline') {
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
    for (const written of session.rawContents.get(token)?.ids ?? []) claimId(session, written);
    for (const id of footnoteIds(token)) session.ids.add(id);
  }
}
