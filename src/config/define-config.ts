import type { SiteConfig } from './types.ts';

/** Returns its argument: gives editors the types of `site.config.ts` without an annotation. */
export function defineConfig(config: SiteConfig): SiteConfig {
  return config;
}
