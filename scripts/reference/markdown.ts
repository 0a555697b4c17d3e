/** A page of the reference: frontmatter, and the file that it is made from. */
export interface ReferencePage {
  readonly title: string;
  readonly description: string;
  readonly position: number;
  /** Names of the sources in the note at the end of the page. */
  readonly from: string;
  readonly body: string;
}

/** Prints a page with its frontmatter. */
export function printPage({ title, description, position, from, body }: ReferencePage): string {
  const head = [
    '---',
    `title: ${title}`,
    `description: ${JSON.stringify(description)}`,
    `sidebar_position: ${position}`,
    '---',
    '',
    `<!-- Written by npm run reference from ${from}. -->`,
    '',
    `# ${title}`,
    '',
  ];
  return `${head.join('\n')}\n${body.trim().replace(/\n{3,}/g, '\n\n')}\n`;
}

/** Prints a table; empty without rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const lines = [head, head.map(() => '---'), ...rows];
  return `${lines.map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n')}\n`;
}

function cell(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');
}

/** Prints inline code. */
export function code(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}

/** Prints a fenced code block. */
export function fence(info: string, text: string): string {
  const marks = '`'.repeat(
    Math.max(3, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length + 1)),
  );
  return `${marks}${info}\n${text.replace(/\n$/, '')}\n${marks}\n`;
}

/** Escapes the characters of plain text that Markdown would read; code in backticks stays. */
export function escapeText(text: string): string {
  return text.replace(/(`[^`]*`)|[<>[\]*_{}]/g, (all, quoted: string | undefined) =>
    quoted === undefined ? `\\${all}` : quoted,
  );
}

/** The anchor of a path of keys: `docs[].path` is `docs-path`. */
export function anchorOf(path: string): string {
  return path
    .replace(/[^\w]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase();
}
