import { showsPages } from '../../html/reference-attributes.ts';
import {
  decodeSafely,
  isDangerousHref,
  isSafeHref,
  lacksHost,
  parseUrl,
  printFile,
} from '../../shared/paths.ts';
import { difference, notFoundCode } from '../../site/missing-target.ts';
import { type HrefParts, suffixOf } from '../../site/resolve-link.ts';
import { externalProblem, withoutRepeatedScheme } from '../external-syntax.ts';
import type { ReferenceCode } from '../messages.ts';
import {
  fileAt,
  nearPath,
  type OutputDocument,
  type OutputReference,
  type SiteFiles,
} from './output-site.ts';
import {
  climbsOut,
  type DocumentBase,
  type Fragment,
  type HostedAt,
  isBelow,
  joinPath,
  readFragment,
  splitLocal,
} from './parse-href.ts';

/** A problem of a reference, without its location. */
export interface OutputProblem {
  readonly code: ReferenceCode;
  /** Target: URL path with base path, percent-encoded as written, and fragment. */
  readonly resolved?: string | undefined;
  /** The existing alternative: `case-mismatch`, or a file whose letters are composed differently (NFC, NFD). */
  readonly existing?: string;
  readonly differs?: 'case' | 'normalization';
  /** The corrected href, if it is certain. */
  readonly suggestion?: string;
}

/** How the folder is hosted. */
export interface OutputStyle extends HostedAt {
  /** Without a policy `any`. */
  readonly trailingSlash?: 'always' | 'never' | 'any' | undefined;
  /** Allowed schemes in addition to the usual ones; default: any. */
  readonly schemes?: readonly string[] | undefined;
}

export interface ResolveContext {
  readonly style: OutputStyle;
  readonly files: SiteFiles;
}

/** The target of a reference, and its problems. */
export interface Verdict {
  readonly problems: readonly OutputProblem[];
  /** The target if it is a page of the site. */
  readonly document: OutputDocument | undefined;
  /** URL path of a target on the site. */
  readonly path: string | undefined;
  /** The name that the page must have. */
  readonly fragment: Fragment | undefined;
  readonly suffix: string;
  /** The address of an external target. */
  readonly external: string | undefined;
}

const NOTHING: Verdict = {
  problems: [],
  document: undefined,
  path: undefined,
  fragment: undefined,
  suffix: '',
  external: undefined,
};

/** Resolves a reference of a document. */
export function resolveReference(
  context: ResolveContext,
  reference: OutputReference,
  base: DocumentBase,
): Verdict {
  const { parsed } = reference;
  switch (parsed.type) {
    case 'empty':
      return problem({ code: 'empty-href' });
    case 'scheme':
      return resolveScheme(context, reference, parsed);
    case 'host':
      return resolveHost(context, reference, parsed.url);
    case 'relative':
      if (base === undefined) return { ...NOTHING, external: reference.href };
      return resolveLocal(context, reference, { local: parsed, base });
  }
}

function problem(...problems: readonly OutputProblem[]): Verdict {
  return { ...NOTHING, problems };
}

function resolveScheme(
  context: ResolveContext,
  reference: OutputReference,
  { scheme, url }: { readonly scheme: string; readonly url: string },
): Verdict {
  if (scheme === 'data' || scheme === 'about') return NOTHING;
  if (lacksHost(url)) return problem({ code: 'malformed-url' });
  const local = withinOrigin(context.style, url);
  if (local !== undefined) return resolveOwn(context, reference, local);
  const { schemes } = context.style;
  const isKnown = schemes === undefined || isSafeHref(url, reference.kind, schemes);
  const code = isKnown || isDangerousHref(url) ? externalProblem(scheme, url) : 'unknown-scheme';
  if (code === undefined) return { ...NOTHING, external: url };
  const suggestion = withoutRepeatedScheme(url);
  const found: OutputProblem = suggestion === undefined ? { code } : { code, suggestion };
  return { ...NOTHING, external: url, problems: [found] };
}

/** The part after the origin, for a full address of the site itself. */
function withinOrigin({ origin, baseUrl }: OutputStyle, url: string): string | undefined {
  if (origin === undefined || !/^https?:/i.test(url)) return undefined;
  const parsed = parseUrl(url, origin);
  // Outside of the base path, the host may have another site.
  const isOwn =
    parsed?.origin === new URL(origin).origin && `${parsed.pathname}/`.startsWith(baseUrl);
  return isOwn ? parsed.pathname + parsed.search + parsed.hash : undefined;
}

/** Handles a full address of the site itself: reported, because a path is better, and checked like one. */
function resolveOwn(context: ResolveContext, reference: OutputReference, own: string): Verdict {
  const verdict = resolveLocal(context, reference, { local: splitLocal(own), base: '/' });
  if (reference.isFull || verdict.path === undefined) return verdict;
  const note: OutputProblem = { code: 'same-origin-absolute', resolved: own, suggestion: own };
  return { ...verdict, problems: [note, ...verdict.problems] };
}

function resolveHost(context: ResolveContext, reference: OutputReference, url: string): Verdict {
  const full = `https:${url}`;
  if (parseUrl(full) === undefined) return problem({ code: 'malformed-url' });
  const own = withinOrigin(context.style, full);
  if (own !== undefined) return resolveOwn(context, reference, own);
  const problems: readonly OutputProblem[] = [{ code: 'protocol-relative', suggestion: full }];
  return { ...NOTHING, external: full, problems };
}

function resolveLocal(
  context: ResolveContext,
  reference: OutputReference,
  { local, base }: { readonly local: HrefParts; readonly base: string },
): Verdict {
  const { path, escaped } = joinPath(base, local.path);
  const { baseUrl } = context.style;
  const isInside = isBelow(baseUrl, path);
  if (escaped || climbsOut(baseUrl, local.path, { base, path }))
    return problem({ code: 'outside-root', resolved: path });
  const decoded = decodeSafely(path);
  if (decoded === undefined) return problem({ code: 'malformed-escape', resolved: path });
  if (!isInside) return outsideBase(context, reference, { local, path, decoded });
  return resolveInside(context, reference, { local, path, decoded: decoded.slice(baseUrl.length) });
}

interface Wanted {
  readonly local: HrefParts;
  /** URL path, percent-encoded. */
  readonly path: string;
  /** Decoded. */
  readonly decoded: string;
}

/** Handles a path outside the base path: it is of the site if only the base path is missing. */
function outsideBase(
  context: ResolveContext,
  reference: OutputReference,
  { local, path, decoded }: Wanted,
): Verdict {
  const { files, style } = context;
  if (fileAt(files, decoded.slice(1)) === undefined) {
    return problem({ code: notFoundCode(path, reference), resolved: path });
  }
  const suggestion = style.baseUrl + path.slice(1) + suffixOf(local);
  return problem({ code: 'missing-base-path', resolved: path, suggestion });
}

function resolveInside(
  context: ResolveContext,
  reference: OutputReference,
  { local, path, decoded }: Wanted,
): Verdict {
  const { files, style } = context;
  const file = fileAt(files, decoded);
  if (file === undefined) return missing(context, reference, { local, path, decoded });
  const found = files.documents.get(file);
  const document = found?.page && found;
  if (document !== undefined && reference.kind === 'asset' && !showsPages(reference.tag)) {
    return problem({ code: 'asset-not-found', resolved: path });
  }
  const slash =
    document !== undefined && reference.kind === 'page'
      ? slashProblem(style, { local, path, file })
      : undefined;
  return {
    problems: slash === undefined ? [] : [slash],
    document,
    path,
    fragment: document && readFragment(local.fragment),
    suffix: suffixOf(local),
    external: undefined,
  };
}

function missing(
  { files, style }: ResolveContext,
  reference: OutputReference,
  { local, path, decoded }: Wanted,
): Verdict {
  const near = nearPath(files, decoded);
  if (near === undefined) return problem({ code: notFoundCode(path, reference), resolved: path });
  const existing = printFile(near, { baseUrl: style.baseUrl, trailingSlash: true });
  const suggestion = sameStyle(local, path, existing) + suffixOf(local);
  const differs = difference(decoded, near);
  const code = differs === 'case' ? 'case-mismatch' : notFoundCode(path, reference);
  return problem({ code, resolved: path, existing, differs, suggestion });
}

/** Keeps a relative path relative if it has as many segments that may differ. */
function sameStyle({ path: written }: HrefParts, path: string, existing: string): string {
  const wantsRelative = written !== '' && !written.startsWith('/');
  if (!wantsRelative || !path.endsWith(written.replace(/^(?:\.{1,2}\/)+/, ''))) return existing;
  const climbs = /^(?:\.{1,2}\/)*/.exec(written)?.[0] ?? '';
  const kept = path.length - (written.length - climbs.length);
  const isSame = existing.slice(0, kept) === path.slice(0, kept);
  return isSame ? climbs + existing.slice(kept) : existing;
}

function slashProblem(
  { trailingSlash, baseUrl }: OutputStyle,
  {
    local,
    path,
    file,
  }: { readonly local: HrefParts; readonly path: string; readonly file: string },
): OutputProblem | undefined {
  // A link within its page, and the root, which always has its slash.
  if (local.path === '' || path === baseUrl || `${path}/` === baseUrl) return undefined;
  const isFolder = /(?:^|\/)index\.html$/.test(file) && !/\/index(?:\.html)?$/.test(path);
  const hasSlash = path.endsWith('/');
  const suffix = suffixOf(local);
  const written = local.path;
  if (trailingSlash === 'always' && isFolder && !hasSlash) {
    return { code: 'trailing-slash', resolved: path, suggestion: `${written}/${suffix}` };
  }
  if (trailingSlash !== 'never' || !hasSlash || !written.endsWith('/')) return undefined;
  const bare = written.slice(0, -1);
  // `../` without its slash means the same.
  const isClimb = /(?:^|\/)\.{1,2}$/.test(bare);
  const suggestion = isClimb || bare === '' ? path.slice(0, -1) : bare;
  return { code: 'trailing-slash', resolved: path, suggestion: suggestion + suffix };
}
