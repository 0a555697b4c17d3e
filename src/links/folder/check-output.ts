import type { Region } from '../../html/scanned-page.ts';
import { itemAt } from '../../shared/item-at.ts';
import { dirname } from '../../shared/paths.ts';
import { followChain } from '../follow-chain.ts';
import { describeReference, type ReferenceCode } from '../messages.ts';
import {
  type OutputDocument,
  type OutputLink,
  type OutputReference,
  type OutputSite,
  siteFiles,
} from './output-site.ts';
import { type DocumentBase, documentBase, hasAnchor, ownPath } from './parse-href.ts';
import {
  type OutputProblem,
  type OutputStyle,
  type ResolveContext,
  resolveReference,
  type Verdict,
} from './resolve.ts';

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
}

/** The message and hint of a finding. */
export function describeFinding(finding: OutputFinding): {
  readonly message: string;
  readonly hint?: string;
} {
  const { files, suggestion } = finding;
  const pages = files.length > 1 ? ` (on ${files.length} pages)` : '';
  const message = describeReference(finding) + pages;
  return { message, ...(suggestion === undefined ? {} : { hint: `write "${suggestion}"` }) };
}

/** The findings of a check, and what it covered. */
export interface OutputCheck {
  readonly findings: readonly OutputFinding[];
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

/** A document with the base of its references. */
interface Source {
  readonly document: OutputDocument;
  readonly base: DocumentBase;
  /** The folder of the base. */
  readonly folder: string;
}

/** The state of a check. */
interface CheckState {
  readonly site: OutputSite;
  readonly style: OutputStyle;
  readonly verdictOf: VerdictFinder;
  readonly redirects: ReadonlyMap<OutputDocument, Redirect>;
  readonly groups: FindingGroups;
  /** Documents that another page links to. */
  readonly reached: Set<OutputDocument>;
  readonly counts: { links: number; anchors: number; assets: number; external: number };
}

/**
 * Checks every reference of a built folder against the folder. Pure. A problem that the layout repeats is one finding.
 * The caller decides which findings count, and their levels.
 */
export function checkOutput(site: OutputSite, style: OutputStyle): OutputCheck {
  const verdictOf = createVerdictFinder({ files: siteFiles(site), style });
  const sources = site.documents.map((document): Source => {
    const base = documentBase(style, document.file, document.page?.base);
    return { document, base, folder: dirname(base ?? '') };
  });
  const state: CheckState = {
    site,
    style,
    verdictOf,
    redirects: followRedirects(sources, verdictOf),
    groups: { shared: new Map(), single: [] },
    reached: new Set(),
    counts: { links: 0, anchors: 0, assets: 0, external: 0 },
  };
  for (const source of sources) checkDocument(state, source);
  noteOrphans(state);
  const pages = site.documents.filter(({ page }) => page !== undefined).length;
  return { findings: findingsOf(state.groups), coverage: { pages, ...state.counts } };
}

type VerdictFinder = (source: Source, reference: OutputReference) => Verdict;

/** Resolves references: each once for all documents in a row that resolve it alike. */
function createVerdictFinder(context: ResolveContext): VerdictFinder {
  const known = new Map<OutputReference, { readonly verdict: Verdict; readonly scope: string }>();
  return (source, reference) => {
    const scope = scopeOf(reference, source);
    const last = known.get(reference);
    if (last?.scope === scope) return last.verdict;
    const verdict = resolveReference(context, reference, source.base);
    known.set(reference, { verdict, scope });
    return verdict;
  };
}

/** The part of a document's base on which the target of a reference depends. */
function scopeOf({ parsed }: OutputReference, { base, folder }: Source): string {
  if (parsed.type !== 'relative') return '';
  // A reference without a path leads to the base itself.
  if (base === undefined || parsed.path === '') return base ?? 'elsewhere';
  return parsed.path.startsWith('/') ? '' : folder;
}

function checkDocument(state: CheckState, source: Source): void {
  const { document } = source;
  for (const link of document.links) checkLink(state, source, link);
  for (const { id, region, start, end } of document.page?.duplicateIds ?? []) {
    const reference = { href: id, tag: '', attribute: 'id', region };
    const link = { reference, start, end, context: undefined };
    addFinding(state.groups, { ...link, document, problem: { code: 'duplicate-id' } });
  }
}

function checkLink(state: CheckState, source: Source, link: OutputLink): void {
  const { document } = source;
  const { reference } = link;
  const { counts, redirects } = state;
  const verdict = state.verdictOf(source, reference);
  counts.links += 1;
  if (verdict.external !== undefined) counts.external += 1;
  else if (verdict.fragment !== undefined) counts.anchors += 1;
  else if (reference.kind === 'asset') counts.assets += 1;
  const target = verdict.document;
  // Readers can follow these.
  const isFollowed = /^(?:a|area|iframe|meta)$/.test(reference.tag);
  if (target !== undefined && target !== document && isFollowed) state.reached.add(target);
  const own = redirects.get(document);
  const note = (problem: OutputProblem): void =>
    addFinding(state.groups, { ...link, document, problem });
  if (own?.problem !== undefined && leadsOn(own, verdict)) {
    // Refresh, canonical address and link of such a page are the same; the first one is reported.
    if (link === document.links[document.page?.refresh?.link ?? 0]) note(own.problem);
    return;
  }
  verdict.problems.forEach(note);
  const problem = target && targetProblem(redirects, document, { reference, verdict });
  if (problem !== undefined) note(problem);
}

/** Returns true for the target of a redirect, in any of the page's references. */
function leadsOn({ verdict: target }: Redirect, verdict: Verdict): boolean {
  return target === verdict || addressOf(target) === addressOf(verdict);
}

function addressOf({ path, problems }: Verdict): string | undefined {
  return path ?? problems.find(({ resolved }) => resolved !== undefined)?.resolved;
}

/** Finds problems of a link to an existing page: it redirects, or lacks the anchor. */
function targetProblem(
  redirects: CheckState['redirects'],
  document: OutputDocument,
  { reference, verdict }: { readonly reference: OutputReference; readonly verdict: Verdict },
): OutputProblem | undefined {
  const { path, fragment } = verdict;
  const redirect = verdict.document && redirects.get(verdict.document);
  if (redirect === undefined)
    return lacksAnchor(verdict)
      ? { code: 'anchor-not-found', resolved: `${path}#${fragment?.raw}` }
      : undefined;
  // A redirect that leads nowhere is reported itself; one that works repeats its target.
  const repeats = redirects.has(document) && reference.tag !== 'meta';
  const { end } = redirect;
  const url = end?.external ?? (end?.path && end.path + end.suffix);
  if (end === undefined || url === undefined || repeats || verdict.document === document)
    return undefined;
  const survives =
    fragment !== undefined &&
    end.fragment === undefined &&
    end.document !== undefined &&
    !lacksAnchor({ ...end, fragment });
  return {
    code: 'redirected',
    resolved: path,
    suggestion: survives ? `${url}#${fragment.raw}` : url,
  };
}

/** Lists pages that no other page links to, except for the start page and the not-found page. */
function noteOrphans({ site, style, groups, reached, redirects }: CheckState): void {
  for (const document of site.documents) {
    const { file, page } = document;
    if (page === undefined || reached.has(document) || redirects.has(document)) continue;
    if (file === 'index.html' || file === '404.html') continue;
    const problem = { code: 'orphan-page', resolved: ownPath(style, file) } as const;
    const reference = { href: '', tag: '', attribute: '', region: 'content' } as const;
    addFinding(groups, { reference, start: 0, end: 0, context: undefined, document, problem });
  }
}

/** A problem at one location. */
interface LocatedProblem extends Omit<OutputLink, 'reference'> {
  readonly reference: Pick<OutputReference, 'href' | 'tag' | 'attribute' | 'region'>;
  readonly document: OutputDocument;
  readonly problem: OutputProblem;
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
function sharedKey({ problem, reference, document, context }: LocatedProblem): string | undefined {
  const { href, tag, attribute, region } = reference;
  if (document.page === undefined || region === 'content') return undefined;
  const isBare = region === 'outside' && !document.page.hasContent;
  if (isBare && context === undefined) return undefined;
  const target = href.startsWith('#') ? href : (problem.resolved ?? href);
  const key = [problem.code, target, tag, attribute, region];
  return [...key, ...(isBare ? [href, context] : [])].join('\0');
}

function findingsOf({ shared, single }: FindingGroups): readonly OutputFinding[] {
  return [...shared.values(), ...single].map(({ first, files }): OutputFinding => {
    const { document, reference, problem, start, end } = first;
    const { href, tag, attribute, region } = reference;
    const { file } = document;
    return { ...problem, href, tag, attribute, region, start, end, file, files };
  });
}

/** A page that redirects by `meta refresh`. */
interface Redirect {
  readonly verdict: Verdict;
  /** Set if it leads nowhere. */
  readonly problem: OutputProblem | undefined;
  /** The final target; undefined if there is none. */
  readonly end: Verdict | undefined;
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
  sources: readonly Source[],
  verdictOf: VerdictFinder,
): ReadonlyMap<OutputDocument, Redirect> {
  const next = new Map<OutputDocument, Verdict>();
  for (const source of sources) {
    const { links, page } = source.document;
    if (page?.refresh === undefined) continue;
    const verdict = verdictOf(source, itemAt(links, page.refresh.link).reference);
    if (verdict.document !== source.document || page.refresh.seconds === 0)
      next.set(source.document, verdict);
  }
  const follow = ([document, verdict]: readonly [OutputDocument, Verdict]): Redirect => {
    const { targets, isLoop } = followChain(
      document,
      (from) => next.get(from),
      (to) => to.document,
    );
    const problem =
      brokenTarget(verdict) ??
      (isLoop ? { code: 'redirect-loop', resolved: verdict.path } : undefined);
    const isBroken = problem !== undefined || targets.some((target) => brokenTarget(target));
    return { verdict, problem, end: isBroken ? undefined : targets.at(-1) };
  };
  return new Map([...next].map((entry) => [entry[0], follow(entry)]));
}

function brokenTarget(verdict: Verdict): OutputProblem | undefined {
  const broken = verdict.problems.find(({ code }) => BROKEN.has(code));
  if (broken !== undefined) return { ...broken, code: 'redirect-broken' };
  if (!lacksAnchor(verdict)) return undefined;
  return { code: 'redirect-broken', resolved: `${verdict.path}#${verdict.fragment?.raw}` };
}

/** Returns true if the target page lacks the element that the fragment names. */
function lacksAnchor({ document, fragment }: Verdict): boolean {
  const ids = document?.page?.ids;
  return fragment !== undefined && ids !== undefined && !hasAnchor(ids, fragment.raw);
}
