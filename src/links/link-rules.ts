import { NAME_IT } from '../content/file-rules.ts';
import { docName, idsOf } from '../diagnostics/causes.ts';
import type { DiagnosticCode } from '../diagnostics/codes.ts';
import { type Diagnostic, diagnostic, type LinkFacts } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { type InSteps, withPauses } from '../shared/in-steps.ts';
import { decodeSafely, PAGE_SCHEMES, type Route, toRoute, urlScheme } from '../shared/paths.ts';
import type { LinkProblem, LinkTarget, LinkUse } from '../site/graph-types.ts';
import { MAX_REDIRECTS, splitHref, suffixOf } from '../site/resolve-link.ts';
import type { AnchorPage, CheckInput } from './check-input.ts';
import { externalProblem, withoutRepeatedScheme } from './external-syntax.ts';
import { hasAnchor } from './folder/parse-href.ts';
import { describeReference } from './messages.ts';
import { writeLike } from './near-paths.ts';
import {
  certainly,
  createSuggester,
  MOST_SUGGESTIONS,
  mapSuggestions,
  type Suggester,
  type Suggestions,
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

const NONE: Suggestions = { near: [] };

/** Checks every reference of the site: pages, files, anchors and redirects. */
export function* checkLinks(given: CheckInput): InSteps<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  const input: Check = { ...given, suggester: createSuggester(given) };
  yield* withPauses(input.uses, USES_PER_STEP, (use) => {
    for (const finding of findProblems(input, use))
      if (finding !== undefined) found.push(toDiagnostic(use, finding));
  });
  // A definition that several reference links use is reported once, at its own location.
  const first = new Map<string, Diagnostic>();
  for (const entry of found) {
    const { file, line, column, pointer } = entry.location ?? {};
    const key = [file, line, column, pointer, entry.code].join('\0');
    if (!first.has(key)) first.set(key, entry);
  }
  return [...first.values()];
}

const USES_PER_STEP = 200;

function toDiagnostic(
  use: LinkUse,
  { code, suggestions, heading, ...details }: Finding,
): Diagnostic {
  const resolved = resolvedPath(use.target);
  const link: LinkFacts = {
    href: use.href,
    ...(resolved === undefined ? {} : { resolved }),
    suggestions: suggestions?.near ?? [],
    ...(suggestions?.certain === undefined ? {} : { fix: suggestions.certain }),
    ...(heading === undefined ? {} : { heading }),
    ...(use.pages === undefined ? {} : { pages: use.pages }),
  };
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
    oldOperation(input, use),
  ].filter((finding) => finding !== undefined);
  const path = certainOf(ofPath);
  const ofAnchor = brokenAnchor(input, path === undefined ? use : { ...use, href: path });
  // A destination has one fix, for all of its findings.
  const fix = certainOf(ofAnchor === undefined ? [] : [ofAnchor]) ?? path;
  return [ofAnchor, ...ofPath.map((finding) => withFix(finding, fix))];
}
function certainOf(findings: readonly Finding[]): string | undefined {
  return findings.flatMap(({ suggestions }) => suggestions?.certain ?? [])[0];
}

function withFix(finding: Finding, certain: string | undefined): Finding {
  const { suggestions } = finding;
  return suggestions?.certain === undefined || certain === undefined
    ? finding
    : { ...finding, suggestions: certainly(certain) };
}

/** True for a link with a finding that depends neither on anchors nor on the content of other files. */
export function hasOwnFinding(rules: Pick<CheckInput, 'trailingSlash'>, use: LinkUse): boolean {
  const { target } = use;
  if (target.type === 'broken') return true;
  if (target.type === 'external')
    return externalFindings(use, target).some((finding) => finding !== undefined);
  if (target.type === 'page' && (target.absolute ?? target.form) !== undefined) return true;
  return ('via' in target && target.via !== undefined) || wrongEnding(rules, use) !== undefined;
}

/** The path that a broken link names. */
function wantedOf(problem: LinkProblem): string | undefined {
  return 'wanted' in problem ? problem.wanted : undefined;
}

const HINTS: Partial<Readonly<Record<LinkProblem['code'], string>>> = {
  'case-mismatch': 'write the name as the file has it',
  'above-site':
    'set `baseUrl` if the site is published below another one, or write the whole address',
  'empty-href': 'add a destination, or remove the link',
  'redirect-loop': 'let one of the redirects lead to a page',
  'unsafe-scheme': 'use http, https, mailto, tel or a relative address',
  'draft-target': 'publish the page or remove the link',
  'malformed-escape': 'write a percent sign as %25',
};

function brokenTarget(input: Check, use: LinkUse, problem: LinkProblem): Finding {
  const { href } = use;
  const { code } = problem;
  const wanted = wantedOf(problem);
  const hint = HINTS[code];
  switch (problem.code) {
    case 'page-not-found':
    case 'asset-not-found':
      return missingTarget(input, use, problem);
    case 'missing-base-path': {
      const { existing } = problem;
      return {
        code,
        message: describeReference({ code: problem.code, href: problem.wanted }),
        hint: `write ${existing}, or use <Link to="${wanted}">`,
        suggestions: certainly(writeLike(existing, href) + suffixOf(splitHref(href))),
      };
    }
    case 'draft-target':
      return { code, message: `"${wanted}" is a draft, which is not built`, hint };
    case 'redirect-loop': {
      const message =
        problem.isLong === true
          ? `more than ${MAX_REDIRECTS} redirects follow "${wanted}"`
          : `the redirect "${wanted}" leads back to itself`;
      return { code, message, hint };
    }
    case 'empty-href':
      return { code, message: 'the link has no destination', hint };
    default: {
      const message = describeReference({ resolved: wanted ?? href, ...problem, href });
      if (code === 'unknown-scheme')
        return { code, message, hint: schemeHint(urlScheme(href) ?? '') };
      const isNear = code === 'case-mismatch' || code === 'outside-root';
      const { at } = problem;
      const suggestions = isNear
        ? input.suggester.targets(use, { wanted, at, isFile: false })
        : NONE;
      return { code, message, hint, suggestions };
    }
  }
}

function schemeHint(scheme: string): string {
  const near = nearest(scheme, PAGE_SCHEMES);
  const allow = `links.schemes: ['${scheme}'] in the configuration allows it in links`;
  return near === undefined ? allow : `did you mean "${near}:"? ${allow}`;
}

/** Maximum number of pages that a hint names. */
const MOST_PAGES = 3;

type MissingTarget = Extract<LinkProblem, { readonly code: 'page-not-found' | 'asset-not-found' }>;

/** A page or file that is not there: it is elsewhere, or another one is meant. */
function missingTarget(input: Check, use: LinkUse, problem: MissingTarget): Finding {
  const { href } = use;
  const { code, wanted, at = wanted, refusal, isPage = false } = problem;
  const outside = outsideFile(input, problem);
  if (outside !== undefined) {
    const hint =
      outside === wanted
        ? 'put it into static/ or beside the page'
        : `move it to ${wanted.replace(/^\//, 'static/')}`;
    return { code, message: `the file "${outside}" exists, but is outside of the content`, hint };
  }
  const suggestions =
    refusal === undefined
      ? input.suggester.targets(use, { wanted, at: problem.at, isFile: isPage })
      : NONE;
  // Pages of an API reference have no files to look at.
  const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
  const beside = input.apiPaths.filter((path) => folderOf(path) === folderOf(at));
  const hint =
    beside.length > 0
      ? `name a page that \`docs routes\` lists, such as ${beside.slice(0, MOST_PAGES).join(', ')}`
      : refusal === undefined
        ? missingHint(href, code, wanted)
        : NAME_IT;
  return {
    code: use.isRedirect === true ? 'redirect-broken' : code,
    message:
      refusal === undefined
        ? describeReference({ resolved: wanted, ...problem, href })
        : `"${wanted}" ${refusal}`,
    hint: suggestions.near.length > 0 ? undefined : hint,
    suggestions,
    // The address and the doc that the link names.
    missing: [at, docName(wanted)].map((name) => splitHref(name).path),
  };
}

/** The file outside of the content that a path names, or would name in a folder that lies beside the content. */
function outsideFile(
  { existsOutside }: Check,
  { wanted, isPage, refusal }: MissingTarget,
): string | undefined {
  if (isPage === true || refusal !== undefined) return undefined;
  const names = wanted.startsWith('/')
    ? [`public${wanted}`]
    : [wanted, ...(/^[^/]+\/(.+\/.+\.mdx?)$/.exec(wanted)?.slice(1) ?? [])];
  return names.find(existsOutside);
}

/** A host, or a path below one, without scheme: the last part of the name is no extension of a file. */
const BARE_HOST =
  /^(?:www\.[\w-]+|(?:[\w-]+\.)+(?:com|org|net|io|dev|app|ai|co|edu|gov|example))(?:[:/?#]|\.[a-z]|$)/i;

function missingHint(href: string, code: MissingTarget['code'], wanted: string): string {
  if (BARE_HOST.test(href)) return `write "https://${href}" for an address outside of the site`;
  if (/^[^\s/@:]+@[\w-]+\.[\w.-]+$/.test(href)) return `write "mailto:${href}" for a mail address`;
  if (code === 'page-not-found') return 'correct the path, or add the page';
  return wanted.startsWith('/')
    ? `correct the path, or add the file to the static folder: static${wanted}`
    : 'correct the path, or add the file';
}

function brokenAnchor(input: Check, use: LinkUse): Finding | undefined {
  const { target } = use;
  if (target.type === 'external' || target.type === 'broken') return undefined;
  const isPage = target.type === 'page';
  const fragment = isPage ? target.fragment : splitHref(target.suffix).fragment;
  if (fragment === undefined) return undefined;
  const ids = isPage ? undefined : input.statics.idsOf(target);
  const page = isPage ? input.pages.get(target.route) : ids && { ids };
  if (page === undefined || hasAnchor(page.ids, fragment)) return undefined;
  const route = isPage ? target.route : toRoute(resolvedPath(target) ?? '');
  const message = `no heading "#${fragment}" on ${route}`;
  const missing = [idsOf(page.file ?? route)];
  if (use.setting !== undefined) {
    const hint = `correct ${use.setting} of the configuration`;
    return { code: 'openapi-link', message, missing, hint };
  }
  const code = use.isRedirect === true ? 'redirect-broken' : 'anchor-not-found';
  return { code, message, missing, ...anchorAdvice(input, use, { page, route, fragment }) };
}

/** An anchor that a target names, and the page that lacks it. */
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
    const hint = 'write the query before the fragment';
    return { hint, suggestions: certainly(`${before}#${written}`) };
  }
  const near = suggester.anchors(page, written);
  const suggestions = mapSuggestions(near, (id) => `${before}#${id}`);
  const other = near.certain === undefined ? suggester.pageWith(anchor, route) : undefined;
  if (other === undefined) {
    const [first] = suggester.anchors(page, anchor).near;
    const heading = page.headings?.find(({ id }) => id === first);
    const { file = heading?.file } = page;
    const where = heading && file !== undefined ? ` (${heading.file ?? file}:${heading.line})` : '';
    return {
      hint:
        first === undefined
          ? headingsHint(page, anchor)
          : `the nearest heading there is "#${first}"${where}`,
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

/** A link to an operation that is deprecated, or that the API no longer has. */
function oldOperation({ oldOperations }: Check, { target, href }: LinkUse): Finding | undefined {
  const page = target.type === 'page' ? oldOperations.get(target.route) : undefined;
  if (page === undefined) return undefined;
  const leads = `"${href}" leads to "${page.title}", which`;
  if (page.kind === 'removed') {
    const hint = 'link to what replaced it: its page tells when it was removed';
    return { code: 'link-to-removed-operation', message: `${leads} the API no longer has`, hint };
  }
  if (!page.isDeprecated) return undefined;
  return { code: 'link-to-deprecated-operation', message: `${leads} is deprecated` };
}

function redirectedLink({ baseUrl, statics, suggester }: Check, use: LinkUse): Finding | undefined {
  const { href, target } = use;
  if (target.type !== 'page' && target.type !== 'static') return undefined;
  const onward = statics.leadsTo(target);
  if (onward === undefined && target.type === 'page')
    return redirectedTo(target.via, suggester.writePage(use, target.route) + suffixOf(target));
  const own = target.type === 'page' ? pageAddress(target) : target.path + target.suffix;
  const path = onward ?? own;
  const isBelow = path.startsWith('/') && `${splitHref(href).path}/`.startsWith(baseUrl);
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
  return { code: 'redirected', message, suggestions: certainly(end) };
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
  const code = externalProblem(scheme, url);
  if (code === undefined) return [redirected];
  const message = describeReference({ code, href: via === undefined ? href : url });
  // The target of a redirect is fixed where the redirect is.
  const right = via === undefined ? withoutRepeatedScheme(url) : undefined;
  return [
    redirected,
    { code, message, suggestions: right === undefined ? NONE : certainly(right) },
  ];
}

const FORMS = {
  html: 'the link names the built file of a page',
  source: 'the link names a source file by an absolute path, or with a slash at its end',
} as const;

/** Reports a link in a form that other hosts, editors or code forges do not follow. */
function otherForm({ suggester }: Check, use: LinkUse): Finding | undefined {
  const { href, target } = use;
  if (target.type !== 'page' || target.form === undefined) return undefined;
  const right = suggester.writePage(use, target.route) + suffixOf(splitHref(href));
  const hint = `write "${right}"`;
  return { code: 'link-form', message: FORMS[target.form], hint, suggestions: certainly(right) };
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
  const { path, ...rest } = splitHref(href);
  // A relative path in Markdown names a source file, with or without its extension.
  const isSource = file?.endsWith('.md') === true && /^[^/:]+(?:\/|$)/.test(path);
  const isFile = isSource || /\.[a-z0-9]+$/i.test(path);
  if (path === '' || target.route === '/' || isFile) return undefined;
  if (path.endsWith('/') === (trailingSlash === 'always')) return undefined;
  const right = (path.endsWith('/') ? path.replace(/\/+$/, '') : `${path}/`) + suffixOf(rest);
  return {
    code: 'trailing-slash',
    message: `links to pages ${trailingSlash === 'always' ? 'end' : 'do not end'} with a slash here`,
    hint: `write "${right}"`,
    suggestions: certainly(right),
  };
}
