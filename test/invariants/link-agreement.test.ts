import { describe, expect, it } from 'vitest';
import { linkDisagreements } from '../support/link-agreement.ts';
import { site } from '../support/site.ts';
import { LINKS_SITE } from './support/links-site.ts';

describe('the link check of sources and that of the built folder', () => {
  it('find the same in a site with links of every kind', async () => {
    const driver = site(LINKS_SITE).warm();
    try {
      expect(await linkDisagreements(driver.dir)).toEqual([]);
    } finally {
      driver.dispose();
    }
  });
});
