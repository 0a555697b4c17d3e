import { docName, idsOf } from '../diagnostics/causes.ts';
import type { DiagnosticCode } from '../diagnostics/codes.ts';
import { type Diagnostic, diagnostic, type LinkFacts } from '../diagnostics/diagnostic.ts';

import { type InSteps, withPauses } from '../shared/in-steps.ts';
import { decodeSafely, type Route, toRoute, urlScheme } from '../shared/paths.ts';

import type { LinkProblem, LinkTarget, LinkUse } from '../site/graph-types.ts';
import { MAX_REDIRECTS, splitHref, suffixOf } from '../site/resolve-link.ts';
import type { AnchorPage, CheckInput } from './check-input.ts';
import { externalProblem } from './external-syntax.ts';
import { describeReference } from './messages.ts';
import { writeLike } from './near-paths.ts';
import { problemHint, wantedOf } from './problem-hint.ts';
import {
  createSuggester,
  MOST_SUGGESTIONS,
  mapSuggestions,
  type Suggester,
  type Suggestions,
  splitSuffix,
} from './suggest.ts';

/** A finding without its location. */
interface Finding {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly suggestions?: Suggestions;
  readonly heading?: LinkFacts['heading'];
  readonly missing?: Diagnostic['missing'];
}

interface Check extends CheckInput {
  readonly suggester: Suggester;
}

/** Checks every reference of the site: pages, files, anchors and redirects. */
export function* checkLinks(given: CheckInput): InSteps<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  const input: Check = { ...given, suggester: createSuggester(given) };
  yield* withPauses(input.uses, USES_PER_STEP, (use) => {
    for (const finding of findProblems(input, use))
      if (finding !== undefined) found.push(toDiagnostic(use, finding));
  });
  return dropRepeated(found);
}

const USES_PER_STEP = 200;

/** Reports a definition that several reference links use once, at its own location. */
function dropRepeated(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Map<string, Diagnostic>();
  for (const entry of diagnostics) {
    const { location } = entry;
    const key = `${location?.file}\0${location?.line}\0${location?.column}\0${location?.pointer ?? ''}\0${entry.code}`;
    if (!seen.has(key)) seen.set(key, entry);
  }
  return [...seen.values()];
}

function toDiagnostic(use: LinkUse, { suggestions, heading, ...finding }: Finding): Diagnostic {
  const resolved = resolvedPath(use.target);
  const link: LinkFacts = {
    href: use.href,
    ...(resolved === undefined ? {} : { resolved }),
    suggestions: suggestions?.near ?? [],
    ...(suggestions?.certain === undefined ? {} : { fix: suggestions.certain }),
    ...(heading === undefined ? {} : { heading }),
    ...(use.pages === undefined ? {} : { pages: use.pages }),
  };
  const { code, ...details } = finding;
  return diagnostic(code, { ...details, location: use.location, link });
}

/** The path or address at which a target was expected. */
function resolvedPath(target: LinkTarget): string | undefined {
  switch (target.type) {
    case 'external':
      return target.url;
    case 'page':
      return target.route + (target.fragment === undefined ? '' : `#${target.fragment}`);
    case 'asset':
      return `/${target.source.file}`;
    case 'static':
      return target.path;
    case 'broken':
      return target.problem.at ?? wantedOf(target.problem);
  }
}

function findProblems(input: Check, use: LinkUse): readonly (Finding | undefined)[] {
  const { target } = use;
  if (target.type === 'broken') return [brokenTarget(input, use, target.problem)];
  if (target.type === 'external') return externalFindings(use, target);
  const ofPath = [
    redirectedLink(input, use),
    otherForm(input, use),
    ownHostLink(input, use),
    wrongEnding(input, use),
  ].filter((finding) => finding !== undefined);
  const path = certainOf(ofPath);
  const ofAnchor = brokenAnchor(input, path === undefined ? use : { ...use, href: path });
  // A destination has one fix, for all of its findings.
  const fix = certainOf(ofAnchor === undefined ? [] : [ofAnchor]) ?? path;
  return [ofAnchor, ...ofPath.map((finding) => withFix(finding, fix))];
}

function certainOf(findings: readonly Finding[]): string | undefined {
  return findings.find(({ suggestions }) => suggestions?.certain !== undefined)?.suggestions
    ?.certain;
}

function withFix(finding: Finding, certain: string | undefined): Finding {
  const { suggestions } = finding;
  return suggestions?.certain === undefined || certain === undefined
    ? finding
    : { ...finding, suggestions: { near: [certain], certain } };
}

/** True for a link with a finding that depends neither on anchors nor on the content of other files. */
export function hasOwnFinding(rules: Pick<CheckInput, 'trailingSlash'>, use: LinkUse): boolean {
  const { target } = use;
  switch (target.type) {
    case 'broken':
      return true;
    case 'external':
      return externalFindings(use, target).some((finding) => finding !== undefined);
    case 'page': {
      const { via, absolute, form } = target;
      const isPlain = via === undefined && absolute === undefined && form === undefined;
      return !isPlain || wrongEnding(rules, use) !== undefined;
    }
    default:
      return 'via' in target && target.via !== undefined;
  }
}

function brokenTarget(input: Check, use: LinkUse, problem: LinkProblem): Finding {
  const isMissing = problem.code === 'page-not-found' || problem.code === 'asset-not-found';
  const outside = isMissing ? outsideFile(input, problem) : undefined;
  if (outside !== undefined)
    return {
      code: problem.code,
      message: `the file "${outside}" exists, but is outside of the content`,
      hint:
        outside === wantedOf(problem)
          ? 'put it into static/ or beside the page'
          : `move it to ${wantedOf(problem)?.replace(/^\//, 'static/')}`,
    };
  const suggestions = suggestionsFor(input, use, problem);
  return {
    code: use.isRedirect === true && isMissing ? 'redirect-broken' : problem.code,
    message: problemMessage(use, problem),
    hint:
      suggestions.near.length > 0 && isMissing
        ? undefined
        : ((isMissing ? pagesOfApi(input, problem) : undefined) ?? problemHint(use, problem)),
    suggestions,
    ...(isMissing ? { missing: missingPaths(problem) } : {}),
  };
}

/** Maximum number of pages that a hint names. */
const MOST_PAGES = 3;

/** Names pages of an API reference beside a missing one: they have no files to look at. */
function pagesOfApi({ apiPaths }: Check, problem: LinkProblem): string | undefined {
  const at = problem.at ?? wantedOf(problem) ?? '/';
  const folder = at.slice(0, at.lastIndexOf('/') + 1);
  const beside = apiPaths
    .filter((path) => path.slice(0, path.lastIndexOf('/') + 1) === folder)
    .slice(0, MOST_PAGES);
  if (beside.length === 0) return undefined;
  return `name a page that \`docs routes\` lists, such as ${beside.join(', ')}`;
}

/** The file outside of the content that a path names, or would name in a folder that lies beside the content. */
function outsideFile({ existsOutside }: Check, problem: LinkProblem): string | undefined {
  const wanted = wantedOf(problem) ?? '/';
  if ('isPage' in problem || 'refusal' in problem) return undefined;
  const names = wanted.startsWith('/')
    ? [`public${wanted}`]
    : [wanted, ...(/^[^/]+\/(.+\/.+\.mdx?)$/.exec(wanted)?.slice(1) ?? [])];
  return names.find((name) => existsOutside(name));
}

/** The address and the doc that a broken link names. */
function missingPaths(problem: LinkProblem): readonly string[] {
  const wanted = wantedOf(problem) ?? '';
  const names = [problem.at ?? wanted, docName(wanted)];
  return names.map((name) => splitSuffix(name).path);
}

function suggestionsFor(input: Check, use: LinkUse, problem: LinkProblem): Suggestions {
  switch (problem.code) {
    case 'page-not-found':
    case 'asset-not-found':
    case 'case-mismatch':
    case 'outside-root':
      if ('refusal' in problem) return { near: [] };
      return input.suggester.targets(use, {
        wanted: wantedOf(problem),
        at: problem.at,
        isFile: 'isPage' in problem,
      });
    case 'missing-base-path': {
      const right = writeLike(problem.existing, use.href) + splitSuffix(use.href).suffix;
      return { near: [right], certain: right };
    }
    default:
      return { near: [] };
  }
}

function problemMessage({ href }: LinkUse, problem: LinkProblem): string {
  switch (problem.code) {
    case 'draft-target':
      return `"${problem.wanted}" is a draft, which is not built`;
    case 'redirect-loop':
      return problem.isLong === true
        ? `more than ${MAX_REDIRECTS} redirects follow "${problem.wanted}"`
        : `the redirect "${problem.wanted}" leads back to itself`;
    case 'empty-href':
      return 'the link has no destination';
    case 'asset-not-found':
    case 'page-not-found':
      if (problem.refusal !== undefined) return `"${problem.wanted}" ${problem.refusal}`;
      return describeReference({ resolved: problem.wanted, ...problem, href });
    case 'missing-base-path':
      return describeReference({ code: problem.code, href: problem.wanted });
    default:
      return describeReference({ resolved: wantedOf(problem) ?? href, ...problem, href });
  }
}

function brokenAnchor(input: Check, use: LinkUse): Finding | undefined {
  const anchor = anchorOf(input, use.target);
  if (anchor === undefined || hasAnchor(anchor.page.ids, anchor.fragment)) return undefined;
  const message = `no heading "#${anchor.fragment}" on ${anchor.route}`;
  const missing = [idsOf(anchor.page.file ?? anchor.route)];
  if (use.setting !== undefined) {
    const hint = `correct ${use.setting} of the configuration`;
    return { code: 'openapi-link', message, missing, hint };
  }
  const code = use.isRedirect === true ? 'redirect-broken' : 'anchor-not-found';
  return { code, message, missing, ...anchorAdvice(input, use, anchor) };
}

/** The anchor that a target names, and the page that must contain it. */
function anchorOf({ pages, statics }: Check, target: LinkTarget): PageAnchor | undefined {
  if (target.type === 'external' || target.type === 'broken') return undefined;
  const fragment = target.type === 'page' ? target.fragment : splitHref(target.suffix).fragment;
  if (fragment === undefined) return undefined;
  const ids = target.type === 'page' ? undefined : statics.idsOf(target);
  const page = target.type === 'page' ? pages.get(target.route) : ids && { ids };
  const route = toRoute(target.type === 'page' ? target.route : (resolvedPath(target) ?? ''));
  return page && { page, route, fragment };
}

interface PageAnchor {
  readonly page: AnchorPage;
  readonly route: Route;
  readonly fragment: string;
}

/** Suggests where the anchor may be: on the page under a similar name, else on another page. */
function anchorAdvice(
  { suggester, pages }: Check,
  use: LinkUse,
  { page, route, fragment }: PageAnchor,
): Pick<Finding, 'hint' | 'suggestions' | 'heading'> {
  const { path, query } = splitHref(use.href);
  const mark = fragment.indexOf('?');
  const written = mark < 0 ? fragment : fragment.slice(0, mark);
  const moved = mark < 0 ? '' : fragment.slice(mark);
  const before = path + (query === '' ? moved : query + moved.replace('?', '&'));
  const anchor = decodeSafely(written) ?? written;
  if (moved !== '' && hasAnchor(page.ids, written)) {
    const right = `${before}#${written}`;
    return {
      hint: 'write the query before the fragment',
      suggestions: { near: [right], certain: right },
    };
  }
  const near = suggester.anchors(page, written);
  const suggestions = mapSuggestions(near, (id) => `${before}#${id}`);
  const other = near.certain === undefined ? suggester.pageWith(anchor, route) : undefined;
  if (other === undefined) {
    const [first] = suggester.anchors(page, anchor).near;
    return {
      hint: first === undefined ? headingsHint(page, anchor) : nearestHeading(page, first),
      suggestions,
      heading: suggester.renamed(page, route, anchor),
    };
  }
  const { file } = pages.get(other.route) ?? {};
  const elsewhere = `${suggester.writePage(use, other.route)}${query}#${written}`;
  return {
    hint: `"#${written}" is a heading of ${other.route}${file === undefined ? '' : ` (${file})`}`,
    suggestions: {
      near: [...new Set([elsewhere, ...suggestions.near])].slice(0, MOST_SUGGESTIONS),
      ...(other.isOnly && near.near.length === 0 ? { certain: elsewhere } : {}),
    },
  };
}

/** Of a page without a similar heading: what its headings are. */
function headingsHint({ headings = [], file }: AnchorPage, anchor: string): string {
  const ids = headings.slice(0, MOST_HEADINGS).map(({ id }) => `#${id}`);
  const more = headings.length > ids.length ? ' …' : '';
  const add = `add {#${anchor.replace(/:~:.*/s, '')}} to the heading that is meant`;
  if (ids.length > 0)
    return `its headings are ${ids.join(', ')}${more}: use one of them, or ${add}`;
  return file === undefined ? 'link to the page without "#"' : add;
}

/** Headings that a hint names. */
const MOST_HEADINGS = 6;

function nearestHeading({ headings, file }: AnchorPage, near: string): string {
  const heading = headings?.find(({ id }) => id === near);
  const where =
    heading === undefined || file === undefined ? '' : ` (${heading.file ?? file}:${heading.line})`;
  return `the nearest heading there is "#${near}"${where}`;
}

/** HTML standard, "find a potential indicated element": as written, decoded, then `top`; text directives are ignored. */
export function hasAnchor(ids: ReadonlySet<string>, fragment: string): boolean {
  const directive = fragment.indexOf(':~:');
  const name = directive < 0 ? fragment : fragment.slice(0, directive);
  if (name === '' || ids.has(name)) return true;
  const decoded = decodeSafely(name) ?? name;
  return ids.has(decoded) || decoded.toLowerCase() === 'top';
}

function redirectedLink({ baseUrl, statics, suggester }: Check, use: LinkUse): Finding | undefined {
  const { href, target } = use;
  if (target.type !== 'page' && target.type !== 'static') return undefined;
  const onward = statics.leadsTo(target);
  if (onward === undefined && target.type === 'page')
    return redirectedTo(target.via, suggester.writePage(use, target.route) + suffixOf(target));
  const own = target.type === 'page' ? pageAddress(target) : target.path + target.suffix;
  const path = onward ?? own;
  const isBelow = path.startsWith('/') && `${splitSuffix(href).path}/`.startsWith(baseUrl);
  const via = onward === undefined ? target.via : toRoute(own);
  return redirectedTo(via, isBelow ? baseUrl + path.slice(1) : path);
}

function pageAddress(target: Extract<LinkTarget, { type: 'page' }>): string {
  return writeLike(target.route, '') + suffixOf(target);
}

/** Reports a link to a redirect of the site: it works, but the address is outdated. */
function redirectedTo(via: Route | undefined, end: string): Finding | undefined {
  if (via === undefined) return undefined;
  const message = `"${via}" is a redirect of this site`;
  return { code: 'redirected', message, suggestions: { near: [end], certain: end } };
}

/** Reports problems of an external link that need no request. */
function externalFindings(
  { href }: LinkUse,
  { url, via }: Extract<LinkTarget, { type: 'external' }>,
): readonly (Finding | undefined)[] {
  const redirected = redirectedTo(via, url);
  const scheme = urlScheme(url);
  if (scheme === undefined) {
    const message = describeReference({ code: 'protocol-relative', href });
    const hint = `write "https:${href.replaceAll('\\', '/')}"`;
    return [redirected, { code: 'protocol-relative', message, hint }];
  }
  const code = externalProblem(scheme, url, new Set());
  return [redirected, code && { code, message: describeReference({ code, href }) }];
}

const FORMS = {
  html: 'the link names the built file of a page',
  source: 'the link names a source file by an absolute path',
} as const;

/** Reports a link in a form that other hosts, editors or code forges do not follow. */
function otherForm({ suggester }: Check, use: LinkUse): Finding | undefined {
  const { href, target } = use;
  if (target.type !== 'page' || target.form === undefined) return undefined;
  const right = suggester.writePage(use, target.route) + splitSuffix(href).suffix;
  return {
    code: 'link-form',
    message: FORMS[target.form],
    hint: `write "${right}"`,
    suggestions: { near: [right], certain: right },
  };
}

/** Reports a full address of the site itself: it breaks when the site is previewed elsewhere or moves. */
function ownHostLink({ baseUrl }: CheckInput, { target }: LinkUse): Finding | undefined {
  if (target.type !== 'page' || target.absolute === undefined) return undefined;
  const code = 'same-origin-absolute';
  const path = baseUrl + pageAddress(target).slice(1);
  const message = describeReference({ code, href: target.absolute });
  return { code, message, suggestions: { near: [path] } };
}

/** Checks `links.trailingSlash`, for pages but not for files. */
function wrongEnding(
  { trailingSlash }: Pick<CheckInput, 'trailingSlash'>,
  { href, target, file }: LinkUse,
): Finding | undefined {
  if (target.type !== 'page' || trailingSlash === 'any') return undefined;
  const { path, suffix } = splitSuffix(href);
  // A relative path in Markdown names a source file, with or without its extension.
  const isSource = file?.endsWith('.md') === true && /^[^/:]+(?:\/|$)/.test(path);
  const isFile = isSource || /\.[a-z0-9]+$/i.test(path);
  if (path === '' || target.route === '/' || isFile) return undefined;
  if (path.endsWith('/') === (trailingSlash === 'always')) return undefined;
  const right = (path.endsWith('/') ? path.replace(/\/+$/, '') : `${path}/`) + suffix;
  return {
    code: 'trailing-slash',
    message: `links to pages ${trailingSlash === 'always' ? 'end' : 'do not end'} with a slash here`,
    hint: `write "${right}"`,
    suggestions: { near: [right], certain: right },
  };
}
