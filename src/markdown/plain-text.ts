import type { Token } from 'markdown-it';

/** Returns the visible text of inline tokens: no markup, no raw tags, images as their alternative text. */
export function plainText(tokens: readonly Token[]): string {
  let text = '';
  for (const { type, content, children } of tokens) {
    if (type === 'softbreak' || type === 'hardbreak') text += ' ';
    else if (type === 'image') text += plainText(children ?? []);
    else if (type !== 'html_inline' && type !== 'badge') text += content;
  }
  return text;
}

/** Collapses every run of whitespace to one space, and trims. */
export function collapseSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
