import type { PageData, PageInput, SiteData } from 'docwright/theme';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { PageProvider } from '../../../src/client/theme/page-context.ts';
import { printRoute, toRoute, type Url } from '../../../src/shared/paths.ts';
import { Layout } from '../../../templates/Layout.tsx';
import { testPage, testSite } from '../../support/page-data.ts';

/** The URL of a route of the test site. */
export function url(route: string): Url {
  return printRoute(toRoute(route), { baseUrl: '/base/', trailingSlash: true });
}

export interface TestInput {
  readonly site?: Partial<SiteData>;
  readonly page?: Partial<PageData>;
  readonly sidebar?: PageInput['sidebar'];
  readonly html?: string;
  readonly children?: ReactNode;
}

/** The HTML of the whole layout. */
export function renderLayout(parts: TestInput): string {
  const input: PageInput = {
    site: testSite(parts.site),
    page: testPage(parts.page),
    sidebar: parts.sidebar ?? [],
    html: parts.html ?? '<h1>A</h1>',
  };
  return renderToStaticMarkup(
    <PageProvider input={input}>
      <Layout {...input}>{parts.children}</Layout>
    </PageProvider>,
  );
}

/** The HTML of one component inside a page. */
export function renderInPage(component: ReactNode, parts: TestInput = {}): string {
  const input: PageInput = {
    site: testSite(parts.site),
    page: testPage(parts.page),
    sidebar: parts.sidebar ?? [],
    html: '',
  };
  return renderToStaticMarkup(<PageProvider input={input}>{component}</PageProvider>);
}

/** The first element of a name whose opening tag has `marker`, with its content (of the same name: not nested). */
export function element(html: string, name: string, marker: string): string {
  const start = new RegExp(`<${name}\\b[^>]*${marker.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`).exec(
    html,
  );
  if (start === null) return '';
  const end = html.indexOf(`</${name}>`, start.index);
  return html.slice(start.index, end < 0 ? undefined : end + name.length + 3);
}
