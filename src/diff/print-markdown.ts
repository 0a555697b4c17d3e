import { escapeHtml } from '../shared/escape-html.ts';
import {
  countPages,
  type Entry,
  entriesOf,
  isPlain,
  isUrgent,
  type Marks,
  pageNotes,
  sectionLines,
} from './print-changes.ts';
import type { DiffSection, PageChange, SharedChange, SiteDiff } from './types.ts';

/** Most characters of a comment on GitHub; other hosts allow more. */
const MOST = 65_536;

/** Characters that are kept for the line that says what was left out. */
const REST = 300;

/** Finds the comment of an earlier run, to be replaced. */
const COMMENT_MARK = '<!-- docs diff -->';

const MARKS: Marks = {
  old: (text) => `<del>${escape(text)}</del>`,
  new: (text) => `<ins>${escape(text)}</ins>`,
  plain: escape,
};

/** Pages of a shared change that are named. */
const MOST_ROUTES = 10;

/** Lines of changed code that are shown. */
const MOST_LINES = 40;

/** Prints a comparison as a comment of a pull request: the worst first, within the limit of characters. */
export function printMarkdown(
  diff: SiteDiff,
  linkOf: (route: string) => string | undefined,
): string {
  const { ref, commit, pages, shared, sections } = diff;
  const parts: string[] = [
    `${COMMENT_MARK}\n### Documentation: ${countPages(diff)}\n\nCompared with ${code(ref)} (${commit.slice(0, 7)}).`,
  ];
  let size = parts.join('').length;
  const left = { pages: 0, others: 0 };
  const add = (part: string, kind: keyof typeof left): void => {
    if (size + part.length + 2 > MOST - REST) left[kind] += 1;
    else {
      parts.push(part);
      size += part.length + 2;
    }
  };
  for (const section of sections.filter(isUrgent)) add(printSection(section), 'others');
  for (const change of shared) add(printShared(change), 'others');
  // All pages are named before the first one is shown.
  if (pages.length > 0) {
    const plain = pages.filter(isPlain).map(({ route }) => code(route));
    const rows = pages.filter((page) => !isPlain(page)).map((page) => printRow(page, linkOf));
    const room = Math.floor((MOST - REST) / 2);
    let length = 0;
    const shown = rows.filter((row) => (length += row.length + 1) < room);
    const more = rows.length - shown.length;
    const rest = more > 0 ? `\n\n… and ${more} more pages.` : '';
    if (rows.length > 0) add(`| | Page | |\n|---|---|---|\n${shown.join('\n')}${rest}`, 'others');
    if (plain.length > 0) {
      const summary = `<summary>${plain.length} pages changed only as listed above</summary>`;
      add(`<details>${summary}\n\n${plain.join(', ')}\n\n</details>`, 'others');
    }
  }
  for (const section of sections.filter((one) => !isUrgent(one)))
    add(printSection(section), 'others');
  for (const page of pages) {
    const details = printDetails(page);
    if (details !== '') add(details, 'pages');
  }
  const lost = [
    left.pages > 0 && `the changes in ${left.pages} ${left.pages === 1 ? 'page' : 'pages'}`,
    left.others > 0 && `${left.others} other ${left.others === 1 ? 'part' : 'parts'}`,
  ].filter(Boolean);
  if (lost.length > 0)
    parts.push(
      `_Left out, as a comment has at most ${MOST} characters: ${lost.join(' and ')}. Run ${code(`docs diff ${ref}`)} to see all._`,
    );
  return `${parts.join('\n\n')}\n`;
}

function printRow(page: PageChange, linkOf: (route: string) => string | undefined): string {
  const { change, route, from, title } = page;
  const link = change === 'removed' ? undefined : linkOf(route);
  const name = cell(code(route));
  const address = link === undefined ? name : `[${name}](<${cell(link)}>)`;
  const moved = from === undefined ? '' : `${cell(code(from))} → `;
  return `| ${change} | ${moved}${address} ${escape(title)} | ${escape(pageNotes(page).join('; '))} |`;
}

function printSection(section: DiffSection): string {
  const { title, note, isCode = false } = section;
  const { lines, more } = sectionLines(section);
  const head = `**${title}**${note === undefined ? '' : `, ${note}`}:`;
  if (isCode)
    return `${head}\n\n${fenced([...lines, ...(more === '' ? [] : [`// ${more}`])], 'ts')}`;
  const items = lines.map((line) => `- ${escape(line)}`);
  return `${head}\n\n${[...items, more].filter(Boolean).join('\n')}`;
}

function printShared({ change, routes }: SharedChange): string {
  const names = routes.slice(0, MOST_ROUTES).map(code).join(', ');
  const more = routes.length - MOST_ROUTES;
  const head = `**On ${routes.length} pages**: ${names}${more > 0 ? ` and ${more} more` : ''}`;
  return `${head}\n\n${printEntries(entriesOf([change], MARKS).map((entry) => ({ ...entry, section: '' })))}`;
}

/** The changes of a page, closed: a list of all pages is above. */
function printDetails({ route, blocks }: PageChange): string {
  const entries = entriesOf(blocks, MARKS);
  if (entries.length === 0) return '';
  const count = entries.length === 1 ? '1 change' : `${entries.length} changes`;
  return `<details><summary><code>${escapeHtml(oneLine(route))}</code>: ${count}</summary>\n\n${printEntries(entries)}\n\n</details>`;
}

function printEntries(entries: readonly Entry[]): string {
  const parts = entries.map(({ section, name, text, lines }) => {
    const more = lines.length - MOST_LINES;
    const rest = more > 0 ? [`… ${more} more lines`] : [];
    const fence =
      lines.length === 0 ? '' : `\n\n${fenced([...lines.slice(0, MOST_LINES), ...rest], 'diff')}\n`;
    const head = section === '' ? '' : `\n**${escape(section)}**\n\n`;
    return `${head}- ${name}${text === '' ? '' : `: ${text}`}${fence}`;
  });
  return parts.join('\n').trim();
}

/** A fence that no line can close. */
function fenced(lines: readonly string[], language: string): string {
  const fence = '`'.repeat(longestRun(lines.join('\n'), 2) + 1);
  return `${fence}${language}\n${lines.join('\n')}\n${fence}`;
}

/** Inline code that no backtick can close. */
function code(text: string): string {
  const fence = '`'.repeat(longestRun(text, 0) + 1);
  const space = text.includes('`') ? ' ' : '';
  return `${fence}${space}${oneLine(text)}${space}${fence}`;
}

/** The length of the longest run of backticks, at least that of `least`. */
function longestRun(text: string, least: number): number {
  return Math.max(least, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

/** Code in a cell of a table. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** Text on one line that is neither markup nor a formula, a link, or a mention of a person or an issue. */
function escape(text: string): string {
  return escapeHtml(oneLine(text))
    .replace(/[\\`*_[\]~|]/g, '\\$&')
    .replaceAll('$', '<span>$</span>')
    .replace(/[@#!%](?=\w)|\bGH-(?=\d)|\bwww(?=\.)|:(?=\/\/)/gi, '$&<!-- -->');
}
