import type { PageData, PageInput, PageKind, SidebarEntry } from '../../shared/page.ts';
import { DATA_SCHEMA, type EmbeddedPage, type SiteFile } from '../../shared/page-data.ts';
import { ROOT_ID } from '../../shared/page-ids.ts';
import { isInBuildFolder } from '../../shared/paths.ts';
import { openBranch } from '../../shared/sidebar.ts';
import type { PageDocument } from '../navigation/pages.ts';
import { findArticle } from './adoption.ts';

/** Finds the root element, which comes first in the body, before all content. */
export function findRoot(page: Document): HTMLElement | null {
  // Named elements become properties of the document and can hide its methods, but not the prototype's.
  return Document.prototype.getElementById.call(page, ROOT_ID);
}

/** Reads the page's data in the script after the root; undefined if there is none. */
export function readEmbeddedPage(root: Element): EmbeddedPage | undefined {
  const script = root.nextElementSibling;
  if (!(script instanceof HTMLScriptElement) || script.type !== 'application/json')
    return undefined;
  try {
    const { generation, siteFile, page, ...assets }: Partial<EmbeddedPage> = {
      ...JSON.parse(script.text),
    };
    return generation && siteFile && page ? { generation, siteFile, page, ...assets } : undefined;
  } catch {
    return undefined;
  }
}

/** Kinds of pages whose content is finished HTML. */
const ARTICLES: ReadonlySet<PageKind> = new Set(['doc', 'api', 'page', 'landing']);

/** Reads a page from its document; undefined if the document is not a complete page of a site. */
export function readPage(page: Document): PageDocument | undefined {
  const root = findRoot(page);
  const embedded = root === null ? undefined : readEmbeddedPage(root);
  if (root === null || embedded === undefined) return undefined;
  if (!ARTICLES.has(embedded.page.kind)) return { ...embedded, html: '' };
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
}

/** Caches site files by URL. Failed requests are repeated. */
export function createSiteFiles(embedded: EmbeddedPage, siteUrl: URL): SiteFiles {
  const files = new Map<string, Promise<SiteFile | undefined>>();
  const load: LoadSiteFile = async (url) => {
    if (!isSiteFileUrl(url, siteUrl)) return undefined;
    const loading = files.get(url) ?? loadSiteFile(url, embedded);
    files.set(url, loading);
    const file = await loading;
    if (file === undefined && files.get(url) === loading) files.delete(url);
    return file;
  };
  return {
    load,
    renew: () => {
      for (const url of files.keys()) files.set(url, loadSiteFile(url, embedded));
    },
  };
}

async function loadSiteFile(url: string, embedded: EmbeddedPage): Promise<SiteFile | undefined> {
  try {
    const response = await fetch(url);
    const file: SiteFile = await response.json();
    const isOfDocument = file.schema === DATA_SCHEMA && file.generation === embedded.generation;
    return isOfDocument ? file : undefined;
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
