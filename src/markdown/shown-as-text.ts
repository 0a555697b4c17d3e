import type { Token } from 'markdown-it';
import { lineEnd, lineStart } from '../content/source-text.ts';
import { type ParseSession, report } from './parse-session.ts';

/** Text that looks like markup. The pattern runs on a block's text with code and escapes blanked out. */
interface Lookalike {
  readonly pattern: RegExp;
  readonly message: string;
  readonly hint: (match: RegExpExecArray) => string;
}

const ADDRESS = /(?:https?:\/\/|\.{1,2}\/|\/|#)/.source;

const LOOKALIKES: readonly Lookalike[] = [
  {
    pattern: /^import\s+(?:[^'"\n]*\sfrom\s+)?['"][^'"\n]+['"];?[ \t]*$/m,
    message: 'Markdown has no imports: the line is shown as text',
    hint: () =>
      'remove the line; write directives such as :::note and ::::tabs in place of components',
  },
  {
    pattern: /^export\s+(?:const|let|default|function)\s/,
    message: 'Markdown has no exports: the line is shown as text',
    hint: () => 'remove the lines, or write the page as a React page (.tsx)',
  },
  {
    pattern: /\{\/\*[^]{0,500}?\*\/\}/,
    message: 'the comment is shown as text',
    hint: () => 'write <!-- … --> around a comment',
  },
  {
    pattern: /^\{(?:\{[<%]|%).*$/m,
    message: 'the shortcode is shown as text',
    hint: () => 'templates of other generators do not run here: write Markdown or a directive',
  },
  {
    pattern: /^#{2,6}(?=[^\s#])/,
    message: 'the heading is shown as text',
    hint: ([signs]) => `add a space after ${signs}`,
  },
  {
    pattern: /^(?:!!!|\?\?\?\+?)[ \t]+([\w-]+)/,
    message: 'the admonition is shown as text',
    hint: ([, name]) => `write :::${name}, and ::: where it ends`,
  },
  {
    pattern: /^\[!(note|tip|important|warning|caution)\]/i,
    message: 'the alert is shown as text',
    hint: ([, name = '']) => `write :::${name.toLowerCase()}, and ::: where it ends`,
  },
  {
    pattern: /^::?(?=(?:note|tip|info|warning|danger|caution|important|tabs?)\b)/,
    message: 'the block is shown as text: it begins with fewer than three colons',
    hint: () => 'write :::',
  },
  {
    pattern: /^:{3,}[ \t]*$/m,
    message: 'the line closes no block',
    hint: () => 'remove it, or open the block above with :::name',
  },
  {
    pattern: new RegExp(`\\([^()\\n]+\\)\\[${ADDRESS}[^\\]\\n]*\\]`),
    message: 'the link is shown as text: its brackets are swapped',
    hint: () => 'write [text](address)',
  },
  {
    pattern: new RegExp(`\\[[^\\][\\n]+\\] \\(${ADDRESS}[^)\\s]*\\)`),
    message: 'the link is shown as text: there is a space between its brackets',
    hint: () => 'remove the space between ] and (',
  },
  {
    pattern:
      /\]\((?!<)([^()<>"'\n]{0,100} [^()<>"'\n]{0,100}\.(?:mdx?|html?|png|jpe?g|svg|gif|webp|pdf))\)/i,
    message: 'the link is shown as text: its address has a space',
    hint: ([, address]) => `put the address in angle brackets: (<${address}>)`,
  },
];

const CONFLICT = /^(?:<{7}|>{7}) /m;
const SEPARATOR = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/;

/** Reports text that was most likely meant as markup. */
export function reportShownMarkup(session: ParseSession, tokens: readonly Token[]): void {
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'inline' || token.map === null) continue;
    const opener = tokens[index - 1];
    const conflict = CONFLICT.exec(token.content);
    if (conflict !== null) {
      const hint = 'keep one of the two versions and remove the lines of the markers';
      const message = 'unresolved merge conflict markers';
      report(session, 'merge-conflict', { span: spanOf(session, token, conflict), message, hint });
    } else if (opener?.type === 'paragraph_open') reportParagraph(session, token);
    else if (opener?.markup === '-' && tokens[index - 2]?.type === 'hr')
      reportFrontmatter(session, token);
  }
}

/** Parts that all such text has; other paragraphs need no search. */
const SIGNS =
  /^(?:import|export|[#!?:|{]|``|\[!)|\n(?:import|\{|:::)|\{\/\*|\)\[|\] \(|\]\([^()\n]* /;

function reportParagraph(session: ParseSession, token: Token): void {
  const { content } = token;
  if (!SIGNS.test(content)) return;
  reportTable(session, token);
  const fence = /^``[\w-]*\n[^]*\n``[ \t]*$/.exec(content);
  if (fence !== null) {
    const span = spanOf(session, token, fence);
    const message = 'the code block is shown as text: it begins with two backticks';
    report(session, 'shown-as-text', { span, message, hint: 'write three backticks' });
  }
  const text = blankCode(content);
  for (const { pattern, message, hint } of LOOKALIKES) {
    const match = pattern.exec(text);
    if (match === null || (match[0].startsWith(':::') && isUnclosed(session))) continue;
    const span = spanOf(session, token, match);
    report(session, 'shown-as-text', { span, message, hint: hint(match) });
    return;
  }
}

/** Returns true if a block was reported as never closed: a stray closing line may follow from it. */
function isUnclosed({ diagnostics }: ParseSession): boolean {
  return diagnostics.some(({ code }) => code === 'unclosed-directive');
}

function blankCode(text: string): string {
  const blanked = text.includes('`')
    ? text.replace(/(`+)[^`]+\1(?!`)/g, ({ length }) => 'x'.repeat(length))
    : text;
  return blanked.includes('\\') ? blanked.replace(/\\[^\n]/g, 'xx') : blanked;
}

/** Reports rows of a table whose delimiter row is missing or does not fit. */
function reportTable(session: ParseSession, token: Token): void {
  const [header = '', second = ''] = token.content.split('\n', 2);
  if (!/^\|.*\|[ \t]*$/.test(header) || !second.startsWith('|')) return;
  const isLine = SEPARATOR.test(second.trim());
  const cells = (line: string): number =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/).length;
  const details = isLine
    ? {
        message: `the table is shown as text: its header has ${cells(header)} cells, the line below it ${cells(second)}`,
        hint: 'give both lines the same number of cells',
      }
    : {
        message: 'the table is shown as text: there is no line below its header',
        hint: `add the line |${' --- |'.repeat(cells(header))} below the first row`,
      };
  const written = isLine ? second : header;
  const at = { 0: written, index: isLine ? header.length + 1 : 0 };
  report(session, 'shown-as-text', { ...details, span: spanOf(session, token, at) });
}

function reportFrontmatter(session: ParseSession, token: Token): void {
  if (!token.content.split('\n').every((line) => /^[\w-]+:(?: |$)/.test(line))) return;
  report(session, 'shown-as-text', {
    span: spanOf(session, token, { 0: token.content, index: 0 }),
    message: 'the frontmatter is shown as text: it does not begin on the first line with ---',
    hint: 'move it to the first line of the file, between two lines of exactly ---',
  });
}

/** The first line of a match in a block's text, as a range of the source. */
function spanOf(
  { source, bodyLine }: ParseSession,
  token: Token,
  { 0: matched, index }: { 0: string; index: number },
) {
  const before = token.content.slice(0, index).split('\n');
  const line = bodyLine + (token.map?.[0] ?? 0) + before.length - 1;
  const start = lineStart(source, line);
  const end = lineEnd(source, line);
  const [first = ''] = token.content.slice(index, index + matched.length).split('\n', 1);
  const at = source.text.slice(start, end).indexOf(first);
  return at < 0 ? { start, end } : { start: start + at, end: start + at + first.length };
}
