import type { SiteData } from './page.ts';

/** Version of `SiteFacts`. */
export const FACTS_SCHEMA = 3;

/** The file's name, below the base of a locale. */
export const SITE_FACTS = 'site.json';

/** Facts about the site for readers of a built folder, of the last versions in one locale. */
export interface SiteFacts {
  readonly schema: typeof FACTS_SCHEMA;
  /** The site's address without base path; undefined without a configuration. */
  readonly url?: string;
  /** The site's instructions for agents, as Markdown. */
  readonly instructions?: string;
  readonly site: Pick<
    SiteData,
    'title' | 'tagline' | 'baseUrl' | 'trailingSlash' | 'locale' | 'locales' | 'search'
  > & { readonly version?: string | undefined };
}
