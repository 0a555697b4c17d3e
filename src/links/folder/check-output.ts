import { hasAnchor } from './parse-href.ts';
import { compareStrings } from '../../diagnostics/diagnostic.ts';
import type { Region } from '../../html/scanned-page.ts';
import { itemAt } from '../../shared/item-at.ts';
import { MAX_REDIRECTS } from '../../site/resolve-link.ts';
import { describeReference, type ReferenceCode } from '../messages.ts';
import type { OutputDocument, OutputReference, OutputSite } from './output-site.ts';
import type { OutputProblem, OutputStyle, Verdict } from './resolve.ts';
import {
  type LinkingDocument,
  linkingDocuments,
  newVerdicts,
  ownPath,
  verdictOf,
  type Verdicts,
} from './verdicts.ts';

/** A located problem. One that the layout repeats is one finding. */
export interface OutputFinding extends OutputProblem {
  /** The first page that has it, by file name. */
  readonly file: string;
  /** Offsets of the value as written in that file, byte order mark excluded. */
  readonly start: number;
  readonly end: number;
  /** The href, or the duplicate id; empty for a page without links to it. */
  readonly href: string;
  readonly tag: string;
  readonly attribute: string;
  readonly region: Region;
  /** All pages that have it, in their order. */
  readonly files: readonly string[];
  /** Length of `files`. */
  readonly count: number;
}

/** The message and hint of a finding. */
export function describeFinding(finding: OutputFinding): {
  readonly message: string;
  readonly hint?: string;
} {
  const { count, suggestion } = finding;
  const message = describeReference(finding) + (count > 1 ? ` (on ${count} pages)` : '');
  return { message, ...(suggestion === undefined ? {} : { hint: `write "${suggestion}"` }) };
}

/** The findings of a check, and what it covered. */
export interface OutputCheck {
  /** Sorted by file, location and code. */
  readonly findings: readonly OutputFinding[];
  /** External addresses, each once, in the order of their first location. */
  readonly external: readonly string[];
  readonly coverage: OutputCoverage;
}

/** Counts of references; each is in at most one of `anchors`, `assets` and `external`. */
export interface OutputCoverage {
  readonly pages: number;
  /** References of all kinds, of pages and style sheets. */
  readonly links: number;
  /** With a fragment that a page must have. */
  readonly anchors: number;
  /** Files that pages load. */
  readonly assets: number;
  /** External addresses. */
  readonly external: number;
}

/** The state of a check. */
interface CheckState {
  readonly site: OutputSite;
  readonly style: OutputStyle;
  readonly verdicts: Verdicts;
  readonly redirects: Redirects;
  readonly groups: FindingGroups;
  /** 1 for documents that another page links to. */
  readonly reached: Uint8Array;
  readonly counts: { links: number; anchors: number; assets: number; external: number };
}

/**
 * Checks every reference of a built folder against the folder. Pure. A problem that the layout repeats is one finding.
 * The caller decides which findings count, and their levels.
 */
export function checkOutput(site: OutputSite, style: OutputStyle): OutputCheck {
  const verdicts = newVerdicts(site, style);
  const sources = linkingDocuments(site, style);
  const state: CheckState = {
    site,
    style,
    verdicts,
    redirects: followRedirects(site, sources, verdicts),
    groups: { shared: new Map(), single: [] },
    reached: new Uint8Array(site.documents.length),
    counts: { links: 0, anchors: 0, assets: 0, external: 0 },
  };
  for (const source of sources) checkDocument(state, source);
  noteOrphans(state);
  const external = new Set(verdicts.found.flatMap(({ verdict }) => verdict.external ?? []));
  const pages = site.documents.filter(({ page }) => page !== undefined).length;
  const coverage = { pages, ...state.counts };
  return { findings: sortedFindings(state.groups), external: [...external], coverage };
}

function checkDocument(state: CheckState, source: LinkingDocument): void {
  const { links, page } = source.document;
  const { references } = state.site;
  for (let at = 0; at < links.length; at += 3) {
    const reference = itemAt(references, itemAt(links, at));
    checkLink(state, source, { reference, at });
  }
  for (const { id, ...found } of page?.duplicateIds ?? []) {
    const at = { ...found, tag: '', attribute: 'id', context: undefined };
    addFinding(state.groups, { code: 'duplicate-id', document: source.document, href: id, ...at });
  }
}

interface LinkAt {
  readonly reference: OutputReference;
  /** Index in the document's `links`. */
  readonly at: number;
}

function checkLink(state: CheckState, source: LinkingDocument, link: LinkAt): void {
  const { reference } = link;
  const verdict = verdictOf(state.verdicts, source, reference);
  const { counts } = state;
  counts.links += 1;
  if (verdict.external !== undefined) counts.external += 1;
  else if (verdict.fragment !== undefined) counts.anchors += 1;
  else if (reference.kind === 'asset') counts.assets += 1;
  const { document } = verdict;
  // Readers can follow these.
  const isFollowed = /^(?:a|area|iframe|meta)$/.test(reference.tag);
  if (document >= 0 && document !== source.index && isFollowed) state.reached[document] = 1;
  const redirect = state.redirects.problems.get(source.index);
  if (redirect !== undefined && leadsOn(state, source, verdict)) {
    // Refresh, canonical address and link of such a page are the same; the first one is reported.
    if (link.at === 3 * (source.document.page?.refresh?.link ?? 0)) {
      noteProblem(state, source, { ...link, problem: redirect });
    }
    return;
  }
  for (const problem of verdict.problems) noteProblem(state, source, { ...link, problem });
  const problem = document < 0 ? undefined : targetProblem(state, source, { reference, verdict });
  if (problem !== undefined) noteProblem(state, source, { ...link, problem });
}

/** Returns true for the target of a redirect, in any of the page's references. */
function leadsOn({ redirects }: CheckState, { index }: LinkingDocument, verdict: Verdict): boolean {
  const target = redirects.targets.get(index)?.verdict;
  return target === verdict || (target !== undefined && addressOf(target) === addressOf(verdict));
}

function addressOf({ path, problems }: Verdict): string | undefined {
  return path ?? problems.find(({ resolved }) => resolved !== undefined)?.resolved;
}

/** Finds problems of a link to an existing page: it redirects, or lacks the anchor. */
function targetProblem(
  { site, redirects }: CheckState,
  { index }: LinkingDocument,
  { reference, verdict }: { readonly reference: OutputReference; readonly verdict: Verdict },
): OutputProblem | undefined {
  if (verdict.fragment === undefined && redirects.targets.size === 0) return undefined;
  const redirect = redirects.targets.get(verdict.document);
  const { path = '', fragment } = verdict;
  if (redirect === undefined) {
    if (fragment === undefined || !lacksAnchor(site, verdict)) return undefined;
    return { code: 'anchor-not-found', resolved: `${path}#${fragment.raw}` };
  }
  // A redirect that leads nowhere is reported itself; one that works repeats its target.
  const repeats = redirects.targets.has(index) && reference.tag !== 'meta';
  const { final } = redirect;
  if (final === undefined || repeats || verdict.document === index) return undefined;
  const kept = fragment !== undefined && !final.hasFragment && final.document >= 0;
  const survives = kept && !lacksAnchor(site, { ...verdict, document: final.document });
  const suggestion = survives ? `${final.url}#${fragment.raw}` : final.url;
  return { code: 'redirected', resolved: path, suggestion };
}

function noteProblem(
  { groups }: CheckState,
  { document }: LinkingDocument,
  { reference, at, problem }: LinkAt & { readonly problem: OutputProblem },
): void {
  const { href, tag, attribute, region } = reference;
  const start = itemAt(document.links, at + 1);
  const end = itemAt(document.links, at + 2);
  const context = document.contexts[at / 3];
  addFinding(groups, { ...problem, document, href, tag, attribute, region, start, end, context });
}

/** Lists pages that no other page links to, except for the start page and the not-found page. */
function noteOrphans({ site, style, groups, reached, redirects }: CheckState): void {
  for (const [index, document] of site.documents.entries()) {
    const { file, page } = document;
    if (page === undefined || reached[index] === 1 || redirects.targets.has(index)) continue;
    if (file === 'index.html' || file === '404.html') continue;
    const resolved = ownPath(style, file);
    const at = { href: '', tag: '', attribute: '', start: 0, end: 0, context: undefined };
    addFinding(groups, { code: 'orphan-page', document, resolved, region: 'content', ...at });
  }
}

/** A problem at one location. */
interface LocatedProblem extends OutputProblem {
  readonly document: OutputDocument;
  readonly href: string;
  readonly tag: string;
  readonly attribute: string;
  readonly region: Region;
  readonly start: number;
  readonly end: number;
  /** Hash of the surrounding markup, on pages without landmarks. */
  readonly context: number | undefined;
}

interface Group {
  readonly first: LocatedProblem;
  readonly files: string[];
}

/** Findings so far; those of the layout by shared key. */
interface FindingGroups {
  readonly shared: Map<string, Group>;
  readonly single: Group[];
}

/** Adds a problem. Call it in the order of documents. */
function addFinding(groups: FindingGroups, problem: LocatedProblem): void {
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
 * Returns a key that is equal for problems that one edit fixes; undefined for a problem of a single page.
 *
 * - References in `main` or `article` belong to their page: never shared.
 * - Other references on a page with `main` or `article`, in a landmark (`header`, `nav`, `aside`, `footer`) or in the
 *   head come from a template: shared by target, element and region, because neighbors and classes vary with the
 *   current page. A fragment counts as written, because it targets another page each time.
 * - On a page without `main` and `article`, references outside landmarks are shared only if the same characters
 *   surround them.
 */
function sharedKey(problem: LocatedProblem): string | undefined {
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

function sortedFindings({ shared, single }: FindingGroups): readonly OutputFinding[] {
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

/** Pages that redirect by `meta refresh`, by index of their document. */
interface Redirects {
  readonly targets: ReadonlyMap<number, RedirectTarget>;
  /** Redirects that lead nowhere. */
  readonly problems: ReadonlyMap<number, OutputProblem>;
}

interface RedirectTarget {
  readonly verdict: Verdict;
  /** The final target; undefined if there is none. */
  readonly final: FinalTarget | undefined;
}

interface FinalTarget {
  /** A URL path of the site, or an external address. */
  readonly url: string;
  /** Index of the page, or -1. */
  readonly document: number;
  readonly hasFragment: boolean;
}

const BROKEN: ReadonlySet<ReferenceCode> = new Set([
  'page-not-found',
  'asset-not-found',
  'case-mismatch',
  'missing-base-path',
  'malformed-escape',
  'malformed-url',
  'outside-root',
  'empty-href',
]);

/** Follows every redirect to its end. A page that reloads itself after a while is not a redirect. */
function followRedirects(
  site: OutputSite,
  sources: readonly LinkingDocument[],
  verdicts: Verdicts,
): Redirects {
  const next = new Map<number, Verdict>();
  for (const source of sources) {
    const refresh = source.document.page?.refresh;
    if (refresh === undefined) continue;
    const reference = itemAt(site.references, itemAt(source.document.links, 3 * refresh.link));
    const verdict = verdictOf(verdicts, source, reference);
    if (verdict.document !== source.index || refresh.seconds === 0) next.set(source.index, verdict);
  }
  const targets = new Map<number, RedirectTarget>();
  const problems = new Map<number, OutputProblem>();
  for (const [index, verdict] of next) {
    const problem = brokenTarget(site, verdict) ?? loopFrom(next, index);
    if (problem !== undefined) problems.set(index, problem);
    const final = problem === undefined ? finalTarget(site, next, verdict) : undefined;
    targets.set(index, { verdict, final });
  }
  return { targets, problems };
}

function brokenTarget(site: OutputSite, verdict: Verdict): OutputProblem | undefined {
  const broken = verdict.problems.find(({ code }) => BROKEN.has(code));
  if (broken !== undefined) return { ...broken, code: 'redirect-broken' };
  if (!lacksAnchor(site, verdict)) return undefined;
  return { code: 'redirect-broken', resolved: `${verdict.path}#${verdict.fragment?.raw}` };
}

/** Returns true if the target page lacks the element that the fragment names. */
function lacksAnchor(site: OutputSite, { document, fragment }: Verdict): boolean {
  if (fragment === undefined) return false;
  const ids = site.documents[document]?.page?.ids;
  return ids !== undefined && !hasAnchor(ids, fragment.raw);
}

/** Reports a loop at each of its pages, but not at pages that lead into it. */
function loopFrom(next: ReadonlyMap<number, Verdict>, start: number): OutputProblem | undefined {
  const seen = new Set<number>();
  let at = next.get(start)?.document ?? -1;
  while (at !== start && seen.size < MAX_REDIRECTS) {
    const verdict = next.get(at);
    if (verdict === undefined || seen.has(at)) return undefined;
    seen.add(at);
    at = verdict.document;
  }
  const path = next.get(start)?.path;
  return { code: 'redirect-loop', ...(path === undefined ? {} : { resolved: path }) };
}

function finalTarget(
  site: OutputSite,
  next: ReadonlyMap<number, Verdict>,
  first: Verdict,
): FinalTarget | undefined {
  const seen = new Set<number>();
  let verdict = first;
  for (let on = next.get(verdict.document); on !== undefined; on = next.get(verdict.document)) {
    if (seen.size >= MAX_REDIRECTS) return undefined;
    if (seen.has(verdict.document) || brokenTarget(site, on) !== undefined) return undefined;
    seen.add(verdict.document);
    verdict = on;
  }
  const { external, path, suffix, document, fragment } = verdict;
  const url = external ?? (path === undefined ? undefined : path + suffix);
  return url === undefined ? undefined : { url, document, hasFragment: fragment !== undefined };
}
