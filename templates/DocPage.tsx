import { Link, type PageInput, useTexts } from 'docwright/theme';
import type { ReactNode } from 'react';
import { Article } from './Article.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { PageNotes } from './PageNotes.tsx';
import { Pager } from './Pager.tsx';
import { TableOfContents } from './TableOfContents.tsx';

/**
 * A doc: the article with the ways around it. One that is in no sidebar has no trail and no neighbours.
 * An operation of an API has all the width for its own two columns, and no table of contents.
 */
export function DocPage({ page, html }: PageInput): ReactNode {
  const inSidebar = page.sidebarId !== undefined;
  return (
    <main id="dw-main" tabIndex={-1} className={`main main-${page.kind}`}>
      <div className="main-column">
        {inSidebar && <Breadcrumbs trail={page.breadcrumbs} />}
        <PageNotes />
        <TableOfContents entries={page.toc} />
        <Article html={html} />
        {page.editUrl !== undefined && <EditLink href={page.editUrl} />}
        {inSidebar && <Pager pager={page.pager} />}
      </div>
    </main>
  );
}

function EditLink({ href }: { readonly href: string }): ReactNode {
  return (
    <p className="edit-link">
      <Link href={href}>{useTexts().editPage}</Link>
    </p>
  );
}
