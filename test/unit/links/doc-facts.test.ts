import { afterEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/load.ts';
import { discover } from '../../../src/content/discover.ts';
import { addressKey } from '../../../src/links/address-key.ts';
import { checkSite, type SiteCheck } from '../../../src/links/check-site.ts';
import {
  factsOfDoc,
  type LinkFacts,
  linkedAssets,
  usesOfDoc,
} from '../../../src/links/doc-facts.ts';
import { createStaticDocuments } from '../../../src/links/static-documents.ts';
import type { DocReader } from '../../../src/markdown/parsed-doc.ts';
import { readSources } from '../../support/read-sources.ts';
import { allSteps } from '../../../src/shared/in-steps.ts';
import type { FilePath } from '../../../src/shared/paths.ts';
import { type DocTargets, docTarget } from '../../../src/site/doc-links.ts';
import type { SiteGraph } from '../../../src/site/graph-types.ts';
import { type SiteDriver, site } from '../../support/site.ts';
import { createRandom } from '../markdown/support/generate.ts';
import { lineOf } from './link-finding.ts';

let driver: SiteDriver | undefined;
afterEach(() => driver?.dispose());

const FILES = {
  'site.config.ts': `export default {
    title: 'T', url: 'https://docs.example.com', hosting: 'netlify',
    links: { trailingSlash: 'never' }, redirects: [{ from: '/old', to: '/docs/b' }],
  };`,
  'content/index.md': '# Home\n\n[a](docs/a.md) [b](docs/b.md) [c](docs/c.md)\n',
  'content/docs/a.md': '# A\n\n## Setup\n\n[b](b.md#usage) [self](#setup) ![c](c.png)\n',
  'content/docs/b.md': '# B\n\n## Usage\n\n[a](a.md#setup) [out](https://example.com/)\n',
  'content/docs/c.md': '# C\n\n[a](a.md) [page](page.html#x) [old](/old)\n',
  'content/docs/c.png': '',
  'content/docs/page.html': '<p id="x">x</p>',
  'static/file.txt': '',
};

/** What a run knows of a site. */
interface Run {
  readonly graph: SiteGraph;
  readonly readDoc: DocReader;
  readonly targets: DocTargets;
  /** Facts by route. */
  readonly facts: ReadonlyMap<string, LinkFacts>;
}

/** Reads a site; docs whose facts are known are not read. */
async function readSite(known: ReadonlyMap<string, LinkFacts> = new Map()): Promise<Run> {
  const { config } = await loadConfig({ siteDir: driver?.dir ?? '' });
  if (config === undefined) throw new Error('the configuration has errors');
  const locate = () => ({ file: 'site.config.ts', line: 1, column: 1 });
  const { graph, readDoc } = readSources({ config, sources: discover(config), locate });
  const targets: DocTargets = (node) => docTarget(graph, node, readDoc(node.source.file));
  const facts = new Map<string, LinkFacts>();
  for (const node of graph.pages.values()) {
    if (node.type !== 'doc') continue;
    const read = () => ({ doc: readDoc(node.source.file), target: targets(node) });
    facts.set(node.route, known.get(node.route) ?? factsOfDoc(graph, node, read()));
  }
  return { graph, readDoc, targets, facts };
}

function check({
  graph,
  targets,
  facts,
  ...run
}: Run): SiteCheck & { readonly read: Set<FilePath> } {
  const factsOf = ({ route }: { readonly route: string }): LinkFacts => {
    const found = facts.get(route);
    if (found === undefined) throw new Error(`no facts of ${route}`);
    return found;
  };
  const read = new Set<FilePath>();
  const readDoc = (file: FilePath) => {
    read.add(file);
    return run.readDoc(file);
  };
  const published = [...linkedAssets(graph, factsOf), ...graph.statics.values()];
  const checked = allSteps(
    checkSite({
      graph,
      factsOf,
      usesOf: (node) => usesOfDoc(node, { doc: readDoc(node.source.file), target: targets(node) }),
      readDoc,
      configLinks: [],
      pageLinks: [],
      idsOf: () => [],
      layoutIds: new Set(),
      statics: createStaticDocuments(graph, published),
      others: [],
      isUnlisted: () => false,
    }),
  );
  return { ...checked, read };
}

/** What a cache returns. */
function stored(facts: Run['facts']): Map<string, LinkFacts> {
  return new Map([...facts].map(([route, of]) => [route, JSON.parse(JSON.stringify(of))]));
}

const MORE_TEXT = [
  '## Usage\n',
  '## Setup\n',
  '[x](a.md#setup)\n',
  '[x](b.md#useage)\n',
  '[x](/docs/c/)\n',
  '[x](/docs/missing)\n',
  '[x](http://example.com/)\n',
  '![x](https://images.example.com/x.png)\n',
  '[x](page.html#y)\n',
  '[x](/old#usage)\n',
  '[x](https://docs.example.com/docs/a)\n',
  '[x](a.html)\n',
];

describe('the facts of docs', () => {
  it('that were stored give the same findings as new ones, whatever texts have changed', async () => {
    const random = createRandom(7);
    const some = (): string =>
      MORE_TEXT.filter(() => random() < 0.3)
        .map((text) => `\n${text}`)
        .join('');
    driver = site(FILES);
    let cache = (await readSite()).facts;
    const codes = new Set<string>();
    for (let round = 0; round < 25; round++) {
      const name = ['a', 'b', 'c'][round % 3] ?? '';
      driver.write(`content/docs/${name}.md`, `# ${name}\n${some()}`);
      const known = stored(cache);
      known.delete(`/docs/${name}`);
      const warm = await readSite(known);
      const cold = await readSite();
      const [found, expected] = [check(warm), check(cold)];
      expect(found.diagnostics).toEqual(expected.diagnostics);
      expect(found.links).toEqual(expected.links);
      for (const { code } of expected.diagnostics) codes.add(code);
      cache = warm.facts;
    }
    expect([...codes].sort()).toEqual([
      'anchor-not-found',
      'foreign-origin',
      'insecure-http',
      'link-form',
      'page-not-found',
      'redirected',
      'same-origin-absolute',
      'trailing-slash',
    ]);
  });

  it('are enough to check docs without reading them, until an anchor is missing', async () => {
    driver = site(FILES);
    const { facts } = await readSite();
    const before = check(await readSite(stored(facts)));
    expect(before.diagnostics.map(lineOf)).toEqual(['content/docs/c.md:3:37 redirected']);
    expect([...before.read]).toEqual([]);
    expect(before.links.counts).toEqual({ links: 11, anchors: 3, assets: 2, external: 1 });
    driver.write('content/docs/b.md', '# B\n\n## Using\n');
    const known = stored(facts);
    known.delete('/docs/b');
    const after = check(await readSite(known));
    expect(after.diagnostics.map(lineOf)).toEqual([
      'content/docs/a.md:5:5 anchor-not-found',
      'content/docs/c.md:3:37 redirected',
    ]);
    expect([...after.read].sort()).toEqual(['content/docs/a.md', 'content/docs/b.md']);
  });

  it('list the destinations of docs that may have suppressions, and of included files', async () => {
    driver = site({
      'content/index.md': '# Home\n\n[a](a.md)\n',
      'content/a.md': '---\nlinks: { ignore: [./x.md] }\n---\n# A\n\n[x](./x.md)\n',
    });
    expect([...check(await readSite()).links.hrefs]).toEqual([['content/a.md', ['./x.md']]]);
  });
});

describe('the key of addresses', () => {
  it.each([
    { change: 'a text', path: 'content/docs/a.md', text: '# Other\n\n[x](b.md)\n', isSame: true },
    { change: 'a new page', path: 'content/docs/d.md', text: '# D\n' },
    { change: 'another address', path: 'content/docs/a.md', text: '---\nslug: z\n---\n# A\n' },
    { change: 'a draft', path: 'content/docs/a.md', text: '---\ndraft: true\n---\n# A\n' },
    { change: 'a new static file', path: 'static/other.txt', text: '' },
    { change: 'a new file beside the content', path: 'content/docs/d.png', text: '' },
  ])('after $change', async ({ path, text, isSame = false }) => {
    driver = site(FILES);
    const before = addressKey((await readSite()).graph);
    driver.write(path, text);
    const after = addressKey((await readSite()).graph);
    expect(after === before).toBe(isSame);
  });
});
