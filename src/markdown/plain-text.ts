import type { Token } from 'markdown-it';

/** Returns the visible text of inline tokens: no markup, images as their alternative text, of raw HTML `rawText`. */
export function plainText(
  tokens: readonly Token[],
  rawText: (token: Token) => string = () => '',
): string {
  let text = '';
  for (const token of tokens) {
    const { type, content, children } = token;
    if (type === 'softbreak' || type === 'hardbreak') text += ' ';
    else if (type === 'image') text += plainText(children ?? []);
    else if (type === 'html_inline') text += rawText(token);
    else if (type !== 'badge') text += content;
  }
  return text;
}
