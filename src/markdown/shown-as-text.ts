import type { Token } from 'markdown-it';
import { lineEnd, lineStart } from '../content/source-text.ts';
import type { SiteDialect } from '../dialects/site-dialect.ts';
import { cellCount } from './blocks/tables-and-tasks.ts';
import { blankCode, type ForeignScan, reportConstructs } from './foreign-syntax.ts';
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
    pattern: /^#{2,6}(?=[^\s#])/,
    message: 'the heading is shown as text',
    hint: ([signs]) => `add a space after ${signs}`,
  },
  {
    pattern: /^::?(?=(?:note|tip|info|warning|danger|caution|important|tabs?)\b(?!:))/,
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

/** Reports text that was most likely meant as markup, and constructs of other tools than the dialects. */
export function reportShownMarkup(
  session: ParseSession,
  tokens: readonly Token[],
  dialect: SiteDialect,
): void {
  let row: Token | undefined;
  const scan: ForeignScan = {
    dialect,
    spanOf: (token, match) =>
      spanOf(session, { ...token, map: token.map ?? row?.map ?? null }, match),
  };
  for (const [index, token] of tokens.entries()) {
    switch (token.type) {
      case 'tr_open':
        row = token;
        break;
      case 'fence':
      case 'html_block':
        reportConstructs(session, token, scan);
        break;
      case 'inline': {
        const [beforeOpener, opener] = [tokens[index - 2], tokens[index - 1]];
        if (hasSigns(token.content) && !reportConstructs(session, token, scan))
          reportSuspect(session, token, opener);
        if (opener?.markup === '-' && beforeOpener?.type === 'hr')
          reportFrontmatter(session, token);
      }
    }
  }
}

// Parts that all such text has. Most other text is refused by its first characters: this runs for every block.
const LINE_SIGNS =
  /[ \t]*(?:import\s|export\s|!!!|\?\?\?|\/\/\/|===|<<<|>>>>|-+8<|:|\.\. [a-z]|include::|\$\$|\[block:|#{2,6}[^\s#]|\||``|\[!|\[toc\]|\[TOC\]|\*\[|@\[code)/y;
const INNER_SIGNS =
  /[{[+:)\]=%](?:(?<=\{)(?:[{%:/*!.@]|[ \t][ \t.#]|[a-z]+\}`)|(?<=\[)(?:\[|!)|(?<==)=\S|(?<=%)%|(?<=:)[a-z:]+:`|(?<=\+)\+[a-z]|(?<=:)(?:mat|oct|font|simp)|(?<=\))\[|(?<=\]) \(|(?<=\])\([^()\n]* )/;

function hasSigns(text: string): boolean {
  for (let start = 0; ; ) {
    LINE_SIGNS.lastIndex = start;
    if (LINE_SIGNS.test(text)) return true;
    start = text.indexOf('\n', start) + 1;
    if (start === 0) return INNER_SIGNS.test(text);
  }
}

function reportSuspect(session: ParseSession, token: Token, opener: Token | undefined): void {
  if (token.map === null) return;
  const conflict = CONFLICT.exec(token.content);
  if (conflict !== null) {
    const hint = 'keep one of the two versions and remove the lines of the markers';
    const message = 'unresolved merge conflict markers';
    report(session, 'merge-conflict', { span: spanOf(session, token, conflict), message, hint });
  } else if (opener?.type === 'paragraph_open') reportParagraph(session, token);
}

function reportParagraph(session: ParseSession, token: Token): void {
  const { content } = token;
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
    // If a block is never closed, a stray closing line may follow from it.
    const isOpen = session.diagnostics.some((problem) => problem.code === 'unclosed-directive');
    if (match === null || (match[0].startsWith(':::') && isOpen)) continue;
    const span = spanOf(session, token, match);
    report(session, 'shown-as-text', { span, message, hint: hint(match) });
    return;
  }
}

/** Reports rows of a table whose delimiter row is missing or does not fit. */
function reportTable(session: ParseSession, token: Token): void {
  const [header = '', second = ''] = token.content.split('\n', 2);
  if (!/^\|.*\|[ \t]*$/.test(header) || !second.startsWith('|')) return;
  const isLine = SEPARATOR.test(second.trim());
  const [columns, cells] = [cellCount(header.trim()), cellCount(second.trim())];
  const at = isLine ? { 0: second, index: header.length + 1 } : { 0: header, index: 0 };
  report(session, 'shown-as-text', {
    span: spanOf(session, token, at),
    message: isLine
      ? `the table is shown as text: its header has ${columns} cells, the line below it ${cells}`
      : 'the table is shown as text: there is no line below its header',
    hint: isLine
      ? 'give both lines the same number of cells'
      : `add the line |${' --- |'.repeat(columns)} below the first row`,
  });
}

function reportFrontmatter(session: ParseSession, token: Token): void {
  if (!token.content.split('\n').every((line) => /^[\w-]+:(?: |$)/.test(line))) return;
  // One that is never closed is reported.
  if (token.map?.[0] === 1 && session.bodyLine === 0) return;
  report(session, 'shown-as-text', {
    span: spanOf(session, token, { 0: token.content, index: 0 }),
    message: 'the frontmatter is shown as text: it does not begin on the first line with ---',
    hint: 'move it to the first line of the file, between two lines of exactly ---',
  });
}

/** The first line of a match in a block's text, as a range of the source. */
export function spanOf(
  { source, bodyLine }: ParseSession,
  { type, content, map }: Pick<Token, 'type' | 'content' | 'map'>,
  { 0: matched, index }: { 0: string; index: number },
) {
  const before = content.slice(0, index).split('\n');
  const first = bodyLine + (map?.[0] ?? 0) + (type === 'fence' ? 1 : 0);
  const line = first + before.length - 1;
  const start = lineStart(source, line);
  const end = lineEnd(source, line);
  const [shown = ''] = content.slice(index, index + matched.length).split('\n', 1);
  const at = source.text.slice(start, end).indexOf(shown);
  return at < 0 ? { start, end } : { start: start + at, end: start + at + shown.length };
}
