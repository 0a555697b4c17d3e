import type { PageInput } from 'docwright/theme';
import type { ReactNode } from 'react';
import { Article } from './Article.tsx';
import { PageMenu } from './PageMenu.tsx';
import { PageNotes } from './PageNotes.tsx';
import { PageTags } from './PageTags.tsx';
import { TableOfContents } from './TableOfContents.tsx';

/** An article outside of the docs: as `DocPage`, without sidebar, breadcrumbs, pagination and foot. */
export function PlainPage({ page, html }: PageInput): ReactNode {
  return (
    <main id="dw-main" tabIndex={-1} className="main main-page">
      <div className="main-column">
        <TableOfContents entries={page.toc} />
        <div className="page-head">
          <PageMenu />
        </div>
        <PageNotes />
        <Article html={html} />
        <PageTags />
      </div>
    </main>
  );
}
