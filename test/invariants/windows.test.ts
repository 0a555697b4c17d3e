import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { type SiteFiles, site } from '../support/site.ts';
import { onWindows, windowsDocwright } from './support/windows.ts';

let docwright: Awaited<ReturnType<typeof windowsDocwright>>;

beforeAll(async () => {
  docwright = await windowsDocwright(join(inject('runFolder'), 'windows'));
});

const FILES: SiteFiles = {
  'site.config.mjs': "export default { title: 'Harbor', url: 'https://docs.example.com' };\n",
  'content/index.md': '# Harbor\n\n[Ferry](./boats/ferry.md) ![Boat](./boats/boat.svg)\n',
  'content/boats/_category_.yml': 'label: Boats\n',
  'content/boats/ferry.md':
    '# Ferry\n\n[Harbor](../index.md) [File](./times.txt)\n\n```js file="../../samples/a.js"\n```\n',
  'content/boats/boat.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'content/boats/times.txt': '12:00\n',
  'samples/a.js': 'const a = 1;\n',
  'static/img/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

function contentOf(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(
    files.map((path) => [path, readFileSync(join(folder, path), 'latin1')]),
  );
}

/** Each is a mistake at a place that the diagnostics name. */
const MISTAKES: SiteFiles = {
  'content/boats/ferry.md':
    '---\nsidebar_position: first\n---\n\n# Ferry\n\n[Gone](./gone.md) ![Gone](../gone.svg) [Anchor](../index.md#gone)\n',
  'content/boats/barge.md':
    '# Barge\n\n<Include file="./gone.md" />\n\n```js file="../../gone.js"\n```\n\n[a](../../../x.md)\n',
  'content/Index.md': '# Twice\n',
  'content/boats/_category_.yml': 'label: [\n',
  'static/page.html': '<!doctype html><title>x</title><a href="gone.html">Gone</a>',
};

const FORMS = [
  ['a drive', 'C:', (path: string) => path],
  ['a drive in lower case', 'c:', (path: string) => path],
  ['another drive than that of docwright', 'D:', (path: string) => path],
  ['a share', '\\\\server\\share', (path: string) => path],
  ['slashes of both kinds', 'C:', (path: string) => path.replaceAll('\\', '/')],
] as const;

describe.each(FORMS)('on Windows, a site below %s', (_name, start, form) => {
  const folder = (path: string): string => form(onWindows(path, start));

  it('is built to the same files', async () => {
    const driver = site(FILES);
    onTestFinished(driver.dispose);
    await driver.build();
    expect(driver.diagnostics()).toEqual([]);
    const outDir = folder(join(driver.dir, 'windows'));
    const built = await docwright.build({ siteDir: folder(driver.dir), outDir });
    expect(built.diagnostics).toEqual([]);
    expect(contentOf(join(driver.dir, 'windows'))).toEqual(contentOf(driver.outDir()));
    // The names of this drive are the same in the other case.
    const again = await docwright.build({
      siteDir: folder(driver.dir),
      outDir: outDir.replace(/^c:/i, (drive) => (drive === 'C:' ? 'c:' : 'C:')),
    });
    expect(again.summary?.files).toMatchObject({ written: 0, deleted: 0 });
  });

  it('has the same findings, whose files have slashes', async () => {
    const driver = site({ ...FILES, ...MISTAKES });
    onTestFinished(driver.dispose);
    const expected = await driver.build().then(() => driver.result().diagnostics);
    expect(new Set(expected.map(({ code }) => code)).size).toBeGreaterThan(6);
    const { diagnostics } = await docwright.build({ siteDir: folder(driver.dir) });
    expect(diagnostics).toEqual(expected);
    const checked = await docwright.checkLinks({ siteDir: folder(driver.dir) });
    for (const { location } of checked.diagnostics) expect(location?.file).not.toContain('\\');
  });
});
