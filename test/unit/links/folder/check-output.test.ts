import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkOutput, describeFinding } from '../../../../src/links/folder/check-output.ts';
import { readOutput, readOutputText } from '../../../../src/links/folder/read-output.ts';
import type { OutputStyle } from '../../../../src/links/folder/resolve.ts';
import { mutatedPages } from './mutations.ts';
import { check, type Files, link, write } from './output.ts';

/** Findings of the start page's links, as `code href -> suggestion`. Every other page is linked to. */
function codes(
  hrefs: readonly string[],
  { files = SITE, ...style }: Partial<OutputStyle> & { files?: Files } = {},
): readonly string[] {
  const { findings } = check({ ...files, 'index.html': link(...hrefs) }, style);
  return findings
    .filter(({ code }) => code !== 'orphan-page')
    .map(
      ({ code, href, suggestion }) =>
        `${code} ${href}${suggestion === undefined ? '' : ` -> ${suggestion}`}`,
    );
}

const SITE: Files = {
  'guide/index.html': '<p id="start"><p id="ä b"><a name="old"><p id="100%">',
  'plain.html': '<p id=x>',
  'guide/a b.html': '',
  'file.pdf': '',
  'icons.svg': '',
  '404.html': '',
};

describe('targets', () => {
  it.each([
    [
      '/guide/',
      'guide',
      './guide/',
      'guide/index.html',
      '/plain',
      '/plain.html',
      '/plain/',
      '/file.pdf',
      '/',
      '.',
      '/guide/../plain',
      '/index',
    ],
    [
      'guide/a%20b',
      'guide/a b.html',
      'guide/%2e%2e/plain',
      '/guide/?q=/no#start',
      '/file.pdf?v=1#page=2',
      '\\guide\\',
      ' /pl\tain\n',
      'icons.svg#x',
    ],
    [
      '#main',
      '#',
      '#top',
      '#TOP',
      '#:~:text=x',
      '?q',
      '/guide/#start',
      '/guide/#old',
      '/guide/#%C3%A4%20b',
      '/guide/#ä b',
      '/guide/#100%',
      '/guide/#start:~:text=no',
      '/guide/#%74op',
    ],
    [
      'https://example.com/',
      'HTTPS://example.com/x y',
      'sms:+1',
      'about:blank',
      'mailto:a@b.c',
      'tel:+1-2',
    ],
  ])('exist: %s, ...', (...hrefs) => {
    expect(codes(hrefs)).toEqual([]);
  });

  it.each([
    ['/nowhere/', 'page-not-found'],
    ['nowhere.html', 'page-not-found'],
    ['/nowhere.pdf', 'asset-not-found'],
    ['/guide/#nowhere', 'anchor-not-found'],
    ['#nowhere', 'anchor-not-found'],
    ['?x#nowhere', 'anchor-not-found'],
    ['/guide/#Start', 'anchor-not-found'],
    ['/guide/#%zz', 'anchor-not-found'],
    ['/guide%', 'malformed-escape'],
    ['/%ff/', 'malformed-escape'],
    ['../guide/', 'outside-root'],
    ['/guide/../../plain', 'outside-root'],
    ['', 'empty-href'],
    [' \n ', 'empty-href'],
    ['javascript:alert(1)', 'unsafe-scheme'],
    ['\u0001 java\nScript:x', 'unsafe-scheme'],
    ['FILE:///x', 'unsafe-scheme'],
    ['http://', 'malformed-url'],
    ['https://a b/', 'malformed-url'],
    ['//', 'malformed-url'],
    ['https:///x', 'malformed-url'],
    ['http://example.com', 'insecure-http'],
    ['http://localhost:3000/x', 'localhost-link'],
    ['https://127.0.0.1/', 'localhost-link'],
    ['https://[::1]/', 'localhost-link'],
  ])('%j: %s', (href, code) => {
    expect(codes([href])).toEqual([`${code} ${href}`]);
  });

  it('have one scheme', () => {
    expect(codes(['https://http//example.com'])).toEqual([
      'repeated-scheme https://http//example.com -> http://example.com',
    ]);
  });

  it('are case-sensitive, and their letters composed as listed', () => {
    const files = { 'Guide/index.html': '', 'a/Data.json': '', 'u\u0308.html': '' };
    expect(codes(['/guide/', 'guide#x', 'a/data.json', './a/data.json', '/ü'], { files })).toEqual([
      'case-mismatch /guide/ -> /Guide/',
      'case-mismatch guide#x -> Guide#x',
      'case-mismatch a/data.json -> a/Data.json',
      'case-mismatch ./a/data.json -> ./a/Data.json',
      'page-not-found /ü -> /u%CC%88',
    ]);
    const { findings } = check({ ...files, 'index.html': link('/ü') });
    expect(findings.map((finding) => describeFinding(finding).message).join()).toContain(
      'normalization',
    );
  });

  it('of style sheets start at the sheet', () => {
    const { findings } = check({
      'index.html': '<link rel=stylesheet href=css/site.css>',
      'css/site.css':
        '@import "more.css";\n@import url(no.css);\n@namespace url(http://x);\na { b: url( "../a.png" ) url(b\\2e png) url(#c) url(no.png?x) }',
      'css/more.css': '',
      'css/b.png': '',
      'a.png': '',
    });
    expect(findings.map(({ code, file, href }) => `${code} ${file} ${href}`)).toEqual([
      'asset-not-found css/site.css no.css',
      'asset-not-found css/site.css no.png?x',
    ]);
  });

  it('may be style sheets with names in capitals', () => {
    const files = { 'index.html': '<style>@import "A.CSS";</style>', 'A.CSS': '' };
    expect(check(files).findings).toEqual([]);
  });

  it('start at the base of the page', () => {
    const files = {
      'a/index.html': '<base href="/b/"><base href="/no/">' + link('c.html', '#x', '/a/'),
      'b/c.html': '',
      'index.html': `<base href="https://example.com/">${link('nowhere', '/nowhere', '#nowhere')}`,
      'd.html': `<base href="b/index.html">${link('#x', 'c')}`,
      'b/index.html': '<p id=x>',
    };
    const { findings, coverage } = check(files);
    expect(findings.filter(({ code }) => code !== 'orphan-page')).toEqual([]);
    expect(coverage.external).toBe(3);
  });
});

describe('the base path', () => {
  const style = { baseUrl: '/docs/', files: SITE };

  it('is required of paths from the root', () => {
    expect(
      codes(
        ['/docs/guide/', '/docs', '/docs/', 'guide/', '/guide/#start', '/no/', '/docs/no'],
        style,
      ),
    ).toEqual([
      'missing-base-path /guide/#start -> /docs/guide/#start',
      'page-not-found /no/',
      'page-not-found /docs/no',
    ]);
  });

  it('is not left by relative paths', () => {
    expect(codes(['../guide/', '../docs/guide/'], style)).toEqual(['outside-root ../guide/']);
  });
});

describe('full addresses', () => {
  const style = { origin: 'https://docs.example', baseUrl: '/', files: SITE };

  it('of the site itself are checked', () => {
    expect(
      codes(
        [
          'https://docs.example/guide/#start',
          'https://DOCS.example:443/no',
          '//docs.example/plain',
          'https:guide/',
          '//other.example/x',
        ],
        style,
      ),
    ).toEqual([
      'same-origin-absolute https://docs.example/guide/#start -> /guide/#start',
      'page-not-found https://DOCS.example:443/no',
      'same-origin-absolute //docs.example/plain -> /plain',
      'same-origin-absolute https:guide/ -> /guide/',
      'protocol-relative //other.example/x -> https://other.example/x',
    ]);
  });

  it('are what a canonical link has', () => {
    const { findings } = check(
      {
        'index.html':
          '<link rel=canonical href="https://docs.example/"><link rel=alternate href="https://docs.example/fr/">',
      },
      style,
    );
    expect(findings.map(({ code }) => code)).toEqual(['page-not-found']);
  });
});

describe('schemes', () => {
  it('are those that are common or allowed, if there is a list', () => {
    const hrefs = ['foo:x', 'sms:+1', 'javascript:x', 'mailto:a@b.c'];
    expect(codes(hrefs, { schemes: ['sms'] })).toEqual([
      'unknown-scheme foo:x',
      'unsafe-scheme javascript:x',
    ]);
    expect(codes(hrefs, {})).toEqual(['unsafe-scheme javascript:x']);
  });

  it('of data and empty pages are not external', () => {
    const { coverage } = check({ 'index.html': link('data:,x', 'about:blank', 'sms:+1') });
    expect(coverage.external).toBe(1);
  });
});

describe('final slashes', () => {
  it('of the start page stay, and a climb to a folder is its path without one', () => {
    const files = {
      'index.html': link('/b', '/b/', 'guide/', 'guide/index', '.'),
      'guide/index.html': link('./', '../', '../guide/', '.', '?q', '#main', '/b/guide/'),
    };
    const found = (trailingSlash: 'always' | 'never'): readonly string[] =>
      check(files, { baseUrl: '/b/', trailingSlash }).findings.map(
        ({ href, suggestion }) => `${href} -> ${suggestion}`,
      );
    expect(found('always')).toEqual([]);
    expect(found('never')).toEqual([
      './ -> /b/guide',
      '../guide/ -> ../guide',
      '/b/guide/ -> /b/guide',
      'guide/ -> guide',
    ]);
  });

  const hrefs = [
    'guide',
    'guide/',
    '/guide?x#start',
    '/plain',
    '/plain.html',
    '/',
    '/guide/index.html',
    '#main',
    './guide/',
  ];

  it.each([
    ['any', []],
    [
      'always',
      ['trailing-slash guide -> guide/', 'trailing-slash /guide?x#start -> /guide/?x#start'],
    ],
    ['never', ['trailing-slash guide/ -> guide', 'trailing-slash ./guide/ -> ./guide']],
  ] as const)('%s', (trailingSlash, expected) => {
    expect(codes(hrefs, { trailingSlash })).toEqual(expected);
  });
});

describe('redirects', () => {
  const refresh = (url: string, more = ''): string =>
    `<meta http-equiv=refresh content="0; url=${url}"><link rel=canonical href="${url}"><a href="${url}">on</a>${more}`;

  it('are followed to their end', () => {
    const files = {
      'old/index.html': refresh('/older/'),
      'older/index.html': refresh('../guide/'),
      'out/index.html': refresh('https://example.com/'),
      'guide/index.html': '<p id=start>',
    };
    expect(codes(['old/', '/old/#start', '/old/#no', '/out/', '/guide/'], { files })).toEqual([
      'redirected old/ -> /guide/',
      'redirected /old/#start -> /guide/#start',
      'redirected /old/#no -> /guide/',
      'redirected /out/ -> https://example.com/',
      'redirected /older/ -> /guide/',
    ]);
  });

  it('that lead nowhere are one finding', () => {
    const files = {
      'old/index.html': refresh('/nowhere/'),
      'anchor/index.html': refresh('/guide/#no'),
      'guide/index.html': '',
    };
    expect(codes(['/old/', '/anchor/', '/guide/'], { files })).toEqual([
      'redirect-broken /guide/#no',
      'redirect-broken /nowhere/',
    ]);
  });

  it('that lead to each other are found', () => {
    const files = {
      'a.html': refresh('/b'),
      'b.html': refresh('/a'),
      'c.html': refresh('/a'),
      'self.html': refresh('self.html'),
      'reload.html': '<meta http-equiv=refresh content="60; reload.html">',
    };
    expect(codes(['/a', '/c', '/self', '/reload'], { files })).toEqual([
      'redirect-loop /b',
      'redirect-loop /a',
      'redirect-loop self.html',
    ]);
  });
});

describe('a folder', () => {
  it('is covered whole, and read the same each time', () => {
    const files = {
      'b.html': link('#main', 'a.html'),
      'a.html': '<img src=x.png><a href=https://example.com/></a><a href=https://example.com/></a>',
      'x.png': '',
    };
    const first = check(files);
    expect(first.coverage).toEqual({ pages: 2, links: 5, anchors: 1, assets: 1, external: 2 });
    expect(check(files)).toEqual(first);
  });

  it('keeps every reference with its location', () => {
    const folder = write({ 'a.html': link('x', 'y'), 'b.html': link('x') });
    const site = readOutput(folder);
    const found = site.documents.map(({ links }) => links);
    expect(found.map((links) => links.map(({ reference }) => reference.href))).toEqual([
      ['x', 'y'],
      ['x'],
    ]);
    expect(found[0]?.[0]?.reference).toBe(found[1]?.[0]?.reference);
  });

  it('may have links to folders and files, hidden folders, and UTF-16', () => {
    const folder = write({
      'real/index.html': '<p id=x>',
      '.git/index.html': '<a href=no>',
      '.well-known/security.txt': '',
      'huge.html': Buffer.from(`\ufeff${link('/nowhere-else')}`, 'utf16le').swap16(),
      'odd.html': Buffer.from([0xff, 0xff, 0x3c]),
      'wide.html': Buffer.from(
        `\ufeff${link('/linked/#x', '/.well-known/security.txt', '/nowhere')}`,
        'utf16le',
      ),
    });
    symlinkSync(join(folder, 'real'), join(folder, 'linked'));
    symlinkSync(folder, join(folder, 'real', 'loop'));
    symlinkSync(join(folder, 'nothing'), join(folder, 'dangling'));
    const site = readOutput(folder);
    expect(site.unreadable.map(({ file }) => file)).toEqual(['dangling']);
    const { findings } = checkOutput(site, { baseUrl: '/' });
    expect(findings.filter(({ code }) => code !== 'orphan-page').map(({ href }) => href)).toEqual([
      '/nowhere-else',
      '/nowhere',
    ]);
    expect(site.unreadable[0]?.reason).toMatch(/^ENOENT/);
    expect([...site.files].filter((file) => !file.includes('loop'))).toEqual([
      '.well-known/security.txt',
      'huge.html',
      'linked/index.html',
      'odd.html',
      'real/index.html',
      'wide.html',
    ]);
    const cut = Buffer.concat([Buffer.from('\ufeffab', 'utf16le').swap16(), Buffer.from('c')]);
    for (const [file, bytes, text] of [
      ['a.html', cut, 'ab'],
      ['b.html', Buffer.from('\ufeffab', 'utf16le'), 'ab'],
      ['c.html', Buffer.from('\ufeffab'), 'ab'],
      ['d.html', Buffer.from([0xff, 0xff, 0x3c]), '\ufffd\ufffd<'],
      ['e.html', Buffer.from([0xff]), '\ufffd'],
    ] as const) {
      writeFileSync(join(folder, file), bytes);
      expect(readOutputText(folder, file)).toBe(text);
    }
  });

  it('may have any pages: nothing crashes, and every finding has its location in the file', () => {
    const rich = readFileSync(new URL('../../html/rich.html', import.meta.url), 'utf8');
    const pages = [false, true].flatMap((foreign) =>
      mutatedPages(rich, { count: 150, seed: 21, foreign }),
    );
    const files = Object.fromEntries(pages.map((html, index) => [`p${index}/index.html`, html]));
    const site = readOutput(write({ ...files, 'a.css': pages.join('') }));
    for (const baseUrl of ['/', '/base/']) {
      const { findings } = checkOutput(site, { baseUrl, origin: 'https://docs.example' });
      expect(findings.length).toBeGreaterThan(100);
      const wrong = findings.filter(({ file, start, end }) => {
        const { length } = readOutputText(site.folder, file);
        return start > end || end > length;
      });
      expect(wrong).toEqual([]);
    }
  });
});
