import type { PageData, PageInput, SidebarEntry } from '../shared/page.ts';
import {
  BUNDLE_SCHEMA,
  type EmbeddedPage,
  PAGE_DATA_ID,
  type SiteFile,
} from '../shared/page-bundle.ts';
import { openBranch } from '../shared/sidebar.ts';

/** Reads what the document says of its page; undefined where it says nothing. */
export function readEmbeddedPage(page: Document): EmbeddedPage | undefined {
  const text = page.getElementById(PAGE_DATA_ID)?.textContent;
  return text === undefined ? undefined : JSON.parse(text);
}

/** Loads what pages share, by its URL; undefined where that is not to be had, or belongs to another deploy than the document. */
export type LoadSiteFile = (url: string) => Promise<SiteFile | undefined>;

export interface SiteFiles {
  readonly load: LoadSiteFile;
  /** The files have changed: those that are loaded are loaded again. */
  readonly renew: () => void;
}

/** Loads each file once. One that fails is asked for again. */
export function createSiteFiles(embedded: EmbeddedPage): SiteFiles {
  const files = new Map<string, Promise<SiteFile | undefined>>();
  const load: LoadSiteFile = async (url) => {
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
    return isOfDocument(file, embedded) ? file : undefined;
  } catch {
    return undefined;
  }
}

function isOfDocument({ schema, generation }: SiteFile, embedded: EmbeddedPage): boolean {
  return schema === BUNDLE_SCHEMA && generation === embedded.generation;
}

/** The sidebar of a page, as its HTML holds it. A generated home page lists all of them. */
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
