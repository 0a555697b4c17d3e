import { describe, expect, it } from 'vitest';
import { ACCESS_SITE } from '../e2e/support/access-site.ts';
import { DEV_SITE } from '../e2e/support/dev-site.ts';
import { layoutSite } from '../e2e/support/layout-site.ts';
import { CROWDED } from '../e2e/support/navbar-site.ts';
import { LONG_SIDEBAR_SITE, READER_SITE } from '../e2e/support/reader-site.ts';
import { SEARCH_SITE } from '../e2e/support/search-site.ts';
import { VERSIONS_SITE } from '../e2e/support/versions-site.ts';
import { linkDisagreements } from '../support/link-agreement.ts';
import { type SiteFiles, site } from '../support/site.ts';
import { LINKS_SITE } from './support/links-site.ts';

// The sites of `expectMarked` and of the catalog of codes are compared where they are.
const SITES: Readonly<Record<string, SiteFiles>> = {
  'links of every kind': LINKS_SITE,
  'without trailing slashes': {
    ...LINKS_SITE,
    'site.config.ts': (LINKS_SITE['site.config.ts'] ?? '').replace(
      `title: 'T'`,
      `title: 'T', trailingSlash: false`,
    ),
  },
  access: ACCESS_SITE,
  layout: layoutSite(),
  dev: DEV_SITE,
  navbar: CROWDED,
  reader: READER_SITE,
  sidebar: LONG_SIDEBAR_SITE,
  search: SEARCH_SITE,
  versions: VERSIONS_SITE,
};

describe('the link check of sources and that of the built folder find the same', () => {
  it.each(Object.entries(SITES))('in the site %s', async (_, files) => {
    const driver = site(files).warm();
    try {
      expect(await linkDisagreements(driver.dir)).toEqual([]);
    } finally {
      driver.dispose();
    }
  });
});
