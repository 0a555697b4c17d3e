import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { plainText } from './plain-text.ts';

const SHORT_CODES = /(?<![\p{L}\p{N}_]):([+\w-]+):(?![\p{L}\p{N}_])/gu;

/**
 * Replaces short codes such as `:tada:` in text by tokens `emoji`. The names are read when a file first has something
 * like a short code.
 */
export function addEmoji(md: MarkdownIt): void {
  let names: ReadonlyMap<string, string> | undefined;
  // Before escaped characters become a part of the text around them.
  md.core.ruler.before('text_join', 'emoji', (state) => {
    if (!/:[+\w-]+:/.test(state.src)) return;
    names ??= readNames();
    for (const token of state.tokens)
      if (token.type === 'inline' && token.content.includes(':') && token.children !== null)
        token.children = withEmoji(state, token.children, names);
  });
  md.renderer.rules['emoji'] = (tokens, index) => tokens[index]?.content ?? '';
}

function withEmoji(
  state: StateCore,
  tokens: readonly Token[],
  names: ReadonlyMap<string, string>,
): Token[] {
  return tokens.flatMap((token, index) => {
    if (token.type === 'image' && token.children !== null)
      token.children = withEmoji(state, token.children, names);
    const before = tokens[index - 1];
    // The text of `<https://a.example/:key:>` stays an address.
    const isAddress = before?.type === 'link_open' && before.info === 'auto';
    return token.type === 'text' && !isAddress ? splitText(state, token, names) : [token];
  });
}

function splitText(state: StateCore, token: Token, names: ReadonlyMap<string, string>): Token[] {
  const parts: Token[] = [];
  let end = 0;
  const push = (type: string, content: string): Token => {
    const part = new state.Token(type, '', 0);
    part.content = content;
    part.level = token.level;
    parts.push(part);
    return part;
  };
  for (const { 0: code, 1: name = '', index } of token.content.matchAll(SHORT_CODES)) {
    const emoji = names.get(name);
    if (emoji === undefined) continue;
    push('text', token.content.slice(end, index));
    push('emoji', emoji).markup = code;
    end = index + code.length;
  }
  if (end === 0) return [token];
  push('text', token.content.slice(end));
  return parts;
}

/** The visible text of inline tokens with its short codes as written, which the ids of headings come from. */
export function writtenText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => (token.type === 'emoji' ? token.markup : plainText([token])))
    .join('');
}

function readNames(): ReadonlyMap<string, string> {
  const require = createRequire(import.meta.url);
  const text = readFileSync(require.resolve('markdown-it-emoji/lib/data/full.mjs'), 'utf8');
  const names: Record<string, string> = JSON.parse(
    text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1),
  );
  return new Map(Object.entries(names));
}
