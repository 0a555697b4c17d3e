import { documentTitle, type PageInput } from '../../shared/page.ts';
import { BUNDLE_SCHEMA, type PageBundle, type SiteFile } from '../../shared/page-bundle.ts';

/** The JSON that the browser loads to show a page without loading its document. */
export function renderPageBundle(
  { site, page, html }: PageInput,
  { generation, siteFile }: Pick<PageBundle, 'generation' | 'siteFile'>,
): string {
  const bundle: PageBundle = {
    schema: BUNDLE_SCHEMA,
    generation,
    siteFile,
    title: documentTitle(page.title, site.title),
    page,
    html,
  };
  return JSON.stringify(bundle);
}

/** The JSON that all pages share. */
export function renderSiteFile(file: Omit<SiteFile, 'schema'>): string {
  return JSON.stringify({ schema: BUNDLE_SCHEMA, ...file } satisfies SiteFile);
}
