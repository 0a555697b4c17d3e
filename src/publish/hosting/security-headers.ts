import { type HostedConfig, securityPolicy } from './security-policy.ts';

/** A header that a host sends with every answer. */
export interface Header {
  readonly name: string;
  readonly value: string;
}

/**
 * The headers that every answer of a host has to carry, in the order in which they are printed. No page of a site may
 * be framed, opened into another site's window group, read by another origin, or taken for another type than it is.
 */
export function securityHeaders(config: HostedConfig): readonly Header[] {
  return [
    { name: 'Content-Security-Policy', value: securityPolicy(config) },
    { name: 'X-Content-Type-Options', value: 'nosniff' },
    { name: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
    { name: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
    // Other sites learn that a reader comes from here, but not from which page.
    { name: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
    // What `frame-ancestors` says, for browsers and scanners that do not know it.
    { name: 'X-Frame-Options', value: 'DENY' },
  ];
}
