import { Link, type PageInput, useMessages } from 'docwright/theme';
import type { ReactNode } from 'react';
import { Article } from './Article.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { Feedback } from './Feedback.tsx';
import { LastUpdate } from './LastUpdate.tsx';
import { PageMenu } from './PageMenu.tsx';
import { PageNotes } from './PageNotes.tsx';
import { PageTags } from './PageTags.tsx';
import { Pager } from './Pager.tsx';
import { TableOfContents } from './TableOfContents.tsx';

/**
 * A doc: the article with breadcrumbs, pagination and table of contents. Docs outside of sidebars have no breadcrumbs and
 * no pagination. API operations use the full width for two columns, without a table of contents.
 *
 * Scripts need `main` with the id `dw-main` and `tabIndex={-1}`, which gets the focus after a navigation, and one `article`
 * in it (`Article`). Styles need `main`, `main-column` and, for API pages, `main-api`.
 */
export function DocPage({ page, html }: PageInput): ReactNode {
  const messages = useMessages();
  const inSidebar = page.sidebarId !== undefined;
  return (
    <main id="dw-main" tabIndex={-1} className={`main main-${page.kind}`}>
      <div className="main-column">
        <TableOfContents entries={page.toc} />
        <div className="page-head">
          {inSidebar && <Breadcrumbs trail={page.breadcrumbs} />}
          <PageMenu />
        </div>
        <PageNotes />
        <Article html={html} />
        <PageTags />
        {(page.editUrl !== undefined || page.lastUpdate !== undefined) && (
          <div className="page-foot">
            {page.editUrl !== undefined && (
              <p className="edit-link">
                <Link href={page.editUrl}>{messages.editPage}</Link>
              </p>
            )}
            {page.lastUpdate !== undefined && <LastUpdate {...page.lastUpdate} />}
          </div>
        )}
        <Feedback />
        {inSidebar && <Pager pager={page.pager} />}
      </div>
    </main>
  );
}
