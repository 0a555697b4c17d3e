import {
  documentTitle,
  type PageInput,
  type SidebarEntry,
  type SiteData,
} from '../../shared/page.ts';
import { BUNDLE_SCHEMA, type PageBundle, type SiteFile } from '../../shared/page-bundle.ts';

/** The JSON that the browser loads to show a page without loading its document. */
export function renderPageBundle({ site, page, html }: PageInput, generation: string): string {
  const bundle: PageBundle = {
    schema: BUNDLE_SCHEMA,
    generation,
    title: documentTitle(page.title, site.title),
    page,
    html,
  };
  return JSON.stringify(bundle);
}

/** The JSON that all pages share. */
export function renderSiteFile(
  site: SiteData,
  sidebars: Readonly<Record<string, readonly SidebarEntry[]>>,
  generation: string,
): string {
  const file: SiteFile = { schema: BUNDLE_SCHEMA, generation, site, sidebars };
  return JSON.stringify(file);
}
