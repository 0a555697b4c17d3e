/** Writes the new side of a comparison with marks in its pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../bundle/package-root.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { configLocator } from '../pipeline/build.ts';
import { openSiteCache } from '../pipeline/cache.ts';
import { type ProgressEvent, produceSite } from '../pipeline/produce.ts';
import type { OutputFile, SiteSink } from '../publish/output-file.ts';
import { openStage } from '../publish/stage.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import { ASSETS_FOLDER, printFile, routeFile, toOutputPath, toRoute } from '../shared/paths.ts';
import { articleIn, readBlocks } from './blocks.ts';
import { blockText, type Mark, markArticle } from './mark-page.ts';
import { countPages, pageNotes, plural } from './print-changes.ts';
import type { Block, PageChange, SiteDiff } from './types.ts';

export interface MarkedSite {
  readonly config: ResolvedConfig;
  readonly compiled: string;
  readonly outDir: string;
  readonly diff: SiteDiff;
  /** The blocks of removed pages, by route. */
  readonly removed: ReadonlyMap<string, readonly Block[]>;
  readonly onProgress: (event: ProgressEvent) => void;
}

/** Builds the site into a separate folder; problems of the folder are returned. */
export async function writeMarkedSite(input: MarkedSite): Promise<readonly Diagnostic[]> {
  const { config, compiled, outDir, diff, removed, onProgress: progress } = input;
  const { stage, diagnostics } = await openStage(outDir);
  if (stage === undefined) return diagnostics;
  try {
    const marker = createMarker(config, diff);
    let shell = '';
    const sink: SiteSink = {
      copy: (file) => stage.copy(file),
      read: (path) => stage.read(path),
      put: (file) => {
        const { path, content } = file;
        if (path === '404.html') shell = String(content);
        stage.put(
          path.endsWith('.html') && typeof content === 'string'
            ? { path, origin: file.origin, content: marker.mark(path, content) }
            : file,
        );
      },
    };
    const cache = openSiteCache({ config, compiled });
    await produceSite({ config, locate: configLocator(config), sink, progress, cache });
    for (const file of [...marker.assets, ...marker.pages(shell, removed)])
      if (!stage.has(file.path)) stage.put(file);
    progress({ step: 'publish' });
    await stage.commit();
    return stage.diagnostics;
  } finally {
    await stage.abort();
  }
}

/** Leads from mark to mark: a link without scripts, buttons with them. */
const STEPS =
  '<a class="dw-diff-first" href="#dw-diff-1">To the first</a><button type="button" data-diff-step="-1" aria-keyshortcuts="p">Previous <kbd>p</kbd></button><button type="button" data-diff-step="1" aria-keyshortcuts="n">Next <kbd>n</kbd></button>';

/** Marks pages by the paths of their files. */
function createMarker(config: ResolvedConfig, diff: SiteDiff) {
  const changed = new Map<string, PageChange>();
  for (const page of diff.pages) {
    changed.set(routeFile(toRoute(page.route), config), page);
    changed.set(toOutputPath(`${page.route}/index.html`), page);
  }
  const assets = ['marks.css', 'marks.js'].map(
    (name): OutputFile => ({
      path: toOutputPath(`${ASSETS_FOLDER}diff-${name}`),
      content: readFileSync(join(PACKAGE_ROOT, 'templates', 'diff', name), 'utf8'),
    }),
  );
  const [style = '', script = ''] = assets.map(({ path }) => printFile(path, config));
  const head = `<meta name="robots" content="noindex"><link rel="stylesheet" href="${style}"><script src="${script}" defer></script></head>`;
  const hrefOf = (route: string): string =>
    diff.hrefs.get(route) ?? printFile(`${route.slice(1)}/`, config);
  const listHref = printFile('dw-diff/', config);
  const neighbors = diff.pages.filter(({ change }) => change !== 'removed');
  const bar = (page: PageChange, marks: readonly Mark[]): string => {
    const at = neighbors.indexOf(page);
    const link = (to: PageChange | undefined, label: string, rel: string): string =>
      to === undefined ? '' : `<a href="${hrefOf(to.route)}" rel="${rel}">${label}</a>`;
    const title =
      page.change === 'added' ? 'New page' : [`Page ${page.change}`, ...pageNotes(page)].join(', ');
    const items = marks.map(({ id, name, section }) => {
      const text = section === '' ? name : `${section}: ${name}`;
      return `<li><a href="#${id}">${escapeHtml(text)}</a></li>`;
    });
    const list = `<details><summary>List</summary><ol>${items.join('')}</ol></details>`;
    const [status, steps, all] =
      marks.length === 0
        ? [escapeHtml(title), '', '']
        : [plural(marks.length, 'change'), STEPS, list];
    return `<aside class="dw-diff-bar" aria-label="Changes"><p><strong data-diff-status role="status">${status}</strong>${steps}${link(neighbors[at - 1], 'Page before', 'prev')}${link(neighbors[at + 1], 'Next page', 'next')}<a href="${listHref}">All pages</a></p>${all}</aside>`;
  };
  const mark = (path: string, html: string): string => {
    const page = changed.get(path);
    const article = articleIn(html);
    const end = html.indexOf('</head>');
    if (end < 0) return html;
    const headed = (text: string): string => text.replace('</head>', () => head);
    if (page === undefined || article === undefined) return headed(html);
    const [from, to] = article;
    const own = html.slice(from, to);
    const marked = markArticle(own, readBlocks(own), page.blocks);
    const close = html.indexOf('>', to) + 1;
    return headed(
      html.slice(0, from) +
        marked.html +
        html.slice(to, close) +
        bar(page, marked.marks) +
        html.slice(close),
    );
  };
  /** The list of changed pages, and a stub for each removed one, in the layout of the page for missing ones. */
  const pages = (shell: string, removed: MarkedSite['removed']): readonly OutputFile[] => {
    const fill = (title: string, content: string): string => {
      const main = /(<main[^>]*>)[\s\S]*(<\/main>)/;
      const body = `<article class="article"><h1>${escapeHtml(title)}</h1>${content}</article>`;
      return mark('', shell)
        .replace(/<title>[^<]*/, () => `<title>${escapeHtml(title)}`)
        .replace(main, (_, start: string, end: string) => start + body + end);
    };
    const rows = diff.pages.map((page) => {
      const moved = page.from === undefined ? '' : `<del>${escapeHtml(page.from)}</del> `;
      const notes = pageNotes(page).map((note) => `<br><small>${escapeHtml(note)}</small>`);
      return `<tr><td>${page.change}</td><td>${moved}<a href="${hrefOf(page.route)}">${escapeHtml(page.title || page.route)}</a>${notes.join('')}</td></tr>`;
    });
    const others = diff.sections.map(({ title, items, isCode }) => {
      const lines = items.map(({ line }) => escapeHtml(line));
      const list = lines.map((line) => `<li>${line}</li>`).join('');
      return `<h2>${title}</h2>${isCode === true ? `<pre tabindex="0">${lines.join('\n')}</pre>` : `<ul>${list}</ul>`}`;
    });
    const columns = '<thead><tr><th>Change</th><th>Page</th></tr></thead>';
    const table =
      rows.length === 0 ? '' : `<table>${columns}<tbody>${rows.join('')}</tbody></table>`;
    const list = `<p>${escapeHtml(countPages(diff))}, compared with <code>${escapeHtml(diff.ref)}</code>.</p>${table}${others.join('')}`;
    const back = `<p>This page is removed. <a href="${listHref}">All pages</a>. It was:</p>`;
    const stubs = diff.pages
      .filter(({ change }) => change === 'removed')
      .map(({ route, title }): OutputFile => {
        const lines = (removed.get(route) ?? []).map(
          (block) => `<p class="dw-diff-old"><del>${escapeHtml(blockText(block))}</del></p>`,
        );
        const content = fill(`Removed: ${title}`, back + lines.join(''));
        return { path: routeFile(toRoute(route), config), content };
      });
    return [{ path: toOutputPath('dw-diff/index.html'), content: fill('Changes', list) }, ...stubs];
  };
  return { assets, mark, pages };
}
