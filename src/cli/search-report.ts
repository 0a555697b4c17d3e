import { compareDiagnostics } from '../diagnostics/diagnostic.ts';
import type { Format } from '../diagnostics/format.ts';
import { jsonReport } from '../diagnostics/formats/json.ts';
import { stripControls } from '../diagnostics/frame.ts';
import type { CheckSearchResult } from '../pipeline/check-search.ts';
import type { QueryOutcome } from '../search/evaluate/evaluation.ts';
import type { SearchReport } from '../search/evaluate/measure.ts';
import { SHOWN } from '../search/evaluate/score.ts';
import { findingsOf } from '../search/evaluate/search-findings.ts';
import { reportDiagnostics } from './report.ts';
import { printScore } from './search-limits.ts';

interface ReportStyle {
  readonly format: Format;
  /** Print every query. */
  readonly verbose: boolean;
}

/** Prints what a run of `docs check-search` found: problems to the error stream, the report to the output stream. */
export function reportSearch(result: CheckSearchResult, { format, verbose }: ReportStyle): void {
  const { report, diagnostics, siteDir } = result;
  switch (format) {
    case 'json':
      process.stdout.write(jsonText(result));
      return;
    case 'github':
    case 'sarif':
    case 'junit': {
      const found = report === undefined ? [] : report.outcomes.flatMap(findingsOf);
      const shown = verbose ? found : found.filter(({ severity }) => severity !== 'info');
      reportDiagnostics({ diagnostics: [...diagnostics, ...shown], siteDir }, format);
      if (format === 'github' && report !== undefined) {
        process.stdout.write(`${headline(report)}\n`);
      }
      return;
    }
    case 'pretty':
      if (report !== undefined) process.stdout.write(prettyReport(report, verbose));
      reportDiagnostics({ diagnostics, siteDir }, format);
  }
}

function jsonText({ diagnostics, report }: CheckSearchResult): string {
  const found = report === undefined ? [] : report.outcomes.flatMap(findingsOf);
  const all = [...diagnostics, ...found].sort(compareDiagnostics);
  const input = { diagnostics: all, complete: report !== undefined };
  const search = report === undefined ? {} : { search: jsonSearch(report) };
  return `${JSON.stringify({ ...jsonReport(input), ...search }, undefined, 2)}\n`;
}

function jsonSearch({ scores, outcomes, indexes, sections }: SearchReport): object {
  return {
    ...scores,
    indexes,
    sections,
    queries: outcomes.map(({ query, rank, first, gaps }) => ({
      query: query.query,
      expect: query.expect.map(({ route }) => route),
      rank: rank ?? null,
      first: first?.sectionRoute ?? null,
      gaps,
    })),
  };
}

function headline({ scores, outcomes, indexes, sections }: SearchReport): string {
  const counts = `${plural(outcomes.length, 'query', 'queries')} over ${plural(sections, 'section')} in ${plural(indexes, 'index', 'indexes')}`;
  const { success1, success8, mrr } = scores;
  return `${counts}: success@1 ${printScore(success1)}, success@8 ${printScore(success8)}, MRR ${printScore(mrr)}`;
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function prettyReport(report: SearchReport, verbose: boolean): string {
  const { outcomes } = report;
  const missed = outcomes.filter(({ rank }) => rank === undefined || rank > SHOWN);
  const late = outcomes.filter(({ rank }) => rank !== undefined && rank > 1 && rank <= SHOWN);
  const gaps = outcomes.filter((outcome) => outcome.gaps.length > 0);
  const fine = verbose ? outcomes.filter(({ rank }) => rank === 1) : [];
  const parts = [
    ...block(`not among the first ${SHOWN}`, missed, placeLines),
    ...block('not first', late, placeLines),
    ...block('nothing to see while typing', gaps, gapLines),
    ...block('first', fine, fineLines),
    headline(report),
  ];
  return stripControls(`${parts.join('\n\n')}\n`);
}

type Lines = (outcome: QueryOutcome) => readonly string[];

function block(title: string, outcomes: readonly QueryOutcome[], lines: Lines): readonly string[] {
  if (outcomes.length === 0) return [];
  const entries = outcomes.map((outcome) =>
    [headOf(outcome), ...lines(outcome).map((line) => `    ${line}`)].join('\n'),
  );
  return [`${title}: ${outcomes.length}`, entries.join('\n')];
}

function headOf({ query }: QueryOutcome): string {
  const { file, line, column } = query.location;
  return `  ${query.query}  (${file}:${line}:${column})`;
}

function placeLines({ query, rank, first }: QueryOutcome): readonly string[] {
  const place = rank === undefined ? 'not found' : `found at ${rank}`;
  const wanted = query.expect.map(
    ({ route }, index) => `${index === 0 ? 'wanted' : '    or'}  ${route}`,
  );
  const instead = first === undefined ? 'nothing' : `${first.sectionRoute}  ${titleOf(first)}`;
  return [...wanted, place, `first   ${instead}`];
}

function titleOf({ pageTitle, sectionTitle }: NonNullable<QueryOutcome['first']>): string {
  return pageTitle === sectionTitle ? pageTitle : `${pageTitle} › ${sectionTitle}`;
}

function gapLines({ gaps }: QueryOutcome): readonly string[] {
  return [`nothing for ${gaps.map((gap) => `"${gap}"`).join(', ')}`];
}

function fineLines({ first }: QueryOutcome): readonly string[] {
  return first === undefined ? [] : [`${first.sectionRoute}  ${titleOf(first)}`];
}
