import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createBundleCache } from '../../../src/bundle/bundle-cache.ts';
import { sealedFolder } from '../../../src/cache/sealed-folder.ts';
import { plainBundler } from '../../../src/bundle/bundler.ts';
import { warmBundler } from '../../../src/bundle/warm-bundler.ts';
import { bundleAll, describeBundled, siteFolder } from './site-folder.ts';

const text = (value: number): string => `export const text = 'text ${value}';\n`;
const template = (name: string, value: number): string => `
import { ${name} as Default } from 'docwright/templates/${name}';
import { text } from '../shared/text';
export const ${name} = (props) => <div title={text + ${value}}><Default {...props} /></div>;
`;
const page = (value: number): string => `
import { text } from '../shared/text';
export const meta = { title: 'Page ${value}' };
export default () => <p>{text}</p>;
`;

/** Files that come, change and go, by what they hold; some stand in the way of each other, some are broken at times. */
const FILES: readonly (readonly [file: string, content: (value: number) => string])[] = [
  ['content/index.tsx', page],
  ['content/more.tsx', (value) => (value === 2 ? 'export const meta = {};\n' : page(value))],
  ['content/guide.md', (value) => `# Guide ${value}\n`],
  ['templates/Navbar.tsx', (value) => template('Navbar', value)],
  ['templates/Footer.tsx', (value) => (value === 2 ? '<' : template('Footer', value))],
  ['templates/SearchDialog.tsx', (value) => template('SearchDialog', value)],
  [
    'templates/styles.css',
    (value) => `@import "../shared/text.css";\n.x${value} { color: red; }\n`,
  ],
  ['templates/styles/tokens.css', (value) => `:root { --own: ${value}px; }\n`],
  ['shared/text.css', (value) => `.y${value} { color: blue; }\n`],
  ['shared/text.ts', text],
  ['shared/text.js', text],
  ['shared/text/index.ts', text],
];
const PAGES = ['content/index.tsx', 'content/more.tsx'];
const EDITS = Number(process.env['BUNDLE_EDITS'] ?? 20);

/** Numbers that look random and are the same each time (Numerical Recipes' generator). */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

it('edits in any order leave a warm bundler, and the cache, with what a build makes', {
  timeout: 600_000,
}, async () => {
  const next = numbers(Number(process.env['BUNDLE_SEED'] ?? 3));
  const site = siteFolder({ 'content/index.tsx': page(0), 'shared/text.js': text(0) });
  const warm = warmBundler();
  let [last, isBroken] = [0, false];
  for (const edit of Array(EDITS).keys()) {
    // Broken files are soon fixed.
    last = isBroken && next(2) === 0 ? last : next(FILES.length);
    const [file, content] = FILES[last] ?? ['', text];
    const existed = existsSync(site.path(file));
    const isGone = existed && next(3) === 0;
    if (isGone) site.remove(file);
    else site.write(file, content(next(3)));
    warm.changed(new Set([site.path(file)]), isGone || !existed);
    const pages = PAGES.filter((path) => existsSync(site.path(path)));
    const bundled = await bundleAll(site, pages);
    isBroken = bundled.client.client === undefined || bundled.renderer.renderer === undefined;
    const fresh = describeBundled(bundled);
    expect(describeBundled(await bundleAll(site, pages, warm)), `warm, edit ${edit}: ${file}`).toBe(
      fresh,
    );
    const cached = plainBundler({
      cache: createBundleCache(
        sealedFolder(site.path('.docwright/cache/bundles'), Buffer.alloc(32)),
      ),
    });
    expect(
      describeBundled(await bundleAll(site, pages, cached)),
      `cached, edit ${edit}: ${file}`,
    ).toBe(fresh);
  }
  await warm.close();
  site.dispose();
});
