import type { PageData } from '../../shared/page.ts';
import type { EmbeddedPage, SiteFile } from '../../shared/page-data.ts';
import { printRoute, type Route } from '../../shared/paths.ts';
import { siteTexts } from '../../shared/texts.ts';
import type { LoadedPage } from '../navigation/pages.ts';
import { LoaderPanel, type LoaderPanelProps } from './LoaderPanel.tsx';
import type { View } from './screen.tsx';
import { pageInput } from './site-file.ts';

type Content = Omit<View, 'shown'>;

/** What the document shows. Its article is adopted: no HTML is given for it. */
export function documentView(
  file: SiteFile,
  { page }: EmbeddedPage,
  Content: LoadedPage['Content'],
): Content {
  return { input: pageInput(file, page, ''), content: Content && <Content /> };
}

/** A page that came without its document being loaded. */
export function pageView({ page, html, file, Content }: LoadedPage): Content {
  // An empty text stands for the document's own article.
  return {
    input: pageInput(file, page, html === '' ? '\n' : html),
    content: Content && <Content />,
  };
}

/** The panel in the place of a page that could not be loaded: the site's frame stays. */
export function failureView(file: SiteFile, route: Route, panel: LoaderPanelProps): Content {
  const page: PageData = {
    kind: 'react',
    route,
    href: printRoute(route, file.site),
    title: siteTexts(file.site).loadFailed,
    description: '',
    toc: [],
    breadcrumbs: [],
    pager: {},
    activeItems: {},
    searchTag: 'default',
  };
  return {
    input: pageInput(file, page, ''),
    content: <LoaderPanel {...panel} />,
  };
}
