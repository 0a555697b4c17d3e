import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { compareDiagnostics } from '../../../src/diagnostics/diagnostic.ts';
import { checkFolder } from '../../../src/pipeline/check-folder.ts';
import { site } from '../../support/site.ts';

let folder: string | undefined;
afterEach(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true });
  folder = undefined;
});

function write(files: Readonly<Record<string, string>>): string {
  folder = mkdtempSync(join(tmpdir(), 'docwright-folder-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const page = (main: string): string =>
  `<!doctype html>\n<html><body>\n<nav><a href="/gone/">Gone</a> <a href="/">Home</a></nav>\n<main id="main">${main}</main>\n</body></html>\n`;

describe('a folder of HTML that another tool has built', () => {
  it('is checked against itself, with places in the HTML', async () => {
    const dir = write({
      'index.html': page('<a href="a/#part">a</a> <a href="A/">case</a>\r\n<img src="no.png">'),
      'a/index.html': page('<h2 id="part">x</h2><a href="../#none">n</a>'),
      'b.html': page('<a href="a/">a</a>'),
    });
    const result = await checkFolder({ siteDir: dir, folder: dir });
    expect(
      result.diagnostics
        .toSorted(compareDiagnostics)
        .map(
          ({ code, location, link }) =>
            `${location?.file}:${location?.line}:${location?.column} ${code} ${link?.href} ${link?.pages ?? 1}`,
        ),
    ).toEqual([
      'a/index.html:3:15 page-not-found /gone/ 3',
      'a/index.html:4:46 anchor-not-found ../#none 1',
      'b.html:1:1 orphan-page  1',
      'index.html:4:50 case-mismatch A/ 1',
      'index.html:5:11 asset-not-found no.png 1',
    ]);
    expect(result.coverage).toMatchObject({ pages: 3, links: 11 });
  });

  it('that is not there has nothing to check', async () => {
    const missing = join(tmpdir(), 'docwright-no-such-folder');
    const result = await checkFolder({ siteDir: missing, folder: missing });
    const codes = result.diagnostics.map(({ code }) => code);
    expect(codes).toEqual(['file-unreadable', 'nothing-checked']);
  });
});

describe('a folder that docwright has built', () => {
  it('has the base path of its configuration, and nothing to complain of', async () => {
    const driver = await site({
      'site.config.ts': `export default { title: 'T', url: 'https://t.example', baseUrl: '/b/' };\n`,
      'content/docs/a.md': '# A\n\n## Part\n\n[b](./b.md) [c](#part)\n',
      'content/docs/b.md': '# B\n\n[a](./a.md#part)\n',
    }).build();
    const result = await checkFolder({ siteDir: driver.dir, folder: driver.outDir() });
    expect(result.diagnostics).toEqual([]);
    expect(result.coverage.links).toBeGreaterThan(20);
    driver.dispose();
  });
});
