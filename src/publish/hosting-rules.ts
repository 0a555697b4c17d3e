import { lookup } from 'mrmime';
import type { ResolvedConfig } from '../config/site-config.ts';
import { decodeAttribute } from '../html/character-references.ts';
import type { PagePolicy } from '../shared/page-data.ts';
import { ROOT_ID } from '../shared/page-ids.ts';
import {
  ASSETS_FOLDER,
  FILES_FOLDER,
  type OutputPath,
  printFile,
  type Route,
} from '../shared/paths.ts';
import { EARLY_SCRIPT_SOURCE } from './early-script.ts';

/** The parts of a configuration that determine how to host the site. */
export interface HostedConfig extends Pick<ResolvedConfig, 'security' | 'head' | 'feedback'> {
  readonly plugins: readonly { readonly policy: PagePolicy }[];
}

/** A directive of a policy with its sources. */
export interface Directive {
  readonly name: string;
  readonly sources: readonly string[];
}

const SELF = "'self'";
const NONE = "'none'";

/**
 * The Content-Security-Policy (CSP Level 3) of a site: only its own files, no inline code but the early script, and
 * Trusted Types with the single policy `docs`. `security` of the configuration and the policies of plug-ins extend it; the former includes the
 * origins of `search.analytics`. Directives that fall back to `default-src` are added if something needs them.
 */
export function policyDirectives(config: HostedConfig): readonly Directive[] {
  const { security, head, plugins } = config;
  const { img, media, frame, script, connect } = security.origins;
  const policies = plugins.map(({ policy }) => policy);
  const inlineStyles = policies.some((policy) => policy.inlineStyles);
  const ofPlugins = (key: 'script' | 'style' | 'font' | 'img' | 'connect'): readonly string[] =>
    policies.flatMap((policy) => policy[key].map((address) => new URL(address).origin));
  return [
    allow('default-src', NONE),
    allow('script-src', SELF, [EARLY_SCRIPT_SOURCE, ...script, ...ofPlugins('script')]),
    allow('style-src', SELF, [...ofPlugins('style'), ...(inlineStyles ? ["'unsafe-inline'"] : [])]),
    allow('img-src', SELF, ['data:', ...img, ...ofPlugins('img')]),
    allow('font-src', SELF, ofPlugins('font')),
    allow('connect-src', SELF, [...connect, ...ofPlugins('connect')]),
    allow('worker-src', SELF),
    allow('media-src', SELF, media),
    ...(frame.length === 0 ? [] : [allow('frame-src', SELF, frame)]),
    ...(head.some(isManifest) ? [allow('manifest-src', SELF)] : []),
    allow('base-uri', NONE),
    // The search of the 404 page, and the answers of readers.
    allow('form-action', SELF, feedbackOrigin(config)),
    allow('frame-ancestors', NONE),
    allow('require-trusted-types-for', "'script'"),
    allow('trusted-types', 'docs', [
      ...security.trustedTypes,
      ...policies.flatMap(({ trustedTypes }) => trustedTypes),
    ]),
  ];
}

/** The origin of the form below docs; a link needs none. */
function feedbackOrigin({ feedback }: HostedConfig): readonly string[] {
  const to = feedback?.to ?? '';
  return /^https?:/i.test(to) && !/\{(?:title|url)\}/.test(to) ? [new URL(to).origin] : [];
}

/** Prints the policy as a header value, with the policies of a page's islands. */
export function securityPolicy(config: HostedConfig, policies: readonly PagePolicy[] = []): string {
  return policyDirectives(withPolicies(config, policies)).map(printDirective).join('; ');
}

function printDirective({ name, sources }: Directive): string {
  return [name, ...sources].join(' ');
}

/** The configuration with the policies of a page's islands. */
function withPolicies(config: HostedConfig, policies: readonly PagePolicy[]): HostedConfig {
  return { ...config, plugins: [...config.plugins, ...policies.map((policy) => ({ policy }))] };
}

/** Longest policy in a header: Cloudflare reads 2,000 characters of a line, nginx 4,096. */
const MAX_HEADER = 1900;

/** The policy as hosts send it. One that is too long is in the page, except for the part that only a header can have. */
export function headerPolicy(config: HostedConfig, policies: readonly PagePolicy[] = []): string {
  const policy = securityPolicy(config, policies);
  return policy.length > MAX_HEADER ? "frame-ancestors 'none'" : policy;
}

/** The parts of a page and its site that determine whether the page contains its policy. */
interface PageToHost {
  readonly config: HostedConfig & Pick<ResolvedConfig, 'hosting'>;
  readonly policies: readonly PagePolicy[];
  /** Whether any page of the site has islands, which may need a wider policy. */
  readonly hasIslands: boolean;
}

/**
 * The policy in a `meta` element of a page; undefined if the host sends it. Browsers enforce both: for islands, Netlify and
 * Cloudflare send the union of all pages' policies, and each page limits itself to its own.
 */
export function metaPolicy({ config, policies, hasIslands }: PageToHost): string | undefined {
  const isLong = (of: readonly PagePolicy[]): boolean =>
    securityPolicy(config, of).length > MAX_HEADER;
  const { hosting = 'github-pages' } = config;
  const isSent = {
    none: () => true,
    netlify: () => !hasIslands && !isLong([]),
    cloudflare: () => !hasIslands && !isLong([]),
    nginx: () => !isLong(policies),
    caddy: () => !isLong(policies),
    'github-pages': () => false,
  }[hosting];
  if (isSent()) return undefined;
  return policyDirectives(withPolicies(config, policies))
    .filter(({ name }) => !NOT_IN_META.has(name))
    .map(printDirective)
    .join(';');
}

/** `frame-ancestors` works in headers only; `worker-src` falls back to `script-src`. */
const NOT_IN_META: ReadonlySet<string> = new Set(['frame-ancestors', 'worker-src']);

/** The policy of files in `dw-files/`: shows documents and images as they are, without scripts. */
export const FILES_POLICY =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The sources that a page's policies allow in addition to the site's: `trusted-types mermaid`. */
export function addedSources(config: HostedConfig, policies: readonly PagePolicy[]): string {
  const known = new Map(policyDirectives(config).map(({ name, sources }) => [name, sources]));
  return policyDirectives(withPolicies(config, policies))
    .flatMap(({ name, sources }) => {
      const added = sources.filter((source) => known.get(name)?.includes(source) !== true);
      return added.length === 0 ? [] : [[name, ...added].join(' ')];
    })
    .join('; ');
}

/** The policy of a file that has another one than the site: a file of content, or a page that needs more. */
export function filePolicy(
  config: HostedConfig,
  path: OutputPath,
  content: Uint8Array | undefined,
): string | undefined {
  if (path.startsWith(FILES_FOLDER)) return FILES_POLICY;
  return content === undefined ? undefined : documentPolicy(config, content);
}

/** The policy of a document whose page needs more than the site's; undefined for others. */
function documentPolicy(config: HostedConfig, html: Uint8Array): string | undefined {
  const bytes = Buffer.from(html.buffer, html.byteOffset, html.length);
  // See `RootData`.
  const start = bytes.indexOf(`<div id="${ROOT_ID}"`);
  if (start < 0) return undefined;
  const tag = bytes.subarray(start, bytes.indexOf('>', start)).toString();
  const [, policies] = / data-policies='([^']*)'/.exec(tag) ?? [];
  return policies && securityPolicy(config, JSON.parse(decodeAttribute(policies)));
}

function allow(name: string, first: string, others: readonly string[] = []): Directive {
  return { name, sources: [...new Set([first, ...others])] };
}

function isManifest({ tag, attributes }: ResolvedConfig['head'][number]): boolean {
  return tag === 'link' && /(?:^|\s)manifest(?:\s|$)/i.test(attributes['rel'] ?? '');
}

export interface Header {
  readonly name: string;
  readonly value: string;
}

/** Headers of every answer: prevent framing, cross-origin reads and MIME sniffing. */
export function securityHeaders(config: HostedConfig): readonly Header[] {
  return [
    { name: 'Content-Security-Policy', value: securityPolicy(config) },
    { name: 'X-Content-Type-Options', value: 'nosniff' },
    { name: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
    { name: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
    // Other sites learn the origin of a visit, but not the page.
    { name: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
    // Repeats `frame-ancestors` for browsers and scanners that do not support it.
    { name: 'X-Frame-Options', value: 'DENY' },
  ];
}

/** The links of every page for agents (RFC 8288): the list of all pages, and the sitemap. */
export function siteLinks(config: ResolvedConfig): readonly string[] {
  const { agents, sitemap, isAssumed } = config;
  return [
    ...(agents?.llms === true ? [`<${printFile('llms.txt', config)}>; rel="llms-txt"`] : []),
    ...(sitemap === undefined || isAssumed
      ? []
      : [`<${printFile('sitemap.xml', config)}>; rel="sitemap"`]),
  ];
}

/** A page that needs more than the site's policy. */
export interface WidePage {
  readonly route: Route;
  readonly policies: readonly PagePolicy[];
}

/** The parts of a built site that determine the rules of its host. */
export interface SiteToHost {
  readonly config: ResolvedConfig;
  readonly widePages: readonly WidePage[];
  /** The extensions of all published files, in lower case. */
  readonly extensions: ReadonlySet<string>;
}

/** The value of `Cache-Control` (RFC 9111) of files that never change. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Files with a hash in their name (esbuild's, or 10 characters), which never change: their folder, and their name. */
export const HASHED_FILES: readonly (readonly [folder: string, name: RegExp])[] = [
  [ASSETS_FOLDER, /^[^/]*-[A-Z2-7]{8}(?:\.[^/]*)?$/],
  [`${ASSETS_FOLDER}search/`, /^[\w-]{10}\.json$/],
  [FILES_FOLDER, /^[^/]*-[0-9a-f]{10}(?:\.[^/]*)?$/],
];

/** The `Cache-Control` of a file. */
export function cacheRule(path: OutputPath): string {
  const isHashed = HASHED_FILES.some(
    ([folder, name]) => path.startsWith(folder) && name.test(path.slice(folder.length)),
  );
  return isHashed ? IMMUTABLE : 'no-cache';
}

const TEXT =
  /^(?:text\/|image\/svg\+xml$|application\/(?:json$|javascript$|xml$|[^/]+\+(?:json|xml)$))/;

/** The `Content-Type` of a file by its extension. All text files of a site are UTF-8. */
export function contentType(path: string): string {
  // The package's table is a plain object: it would return a function for `x.constructor`.
  const type: unknown = lookup(path);
  if (typeof type !== 'string') return 'application/octet-stream';
  return TEXT.test(type) ? `${type}; charset=utf-8` : type;
}
