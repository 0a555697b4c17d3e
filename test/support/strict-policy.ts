import { EARLY_SCRIPT_SOURCE } from '../../src/publish/early-script.ts';

/** The policy that a site runs under without a violation. */
export const STRICT_POLICY = [
  "default-src 'none'",
  `script-src 'self' ${EARLY_SCRIPT_SOURCE}`,
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types docs',
].join('; ');
