import type { ResolvedConfig } from '../config/site-config.ts';
import type { EmbeddedPage, PagePolicy } from '../shared/page-data.ts';
import { ASSETS_FOLDER, FILES_FOLDER, type OutputPath } from '../shared/paths.ts';

/** The parts of a configuration that determine how to host the site. */
export interface HostedConfig extends Pick<ResolvedConfig, 'security' | 'head'> {
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
 * The Content-Security-Policy (CSP Level 3) of a site: only its own files, no inline code, and Trusted Types with the
 * single policy `docs`. `security` of the configuration and the policies of plug-ins extend it; the former includes the
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
    allow('script-src', SELF, [...script, ...ofPlugins('script')]),
    allow('style-src', SELF, [...ofPlugins('style'), ...(inlineStyles ? ["'unsafe-inline'"] : [])]),
    allow('img-src', SELF, ['data:', ...img, ...ofPlugins('img')]),
    allow('font-src', SELF, ofPlugins('font')),
    allow('connect-src', SELF, [...connect, ...ofPlugins('connect')]),
    allow('worker-src', SELF),
    ...(media.length === 0 ? [] : [allow('media-src', SELF, media)]),
    ...(frame.length === 0 ? [] : [allow('frame-src', SELF, frame)]),
    ...(head.some(isManifest) ? [allow('manifest-src', SELF)] : []),
    allow('base-uri', NONE),
    allow('form-action', NONE),
    allow('frame-ancestors', NONE),
    allow('require-trusted-types-for', "'script'"),
    allow('trusted-types', 'docs', [
      ...security.trustedTypes,
      ...policies.flatMap(({ trustedTypes }) => trustedTypes),
    ]),
  ];
}

/** Prints the policy as a header value. */
export function securityPolicy(config: HostedConfig): string {
  return policyDirectives(config)
    .map(({ name, sources }) => [name, ...sources].join(' '))
    .join('; ');
}

/** The configuration with the policies of a page's islands. */
function withPolicies(config: HostedConfig, policies: readonly PagePolicy[]): HostedConfig {
  return { ...config, plugins: [...config.plugins, ...policies.map((policy) => ({ policy }))] };
}

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

/** The policy of a document whose page needs more than the site's; undefined for others. */
export function documentPolicy(config: HostedConfig, html: Uint8Array): string | undefined {
  const bytes = Buffer.from(html.buffer, html.byteOffset, html.length);
  // The data of the page comes last; see `EmbeddedPage`.
  const start = bytes.lastIndexOf(PAGE_DATA);
  if (start < 0 || !bytes.includes('"policies":', start)) return undefined;
  const end = bytes.indexOf('</script>', start);
  const { policies }: EmbeddedPage = JSON.parse(
    bytes.subarray(start + PAGE_DATA.length, end).toString(),
  );
  return policies && securityPolicy(withPolicies(config, policies));
}

const PAGE_DATA = '<script type="application/json">';

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

/** How long files may be cached without revalidation: the value of `Cache-Control` (RFC 9111). */
interface CacheRule {
  /** Folder below the output folder, with a final slash; empty for all files. */
  readonly folder: string;
  /** Pattern of the file names. */
  readonly name: RegExp;
  readonly cacheControl: string;
}

/** The first match applies. Files with a hash in their name (esbuild's, or 10 digits) never change. */
export const CACHE_RULES: readonly CacheRule[] = [
  {
    folder: ASSETS_FOLDER,
    name: /^[^/]*-[A-Z2-7]{8}(?:\.[^/]*)?$/,
    cacheControl: 'public, max-age=31536000, immutable',
  },
  {
    folder: FILES_FOLDER,
    name: /^[^/]*-[0-9a-f]{10}(?:\.[^/]*)?$/,
    cacheControl: 'public, max-age=31536000, immutable',
  },
  { folder: '', name: /^/, cacheControl: 'no-cache' },
];

export function cacheRule(path: OutputPath): string {
  const rule = CACHE_RULES.find(
    ({ folder, name }) => path.startsWith(folder) && name.test(path.slice(folder.length)),
  );
  return rule?.cacheControl ?? 'no-cache';
}
