import { afterEach, describe, expect, it } from 'vitest';
import { toFilePath } from '../../../src/shared/paths.ts';
import { bundleAll, describeBundled, type SiteFolder, siteFolder } from './site-folder.ts';

const folders: SiteFolder[] = [];
afterEach(() => {
  for (const site of folders.splice(0)) site.dispose();
});

function folder(files: Readonly<Record<string, string>>): SiteFolder {
  const site = siteFolder(files);
  folders.push(site);
  return site;
}

/** The title that a React page computes while it is loaded for rendering. */
async function titleOf(files: Readonly<Record<string, string>>): Promise<string | undefined> {
  const { renderer } = await bundleAll(folder(files), ['content/index.tsx']);
  expect(renderer.diagnostics).toEqual([]);
  return renderer.renderer?.pageMeta(toFilePath('content/index.tsx')).title;
}

const PAGE = 'export default () => <p>Page</p>;\n';

describe('the bundles of a site', () => {
  it('are the same wherever the site lies, to the byte', async () => {
    const files = {
      'content/index.tsx': `import { text } from '../shared/text';\n${PAGE}export const meta = { title: text };\n`,
      'shared/text.ts': `export const text = 'x';\n`,
      'templates/Footer.tsx': 'export const Footer = () => <footer>Own</footer>;\n',
      'templates/styles.css': 'a { color: red; }\n',
    };
    const inner = Object.entries(files).map(([path, text]) => [`a/longer way/${path}`, text]);
    const outer = folder(Object.fromEntries(inner));
    const moved = { ...outer, dir: outer.path('a/longer way') };
    const one = await bundleAll(folder(files), ['content/index.tsx']);
    const two = await bundleAll(moved, ['content/index.tsx']);
    expect(one.client.client?.files.length).toBeGreaterThan(6);
    expect(describeBundled(two)).toBe(describeBundled(one));
  });

  it('have a hash for what renders, which changes with any template', async () => {
    const site = folder({ 'content/index.tsx': PAGE });
    const { renderer: before } = await bundleAll(site, ['content/index.tsx']);
    site.write('templates/Footer.tsx', 'export const Footer = () => <footer>Own</footer>;\n');
    const { renderer: after } = await bundleAll(site, ['content/index.tsx']);
    expect(before.hash).toMatch(/^[\da-f]{64}$/);
    expect(after.hash).not.toBe(before.hash);
  });

  it('bundle a site without React pages', async () => {
    const { client, renderer } = await bundleAll(folder({ 'content/index.md': '# Home\n' }), []);
    expect([...client.diagnostics, ...renderer.diagnostics]).toEqual([]);
    expect(renderer.islands?.size).toBe(0);
  });
});

describe('React', () => {
  it('is one copy, also for packages of the site that bring their own', async () => {
    const title = await titleOf({
      'content/index.tsx': `
import * as React from 'react';
import { renderToString } from 'react-dom/server';
import { useId as theirs, version } from 'parts';
export const meta = { title: [React.useId === theirs, version, renderToString(<b>x</b>)].join(' ') };
${PAGE}`,
      'node_modules/parts/index.js': `exports.useId = require('react').useId;\nexports.version = require('react-dom').version.split('.')[0];\n`,
      'node_modules/react/index.js': `exports.useId = () => 'a wrong copy';\n`,
    });
    expect(title).toBe('true 19 <b>x</b>');
  });

  it('has its other entries too, and Node its modules', async () => {
    const title = await titleOf({
      'content/index.tsx': `
import { prerender } from 'react-dom/static';
import { basename } from 'node:path';
export const meta = { title: [typeof prerender, basename('/a/b')].join(' ') };
${PAGE}`,
    });
    expect(title).toBe('function b');
  });
});
