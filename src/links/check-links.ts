import type { DiagnosticCode } from '../diagnostics/codes.ts';
import { type Diagnostic, diagnostic, type LinkFacts } from '../diagnostics/diagnostic.ts';

import { type InSteps, withPauses } from '../shared/in-steps.ts';
import { decodeSafely, type Route, urlScheme } from '../shared/paths.ts';

import type { LinkProblem, LinkTarget, LinkUse } from '../site/site-graph.ts';
import type { AnchorPage, CheckInput } from './check-input.ts';
import { writeLike } from './near-paths.ts';
import { createSuggester, type Suggester, type Suggestions } from './suggest.ts';
import { describeExternal, externalProblem } from './url-syntax.ts';

/** A finding before it has its place. */
interface Finding {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly suggestions?: Suggestions;
}

interface Check extends CheckInput {
  readonly suggester: Suggester;
}

/** Checks every reference of the site: pages, files, anchors and redirects. */
export function* checkLinks(given: CheckInput): InSteps<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  const input: Check = { ...given, suggester: createSuggester(given) };
  yield* withPauses(input.uses, USES_PER_STEP, (use) => {
    for (const finding of findProblems(input, use)) found.push(toDiagnostic(use, finding));
  });
  return dropRepeated(found);
}

const USES_PER_STEP = 200;

/** A definition that several reference links use is reported once, at its own place. */
function dropRepeated(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Map<string, Diagnostic>();
  for (const entry of diagnostics) {
    const { location } = entry;
    const key = `${location?.file}\0${location?.line}\0${location?.column}\0${location?.pointer ?? ''}\0${entry.code}`;
    if (!seen.has(key)) seen.set(key, entry);
  }
  return [...seen.values()];
}

function toDiagnostic(use: LinkUse, { suggestions, ...finding }: Finding): Diagnostic {
  const resolved = resolvedPath(use.target);
  const link: LinkFacts = {
    href: use.href,
    ...(resolved === undefined ? {} : { resolved }),
    suggestions: suggestions?.near ?? [],
    ...(suggestions?.certain === undefined ? {} : { fix: suggestions.certain }),
    ...(use.pages === undefined ? {} : { pages: use.pages }),
  };
  const { code, ...details } = finding;
  return diagnostic(code, { ...details, location: use.location, link });
}

/** The path or address that a target was looked for at. */
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
      return wantedPath(target.problem);
  }
}

function wantedPath(problem: LinkProblem): string | undefined {
  return problem.at ?? ('wanted' in problem ? problem.wanted : undefined);
}

function findProblems(input: Check, use: LinkUse): readonly Finding[] {
  const { target } = use;
  if (target.type === 'broken') return [brokenTarget(input, use, target.problem)];
  if (target.type === 'external') return externalFindings(use, target.url);
  return [
    brokenAnchor(input, use),
    redirectedLink(input, use),
    ownHostLink(input, use),
    wrongEnding(input, use),
  ].filter((finding) => finding !== undefined);
}

function brokenTarget(input: Check, use: LinkUse, problem: LinkProblem): Finding {
  const suggestions = suggestionsFor(input, use, problem);
  const isMissing = problem.code === 'page-not-found' || problem.code === 'asset-not-found';
  return {
    code: use.isRedirect === true && isMissing ? 'redirect-broken' : problem.code,
    message: problemMessage(use, problem),
    hint: problemHint(problem),
    suggestions,
  };
}

function suggestionsFor(input: Check, use: LinkUse, problem: LinkProblem): Suggestions {
  switch (problem.code) {
    case 'page-not-found':
    case 'asset-not-found':
    case 'case-mismatch':
    case 'outside-root':
      return input.suggester.targets(use, {
        wanted: 'wanted' in problem ? problem.wanted : undefined,
        at: problem.at,
      });
    case 'missing-base-path': {
      const right = writeLike(problem.existing, use.href) + suffixOf(use.href);
      return { near: [right], certain: right };
    }
    default:
      return { near: [] };
  }
}

function problemMessage({ href }: LinkUse, problem: LinkProblem): string {
  switch (problem.code) {
    case 'page-not-found':
      return `there is no page at "${problem.wanted}"`;
    case 'asset-not-found':
      return `there is no file at "${problem.wanted}"`;
    case 'case-mismatch':
      return problem.differs === 'case'
        ? `"${problem.wanted}" differs from "${problem.existing}" in upper and lower case`
        : `"${problem.wanted}" and "${problem.existing}" look the same, but their letters are composed of other characters (Unicode normalization)`;
    case 'draft-target':
      return `"${problem.wanted}" is a draft, which is not built`;
    case 'redirect-loop':
      return `the redirect "${problem.wanted}" leads back to itself`;
    case 'missing-base-path':
      return `"${problem.wanted}" lacks the base path of the site`;
    case 'unsafe-scheme':
      return `the scheme of "${href}" is refused`;
    case 'malformed-url':
      return `"${href}" is not a valid URL`;
    case 'malformed-escape':
      return `"${href}" has a percent escape that is not valid UTF-8`;
    case 'outside-root':
      return `"${href}" climbs out of the site`;
    case 'empty-href':
      return 'the link has no destination';
  }
}

/** What suggestions do not say. */
function problemHint(problem: LinkProblem): string | undefined {
  switch (problem.code) {
    case 'page-not-found':
    case 'asset-not-found':
    case 'case-mismatch':
    case 'outside-root':
      return undefined;
    case 'missing-base-path':
      return `write ${problem.existing}, or use <Link to="${problem.wanted}">`;
    case 'redirect-loop':
      return 'let one of the redirects lead to a page';
    case 'unsafe-scheme':
      return 'allowed are http, https, mailto, tel and relative addresses';
    case 'draft-target':
      return 'publish the page or remove the link';
    case 'malformed-escape':
      return 'write a percent sign as %25';
    case 'malformed-url':
    case 'empty-href':
      return undefined;
  }
}

function brokenAnchor(input: Check, { href, target }: LinkUse): Finding | undefined {
  if (target.type !== 'page' || target.fragment === undefined) return undefined;
  const page = input.pages.get(target.route);
  const { fragment } = target;
  if (page === undefined || hasAnchor(page.ids, fragment)) return undefined;
  const { near, certain } = input.suggester.anchors(page, fragment);
  const inHref = (anchor: string): string => href.replace(/#.*$/s, () => `#${anchor}`);
  return {
    code: 'anchor-not-found',
    message: `no heading "#${fragment}" on ${target.route}`,
    hint: anchorHint(input, page, { route: target.route, fragment }),
    suggestions: {
      near: near.map(inHref),
      ...(certain === undefined ? {} : { certain: inHref(certain) }),
    },
  };
}

/** Where the anchor may be: a near one on the page, else the same one on another page. */
function anchorHint(
  { suggester, pages }: Check,
  page: AnchorPage,
  { route, fragment }: { readonly route: Route; readonly fragment: string },
): string | undefined {
  const anchor = decodeSafely(fragment) ?? fragment;
  const near = suggester.anchors(page, anchor);
  const other = near.certain === undefined ? suggester.pageWith(anchor, route) : undefined;
  if (other === undefined) return near.near[0] && nearestHeading(page, near.near[0]);
  const { file } = pages.get(other) ?? {};
  return `"#${fragment}" is a heading of ${other}${file === undefined ? '' : ` (${file})`}`;
}

function nearestHeading({ headings, file }: AnchorPage, near: string): string {
  const heading = headings?.find(({ id }) => id === near);
  const place = heading === undefined || file === undefined ? '' : ` (${file}:${heading.line})`;
  return `the nearest heading there is "#${near}"${place}`;
}

/** HTML standard, "find a potential indicated element": as written, then percent-decoded, then `top`; text directives are no anchors. */
function hasAnchor(ids: ReadonlySet<string>, fragment: string): boolean {
  const directive = fragment.indexOf(':~:');
  const name = directive < 0 ? fragment : fragment.slice(0, directive);
  if (name === '' || ids.has(name)) return true;
  const decoded = decodeSafely(name) ?? name;
  return ids.has(decoded) || decoded.toLowerCase() === 'top';
}

function redirectedLink({ baseUrl }: CheckInput, { href, target }: LinkUse): Finding | undefined {
  if (target.type !== 'page' && target.type !== 'static') return undefined;
  const path = target.type === 'page' ? pageAddress(target) : target.path + target.suffix;
  const hasBase = `${href.replace(/[?#].*$/s, '')}/`.startsWith(baseUrl);
  return redirectedTo(target.via, hasBase ? baseUrl + path.slice(1) : path)[0];
}

/** Query and fragment, as written. */
function suffixOf(href: string): string {
  return /[?#].*$/s.exec(href)?.[0] ?? '';
}

function pageAddress({ route, query, fragment }: Extract<LinkTarget, { type: 'page' }>): string {
  return writeLike(route, '') + query + (fragment === undefined ? '' : `#${fragment}`);
}

/** A link to a redirect of the site: readers are sent on, but the address is an old one. */
function redirectedTo(via: Route | undefined, end: string): readonly Finding[] {
  if (via === undefined) return [];
  return [
    {
      code: 'redirected',
      message: `"${via}" is a redirect of this site`,
      suggestions: { near: [end], certain: end },
    },
  ];
}

/** What can be said of an address outside of the site without a request. */
function externalFindings({ href, target }: LinkUse, url: string): readonly Finding[] {
  const found: Finding[] = target.type === 'external' ? [...redirectedTo(target.via, url)] : [];
  const scheme = urlScheme(url);
  if (scheme === undefined) {
    const hint = `write "https:${href.replaceAll('\\', '/')}"`;
    return [...found, { code: 'protocol-relative', message: `"${href}" has no scheme`, hint }];
  }
  const code = externalProblem(scheme, url, new Set());
  if (code === undefined) return found;
  return [...found, { code, message: describeExternal(code, href) }];
}

/** A full address of the site itself works, but not where the site is tried out or moves. */
function ownHostLink({ baseUrl }: CheckInput, { target }: LinkUse): Finding | undefined {
  if (target.type !== 'page' || target.absolute === undefined) return undefined;
  const path = baseUrl + pageAddress(target).slice(1);
  return {
    code: 'same-origin-absolute',
    message: `"${target.absolute}" names the site's own host`,
    suggestions: { near: [path] },
  };
}

/** `links.trailingSlash`: of addresses, not of files. */
function wrongEnding(
  { trailingSlash }: CheckInput,
  { href, target }: LinkUse,
): Finding | undefined {
  if (target.type !== 'page' || trailingSlash === 'any') return undefined;
  const end = href.search(/[?#]/);
  const path = end < 0 ? href : href.slice(0, end);
  const isFile = /\.[a-z0-9]+$/i.test(path);
  if (path === '' || path === '/' || isFile || path.endsWith('/') === (trailingSlash === 'always'))
    return undefined;
  const right =
    (path.endsWith('/') ? path.replace(/\/+$/, '') : `${path}/`) + href.slice(path.length);
  return {
    code: 'trailing-slash',
    message: `links to pages ${trailingSlash === 'always' ? 'end' : 'do not end'} with a slash here`,
    hint: `write "${right}"`,
    suggestions: { near: [right], certain: right },
  };
}
