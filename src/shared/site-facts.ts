import type { SiteData } from './page.ts';

/** Version of `SiteFacts`. */
export const FACTS_SCHEMA = 3;

/** The file's name, below the base of a locale. */
export const SITE_FACTS = 'site.json';

/** What readers of a built folder know of the site, in the last versions of one locale. */
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
