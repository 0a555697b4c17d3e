import { describe, expect, it } from 'vitest';
import { checkLinks } from '../../../src/pipeline/check-links.ts';
import { expectMarked } from '../../support/marked-links.ts';
import { site } from '../../support/site.ts';

const A = '§asset-not-found§';

describe('an embedded reference to a page', () => {
  it('is a missing file, for any element', async () => {
    await expectMarked({
      'content/docs/b.md': '# B\n\n## Part\n',
      'content/docs/pic.png': 'x',
      'static/demo/index.html': '<p id="x">x</p>',
      'static/clip.mp4': 'x',
      'content/docs/a.md': `---
image: ${A}./b.md
---
# A

![x](${A}./b.md) ![x](${A}/docs/b) ![x](${A}b) ![x](${A}#a) ![x](${A}/demo/) ![x][r]

![x](./pic.png) ![x](./pic.png#b) ![x](/clip.mp4) [x](./b.md) [x](/demo/) [x](#a)

<img src="${A}/docs/b/"> <img src="./pic.png" srcset="./pic.png 1x, ${A}./b.md 2x">

<video src="${A}./b.md" poster="${A}/docs/b#part"></video> <audio src="/clip.mp4"></audio>

[r]: ${A}./b.md
`,
    });
  });

  it('may show a document if the element can', async () => {
    await expectMarked({
      'site.config.ts': `export default { title: 'T', url: 'https://t.example', favicon: '${A}docs/b',
  links: { rules: { 'orphan-page': 'off' } }, markdown: { html: 'trusted' } };\n`,
      'content/docs/b.md': '# B\n',
      'content/docs/a.md': `# A

<iframe src="/docs/b"></iframe> <object data="/docs/b"></object> <embed src="./b.md"> <svg><use href="#a"/></svg>

<script src="${A}/docs/b"></script> <img src="${A}/docs/b">
`,
    });
  });

  it('says that the target is a page', async () => {
    const driver = site({
      'content/docs/a.md': '# A\n\n![x](./b.md)\n',
      'content/docs/b.md': '# B\n',
    }).warm();
    const { diagnostics } = await checkLinks({ siteDir: driver.dir });
    driver.dispose();
    expect(diagnostics[0]?.message).toBe(
      'the target "/docs/b" is a page, not a file that a page can show',
    );
    expect(diagnostics[0]?.link?.suggestions).toEqual([]);
  });
});

const U = '§undefined-reference§';

describe('a reference without a definition', () => {
  it('is reported at its label, full and collapsed', async () => {
    await expectMarked({
      'content/docs/a.md': `# A

[x][${U}y] [${U}x][] ![x][${U}y] ![${U}pic][] [x] ![x] [x](#a) [ok][] [Ok] [t][ok] [OK][]

- [${U}in a list][] and [ ][] and [][] and [x]

> [${U}in *a* quote][] | list[0][] and args[][] and \\[x][] and \`[x][]\` and [a\\][]

| t | u |
|---|---|
| [${U}cell][] | [x][${U}cell 2] |

[a [b] c][${U}nested] [a [b] c][] [text][${U}é]

[ok]: ./a.md
`,
    });
  });
});

describe('a URL without a host', () => {
  it('is malformed', async () => {
    await expectMarked({
      'content/docs/a.md': `# A

[x](§malformed-url§https:///x) [x](§malformed-url§HTTP:////t.example/docs/a) [x](<§malformed-url§https:/\\\\\\\\x>) [x](§malformed-url§https:///t.example/docs/a)
<a href="§malformed-url§https:///x">x</a> <https://example.com/> [x](https://example.com///x)
`,
    });
  });
});

describe('a file whose route is taken', () => {
  it('is not called missing, and its headings are known', async () => {
    const driver = site({
      'content/docs/a.md':
        '# A\n\n[x](./b.md) [x](./c.md) [x](./c.md#of-c) [x](./b.md#of-b) [x](/docs/same#of-c) [x](./d.md) [x](./404.md) [x](#of-c)\n',
      'content/docs/b.md': '---\nslug: same\n---\n# B\n\n## Of b\n',
      'content/docs/c.md': '---\nslug: same\n---\n# C\n\n## Of c\n',
      'content/404.md': '# N\n',
      'content/x.md': '# X\n\n[x](./404.md)\n',
    }).warm();
    const { diagnostics } = await checkLinks({ siteDir: driver.dir });
    driver.dispose();
    const found = diagnostics.map(({ code, link }) => `${code} ${link?.href ?? ''}`.trim());
    expect(found.filter((line) => !line.startsWith('orphan-page')).toSorted()).toEqual([
      'anchor-not-found #of-c',
      'duplicate-route',
      'ignored-source',
      'page-not-found ./404.md',
      'page-not-found ./d.md',
    ]);
  });
});

describe('the slug of a heading', () => {
  it('has a hyphen for each space, and leaves out the rest', async () => {
    const slugs = [
      'a--b',
      'tab',
      'no',
      'c--d',
      '-rocket',
      'ß-é_x-١',
      'a-----b',
      'code--x',
      'a--b-1',
    ];
    await expectMarked({
      'content/docs/h.md': `# H

## a  b

## t\u00a0ab

## n\u2003o

## C & D

## 🚀 Rocket

## ß É_x ١

## a - - b

## \`code\`  x

## a  b
`,
      'content/docs/t.md': `# T\n\n${slugs.map((slug) => `[x](./h.md#${slug})`).join('\n')}\n`,
    });
  });
});
