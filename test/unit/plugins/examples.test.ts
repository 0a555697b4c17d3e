import { cpSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { build, type BuildResult } from '../../../src/index.ts';
import { site, type SiteDriver } from '../../support/site.ts';

const EXAMPLES = resolve(import.meta.dirname, '../../../examples');
const drivers: SiteDriver[] = [];
afterEach(() => {
  for (const driver of drivers.splice(0)) driver.dispose();
});

/** Builds a copy of an example. */
function example(name: string): SiteDriver {
  const driver = site({});
  cpSync(join(EXAMPLES, name), driver.dir, { recursive: true });
  drivers.push(driver);
  return driver;
}

describe('plug-ins of the examples', () => {
  it('make reference pages from the JSON of TypeDoc', async () => {
    const driver = await example('typedoc').build();
    expect(driver.diagnostics()).toEqual([]);
    expect(driver.page('/docs/reference/heights')).toMatch(
      /Function in <code>src\/heights\.ts<\/code>[^]*heights[^]*Reads the heights of a day\.[^]*<code>day\?<\/code>/,
    );
    expect(driver.page('/docs/reference/Station')).toMatch(
      /&quot;north&quot; \| &quot;south&quot;[^]*<a href="\/docs\/">stations/,
    );
    await driver.write('api.json', '{ "name": "tides", "children": [] }').rebuild();
    expect(driver.diagnostics()).toContain('content/docs/index.md:3:16 page-not-found');
  }, 30_000);

  it('make a glossary with the pages that have each term', async () => {
    const driver = await example('glossary').build();
    expect(driver.diagnostics()).toEqual([
      'terms/sea.yml:1:1 glossary/unused-term'.replace('1:1', '3:1'),
    ]);
    expect(driver.page('/docs')).toMatch(/<a href="\/docs\/glossary\/#sea-1">tide<\/a>: The rise/);
    expect(driver.page('/docs/glossary')).toMatch(/id="sea-1"[^]*Used in <a href="\/docs\/">/);
    await driver
      .write('content/docs/index.md', '# Sea\n\n::term[tide]\n\n::term[flood]\n')
      .rebuild();
    expect(driver.diagnostics()).toContain('content/docs/index.md:5:3 plugin-error');
  }, 30_000);

  it('draw graphs when the site is built', async () => {
    const outDir = join(inject('runFolder'), 'graphs');
    const result: BuildResult = await build({ siteDir: join(EXAMPLES, 'graphs'), outDir });
    expect(result.diagnostics).toEqual([]);
    expect(readFileSync(join(outDir, 'index.html'), 'utf8')).toMatch(
      /<svg role="img" aria-label="From open to closed"[^]*<text[^>]*>open<\/text>[^]*<text[^>]*>close<\/text>/,
    );
  }, 30_000);
});
