/** Writes the pages of a built site as one document, in the order of the sidebars, to read or to print. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ResolvedConfig } from '../config/site-config.ts';
import { decodeAttribute } from '../html/character-references.ts';
import { scanHtml as scanTags } from '../html/scan-fragment.ts';
import { scanHtml } from '../html/scan-html.ts';
import { openStage } from '../publish/stage.ts';
import { readLines } from '../shared/code-lines.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import { decodeSafely, printRoute, type Route, toOutputPath } from '../shared/paths.ts';
import { applyEdits, type TextEdit } from '../html/text-edits.ts';
import type { SidebarNode, SiteGraph } from '../site/graph-types.ts';
import { defaultLocale, messagesOf } from '../site/locales.ts';
import { flattenPages } from '../site/sidebar-tree.ts';
import { pageFile } from '../site/site-files.ts';
import type { ExportOptions, ExportResult } from './export-offline.ts';
import { openFolder } from './routes.ts';

/** Writes `book.html` with its images, styles and linked files into a folder; without those files for paper. */
export async function exportBook(options: ExportOptions, isPaper = false): Promise<ExportResult> {
  const opened = await openFolder(options);
  const { config, diagnostics } = opened;
  if (config === undefined) return { diagnostics };
  const { outDir: from } = config;
  if (!existsSync(from)) return { diagnostics, from };
  const { stage, diagnostics: problems } = await openStage(options.to);
  const found = [...diagnostics, ...problems];
  if (stage === undefined) return { diagnostics: found, from };
  try {
    const { html, files } = printBook(opened.site.graph, { config, from, isPaper });
    const styles = readdirSync(join(from, 'dw-assets'), { withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.js(?:on)?$/.test(entry.name))
      .map(({ name }) => `dw-assets/${name}`);
    const copied = [...new Set([...files, ...styles])].filter((file) =>
      existsSync(join(from, file)),
    );
    stage.put({ path: toOutputPath('book.html'), content: html });
    for (const file of copied) stage.copy({ path: toOutputPath(file), from: join(from, file) });
    const summary = await stage.commit();
    const written = summary && { files: copied.length + 1 };
    return { diagnostics: [...found, ...stage.diagnostics], from, ...written };
  } finally {
    await stage.abort();
  }
}

/** Prints the book with an installed Chromium; returns the problem if there is none, or if it fails. */
export async function exportPdf(
  options: ExportOptions,
): Promise<ExportResult & { readonly problem?: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-book-'));
  try {
    const result = await exportBook({ ...options, to: folder }, true);
    if (result.files === undefined) return result;
    // Only for root, which a sandbox of Chromium refuses.
    const isRoot = process.getuid?.() === 0;
    const address = pathToFileURL(join(folder, 'book.html')).href;
    for (const program of BROWSERS) {
      const run = spawnSync(
        program,
        [
          '--headless',
          '--disable-gpu',
          '--no-pdf-header-footer',
          '--generate-pdf-document-outline',
          ...(isRoot ? ['--no-sandbox'] : []),
          `--user-data-dir=${join(folder, '.profile')}`,
          `--print-to-pdf=${options.to}`,
          address,
        ],
        { encoding: 'utf8' },
      );
      if (run.error === undefined && run.status === 0) return result;
      if (run.error === undefined)
        return { ...result, problem: `${program} failed: ${run.stderr.trim().split('\n').at(-1)}` };
    }
    return { ...result, problem: 'no Chromium is installed: name one in the variable CHROMIUM' };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const BROWSERS: readonly string[] = [
  process.env['CHROMIUM'] ?? 'chromium',
  ...'chromium-browser google-chrome google-chrome-stable chrome msedge microsoft-edge'.split(' '),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

interface BookInput extends Pick<BookParts, 'config' | 'isPaper'> {
  readonly from: string;
}

/** The whole document, and the files that it shows. */
function printBook(graph: SiteGraph, { config, from, isPaper }: BookInput) {
  const nodes = graph.editions
    .filter(({ locale, version, set }) => {
      return locale.code === config.defaultLocale && version === set.last;
    })
    .flatMap((edition) => graph.sidebars.get(edition) ?? [])
    .map((sidebar) => sidebar.nodes);
  const routes = flattenPages(nodes.flat()).map(({ route }) => route);
  const files = new Set<string>();
  const keys = new Map(
    routes.map((route) => [printRoute(route, config).replace(/\/$/, ''), keyOf(route)]),
  );
  let head = '';
  const chapters = routes.flatMap((route) => {
    const node = graph.pages.get(route);
    const file = node && join(from, pageFile(node, config));
    if (file === undefined || !existsSync(file)) return [];
    const page = readFileSync(file, 'utf8');
    for (const [sheet] of page.matchAll(/<link rel="stylesheet"[^>]*>/g))
      if (!head.includes(sheet)) head += sheet;
    const start = page.indexOf('<article class="article');
    const article = page.slice(start, page.lastIndexOf('</article>') + '</article>'.length);
    if (start < 0) return [];
    const own = inBook(article, keyOf(route), { keys, config, isPaper, files });
    return [`<section class="book-chapter" id="${keyOf(route)}">\n${own}\n</section>`];
  });
  const locale = defaultLocale(config);
  const { htmlLang, dir } = locale;
  const label = escapeHtml(messagesOf(graph.messages, locale).homeContents);
  const sheets = head
    .replace(/ integrity="[^"]*"/g, '')
    .replaceAll(`href="${config.baseUrl}`, 'href="./');
  const title = escapeHtml(config.title);
  const html = `<!doctype html>
<html lang="${htmlLang}" dir="${dir}" data-theme="light">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
${sheets}
<style>${PAGE_RULES}</style>
<main class="book">
<header class="book-title"><h1>${title}</h1><p>${escapeHtml(config.tagline)}</p></header>
<nav class="book-contents" aria-labelledby="contents"><h2 id="contents">${label}</h2>${nodes.map((list) => contents(list, graph)).join('\n')}</nav>
${chapters.join('\n')}
</main>
</html>
`;
  return { html, files };
}

const PAGE_RULES = `@page { margin: 18mm 16mm 20mm; @bottom-center { content: counter(page); font: 9pt sans-serif; } }
.book { max-width: 50rem; margin-inline: auto; padding: 1rem; }
.book-title { padding-block: 30vh 2rem; text-align: center; }
.book-contents, .book-chapter { break-before: page; }
.book-contents { columns: 18rem; }
.book-contents h2 { column-span: all; }
.book-contents ol { padding-inline-start: 1.25rem; list-style: none; }
.book-contents > ol { padding: 0; }
.book-chapter { padding-block: 2rem; }
@media print { .book { max-width: none; padding: 0; } .book-chapter { padding-block: 0; } }`;

function contents(nodes: readonly SidebarNode[], graph: SiteGraph): string {
  const items = nodes.flatMap((node) => {
    if (node.type === 'link') return [];
    const label = escapeHtml(node.label);
    const { node: page } = node;
    const text =
      page === undefined || !graph.pages.has(page.route)
        ? label
        : `<a href="#${keyOf(page.route)}">${label}</a>`;
    return [`<li>${text}${node.type === 'category' ? contents(node.items, graph) : ''}</li>`];
  });
  return items.length === 0 ? '' : `<ol>${items.join('\n')}</ol>`;
}

/** The id of a page in the book. */
function keyOf(route: Route): string {
  const name = route.replaceAll('/', '--');
  // An id has no space.
  return `p${name.replace(/[^\p{L}\p{N}_.-]/gu, (sign) => `~${sign.codePointAt(0)?.toString(16)}`)}`;
}

interface BookParts {
  /** The ids of pages by their printed addresses, without a final slash. */
  readonly keys: ReadonlyMap<string, string>;
  readonly config: ResolvedConfig;
  /** Links to files lead to the site. */
  readonly isPaper: boolean;
  /** Receives the files that the article shows. */
  readonly files: Set<string>;
}

/** The id that a fragment names; of lines of code, the first. */
function idOf(fragment: string): string {
  const lines = readLines(fragment);
  return lines === undefined ? (decodeSafely(fragment) ?? fragment) : lines.start + lines.first;
}

/** Attributes with one or more ids. */
const IDS = new Set(
  'id for headers aria-labelledby aria-describedby aria-controls aria-owns'.split(' '),
);

/** Gives an article separate ids, and addresses in the book; those of other pages lead to the site. */
function inBook(article: string, key: string, { keys, config, isPaper, files }: BookParts): string {
  const edits: TextEdit[] = [];
  scanTags(article, {
    startTag: ({ attributes }) => {
      for (const { name, valueStart: start, valueEnd: end } of attributes)
        if (IDS.has(name) && end > start) {
          const ids = article.slice(start, end).split(/\s+/);
          edits.push({ start, end, after: ids.map((id) => `${key}--${id}`).join(' ') });
        }
    },
    endTag: () => undefined,
  });
  for (const { href, tag, start, end } of scanHtml(article).links) {
    const [, path = '', fragment] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(href) ?? [];
    const own = path === '' ? key : keys.get(path.replace(/\/$/, ''));
    let text = href;
    if (own !== undefined)
      text = `#${own}${fragment === undefined || fragment === '' ? '' : `--${idOf(fragment)}`}`;
    else if (path.startsWith(config.baseUrl) && !path.startsWith('//')) {
      const file = decodeSafely(path.slice(config.baseUrl.length)) ?? '';
      const isPage = file === '' || /(?:\/|\.html|(?:^|\/)[^./]+)$/.test(file);
      const isOfSite = isPage || (isPaper && tag === 'a');
      if (!isOfSite) files.add(file);
      text = isOfSite
        ? `${config.isAssumed ? '' : config.url}${href}`
        : `./${path.slice(config.baseUrl.length)}`;
    }
    if (decodeAttribute(article.slice(start, end)) !== text)
      edits.push({ start, end, after: escapeHtml(text) });
  }
  // Scripts of a page need the site.
  return applyEdits(article, edits).replace(/<script\b[^>]*>[^]*?<\/script>/g, '');
}
