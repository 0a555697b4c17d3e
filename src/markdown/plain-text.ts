import type { Token } from 'markdown-it';

/** What a reader sees of inline tokens, as text: no markup, no raw tags, images by their alternative text. */
export function plainText(tokens: readonly Token[]): string {
  let text = '';
  for (const token of tokens) text += tokenText(token);
  return text;
}

function tokenText(token: Token): string {
  switch (token.type) {
    case 'text':
    case 'text_special':
    case 'code_inline':
      return token.content;
    case 'softbreak':
    case 'hardbreak':
      return ' ';
    case 'image':
      return plainText(token.children ?? []);
    default:
      return '';
  }
}

/** Text with every run of white space made one space, trimmed. */
export function collapseSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
