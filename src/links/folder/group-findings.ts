import { compareStrings } from '../../diagnostics/diagnostic.ts';
import type { Region } from '../../html/regions.ts';
import type { OutputFinding, OutputProblem } from './output-findings.ts';
import type { OutputDocument } from './output-site.ts';

/** A problem at one place. */
export interface PlacedProblem extends OutputProblem {
  readonly document: OutputDocument;
  readonly href: string;
  readonly tag: string;
  readonly attribute: string;
  readonly region: Region;
  readonly start: number;
  readonly end: number;
  /** Hash of the markup around the place, on pages without landmarks. */
  readonly context: number | undefined;
}

interface Group {
  readonly first: PlacedProblem;
  readonly files: string[];
}

/** Findings so far; those of the layout by what makes them the same. */
export interface FindingGroups {
  readonly shared: Map<string, Group>;
  readonly single: Group[];
}

export function newGroups(): FindingGroups {
  return { shared: new Map(), single: [] };
}

/** Adds a problem. Documents come in their order. */
export function addFinding(groups: FindingGroups, problem: PlacedProblem): void {
  const key = sharedKey(problem);
  const group = key === undefined ? undefined : groups.shared.get(key);
  const { file } = problem.document;
  if (group === undefined) {
    const added = { first: problem, files: [file] };
    if (key === undefined) groups.single.push(added);
    else groups.shared.set(key, added);
  } else if (group.files.at(-1) !== file) group.files.push(file);
}

/**
 * What makes two problems one, so that one edit mends both; undefined for a problem of its own.
 *
 * - What stands in a `main` or `article` is written for its page: never the same.
 * - What stands outside of them, on a page that has one, or in a landmark of the layout (`header`, `nav`, `aside`,
 *   `footer`) or in the head, comes from a template: the same for the same target in the same element and region,
 *   because neighbours and classes differ from page to page with what is current. A fragment counts as written: its
 *   target is another page each time.
 * - On a page without `main` and `article`, what is in no landmark is the same only with the same characters around it.
 */
function sharedKey(problem: PlacedProblem): string | undefined {
  const { code, href, tag, attribute, region, document, context } = problem;
  if (document.page === undefined || region === 'content') return undefined;
  const isBare = region === 'outside' && !document.page.hasContent;
  const target = href.startsWith('#') ? href : (problem.resolved ?? href);
  const key = [code, target, tag, attribute, region];
  if (isBare) {
    if (context === undefined) return undefined;
    key.push(href, String(context));
  }
  return key.join('\0');
}

export function sortedFindings({ shared, single }: FindingGroups): readonly OutputFinding[] {
  return [...shared.values(), ...single]
    .map(({ first, files }): OutputFinding => {
      const { document, context: _, ...finding } = first;
      return { ...finding, file: document.file, files, count: files.length };
    })
    .sort(compareFindings);
}

function compareFindings(a: OutputFinding, b: OutputFinding): number {
  return (
    compareStrings(a.file, b.file) ||
    a.start - b.start ||
    a.end - b.end ||
    compareStrings(a.code, b.code) ||
    compareStrings(a.href, b.href)
  );
}
