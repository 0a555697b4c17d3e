import { expect, it } from 'vitest';
import { compareDiagnostics } from '../../../src/diagnostics/diagnostic.ts';
import { type SiteFiles, site } from '../../support/site.ts';

/** The diagnostics of a site's React pages, as `<location> <message>` and the hint. */
async function problems(files: SiteFiles): Promise<readonly unknown[]> {
  const driver = site({ 'content/index.md': '# Home\n', ...files });
  await driver.build();
  const { diagnostics } = driver.result();
  driver.dispose();
  return diagnostics
    .toSorted(compareDiagnostics)
    .map(({ location, message, hint }) => [
      `${location?.file}:${location?.line}:${location?.column} ${message}`,
      hint,
    ]);
}

it('explains imports that lead nowhere in the terms of the author', async () => {
  const found = await problems({
    'content/a.tsx': `import x from 'lodash';
import { B } from './_part/Buton';
import { C } from 'docwright/themes';
export default function Page() { return <B>{x}<C/></B>; }
`,
    'content/_part/Button.tsx': 'export function B() { return null; }\n',
  });
  expect(found).toEqual([
    ['content/a.tsx:1:15 the package "lodash" is not installed', 'run `npm install lodash`'],
    [
      'content/a.tsx:2:19 there is no file "./_part/Buton" to import',
      'did you mean "./_part/Button"?',
    ],
    [
      'content/a.tsx:3:19 there is no module "docwright/themes" in docwright',
      'components and hooks are in "docwright/theme", default templates in "docwright/templates/<Name>"',
    ],
  ]);
});

it('explains an import below a file', async () => {
  const found = await problems({
    'content/a.tsx': "import x from './_part/Button.tsx/x';\nexport default () => <p>{x}</p>;\n",
    'content/_part/Button.tsx': 'export function B() { return null; }\n',
  });
  expect(found).toEqual([
    [
      'content/a.tsx:1:15 there is no file "./_part/Button.tsx/x" to import',
      'add the file, or correct the path, which starts at the folder of a.tsx',
    ],
  ]);
});

it('refuses modules of Node, which browsers do not have', async () => {
  const text = "import fs from 'node:fs';\nexport default () => <p>{String(fs)}</p>;\n";
  expect(await problems({ 'content/a.tsx': text })).toEqual([
    [
      'content/a.tsx:1:16 pages cannot import "node:fs", a module of Node: they also run in the browser',
      'remove the import; code that needs Node belongs in site.config.ts',
    ],
  ]);
});

it('names what docwright exports', async () => {
  const text = "import { Lnk } from 'docwright/theme';\nexport default () => <Lnk />;\n";
  expect(await problems({ 'content/a.tsx': text })).toEqual([
    ['content/a.tsx:1:10 docwright/theme has no export named "Lnk"', 'did you mean "Link"?'],
  ]);
});

it('shows the element that is never closed', async () => {
  const found = await problems({
    'content/a.tsx': 'export default function Page() {\n  return <div>\n    x\n  ;\n',
  });
  expect(found).toEqual([
    ['content/a.tsx:2:11 the element <div> is opened here and never closed', 'add its closing tag'],
  ]);
});

it('shows the bracket of a style sheet that is never closed', async () => {
  expect(await problems({ 'templates/styles.css': '.a { color: red;\n' })).toEqual([
    [
      'templates/styles.css:1:4 the bracket { is opened here and never closed',
      'add } where it ends',
    ],
  ]);
});

it('says what a page that fails needs, once', async () => {
  const found = await problems({
    'content/a.tsx': 'export function Page() { return null; }\n',
    'content/b.tsx': 'export default function Page() { return <p>{window.name}</p>; }\n',
    'content/c.tsx': 'export default function Page() { return <Buton />; }\n',
  });
  expect(found).toEqual([
    [
      'content/a.tsx:1:1 the React page content/a.tsx has no component as its default export',
      'write `export default function Page() { … }`; a component belongs into templates/components/',
    ],
    [
      'content/b.tsx:1:45 ReferenceError: window is not defined (thrown while /b was rendered)',
      'use "window" in an effect or an event handler: pages are rendered without a browser',
    ],
    [
      'content/c.tsx:1:42 ReferenceError: Buton is not defined (thrown while /c was rendered)',
      'import "Buton", or check its spelling',
    ],
  ]);
});
