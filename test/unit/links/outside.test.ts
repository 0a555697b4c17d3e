import { describe, it } from 'vitest';
import { expectMarked } from '../../support/marked-links.ts';
import type { SiteFiles } from '../../support/site.ts';

const S = (sug: string, href: string, code = 'page-not-found') => `[x](§${code}>${sug}§${href})\n`;
const sites: Readonly<Record<string, SiteFiles>> = {
  ext: {
    'content/docs/t.md': `# T

[1](https://example.com/a) [2](§protocol-relative§//example.com/x) [3](mailto:a@b.example) [4](§mailto-syntax§mailto:nobody) [5](tel:+49-123) [6](§tel-syntax§tel:12ab) [7](§unsafe-scheme§javascript:alert) [8](§unsafe-scheme§JaVaScRiPt:x) [9](§unsafe-scheme§file:///etc) [10](§unsafe-scheme§vbscript:x) [11](§unsafe-scheme§data:text/html,x) ![12](data:image/png;base64,AAAA) [13](§malformed-url§https://exa mple/) [14](§malformed-url§https://[::1) [15](http://example.com) [16](http://localhost:3000) [17](§same-origin-absolute§https://t.example/docs/t/) [18](§page-not-found§https://t.example/docs/nope) [19](https://t.example.evil/docs/nope) [20](§malformed-url§http://) [21](https://example.com/%zz) [22](HTTPS://EXAMPLE.com) [23](mailto:?subject=x) [24](§unsafe-scheme§blob:https://x) [25](https://user:pw@example.com/) [26](https://münchen.example/ü?q=ä#ö) [27](§same-origin-absolute§§anchor-not-found§https://t.example/docs/t/#no) [28](mailto:a@b.example,c@d.example?subject=Hi%20there&cc=x@y.example) [29](tel:112;phone-context=+49) [30](§same-origin-absolute§https:)
`.replace('[13](§malformed-url§https://exa mple/)', '[13](<§malformed-url§https://exa mple/>)'),
  },
  sug: {
    'content/docs/guide/install.md': '# I\n',
    'content/docs/guide/index.md': '# G\n',
    'content/docs/guide/configure-app.md': '# C\n',
    'content/docs/other.md': '# O\n',
    'content/docs/ref/cli.md': '# CLI\n',
    'content/docs/ref/q--a.md': '# QA\n',
    'content/docs/with space.md': '# W\n',
    'content/docs/pretty.md': '---\nslug: nice-name\n---\n# P\n',
    'content/docs/übung.md': '# Ü\n',
    'content/docs/pic.png': 'x',
    'content/docs/img/diagram.png': 'x',
    'static/img/logo.png': 'x',
    'content/docs/deep/er/page-one.md': '# 1\n',
    'content/docs/api/index.md': '# api\n',
    'content/top.md': '# top\n',
    'content/docs/sub/t.md':
      '# T\n\n' +
      [
        S('../other.md', 'other.md'),
        S('../other.md', './other.md'),
        S('../other.md', '../othr.md'),
        S('../other.md', '../../other.md'),
        `[x](§link-form§../other.html)\n`,
        S('../other.md', '../other.mdx'),
        S('../guide/install.md', '../guide/instal.md'),
        S('../guide/install.md', 'guide/install.md'),
        S('../guide/install.md', '../install.md'),
        S('../guide/install.md', '../gude/install.md'),
        S('../guide/install', '../guide/instal'),
        S('../guide/', '../giude/'),
        S('../guide/index.md', '../guide/README.md'),
        S('/docs/guide/install', '/docs/guide/instal'),
        S('/docs/guide/install/', '/docs/guide/instal/'),
        `[x](§link-form§/docs/guide/install.md)\n`,
        S('/docs/guide/install', '/docs/install'),
        S('/docs/guide/install', '/guide/install'),
        S('/docs/guide/install', '/docs/guides/install'),
        `[x](§link-form§/content/docs/guide/install.md)\n`,
        S('../ref/q--a.md', '../ref/q-a.md'),
        S('../guide/configure-app.md', '../guide/configure_app.md'),
        S('../with%20space.md', '../with-space.md'),
        S('../with%20space.md', '../with%20spce.md'),
        S('../pretty', '../nice-name'),
        S('../pretty.md', '../nice-name.md'),
        S('../%C3%BCbung.md', '../%C3%BCbun.md'),
        S('../übung.md', '../übunk.md'),
        `![x](§asset-not-found>../pic.png§../pic.jpg)\n`,
        `![x](§asset-not-found>../img/diagram.png§../diagram.png)\n`,
        `![x](§asset-not-found>/img/logo.png§../../static/img/logo.png)\n`,
        `![x](§asset-not-found>/img/logo.png§/img/lgo.png)\n`,
        `![x](§asset-not-found>/img/logo.png§/static/img/logo.png)\n`,
        `![x](§asset-not-found>/img/logo.png§/img/logo.jpg)\n`,
        S('', '../zebra.md'),
        S('', './q.md'),
        S('', '/nothing'),
        S('', '/x'),
        S('', '../b.md'),
        S('/top', '/tpo'),
        S('../deep/er/page-one.md', '../deep/page-one.md'),
        S('../deep/er/page-one.md#x?y', '../deep/page-one.md#x?y'),
        S('../api/', '../apis/'),
        S('../../top.md', '../top.md'),
        S('', '/docs/gui/zzzzzzz'),
        S('../guide/install.md', '..\\\\guide\\\\install.md'),
      ].join('\n'),
  },
};

describe('addresses and suggestions', () => {
  it.each(Object.keys(sites))(
    '%s: exactly the broken links are reported, at their locations',
    async (name) => {
      await expectMarked(sites[name] ?? {});
    },
  );
});
