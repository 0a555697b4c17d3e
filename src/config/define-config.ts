import type { SiteConfig } from './site-config.ts';

/** Returns its argument: gives editors the types of `site.config.ts` without an annotation. */
export function defineConfig(config: SiteConfig): SiteConfig {
  return config;
}
