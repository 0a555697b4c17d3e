import { getOrInsert, groupBy } from '../../shared/maps.ts';
import type { Diagnostic, LinkFacts } from '../diagnostic.ts';
import { codeFrame, sourceLines, stripControls } from '../frame.ts';
import { type FormatInput, SEVERITIES } from './report-input.ts';

/** Maximum number of findings printed one by one; the rest are counted by code. */
const SHOWN_LIMIT = 50;

/** Maximum number of equal warnings or notes printed one by one. */
const REPEATED_LIMIT = 5;

/** Maximum number of warnings of one API description printed one by one: others often maintain it. */
const API_LIMIT = 8;

/** Prints findings in order; without `isVerbose` the most severe ones, and a line for each code of the rest. */
export function prettyReport({ diagnostics: all, read, isVerbose = false }: FormatInput): string {
  const diagnostics = isVerbose ? all : foldKeys(all);
  const shown = new Set(isVerbose ? diagnostics : chooseShown(diagnostics));
  // Problems are sorted by file, so keeping the lines of one file at a time is enough.
  let last: { file: string; lines: readonly string[] | undefined } | undefined;
  const lines: LinesOf = (file) => {
    if (last?.file !== file) {
      const text = read(file);
      last = { file, lines: text === undefined ? undefined : sourceLines(text) };
    }
    return last.lines;
  };
  const entries = diagnostics.filter((entry) => shown.has(entry));
  const rest = diagnostics.filter((entry) => !shown.has(entry));
  return [...entries.map((entry) => prettyEntry(entry, lines)), ...restText(rest)].join('\n');
}

/** Codes of what a site written for another tool has everywhere: the names of many are in one line for the site. */
const NAMED = ['frontmatter-unknown-key', 'frontmatter-type', 'code-options', 'unknown-language'];
/** Codes whose equal findings are one line if there are many of them. */
const REPEATED = ['html-dropped', 'inert-component', 'unknown-component'];
const FOLDED: ReadonlySet<string> = new Set([...NAMED, ...REPEATED, 'foreign-syntax']);

/** Names in a line, at most. */
const MOST_NAMES = 12;

/** Keeps the first of equal findings; of many that differ only in the name in quotation marks, the first, with all names. */
function foldKeys(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const folded = diagnostics.filter(({ code }) => FOLDED.has(code));
  const bare = ({ code, message }: Diagnostic): string =>
    `${code} ${NAMED.includes(code) ? message.replace(NAME, '') : message.replace(TIMES, '')}`;
  const alike = groupBy(folded, bare);
  const isFrequent = (entry: Diagnostic): boolean =>
    (alike.get(bare(entry))?.length ?? 0) > REPEATED_LIMIT;
  const kind = (entry: Diagnostic): string =>
    isFrequent(entry) || !NAMED.includes(entry.code) ? bare(entry) : entry.message;
  const groups = groupBy(folded, kind);
  const filesOf = (group: readonly Diagnostic[]): number =>
    new Set(group.map(({ location }) => location?.file)).size;
  return diagnostics.flatMap((entry) => {
    const group = FOLDED.has(entry.code) ? groups.get(kind(entry)) : undefined;
    if (group === undefined || group.length === 1) return [entry];
    if (REPEATED.includes(entry.code) && !isFrequent(entry)) return [entry];
    if (group[0] !== entry) return [];
    const message = entry.message.replace(TIMES, '');
    const [first = [], ...others] = groupBy(group, (one) =>
      one.message.replace(TIMES, ''),
    ).values();
    const names = others
      .toSorted((a, b) => filesOf(b) - filesOf(a))
      .map((named) => `${NAME.exec(named[0]?.message ?? '')?.[0]} (${filesOf(named)})`);
    const more = names.length > MOST_NAMES ? [`${names.length - MOST_NAMES} more`] : [];
    const also = [...names.slice(0, MOST_NAMES), ...more].join(', ');
    const files = filesOf(first) === 1 ? '' : ` (in ${filesOf(first)} files)`;
    const same = also === '' ? '' : `; the same for ${also}`;
    return [{ ...entry, message: `${message}${files}${same}` }];
  });
}

/** The name that a message is about. */
const NAME = /"[^"]*"/;
const TIMES = / \(\d+ times in this file\)$/;

/** Sorts errors before warnings before notes, keeping their order otherwise. */
function chooseShown(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const counts = new Map<string, number>();
  const told = diagnostics.filter(({ code, message, severity }) => {
    const key = `${code} ${message}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return severity === 'error' || count <= REPEATED_LIMIT;
  });
  // Keeps the first warnings of each API description, of as many codes as possible.
  const byApi = new Map<string, Diagnostic[]>();
  for (const entry of told)
    if (entry.api !== undefined && entry.severity !== 'error')
      getOrInsert(byApi, entry.api, () => []).push(entry);
  const dropped = new Set(
    [...byApi.values()].flatMap((ofApi) =>
      [...groupBy(ofApi, ({ code }) => code).values()]
        .flatMap((entries) => entries.map((entry, rank) => ({ entry, rank })))
        .sort((a, b) => a.rank - b.rank)
        .slice(API_LIMIT)
        .map(({ entry }) => entry),
    ),
  );
  const left = told.filter((entry) => !dropped.has(entry));
  return SEVERITIES.flatMap((severity) =>
    left.filter((entry) => entry.severity === severity),
  ).slice(0, SHOWN_LIMIT);
}

/** A line for each code with the location of its first unprinted finding. */
function restText(rest: readonly Diagnostic[]): readonly string[] {
  if (rest.length === 0) return [];
  const groups = [...groupBy(rest, ({ severity, code }) => `${severity}  ${code}`)];
  const lines = SEVERITIES.flatMap((severity) =>
    groups.filter(([, [first]]) => first?.severity === severity),
  ).map(([key, entries]) => {
    const location = entries[0]?.location;
    const from = location && `  from ${oneLine(location.file)}:${location.line}:${location.column}`;
    return `  ${entries.length} more  ${key}${from ?? ''}\n`;
  });
  return [stripControls(`Not shown (--verbose prints all):\n${lines.join('')}`)];
}

type LinesOf = (file: string) => readonly string[] | undefined;

function prettyEntry(entry: Diagnostic, linesOf: LinesOf): string {
  const { location, severity, code, message, hint, link } = entry;
  const position =
    location === undefined ? '' : `${oneLine(location.file)}:${location.line}:${location.column}  `;
  const pointer = location?.pointer === undefined ? '' : `  ${oneLine(location.pointer)}`;
  const source = location === undefined ? undefined : linesOf(location.file);
  const frame =
    location === undefined || source === undefined ? undefined : codeFrame(source, location);
  const lines = [
    `${position}${severity}  ${code}${pointer}${link === undefined ? '' : linkText(link)}`,
    `  ${indented(message)}`,
    ...(frame === undefined ? [] : frame.split('\n').map((line) => `  ${line}`)),
    ...(hint === undefined ? [] : [`  hint: ${indented(hint)}`]),
  ];
  return `${stripControls(lines.join('\n'))}\n`;
}

function linkText({ href, resolved, suggestions, pages }: LinkFacts): string {
  const target = resolved === undefined || resolved === href ? '' : ` → ${oneLine(resolved)}`;
  const shownOn = pages === undefined || pages < 2 ? '' : `  on ${pages} pages`;
  const meant =
    suggestions.length === 0 ? '' : `  did you mean ${suggestions.map(oneLine).join(' or ')}?`;
  const written = href === '' ? '' : `  ${oneLine(href)}`;
  return `${written}${target}${shownOn}${meant}`;
}

/** A name in a message may contain line breaks: what follows them must not look like a finding. */
function indented(text: string): string {
  return text.replace(/[\r\n\u2028\u2029]+/g, '\n    ');
}

/** A destination may contain line breaks; the line with the location must not. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\u2028\u2029]+/g, ' ');
}
