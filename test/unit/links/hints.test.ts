import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { checkLinks } from '../../../src/pipeline/check-links.ts';
import { type SiteFiles, site } from '../../support/site.ts';

/** The destinations of the page `t.md`; below each its findings: code and message, hint, fix or suggestions, target. */
const FINDINGS = `
[./nowhere.md#x]
  page-not-found: there is no page at "content/docs/nowhere.md"
  hint: correct the path, or add the page
  target: /docs/nowhere
[nowhere]
  page-not-found: there is no page at "content/docs/nowhere"
  hint: correct the path, or add the page
  target: /docs/nowhere
[www.example.com]
  asset-not-found: there is no file at "content/docs/www.example.com"
  hint: write "https://www.example.com" for an address outside of the site
  target: /docs/www.example.com
[WWW.example.com/x]
  page-not-found: there is no page at "content/docs/WWW.example.com/x"
  hint: write "https://WWW.example.com/x" for an address outside of the site
  target: /docs/WWW.example.com/x
[./none.png]
  asset-not-found: there is no file at "content/docs/none.png"
  hint: correct the path, or add the file
  target: /docs/none.png
[!./install.md]
  asset-not-found: the target "/docs/install" is a page, not a file that a page can show
  hint: correct the path, or add the file to the static folder: static/docs/install
  target: /docs/install
[!www.example.com/x.png]
  asset-not-found: there is no file at "content/docs/www.example.com/x.png"
  hint: write "https://www.example.com/x.png" for an address outside of the site
  target: /docs/www.example.com/x.png
[./Install.md]
  case-mismatch: "content/docs/Install.md" differs from "content/docs/install.md" in upper and lower case
  hint: write the name as the file has it
  fix: ./install.md
  target: /docs/Install
[/docs/Install/]
  case-mismatch: "/docs/Install/" differs from "/docs/install" in upper and lower case
  hint: write the name as the file has it
  fix: /docs/install/
  target: /docs/Install/
[]
  empty-href: the link has no destination
  hint: add a destination, or remove the link
[./draft.md]
  draft-target: "content/docs/draft.md" is a draft, which is not built
  hint: publish the page or remove the link
  target: /docs/draft
[/old]
  redirected: "/old" is a redirect of this site
  fix: ./install.md
  target: /docs/install
[/one/]
  redirect-loop: the redirect "/one" leads back to itself
  hint: let one of the redirects lead to a page
  target: /one
[/out/?q=1#x]
  redirected: "/out" is a redirect of this site
  fix: https://o.example/?q=1#x
  target: https://o.example/?q=1#x
[/lost/]
  page-not-found: there is no page at "/nowhere"
  hint: correct the path, or add the page
  target: /nowhere
[/part]
  anchor-not-found: no heading "#no" on /docs/install
  hint: its headings are #install, #steps, #über: use one of them, or add {#no} to the heading that is meant
  target: /docs/install#no
  redirected: "/part" is a redirect of this site
  fix: ./install.md#no
  target: /docs/install#no
[./install/]
  page-not-found: there is no page at "content/docs/install/"
  fix: ./install
  target: /docs/install
[./install]
[javascript:alert(1)]
  unsafe-scheme: the scheme of "javascript:alert(1)" is refused
  hint: use http, https, mailto, tel or a relative address
[WEB+X:y]
  unknown-scheme: the scheme of "WEB+X:y" is neither common nor allowed
  hint: links.schemes: ['web+x'] in the configuration allows it in links
[%zz.md]
  malformed-escape: "%zz.md" has a percent escape that is not valid UTF-8
  hint: write a percent sign as %25
[../../../../x.md]
  outside-root: "../../../../x.md" climbs out of the site
[/../x]
  outside-root: "/../x" climbs out of the site
[https://t.example/b/docs/install/?q=1#steps]
  same-origin-absolute: "https://t.example/b/docs/install/?q=1#steps" names the site's own host
  near: /b/docs/install?q=1#steps
  target: /docs/install#steps
[//example.com/x]
  protocol-relative: "//example.com/x" has no scheme
  hint: write "https://example.com/x"
  target: //example.com/x
[\\\\example.com\\x]
  protocol-relative: "\\\\example.com\\x" has no scheme
  hint: write "https://example.com/x"
  target: \\\\example.com\\x
[http://example.com/]
  insecure-http: "http://example.com/" is not encrypted
  target: http://example.com/
[http://localhost/]
  localhost-link: "http://localhost/" leads to the reader's own machine
  target: http://localhost/
[http://https://example.com/x?q=https://y#z]
  repeated-scheme: "http://https://example.com/x?q=https://y#z" has two schemes
  fix: https://example.com/x?q=https://y#z
  target: http://https://example.com/x?q=https://y#z
[/twice/]
  redirected: "/twice" is a redirect of this site
  fix: https://https://o.example/
  target: https://https://o.example/
  repeated-scheme: "https://https://o.example/" has two schemes
  target: https://https://o.example/
[mailto:x]
  mailto-syntax: "mailto:x" is not a valid mail address
  target: mailto:x
[tel:x]
  tel-syntax: "tel:x" is not a valid telephone number
  target: tel:x
[https://]
  malformed-url: "https://" is not a valid URL
[./install.md#nowhere]
  anchor-not-found: no heading "#nowhere" on /docs/install
  hint: its headings are #install, #steps, #über: use one of them, or add {#nowhere} to the heading that is meant
  target: /docs/install#nowhere
[./install.md#Steps]
  anchor-not-found: no heading "#Steps" on /docs/install
  hint: the nearest heading there is "#steps" (content/docs/install.md:3)
  fix: ./install.md#steps
  target: /docs/install#Steps
[./install.md#stepps]
  anchor-not-found: no heading "#stepps" on /docs/install
  hint: the nearest heading there is "#steps" (content/docs/install.md:3)
  near: ./install.md#steps
  target: /docs/install#stepps
[./install.md?q#steps?x=1]
  anchor-not-found: no heading "#steps?x=1" on /docs/install
  hint: write the query before the fragment
  fix: ./install.md?q&x=1#steps
  target: /docs/install#steps?x=1
[./install.md#steps?x=1]
  anchor-not-found: no heading "#steps?x=1" on /docs/install
  hint: write the query before the fragment
  fix: ./install.md?x=1#steps
  target: /docs/install#steps?x=1
[./install.md?q#stepps?x=1]
  anchor-not-found: no heading "#stepps?x=1" on /docs/install
  hint: the nearest heading there is "#steps" (content/docs/install.md:3)
  near: ./install.md?q&x=1#steps
  target: /docs/install#stepps?x=1
[./other.md#steps]
  anchor-not-found: no heading "#steps" on /docs/other
  hint: "#steps" is a heading of /docs/install (content/docs/install.md)
  fix: ./install.md#steps
  target: /docs/other#steps
[./other.md?q=1#steps]
  anchor-not-found: no heading "#steps" on /docs/other
  hint: "#steps" is a heading of /docs/install (content/docs/install.md)
  fix: ./install.md?q=1#steps
  target: /docs/other#steps
[/docs/other/#steps]
  anchor-not-found: no heading "#steps" on /docs/other
  hint: "#steps" is a heading of /docs/install (content/docs/install.md)
  fix: ./install.md#steps
  target: /docs/other#steps
[/b/docs/other/#steps]
  anchor-not-found: no heading "#steps" on /docs/other
  hint: "#steps" is a heading of /docs/install (content/docs/install.md)
  fix: ./install.md#steps
  target: /docs/other#steps
[./other.md#%C3%BCber]
  anchor-not-found: no heading "#%C3%BCber" on /docs/other
  hint: "#%C3%BCber" is a heading of /docs/install (content/docs/install.md)
  fix: ./install.md#%C3%BCber
  target: /docs/other#%C3%BCber
[other.md#steps]
  anchor-not-found: no heading "#steps" on /docs/other
  hint: "#steps" is a heading of /docs/install (content/docs/install.md)
  fix: install.md#steps
  target: /docs/other#steps
[other#steps]
  anchor-not-found: no heading "#steps" on /docs/other
  hint: "#steps" is a heading of /docs/install (content/docs/install.md)
  fix: install#steps
  target: /docs/other#steps
[./install.md#?x=1]
  anchor-not-found: no heading "#?x=1" on /docs/install
  hint: write the query before the fragment
  fix: ./install.md?x=1#
  target: /docs/install#?x=1
[./install.md#TOP]
[./install.md#%54op]
[./install.md#raw-prt]
  anchor-not-found: no heading "#raw-prt" on /docs/install
  hint: the nearest heading there is "#raw-part"
  near: ./install.md#raw-part
  target: /docs/install#raw-prt
[./page.html#x]
[./page.html#no]
  anchor-not-found: no heading "#no" on /content/docs/page.html
  hint: link to the page without "#"
  target: /content/docs/page.html
[#shared]
  anchor-not-found: no heading "#shared" on /docs/t
  hint: "#shared" is a heading of /docs/other (content/docs/other.md)
  near: ./other.md#shared
  target: /docs/t#shared
[#twice]
  anchor-not-found: no heading "#twice" on /docs/t
  hint: its headings are #t, #here: use one of them, or add {#twice} to the heading that is meant
  target: /docs/t#twice
[/onward]
  redirected: "/refresh.html" is a redirect of this site
  fix: /docs/install
  target: /refresh.html
[#heer]
  anchor-not-found: no heading "#heer" on /docs/t
  hint: the nearest heading there is "#here" (content/docs/t.md:3)
  near: #here
  heading: content/docs/t.md 3 heer
  target: /docs/t#heer
[./install.md#%73teps]
[./install.md#steps:~:text=x]
[./install.md#nowhere:~:text=x]
  anchor-not-found: no heading "#nowhere:~:text=x" on /docs/install
  hint: its headings are #install, #steps, #über: use one of them, or add {#nowhere} to the heading that is meant
  target: /docs/install#nowhere:~:text=x
[/demo.html#x]
[/demo.html#no]
  anchor-not-found: no heading "#no" on /demo.html
  hint: link to the page without "#"
  target: /demo.html
[/refresh.html]
  redirected: "/refresh.html" is a redirect of this site
  fix: /docs/install
  target: /refresh.html
[/b/refresh.html]
  redirected: "/refresh.html" is a redirect of this site
  fix: /b/docs/install
  target: /refresh.html
[/refresh-out.html]
  redirected: "/refresh-out.html" is a redirect of this site
  fix: https://o.example/
  target: /refresh-out.html
[/refresh-lost.html]
[/b/docs/nstall/]
  page-not-found: there is no page at "/b/docs/nstall/"
  near: /b/docs/install/
  target: /b/docs/nstall/
[/docs/nstall]
  page-not-found: there is no page at "/docs/nstall"
  near: /docs/install
  target: /docs/nstall
[/b/old/]
  redirected: "/old" is a redirect of this site
  fix: ./install.md
  target: /docs/install
[./plan.pdf#x]
[/img.png]
[/imgg.png]
  asset-not-found: there is no file at "/imgg.png"
  near: /img.png
  target: /imgg.png
[!/docs/install]
  asset-not-found: the target "/docs/install" is a page, not a file that a page can show
  hint: correct the path, or add the file to the static folder: static/docs/install
  target: /docs/install
site.config.ts:5:65
  redirect-loop: the redirect "/two" leads back to itself
  hint: let one of the redirects lead to a page
  target: /two
site.config.ts:5:95
  redirect-loop: the redirect "/one" leads back to itself
  hint: let one of the redirects lead to a page
  target: /one
site.config.ts:6:71
  redirect-broken: there is no page at "/nowhere"
  hint: correct the path, or add the page
  target: /nowhere
site.config.ts:6:106
  redirect-broken: no heading "#no" on /docs/install
  hint: its headings are #install, #steps, #über: use one of them, or add {#no} to the heading that is meant
  target: /docs/install#no
site.config.ts:7:28
  repeated-scheme: "https://https://o.example/" has two schemes
  fix: https://o.example/
  target: https://https://o.example/
site.config.ts:7:83
  redirected: "/refresh.html" is a redirect of this site
  fix: /docs/install
  target: /refresh.html
static/refresh-lost.html:1:44
  redirect-broken: there is no page at "/nowhere/"
  hint: correct the path, or add the page
  target: /nowhere/
`;

/** With `links.trailingSlash`, which does not concern files. */
const SLASHES = {
  always: `
[/docs/install]
  trailing-slash: links to pages end with a slash here
  hint: write "/docs/install/"
  fix: /docs/install/
  target: /docs/install
[/docs/install/]
[/docs/install?x#steps]
  trailing-slash: links to pages end with a slash here
  hint: write "/docs/install/?x#steps"
  fix: /docs/install/?x#steps
  target: /docs/install#steps
[/docs/install/?x#steps]
[/docs/install//]
[/]
[/b/]
[/b]
[#here]
[./install.md]
[install]
[./install]
[/img.png]
[/b/docs/install]
  trailing-slash: links to pages end with a slash here
  hint: write "/b/docs/install/"
  fix: /b/docs/install/
  target: /docs/install
[/b/docs/install/]
site.config.ts:5:26
  trailing-slash: links to pages end with a slash here
  hint: write "/docs/install/"
  fix: /docs/install/
  target: /docs/install
`,
  never: `
[/docs/install]
[/docs/install/]
  trailing-slash: links to pages do not end with a slash here
  hint: write "/docs/install"
  fix: /docs/install
  target: /docs/install
[/docs/install?x#steps]
[/docs/install/?x#steps]
  trailing-slash: links to pages do not end with a slash here
  hint: write "/docs/install?x#steps"
  fix: /docs/install?x#steps
  target: /docs/install#steps
[/docs/install//]
  trailing-slash: links to pages do not end with a slash here
  hint: write "/docs/install"
  fix: /docs/install
  target: /docs/install
[/]
[/b/]
[/b]
[#here]
[./install.md]
[install]
[./install]
[/img.png]
[/b/docs/install]
[/b/docs/install/]
  trailing-slash: links to pages do not end with a slash here
  hint: write "/b/docs/install"
  fix: /b/docs/install
  target: /docs/install
`,
};

const PAGES: SiteFiles = {
  'content/docs/install.md':
    '# Install\n\n## Steps\n\n## Über uns {#über}\n\n<b id="raw-part">x</b>\n',
  'content/docs/page.html': '<p id="x">',
  'content/docs/far/one.md': '# One\n\n## Shared\n\n## Twice\n',
  'content/docs/far/two.md': '# Two\n\n## Twice\n',
  'content/docs/other.md': '# Other\n\n## Else\n\n## Shared\n',
  'content/docs/draft.md': '---\ndraft: true\n---\n# D\n',
  'content/docs/plan.pdf': 'x',
  'static/img.png': 'x',
  'static/demo.html': '<p id="x">',
  'static/refresh.html': '<meta http-equiv="refresh" content="0; url=/b/docs/install/">',
  'static/refresh-out.html': '<meta http-equiv="refresh" content="0; url=https://o.example/">',
  'static/refresh-lost.html': '<meta http-equiv="refresh" content="0; url=/b/nowhere/">',
};

const config = (links: string): string => `export default {
  title: 'T', url: 'https://t.example', baseUrl: '/b/',
  links: { rules: { 'orphan-page': 'off', 'insecure-http': 'warning', 'localhost-link': 'warning' }, ${links} },
  redirects: [
    { from: '/old', to: '/docs/install' }, { from: '/one', to: '/two' }, { from: '/two', to: '/one' },
    { from: '/out', to: 'https://o.example/' }, { from: '/lost', to: '/nowhere' }, { from: '/part', to: '/docs/install#no' },
    { from: '/twice', to: 'https://https://o.example/' }, { from: '/onward', to: '/refresh.html' },
  ],
};
`;

/** Prints the findings of a page with these links in the form of the table, then those of other files. */
async function printed(hrefs: readonly string[], links = ''): Promise<string> {
  const own = (href: string): string =>
    href.startsWith('!') ? `![x](<${href.slice(1)}>)` : `[x](<${href.replaceAll('\\', '\\\\')}>)`;
  const page = `# T\n\n## Here\n\n${hrefs.map(own).join('\n\n')}\n`;
  const files = { ...PAGES, 'site.config.ts': config(links), 'content/docs/t.md': page };
  const driver = site(files).warm();
  const { diagnostics } = await checkLinks({ siteDir: driver.dir });
  driver.dispose();
  const isOwn = ({ location }: Diagnostic): boolean => location?.file === 'content/docs/t.md';
  const at = ({ location }: Diagnostic): number => ((location?.line ?? 0) - 5) / 2;
  const others = diagnostics.filter((entry) => !isOwn(entry));
  const lines = [
    ...hrefs.flatMap((href, index) => [
      `[${href}]`,
      ...diagnostics.filter((entry) => isOwn(entry) && at(entry) === index).flatMap(linesOf),
    ]),
    ...others.flatMap((entry) => [
      `${entry.location?.file}:${entry.location?.line}:${entry.location?.column}`,
      ...linesOf(entry),
    ]),
  ];
  return `\n${lines.join('\n')}\n`;
}

function linesOf({ code, message, hint, link }: Diagnostic): readonly string[] {
  const near = link?.suggestions.join(' ') ?? '';
  return [
    `  ${code}: ${message}`,
    ...(hint === undefined ? [] : [`  hint: ${hint}`]),
    ...(near === '' ? [] : [`  ${near === link?.fix ? 'fix' : 'near'}: ${near}`]),
    ...(link?.heading === undefined ? [] : [`  heading: ${Object.values(link.heading).join(' ')}`]),
    ...(link?.resolved === undefined ? [] : [`  target: ${link.resolved}`]),
  ];
}

describe('the findings of links', () => {
  it('say what is wrong, and what to do', async () => {
    const hrefs = [...FINDINGS.matchAll(/^\[(.*)\]$/gm)].map(([, href = '']) => href);
    expect(await printed(hrefs)).toBe(FINDINGS);
  });

  it.each(Object.entries(SLASHES))(
    'say what is wrong with a final slash: %s',
    async (policy, expected) => {
      const hrefs = [...expected.matchAll(/^\[(.*)\]$/gm)].map(([, href = '']) => href);
      const found = await printed(hrefs, `trailingSlash: '${policy}'`);
      expect(found.slice(0, expected.length)).toBe(expected);
    },
  );
});
