import createMarkdownIt, { type MarkdownIt } from 'markdown-it';
import type { LoadedPlugin } from '../../config/plugins.ts';

/**
 * Lists the types of blocks that a plug-in makes without a line (`token.map`) from some texts. Problems inside of them
 * are reported at the start of their page.
 */
export function unplacedTokens(
  { markdown }: LoadedPlugin,
  texts: Iterable<string>,
): readonly string[] {
  if (markdown === undefined) return [];
  const plain = createMarkdownIt({ html: true });
  const extended = createMarkdownIt({ html: true });
  const found = new Set<string>();
  try {
    markdown(extended);
    for (const text of texts) {
      const usual = new Set(withoutLine(plain, text));
      for (const type of withoutLine(extended, text)) if (!usual.has(type)) found.add(type);
    }
  } catch {
    // Builds report what it throws, with the page.
  }
  return [...found];
}

function withoutLine(md: MarkdownIt, text: string): readonly string[] {
  return md
    .parse(text, {})
    .filter(({ block, nesting, map }) => block && nesting >= 0 && map === null)
    .map(({ type }) => type);
}
