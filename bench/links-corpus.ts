import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomFrom } from './words.ts';

/** Number of references on each page: 1,001 pages have 128,128. */
const LINKS = 128;
const SIDEBAR = 84;
/** References in the head, the header and the footer, and the skip link; the sidebar has one less than possible. */
const AROUND = 9;
const SECTIONS = 10;
const PER_FOLDER = 50;

/**
 * Writes the HTML of a documentation site, including the start page: header, sidebar, article with sections and code,
 * table of contents, footer. All links are valid except `broken`: one in the layout of all pages, and one in the article
 * of every hundredth.
 */
export function writeBuiltSite(folder: string, pages: number): void {
  const random = randomFrom(5);
  const routes = Array.from({ length: pages }, (_, page) => routeOf(page));
  mkdirSync(join(folder, 'assets'), { recursive: true });
  for (const file of ['assets/site.css', 'assets/site.js', 'favicon.svg', 'logo.png']) {
    writeFileSync(join(folder, file), '');
  }
  for (const [page, route] of routes.entries()) {
    mkdirSync(join(folder, route), { recursive: true });
    writeFileSync(join(folder, route, 'index.html'), htmlOf({ page, routes, random }));
  }
}

function routeOf(page: number): string {
  if (page === 0) return '/';
  return `/docs/section-${Math.floor(page / PER_FOLDER)}/page-about-topic-${page}/`;
}

interface Page {
  readonly page: number;
  readonly routes: readonly string[];
  readonly random: () => number;
}

function htmlOf({ page, routes, random }: Page): string {
  const from = Math.max(0, Math.min(page - SIDEBAR / 2, routes.length - SIDEBAR));
  const sidebar = Array.from({ length: SIDEBAR - 1 }, (_, entry) => {
    const at = (from + entry) % routes.length;
    const current = at === page ? ' aria-current="page"' : '';
    return `<li class="sidebar-item"><a class="sidebar-link" href="${routes[at]}"${current}>Page ${at} of the guide</a></li>`;
  });
  const toc = Array.from({ length: SECTIONS }, (_, section) => {
    return `<li><a href="#section-${page}-${section}" class="toc-link">Section ${section}</a></li>`;
  });
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Page ${page} | Benchmark &amp; more</title>
<link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/assets/site.css">
<script type="module" src="/assets/site.js"></script>
</head>
<body>
<div id="root"><a class="skip-link" href="#main">Skip to main content</a>
<header class="header"><nav class="navbar" aria-label="Main"><a class="brand" href="/"><img src="/logo.png" alt="Logo"></a>
<a class="navbar-link" href="/docs/moved-away/">Broken</a><a class="navbar-link" href="https://example.com/">Example</a></nav></header>
<nav class="sidebar" aria-label="Docs"><ul class="sidebar-list">${sidebar.join('\n')}</ul></nav>
<main id="main"><article><h1 id="page-${page}">Page ${page}</h1>
${sections({ page, routes, random })}
</article></main>
<aside class="toc"><ul>${toc.join('\n')}</ul></aside>
<footer><a href="https://example.com/imprint">Imprint</a><a href="mailto:docs@example.com">Mail</a></footer></div>
</body>
</html>
`;
}

/** Puts the remaining references of the page into its article. */
function sections({ page, routes, random }: Page): string {
  const rest = LINKS - SIDEBAR - SECTIONS - AROUND;
  const links = Array.from({ length: rest }, (_, link) => {
    const at = Math.floor(random() * routes.length);
    const isBroken = page % 100 === 50 && link === 0;
    const target = isBroken ? '/docs/nowhere/' : (routes[at] ?? '/');
    const href = link % 2 === 0 ? target : `${relative(page, at)}#page-${at}`;
    return `<p>This paragraph tells what the request returns and names <a href="${href}">another page &amp; its section</a> as <code>value-${link}</code>, with <strong>words</strong> around.</p>`;
  });
  return Array.from({ length: SECTIONS }, (_, section) => {
    const own = links.filter((_link, index) => index % SECTIONS === section);
    return `<h2 id="section-${page}-${section}">Section ${section}</h2>\n${own.join('\n')}\n${CODE}`;
  }).join('\n');
}

const CODE = `<div class="code-block"><pre><code class="language-ts"><span class="line"><span class="t-keyword">const</span> answer <span class="t-operator">=</span> <span class="t-keyword">await</span> client<span class="t-punctuation">.</span><span class="t-function">request</span><span class="t-punctuation">(</span><span class="t-string">'/players'</span><span class="t-punctuation">);</span></span></code></pre></div>`;

function relative(page: number, target: number): string {
  if (page === 0) return `.${routeOf(target)}`;
  return target === 0 ? '../../../' : `../../..${routeOf(target)}`;
}
