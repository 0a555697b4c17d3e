import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { build } from '../../src/index.ts';
import { formatDiagnostics, type SiteOutput, siteOutput } from '../support/site.ts';

const EXAMPLES = resolve(import.meta.dirname, '../../examples');

/** Builds an example, which must have no problem. */
async function built(name: string): Promise<SiteOutput> {
  const outDir = join(inject('runFolder'), 'examples', name);
  const { diagnostics, ok } = await build({ siteDir: join(EXAMPLES, name), outDir });
  expect({ ok, problems: formatDiagnostics(diagnostics) }).toEqual({ ok: true, problems: [] });
  return siteOutput(() => outDir);
}

/** What each example shows on its start page. */
const SHOWN: Readonly<Record<string, readonly RegExp[]>> = {
  'api-parts': [/<a href="\/api\/lamps\/?">API<\/a>/],
  blocks: [
    /<svg role="img" aria-label="Requests per second" .*<rect .*>Before<.*>480<\/text><\/svg>/,
    /<span class="swatch s-[0-9a-f]{8}"><\/span> The color of links/,
    /<section class="compare"><p class="compare-title">Before and after<\/p><p>Markdown with <a href="\/more\/">a link<\/a>[^]*<\/section>/,
  ],
  head: [/<meta name="author" content="The documentation team" lang="en">/],
  island: [
    /<dw-island [^>]*data-export="default" data-props="{&quot;free&quot;:1000,/,
    /<output [^>]*>5000<!-- --> requests cost <!-- -->8.00<!-- --> €<\/output>/,
    /<strong>no limit<\/strong>: see <a href="\/plans\/">all plans<\/a>/,
    /<script type="module" src="\/dw-assets\/islands-[A-Z2-7]{8}\.js"/,
  ],
  katex: [
    /<math [^]*<annotation encoding="application\/x-tex">ax\^2 \+ bx \+ c = 0<\/annotation>/,
    /<span class="katex-display">[^]*\\frac\{-b \\pm \\sqrt\{b\^2 - 4ac\}\}\{2a\}/,
    /Prices such as \$5 and \$6 are text, and so are formulas in code: <code>\$x\$<\/code>/,
    /<h2 id="the-number-pi">The number <span class="katex">/,
    /<link rel="stylesheet" href="\/dw-assets\/page-[A-Z2-7]{8}\.css"/,
  ],
  languages: [
    /aria-label="Code: limits.rules"><code class="language-rules"><span class="t-c"># At most/,
    /<span class="t-k">WINDOW<\/span>/,
  ],
};

describe('the examples', () => {
  it('are all built, here or in a test of their plug-in, except for the one with a separate lock file', () => {
    const others = ['glossary', 'graphs', 'mermaid', 'turborepo', 'typedoc'];
    expect(readdirSync(EXAMPLES).toSorted()).toEqual([...Object.keys(SHOWN), ...others].toSorted());
  });

  it.each(Object.keys(SHOWN))('%s is built as written', async (name) => {
    const html = (await built(name)).page('/');
    expect(SHOWN[name]?.filter((part) => !part.test(html))).toEqual([]);
    expect(/<[a-z][^>]* style=/.exec(html)?.[0]).toBeUndefined();
  });

  it('api-parts adds to the page of each operation', async () => {
    const { page } = await built('api-parts');
    expect(page('/api/get-lamp/')).toContain('>Report a mistake on this page</a>');
  });

  it('katex finds formulas by their source, and has its fonts', async () => {
    const { files, file } = await built('katex');
    expect(file('search-index-docs-default-current.json')).toContain('sqrt');
    expect(
      files().some((path) => /^dw-assets\/KaTeX_Main-Regular-[A-Z2-7]{8}\.woff2$/.test(path)),
    ).toBe(true);
  });

  it('head adds its script to some pages only', async () => {
    const { page } = await built('head');
    expect(page('/demo')).toContain('<script type="module" src="/demo.js"></script>');
    expect(page('/')).not.toContain('demo.js');
  });
});
