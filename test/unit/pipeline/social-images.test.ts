import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

/** Draws an image whose content is the SVG, and counts. */
const PACKAGE: SiteFiles = {
  'node_modules/@resvg/resvg-js/package.json':
    '{ "name": "@resvg/resvg-js", "version": "2.0.0", "main": "index.js" }\n',
  'node_modules/@resvg/resvg-js/index.js': `const { appendFileSync } = require('node:fs');
exports.Resvg = class {
  constructor(svg, options) { this.text = svg + JSON.stringify(options); }
  render() {
    if (this.text.includes('Broken')) throw new Error('no such shape');
    appendFileSync(__dirname + '/drawn', 'x');
    return { asPng: () => Buffer.from(this.text) };
  }
};
`,
};

const FILES: SiteFiles = {
  'site.config.ts': `export default {
  title: 'Example', url: 'https://docs.example.com', image: 'site.png',
  socialImage: { template: 'og.svg' },
};
`,
  'og.svg': '<svg width="1200" height="630"><text x="60">{{ title }}</text>{{ section }}</svg>\n',
  'static/site.png': '',
  'content/index.md': '# Home\n',
  'content/own.md': '---\nimage: /site.png\n---\n\n# Own\n',
  'content/docs/a.md': '# Title of A\n',
};

const image = (driver: SiteDriver, route: string): string =>
  /og:image" content="https:\/\/docs\.example\.com\/([^"]+)"/.exec(driver.page(route))?.[1] ?? '';

const drawn = ({ dir }: SiteDriver): number =>
  readFileSync(join(dir, 'node_modules/@resvg/resvg-js/drawn'), 'utf8').length;

describe('images of link previews', () => {
  it('are drawn once for each text', async () => {
    const driver = await site({ ...FILES, ...PACKAGE }).build();
    expect(driver.diagnostics()).toEqual([]);
    const path = image(driver, '/docs/a');
    expect(path).toMatch(/^dw-files\/social-[\da-f]{16}\.png$/);
    expect(driver.file(path)).toContain('<tspan x="60">Title of A</tspan>');
    expect(driver.file(path)).toContain('"loadSystemFonts":true');
    expect(driver.page('/docs/a')).toContain(
      '<meta property="og:image:width" content="1200">\n<meta property="og:image:height" content="630">\n<meta property="og:image:alt" content="Title of A">',
    );
    expect(image(driver, '/own')).toBe('site.png');
    expect(driver.page('/404')).not.toContain('dw-files/social-');
    const first = drawn(driver);
    expect(first).toBe(driver.files().filter((file) => file.includes('/social-')).length);
    driver.write('content/docs/a.md', '# Title of A\n\nMore text.\n');
    await driver.rebuild();
    expect([image(driver, '/docs/a'), drawn(driver)]).toEqual([path, first]);
    driver.write('content/docs/a.md', '# Another title\n');
    await driver.rebuild();
    expect(image(driver, '/docs/a')).not.toBe(path);
    expect(drawn(driver)).toBe(first + 1);
    expect(driver.files()).not.toContain(path);
    driver.write('og.svg', '<svg width="1200" height="630"><text>{{ title }}</text></svg>\n');
    await driver.rebuild();
    expect(drawn(driver)).toBe(first + 1 + first);
    driver.dispose();
  });

  it('are left out without the package, with one warning', async () => {
    const driver = await site(FILES).build();
    expect(driver.diagnostics()).toEqual(['site.config.ts:3:28 social-image']);
    expect(driver.result().diagnostics[0]?.message).toContain('@resvg/resvg-js is not installed');
    expect(image(driver, '/docs/a')).toBe('site.png');
    driver.dispose();
  });

  it.each([
    [
      'an unknown text',
      { 'og.svg': '<svg width="9" height="9">\n{{ titel }}</svg>' },
      'og.svg:2:1',
    ],
    ['a template without a size', { 'og.svg': '<svg/>' }, 'site.config.ts:3:28'],
    ['no template', { 'og.svg': '' }, 'site.config.ts:3:28'],
    ['an image that cannot be drawn', { 'content/docs/a.md': '# Broken\n' }, 'og.svg:1:1'],
  ])('are reported: %s', async (_, files: SiteFiles, at) => {
    const driver = await site({ ...FILES, ...PACKAGE, ...files }).build();
    expect(driver.diagnostics()).toEqual([`${at} social-image`]);
    driver.dispose();
  });
});
