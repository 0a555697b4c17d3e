import type { Token } from 'markdown-it';

/** Returns the visible text of inline tokens: no markup, no raw tags, images as their alternative text. */
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
    case 'emoji':
      return token.content;
    case 'softbreak':
    case 'hardbreak':
      return ' ';
    case 'image':
      return plainText(token.children ?? []);
    case 'html_inline':
    case 'badge':
      return '';
    // The text of a plug-in.
    default:
      return token.content;
  }
}

/** Collapses every run of whitespace to one space, and trims. */
export function collapseSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
