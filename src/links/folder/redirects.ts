import { itemAt } from '../../shared/item-at.ts';
import { MAX_REDIRECTS } from '../../site/resolve-link.ts';
import type { ReferenceCode } from '../messages.ts';
import type { OutputSite } from './output-site.ts';
import type { OutputProblem, Verdict } from './resolve.ts';
import { type LinkingDocument, type Verdicts, verdictOf } from './verdicts.ts';

/** Pages that redirect by `meta refresh`, by index of their document. */
export interface Redirects {
  readonly targets: ReadonlyMap<number, RedirectTarget>;
  /** Redirects that lead nowhere. */
  readonly problems: ReadonlyMap<number, OutputProblem>;
}

export interface RedirectTarget {
  readonly verdict: Verdict;
  /** The final target; undefined if there is none. */
  readonly final: FinalTarget | undefined;
}

export interface FinalTarget {
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
export function followRedirects(
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
export function lacksAnchor(site: OutputSite, { document, fragment }: Verdict): boolean {
  if (fragment === undefined) return false;
  const ids = site.documents[document]?.page?.ids;
  return ids !== undefined && !ids.has(fragment.raw) && !ids.has(fragment.decoded);
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
