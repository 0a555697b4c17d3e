import type { ResolvedConfig } from '../../config/site-config.ts';

/** What of a configuration decides how the site may be hosted. */
export type HostedConfig = Pick<ResolvedConfig, 'security' | 'head'>;

/** A directive of a policy, with what it allows. */
export interface Directive {
  readonly name: string;
  readonly sources: readonly string[];
}

const SELF = "'self'";
const NONE = "'none'";

/**
 * The Content-Security-Policy (CSP Level 3) of a site: nothing but its own files, no inline code, and Trusted Types with
 * the one policy `docs`. `security.origins` of the configuration widens it; the origins of `search.analytics` are among
 * those already. Directives that fall back to `default-src` appear where something needs them.
 */
export function policyDirectives({ security, head }: HostedConfig): readonly Directive[] {
  const { img, media, frame, script, connect } = security.origins;
  return [
    allow('default-src', NONE),
    allow('script-src', SELF, script),
    allow('style-src', SELF),
    allow('img-src', SELF, ['data:', ...img]),
    allow('font-src', SELF),
    allow('connect-src', SELF, connect),
    allow('worker-src', SELF),
    ...(media.length === 0 ? [] : [allow('media-src', SELF, media)]),
    ...(frame.length === 0 ? [] : [allow('frame-src', SELF, frame)]),
    ...(head.some(isManifest) ? [allow('manifest-src', SELF)] : []),
    allow('base-uri', NONE),
    allow('form-action', NONE),
    allow('frame-ancestors', NONE),
    allow('require-trusted-types-for', "'script'"),
    allow('trusted-types', 'docs'),
  ];
}

/** The policy as the value of its header. */
export function securityPolicy(config: HostedConfig): string {
  return policyDirectives(config)
    .map(({ name, sources }) => [name, ...sources].join(' '))
    .join('; ');
}

function allow(name: string, first: string, others: readonly string[] = []): Directive {
  return { name, sources: [...new Set([first, ...others])] };
}

function isManifest({ tag, attributes }: ResolvedConfig['head'][number]): boolean {
  return tag === 'link' && /(?:^|\s)manifest(?:\s|$)/i.test(attributes['rel'] ?? '');
}
