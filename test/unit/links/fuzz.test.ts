import { describe, expect, it } from 'vitest';
import { compareDiagnostics } from '../../../src/diagnostics/diagnostic.ts';
import { formatDiagnostics } from '../../../src/diagnostics/format.ts';
import { type CheckLinksResult, checkLinks } from '../../../src/pipeline/check-links.ts';
import { site } from '../../support/site.ts';
import { createRandom } from '../markdown/support/generate.ts';

const PIECES =
  'a.md ./ ../ / // \\ # ? % %zz %F0%9F %00 %2e%2e/ \uD800 😀 é e\u0301 \u0000 \u202e ( ) < > " \' \t &amp; &#0; &#x110000; docs #two #top https: javascript: mailto: http://[ data: C: ; ~ { } | ` * index.md .html :~:text='.split(
    ' ',
  );

const WRAPS: readonly ((href: string) => string)[] = [
  (href) => `[x](${href})`,
  (href) => `[x](<${href}>)`,
  (href) => `![x](${href} "t")`,
  (href) => `<a href="${href}">x</a>`,
  (href) => `<img srcset="${href} 1x, ${href}">`,
  (href) => `[r]: ${href}\n\n[r]`,
  (href) => `<${href}>`,
  (href) => `| ${href} |\n|--|\n| [x](${href}) |`,
  (href) => `## ${href} {#${href}}`,
  (href) => `<a name=${href}>`,
  (href) => `^[${href} [x](${href})]`,
  (href) => `:::note[${href}]\n[x](${href})\n:::`,
  (href) => `> - [x](${href})`,
];

function randomPage(seed: number): string {
  const random = createRandom(seed);
  const pick = <Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  const lines = Array.from({ length: 60 }, () => {
    const href = Array.from({ length: 1 + Math.floor(random() * 6) }, () => pick(PIECES)).join('');
    return pick(WRAPS)(href) + pick(['\n\n', '\n', '\r\n', ' ']);
  });
  return pick(['', '\uFEFF', '---\ntitle: x\n---\n']) + lines.join('');
}

function json(result: CheckLinksResult): string {
  return formatDiagnostics('json', {
    diagnostics: result.diagnostics,
    complete: result.complete,
    read: () => undefined,
    known: undefined,
    checked: { ...result.coverage },
    fails: () => true,
    siteFolder: '',
    version: '1',
  });
}

describe('the link check', () => {
  it.each([
    [1, 'sanitize'],
    [2, 'trusted'],
  ])('gives the same report twice for any pages (seed %i, %s)', async (seed, html) => {
    const pages = Array.from({ length: 8 }, (_, index) => [
      `content/docs/${['a', 'é', 'x y', 'p%q'][index % 4]}${index}.md`,
      randomPage(seed * 100 + index),
    ]);
    const driver = site({
      'site.config.ts': `export default { title: 'T', url: 'https://t.example', baseUrl: '/b/', trailingSlash: ${seed === 1}, markdown: { html: '${html}' } };\n`,
      ...Object.fromEntries(pages),
    });
    try {
      const first = await checkLinks({ siteDir: driver.dir });
      expect(first.coverage.links).toBeGreaterThan(100);
      expect(json(await checkLinks({ siteDir: driver.dir }))).toBe(json(first));
      const sorted = first.diagnostics.toSorted(compareDiagnostics);
      expect(json({ ...first, diagnostics: sorted })).toBe(json(first));
    } finally {
      driver.dispose();
    }
  });

  it('has an end for very many and very long links', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `page-number-${index}`);
    const many = Array.from(
      { length: 5000 },
      (_, index) =>
        `[x](./pag-number-${index}.md#a) [y](page-number-${index % 100}.md#sex-${index})`,
    );
    const driver = site({
      ...Object.fromEntries(
        names.map((name) => [`content/docs/${name}.md`, `# P\n\n## Sec ${name}\n`]),
      ),
      'content/docs/many.md': `# M\n\n${many.join('\n')}\n`,
      'content/docs/long.md': `[x](${'a/'.repeat(20_000)}b.md) [y](#${'y'.repeat(50_000)}) [w](/${'../'.repeat(10_000)})\n\n${'> '.repeat(50)}[x](deep.md)\n`,
    });
    try {
      const { coverage, diagnostics } = await checkLinks({ siteDir: driver.dir });
      expect(coverage.links).toBe(10_004);
      expect(diagnostics.filter(({ code }) => code === 'page-not-found')).toHaveLength(5002);
      expect(diagnostics.filter(({ code }) => code === 'anchor-not-found')).toHaveLength(5001);
      expect(diagnostics.filter(({ code }) => code === 'outside-root')).toHaveLength(1);
    } finally {
      driver.dispose();
    }
  });
});
