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
  if (remark !== undefined) return [codeToken(state, remark)];
  const [, kind, path = ''] = COMMENT.exec(token.content) ?? [];
  if (kind === undefined) return [token];
  const code = codeToken(state, path.split(/[.:*]/).at(-1) ?? path);
  const id = kind === 'option' ? `+${path}` : path;
  if (isHeading) return [code];
  return [html(state, `<span id="${escapeHtml(id)}">`), html(state, '</span>'), code];
}

function codeToken(state: StateCore, content: string): Token {
  const token = new state.Token('code_inline', 'code', 0);
  token.content = content;
  return token;
}

function html(state: StateCore, content: string): Token {
  const token = new state.Token('html_inline', '', 0);
  token.content = content;
  return token;
}
