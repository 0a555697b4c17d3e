import * as v from 'valibot';
import type { SiteLocation } from '../../src/config/checks/folders.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import { SITE_SCHEMA, type SiteConfig } from '../../src/config/schema.ts';
import type { ResolvedConfig } from '../../src/config/site-config.ts';

/** Fills in all defaults of a configuration that has the required keys. */
export function resolveSite(
  config: Partial<SiteConfig>,
  location: Partial<SiteLocation> = {},
): ResolvedConfig {
  const value = { title: 'Docs', url: 'https://docs.example', ...config };
  return resolveConfig(v.parse(SITE_SCHEMA, value), {
    siteDir: '/site',
    configFile: 'site.config.ts',
    exists: () => false,
    folders: () => [],
    ...location,
  });
}
