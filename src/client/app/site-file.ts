import { escapeHtml } from '../../shared/escape-html.ts';
import type { PageData, PageInput, SidebarEntry } from '../../shared/page.ts';
import {
  DATA_SCHEMA,
  type EmbeddedPage,
  type PrintedPage,
  type SiteFile,
} from '../../shared/page-data.ts';
import { isInBuildFolder } from '../../shared/paths.ts';
import { openBranch } from '../../shared/sidebar.ts';
import { readToc } from '../../shared/toc.ts';
import type { PageDocument } from '../navigation/pages.ts';
import { findArticle, findRoot } from './adoption.ts';

/** Reads the page's data in the script after the root; undefined if there is none. */
export function readEmbeddedPage(root: Element): EmbeddedPage | undefined {
  const script = root.nextElementSibling;
  if (!(script instanceof HTMLScriptElement) || script.type !== 'application/json')
    return undefined;
  try {
    const { generation, siteFile, page, ...assets }: Partial<EmbeddedPage<PrintedPage>> = {
      ...JSON.parse(script.text),
    };
    if (!generation || !siteFile || !page) return undefined;
    const toc = readToc(page.toc, (id) => headingHtml(root, id));
    return { generation, siteFile, page: { ...page, toc }, ...assets };
  } catch {
    return undefined;
  }
}

/** The markup of a heading in the document's table of contents; without one, the heading's text. */
function headingHtml(root: Element, id: string): string {
  const href = CSS.escape(`#${encodeURIComponent(id)}`);
  const link = root.querySelector(`.toc-link[href="${href}"]`);
  if (link !== null) return link.innerHTML;
  const heading = root.querySelector(`[id="${CSS.escape(id)}"]`);
  return escapeHtml(heading?.textContent ?? id);
}

/** True for a page whose content is finished HTML. */
function hasArticle({ kind, entry }: PageData): boolean {
  return kind !== 'home' && kind !== 'notFound' && entry === undefined;
}

/** Reads a page from its document; undefined if the document is not a complete page of a site. */
export function readPage(page: Document): PageDocument | undefined {
  const root = findRoot(page);
  const embedded = root === null ? undefined : readEmbeddedPage(root);
  if (root === null || embedded === undefined) return undefined;
  if (!hasArticle(embedded.page)) return { ...embedded, html: '' };
  const article = findArticle(root);
  return article === null ? undefined : { ...embedded, html: article.innerHTML };
}

/** True for the URL of a `SiteFile` as the build prints it. Descriptions of the site from elsewhere are not trusted. */
export function isSiteFileUrl(url: string, site: URL): boolean {
  if (!URL.canParse(url, site.href)) return false;
  const { origin, pathname } = new URL(url, site);
  if (origin !== site.origin || url !== pathname || !url.startsWith(site.pathname)) return false;
  const path = url.slice(site.pathname.length);
  const hasHidden = /%(?:2e|2f|5c)/i.test(path);
  return /^(?:[^/]+\/)?site(?:-[^/]+)?\.json$/.test(path) && !hasHidden && !isInBuildFolder(path);
}

/** Loads a `SiteFile` by its URL; undefined if that fails or if it belongs to another deploy than the document. */
export type LoadSiteFile = (url: string) => Promise<SiteFile | undefined>;

export interface SiteFiles {
  readonly load: LoadSiteFile;
  /** Loads all loaded files again, because they have changed. */
  readonly renew: () => void;
  /** Calls back when a file has changed since it was loaded. */
  readonly watch: (changed: () => void) => void;
}

/** Milliseconds after which a file that is used is requested again, for the next page. */
const FRESH = 60_000;

interface Loaded {
  readonly text: string;
  readonly file: SiteFile;
}

interface Loading {
  readonly since: number;
  readonly loaded: Promise<Loaded | undefined>;
}

/** Caches site files by URL. Failed requests are repeated. */
export function createSiteFiles(embedded: EmbeddedPage, siteUrl: URL): SiteFiles {
  const files = new Map<string, Loading>();
  const watchers: (() => void)[] = [];
  const request = (url: string, cache?: RequestCache): Loading => {
    const loading = { since: Date.now(), loaded: loadSiteFile(url, embedded, cache) };
    files.set(url, loading);
    return loading;
  };
  /** Replaces a file if the host has another one. */
  const check = async (url: string, old: Loading): Promise<void> => {
    const next = request(url, 'no-cache');
    // The old one is used until then.
    files.set(url, { ...next, loaded: old.loaded });
    const [before, now] = await Promise.all([old.loaded, next.loaded]);
    if (now === undefined || now.text === before?.text) return;
    files.set(url, next);
    for (const changed of watchers) changed();
  };
  const load: LoadSiteFile = async (url) => {
    if (!isSiteFileUrl(url, siteUrl)) return undefined;
    const loading = files.get(url) ?? request(url);
    if (Date.now() - loading.since > FRESH) void check(url, loading);
    const loaded = await loading.loaded;
    if (loaded === undefined && files.get(url) === loading) files.delete(url);
    return loaded?.file;
  };
  return {
    load,
    renew: () => {
      for (const url of files.keys()) request(url);
    },
    watch: (changed) => watchers.push(changed),
  };
}

async function loadSiteFile(
  url: string,
  embedded: EmbeddedPage,
  cache: RequestCache = 'default',
): Promise<Loaded | undefined> {
  try {
    const text = await (await fetch(url, { cache })).text();
    const file: SiteFile = JSON.parse(text);
    const isOfDocument = file.schema === DATA_SCHEMA && file.generation === embedded.generation;
    return isOfDocument ? { text, file } : undefined;
  } catch {
    return undefined;
  }
}

/** The sidebar of a page, as in its HTML; all sidebars for a generated home page. */
function sidebarOf({ sidebars }: SiteFile, page: PageData): readonly SidebarEntry[] {
  if (page.kind === 'home') return Object.values(sidebars).flat();
  const id = page.sidebarId;
  if (id === undefined || !Object.hasOwn(sidebars, id)) return [];
  return openBranch(sidebars[id] ?? [], page.sidebarBranch);
}

/** The input of templates for a page. */
export function pageInput(file: SiteFile, page: PageData, html: string): PageInput {
  return { site: file.site, page, sidebar: sidebarOf(file, page), html };
}
