import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { escapeHtml } from '../../shared/escape-html.ts';

const COMMENT = /^<!-- md:(setting|option) ([\w.:+*-]+) -->$/;
const REMARK = /^<!-- md:(?:version|default) `?([^`\n]*?)`? -->$/;
const SETTING_COMMENT = /<!-- md:setting ([\w.:+*-]+) -->/;

/**
 * Reads the comments that a common hook of Material replaces: `<!-- md:setting group.name -->` is the name of a setting
 * with an anchor, and a label that links to it; versions and defaults are shown as they are.
 */
export function addCommentHooks(md: MarkdownIt): void {
  md.core.ruler.before('inline', 'mkdocs_settings', (state) => {
    if (!state.src.includes('<!-- md:setting')) return;
    for (const { type, content } of state.tokens) {
      if (type !== 'inline') continue;
      const name = settingIn(content);
      if (name !== undefined) define(state, name);
    }
  });
  md.core.ruler.after('inline', 'mkdocs_hooks', (state) => {
    if (!state.src.includes('<!-- md:')) return;
    for (const [index, token] of state.tokens.entries()) {
      if (token.type !== 'inline' || !token.content.includes('<!-- md:')) continue;
      const isHeading = state.tokens[index - 1]?.type === 'heading_open';
      token.children = (token.children ?? []).flatMap((child) => replace(state, child, isHeading));
    }
  });
}

/** The name of the setting that a comment in a text declares. */
export function settingIn(text: string): string | undefined {
  return text.includes('<!-- md:') ? SETTING_COMMENT.exec(text)?.[1] : undefined;
}

function define({ md, env }: StateCore, name: string): void {
  env.references ??= {};
  env.references[md.utils.normalizeReference(name)] ??= { href: `#${name}`, title: '' };
}

function replace(state: StateCore, token: Token, isHeading: boolean): readonly Token[] {
  if (token.type !== 'html_inline') return [token];
  const remark = REMARK.exec(token.content)?.[1];
  if (remark !== undefined) return [newToken(state, 'code_inline', remark)];
  const [, kind, path = ''] = COMMENT.exec(token.content) ?? [];
  if (kind === undefined) return [token];
  const code = newToken(state, 'code_inline', path.split(/[.:*]/).at(-1) ?? path);
  if (isHeading) return [code];
  return [...anchorTokens(state, kind === 'option' ? `+${path}` : path), code];
}
const TAGS = new Map([['code_inline', 'code']]);

/** A token without attributes. */
export function newToken(state: StateCore, type: string, content: string): Token {
  const token = new state.Token(type, TAGS.get(type) ?? '', 0);
  token.content = content;
  return token;
}

/** An empty element with an id, as raw HTML. */
export function anchorTokens(state: StateCore, id: string): readonly Token[] {
  const tags = [`<span id="${escapeHtml(id)}">`, '</span>'];
  return tags.map((tag) => newToken(state, 'html_inline', tag));
}
