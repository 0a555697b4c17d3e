import type { MarkdownIt, Token } from 'markdown-it';
import type { Syntax } from '../syntax.ts';

/** `// src/app.ts`, `# config.yml` and `<!-- page.html -->`. */
const FILE_COMMENT =
  /^\s*(?:\/\/|#|<!--|\/\*|--|;|%)\s*(?:(?:File|File ?name|Path):\s*)?([\w@.$()[\]~-]*(?:[\\/][\w@.$()[\]~-]+)*\.[A-Za-z]\w*)\s*(?:-->|\*\/)?\s*$/i;
const MOST_LINES = 4;

/** Adds the titles of Expressive Code: a file name in a comment of the first lines, which is left out of the code. */
function addFileNames(md: MarkdownIt): void {
  md.core.ruler.after('block', 'starlight_file_names', ({ tokens }) => {
    for (const token of tokens)
      if (token.type === 'fence' && !/\b(?:title|file)=|\bframe=["']none/.test(token.info))
        readFileName(token);
  });
}

function readFileName(token: Token): void {
  const lines = token.content.split('\n');
  const index = lines.slice(0, MOST_LINES).findIndex((line) => FILE_COMMENT.test(line));
  const title = FILE_COMMENT.exec(lines[index] ?? '')?.[1];
  if (title === undefined) return;
  const isFollowedByBlank = lines[index + 1]?.trim() === '';
  lines.splice(index, isFollowedByBlank ? 2 : 1);
  token.content = lines.join('\n');
  token.meta = { ...token.meta, title };
}

export const starlightSyntax: Syntax = { add: addFileNames };
