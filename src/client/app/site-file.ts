import type { PageData, PageInput, PageKind, SidebarEntry } from '../../shared/page.ts';
import { DATA_SCHEMA, type EmbeddedPage, type SiteFile } from '../../shared/page-data.ts';
import { ROOT_ID } from '../../shared/page-ids.ts';
import { isInBuildFolder } from '../../shared/paths.ts';
import { openBranch } from '../../shared/sidebar.ts';
import type { PageDocument } from '../navigation/pages.ts';
import { findArticle } from './adoption.ts';

/** The element that the app takes over: it comes first in the body, before all content. */
export function findRoot(page: Document): HTMLElement | null {
  // By the prototype: names in a document become properties of it, which hide its methods.
  return Document.prototype.getElementById.call(page, ROOT_ID);
}

/** Reads what the document says of its page, in the script right behind the root; undefined where it says nothing. */
export function readEmbeddedPage(root: Element): EmbeddedPage | undefined {
  const script = root.nextElementSibling;
  if (!(script instanceof HTMLScriptElement) || script.type !== 'application/json')
    return undefined;
  try {
    const { generation, siteFile, page }: Partial<EmbeddedPage> = { ...JSON.parse(script.text) };
    return generation && siteFile && page ? { generation, siteFile, page } : undefined;
  } catch {
    return undefined;
  }
}

/** The kinds of pages whose content is finished HTML. */
const ARTICLES: ReadonlySet<PageKind> = new Set(['doc', 'api', 'page']);

/** Reads a page out of its document; undefined where that is no page of a site, or has lost a part of it. */
export function readPage(page: Document): PageDocument | undefined {
  const root = findRoot(page);
  const embedded = root === null ? undefined : readEmbeddedPage(root);
  if (root === null || embedded === undefined) return undefined;
  if (!ARTICLES.has(embedded.page.kind)) return { ...embedded, html: '' };
  const article = findArticle(root);
  return article === null ? undefined : { ...embedded, html: article.innerHTML };
}

/**
 * True for the URL of a `SiteFile`: a path in the folder of the site or of a locale, as the build
 * prints it. Nothing else is believed to describe the site.
 */
export function isSiteFileUrl(url: string, site: URL): boolean {
  if (!URL.canParse(url, site.href)) return false;
  const { origin, pathname } = new URL(url, site);
  if (origin !== site.origin || url !== pathname || !url.startsWith(site.pathname)) return false;
  const path = url.slice(site.pathname.length);
  const hasHidden = /%(?:2e|2f|5c)/i.test(path);
  return /^(?:[^/]+\/)?site(?:-[^/]+)?\.json$/.test(path) && !hasHidden && !isInBuildFolder(path);
}

/**
 * Loads what pages share, by its URL; undefined where it fails or belongs to another deploy than
 * the document.
 */
export type LoadSiteFile = (url: string) => Promise<SiteFile | undefined>;

export interface SiteFiles {
  readonly load: LoadSiteFile;
  /** Loads all files again that are loaded: they have changed. */
  readonly renew: () => void;
}

/** Loads each file of the site at a URL once. One that fails is requested again. */
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

/** The sidebar of a page, as its HTML holds it; all sidebars for a generated home page. */
function sidebarOf({ sidebars }: SiteFile, page: PageData): readonly SidebarEntry[] {
  if (page.kind === 'home') return Object.values(sidebars).flat();
  const id = page.sidebarId;
  if (id === undefined || !Object.hasOwn(sidebars, id)) return [];
  return openBranch(sidebars[id] ?? [], page.sidebarBranch);
}

/** All that the templates read of a page. */
export function pageInput(file: SiteFile, page: PageData, html: string): PageInput {
  return { site: file.site, page, sidebar: sidebarOf(file, page), html };
}
