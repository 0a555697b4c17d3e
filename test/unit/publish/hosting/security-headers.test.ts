import { expect, it } from 'vitest';
import { securityHeaders } from '../../../../src/publish/hosting-rules.ts';
import { STRICT_POLICY } from '../../../support/strict-policy.ts';

it('has the policy and what keeps other origins out, each name once', () => {
  const headers = securityHeaders({
    security: {
      origins: { img: [], media: [], frame: [], script: [], connect: [] },
      trustedTypes: [],
    },
    head: [],
    plugins: [],
  });
  expect(Object.fromEntries(headers.map(({ name, value }) => [name, value]))).toEqual({
    'Content-Security-Policy': STRICT_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Frame-Options': 'DENY',
  });
  expect(new Set(headers.map(({ name }) => name)).size).toBe(headers.length);
});
