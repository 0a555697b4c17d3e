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

const MARKS: Marks = {
  old: (text) => `[-${text}-]`,
  new: (text) => `{+${text}+}`,
  plain: (text) => text,
};

/** Entries of a page, lines of code and pages of a shared change after which the rest is counted. */
const MOST_CHANGES = 12;
const MOST_LINES = 24;
const MOST_ROUTES = 5;

/** Prints a comparison for a terminal. */
export function printText(diff: SiteDiff, hrefOf: (route: string) => string): string {
  const { ref, commit, pages, shared, sections } = diff;
  const plain = pages.filter(isPlain);
  return [
    `since ${ref} (${commit.slice(0, 7)}): ${countPages(diff)}`,
    ...sections.filter(isUrgent).map(printSection),
    ...shared.map(printShared),
    ...pages.filter((page) => !isPlain(page)).map((page) => printPage(page, hrefOf)),
    ...(plain.length === 0
      ? []
      : [`changed only as listed above: ${plain.map(({ route }) => hrefOf(route)).join(', ')}`]),
    ...sections.filter((section) => !isUrgent(section)).map(printSection),
  ].join('\n\n');
}

function printSection(section: DiffSection): string {
  const { title, note } = section;
  const { lines, more } = sectionLines(section);
  const head = note === undefined ? title : `${title}, ${note}`;
  return [`${head}:`, ...[...lines, more].filter(Boolean).map((line) => `  ${line}`)].join('\n');
}

function printShared({ change, routes }: SharedChange): string {
  const more = routes.length - MOST_ROUTES;
  const others = more > 0 ? ` and ${more} more` : '';
  return [
    `On ${routes.length} pages: ${routes.slice(0, MOST_ROUTES).join(', ')}${others}`,
    ...entriesOf([change], MARKS).flatMap((entry) => printEntry({ ...entry, section: '' })),
  ].join('\n');
}

function printPage(page: PageChange, hrefOf: (route: string) => string): string {
  const { change, from, route, file, blocks } = page;
  const address = from === undefined ? hrefOf(route) : `${from} → ${hrefOf(route)}`;
  const source = file === undefined || change === 'removed' ? '' : `  ${file}`;
  const entries = entriesOf(blocks, MARKS);
  const more = entries.length - MOST_CHANGES;
  const others = blocks.filter(({ isShared }) => isShared === true).length;
  return [
    [`${change} ${address}${source}`, ...pageNotes(page)].join('  '),
    ...entries.slice(0, MOST_CHANGES).flatMap(printEntry),
    ...(more > 0 ? [`    … and ${more} more changes`] : []),
    ...(others > 0 ? [`    and ${others} that other pages have, too`] : []),
  ].join('\n');
}

function printEntry({ section, name, text, lines }: Entry): readonly string[] {
  const more = lines.length - MOST_LINES;
  return [
    ...(section === '' ? [] : [`  ${section}`]),
    `    ${name}${text === '' && lines.length === 0 ? '' : ':'}${text === '' ? '' : ` ${text}`}`,
    ...lines.slice(0, MOST_LINES).map((line) => `      ${line}`),
    ...(more > 0 ? [`      … ${more} more lines`] : []),
  ];
}
