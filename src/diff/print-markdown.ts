import { escapeHtml } from '../shared/escape-html.ts';
import { itemAt } from '../shared/item-at.ts';
import { codeSpan, fenced } from '../shared/markdown-text.ts';
import {
  countPages,
  cut,
  type Entry,
  entriesOf,
  isPlain,
  isUrgent,
  type Marks,
  pageNotes,
  plural,
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
  const head = `${COMMENT_MARK}\n### Documentation: ${countPages(diff)}`;
  const parts = [paragraphs(head, `Compared with ${code(ref)} (${commit.slice(0, 7)}).`)];
  let size = itemAt(parts, 0).length;
  const left = { page: 0, 'other part': 0 };
  const add = (part: string, kind: keyof typeof left): void => {
    if (size + part.length + 2 > MOST - REST) left[kind] += 1;
    else {
      parts.push(part);
      size += part.length + 2;
    }
  };
  for (const section of sections.filter(isUrgent)) add(printSection(section), 'other part');
  for (const change of shared) add(printShared(change), 'other part');
  // All pages are named before the first one is shown.
  const named = paragraphs(printTable(pages, linkOf), printPlain(pages.filter(isPlain)));
  if (named !== '') add(named, 'other part');
  for (const section of sections.filter((one) => !isUrgent(one)))
    add(printSection(section), 'other part');
  for (const page of pages) {
    const details = printDetails(page);
    if (details !== '') add(details, 'page');
  }
  const lost = [
    left.page > 0 && `the changes in ${plural(left.page, 'page')}`,
    left['other part'] > 0 && plural(left['other part'], 'other part'),
  ].filter(Boolean);
  const note = `_Left out, as a comment has at most ${MOST} characters: ${lost.join(' and ')}. Run ${code(`docs diff ${ref}`)} to see all._`;
  return `${paragraphs(...parts, lost.length > 0 && note)}\n`;
}

/** The changed pages, within half of the limit. */
function printTable(
  pages: readonly PageChange[],
  linkOf: Parameters<typeof printMarkdown>[1],
): string {
  const rows = pages
    .filter((page) => !isPlain(page))
    .map((page) => {
      const { change, route, from, title } = page;
      const link = change === 'removed' ? undefined : linkOf(route);
      const name = cell(code(route));
      const address = link === undefined ? name : `[${name}](<${cell(link)}>)`;
      const moved = from === undefined ? '' : `${cell(code(from))} → `;
      const notes = escape(cut(pageNotes(page).join('; ')));
      return `| ${change} | ${moved}${address} ${escape(cut(title))} | ${notes} |`;
    });
  let length = 0;
  const shown = rows.filter((row) => (length += row.length + 1) < (MOST - REST) / 2);
  const more = rows.length - shown.length;
  const table = ['| | Page | |', '|---|---|---|', ...shown].join('\n');
  return rows.length === 0
    ? ''
    : paragraphs(table, more > 0 && `… and ${plural(more, 'more page')}.`);
}

/** The pages that only have changes of many pages. */
function printPlain(pages: readonly PageChange[]): string {
  const count = plural(pages.length, 'page');
  return pages.length === 0
    ? ''
    : printClosed(
        `${count} changed only as listed above`,
        pages.map(({ route }) => code(route)).join(', '),
      );
}

function printClosed(summary: string, content: string): string {
  return paragraphs(`<details><summary>${summary}</summary>`, content, '</details>');
}

function printSection(section: DiffSection): string {
  const { title, note, isCode = false } = section;
  const { lines, more } = sectionLines(section);
  const head = `**${title}**${note === undefined ? '' : `, ${note}`}:`;
  if (isCode) return paragraphs(head, codeBlock([...lines, more && `// ${more}`], 'ts'));
  const items = lines.map((line) => `- ${escape(cut(line))}`);
  return paragraphs(head, items.join('\n'), more);
}

function printShared({ change, routes }: SharedChange): string {
  const names = routes.slice(0, MOST_ROUTES).map(code).join(', ');
  const more = routes.length - MOST_ROUTES;
  const head = `**On ${routes.length} pages**: ${names}${more > 0 ? ` and ${more} more` : ''}`;
  return paragraphs(
    head,
    printEntries(entriesOf([change], MARKS).map((entry) => ({ ...entry, section: '' }))),
  );
}

/** The changes of a page, closed: a list of all pages is above. */
function printDetails({ route, blocks }: PageChange): string {
  const entries = entriesOf(blocks, MARKS);
  const summary = `<code>${escapeHtml(oneLine(route))}</code>: ${plural(entries.length, 'change')}`;
  return entries.length === 0 ? '' : printClosed(summary, printEntries(entries));
}

/** Neighbors stay one list; code is a part of its item. */
function printEntries(entries: readonly Entry[]): string {
  const parts = entries.map(({ section, name, text, lines }) => {
    const more = lines.length - MOST_LINES;
    const shown = [...lines.slice(0, MOST_LINES), more > 0 ? `… ${more} more lines` : ''];
    return paragraphs(
      section !== '' && `**${escape(cut(section))}**`,
      `- ${name}${text === '' ? '' : `: ${text}`}`,
      lines.length > 0 && codeBlock(shown, 'diff'),
    );
  });
  return parts.join('\n\n').replaceAll(/^(- .*)\n\n(?=- )/gm, '$1\n');
}

function codeBlock(lines: readonly string[], language: string): string {
  return fenced(lines.filter((line) => line !== '').join('\n'), language);
}

function paragraphs(...parts: readonly (string | false)[]): string {
  return parts.filter((part) => part !== false && part !== '').join('\n\n');
}

function code(text: string): string {
  return codeSpan(oneLine(text));
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
