import { codeSpan, escapeMarkdown, linkTarget } from '../../shared/markdown-text.ts';
import type { Inline } from '../pages/elements.ts';

export function inlineMarkdown(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return escapeMarkdown(part);
      const span = 'code' in part ? codeSpan(part.code) : `**${escapeMarkdown(part.name)}**`;
      return part.href === undefined ? span : `[${span}](${linkTarget(part.href)})`;
    })
    .join('');
}

export function markdownLink(words: string, href: string): string {
  return `[${escapeMarkdown(words)}](${linkTarget(href)})`;
}

export function indent(text: string): string {
  return text.replace(/\n(?=[^\n])/g, '\n  ');
}

/** Lowers the headings of a description's Markdown below `level`, except in code blocks; closes an open code block. */
export function lowerHeadings(text: string, level: number): string {
  const lines = text.trim().split('\n');
  let highest = 6;
  let fence = '';
  const isHeading = lines.map((line) => {
    // CommonMark 4.5
    const mark = (fence === '' ? FENCE : FENCE_END).exec(line)?.[1] ?? '';
    if (mark !== '' && mark.startsWith(fence)) {
      fence = fence === '' ? mark : '';
      return false;
    }
    const hashes = fence === '' ? /^#{1,6}(?=\s)/.exec(line)?.[0].length : undefined;
    if (hashes !== undefined) highest = Math.min(highest, hashes);
    return hashes !== undefined;
  });
  const lowered = lines.map((line, index) => {
    if (!isHeading[index]) return line;
    const hashes = /^#+/.exec(line)?.[0].length ?? 1;
    const depth = Math.min(6, level + 1 + hashes - highest);
    return `${'#'.repeat(depth)}${line.slice(hashes)}`;
  });
  return [...lowered, ...(fence === '' ? [] : [fence])].join('\n');
}

const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const FENCE_END = /^ {0,3}(`{3,}|~{3,})\s*$/;

/** Joins blocks with empty lines, without empty blocks. */
export function blocks(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}
