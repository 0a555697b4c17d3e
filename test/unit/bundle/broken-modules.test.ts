import { expect, it, onTestFinished } from 'vitest';
import { dev } from '../../../src/dev/dev.ts';
import { type SiteFiles, site } from '../../support/site.ts';

const BROKEN = 'export default function Size() {\n  return <p>Wide</div>;\n}\n';
const WHOLE = 'export default function Whole() {\n  return <p>Whole</p>;\n}\n';

interface Shown {
  /** `file:line:column code` */
  readonly findings: readonly string[];
  readonly page: (path: string) => Promise<string>;
}

/** What the development server shows: a build with errors publishes nothing. */
async function shown(files: SiteFiles): Promise<Shown> {
  const made = site({ 'content/index.md': '# Home\n', ...files }).warm();
  onTestFinished(made.dispose);
  const server = await dev({ siteDir: made.dir, port: 0, onEvent: () => undefined });
  if (server.kind === 'failed') throw new Error(server.message);
  onTestFinished(server.close);
  await server.settled();
  const findings = (await made.build()).diagnostics().toSorted();
  return {
    findings,
    page: async (path) => (await fetch(new URL(path, server.url))).text(),
  };
}

function page(component: string, more = ''): string {
  return `import C from '../parts/${component}.tsx';\n${more}\n# Title\n\n<C>Content.</C>\n`;
}

it('leaves out the components of the pages that import a module with a syntax error, also through others', async () => {
  const made = await shown({
    'parts/Broken.tsx': BROKEN,
    'parts/Around.tsx': "import Size from './Broken.tsx';\nexport default () => <Size />;\n",
    'parts/Whole.tsx': WHOLE,
    'content/a.mdx': page('Broken'),
    'content/b.mdx': page('Around'),
    'content/c.mdx': page(
      'Around',
      "import data from '../parts/Broken.tsx';\n\n{data.map(String)}\n",
    ),
    'content/d.mdx': page('Whole'),
  });
  expect(made.findings).toEqual(['parts/Broken.tsx:2:19 bundle-error']);
  for (const path of ['a', 'b', 'c']) expect(await made.page(path)).toContain('Content.');
  expect(await made.page('d')).toContain('<p>Whole</p>');
});

it('reports each of several errors once, whichever step of compiling finds them', async () => {
  const made = await shown({
    'parts/Broken.tsx': BROKEN,
    'parts/Other.tsx': 'export default = 3;\n',
    'parts/Named.tsx': "import { none } from './Whole.tsx';\nexport default () => <p>{none}</p>;\n",
    'parts/Whole.tsx': WHOLE,
    'content/a.mdx': page('Broken'),
    'content/b.mdx': page('Other'),
    'content/c.mdx': page('Named'),
    'content/d.mdx': page('Whole'),
    'content/e.mdx': page('Whole', "import { nothing } from '../parts/Whole.tsx';\n\n{nothing}\n"),
  });
  expect(made.findings).toEqual([
    'content/e.mdx:2:10 bundle-error',
    'parts/Broken.tsx:2:19 bundle-error',
    'parts/Named.tsx:1:10 bundle-error',
    'parts/Other.tsx:1:16 bundle-error',
  ]);
  expect(await made.page('d')).toContain('<p>Whole</p>');
  expect(await made.page('e')).toContain('Content.');
});

it('does not compile what a query asks a plug-in of another bundler for', async () => {
  const made = await shown({
    'parts/sample.ts': 'const value = await load();\n',
    'content/a.mdx':
      "import Sample from '../parts/sample.ts?snippet';\n\n# Title\n\n<Sample>Content.</Sample>\n",
  });
  expect(made.findings).toEqual(['content/a.mdx:1:1 unknown-component']);
  expect(await made.page('a')).toContain('Content.');
});

it('keeps islands of other pages', async () => {
  const island = "'use client';\n";
  const made = await shown({
    'parts/Broken.tsx': island + BROKEN,
    'parts/Around.tsx': `${island}import Size from './Broken.tsx';\nexport default () => <Size />;\n`,
    'parts/Whole.tsx': island + WHOLE,
    'content/a.mdx': page('Broken'),
    'content/b.mdx': page('Around'),
    'content/d.mdx': page('Whole'),
  });
  expect(made.findings).toEqual(['parts/Broken.tsx:3:19 bundle-error']);
  expect(await made.page('b')).toContain('Content.');
  expect(await made.page('d')).toMatch(/<dw-island [^>]*><p>Whole<\/p>/);
});
