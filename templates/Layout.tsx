import type { PageInput } from 'docwright/theme';
import type { ReactNode } from 'react';
import { AnnouncementBar } from './AnnouncementBar.tsx';
import { DocPage } from './DocPage.tsx';
import { Footer } from './Footer.tsx';
import { GeneratedHome } from './GeneratedHome.tsx';
import { Home } from './Home.tsx';
import { MobileMenu } from './MobileMenu.tsx';
import { Navbar } from './Navbar.tsx';
import { NotFound } from './NotFound.tsx';
import { PlainPage } from './PlainPage.tsx';
import { SkipLink } from './SkipLink.tsx';

export interface LayoutProps extends PageInput {
  /** The content of a React page. */
  readonly children?: ReactNode;
}

/**
 * The whole page inside `<body>`. `input.page.kind` says which page it is; `children` are the content of a React page, and
 * `html` is that of all others. Styles need `header`, `columns`, `with-sidebar` and `content`; scripts measure `header`.
 */
export function Layout({ children, ...input }: LayoutProps): ReactNode {
  const { site, page } = input;
  const sidebar = page.sidebarId === undefined ? [] : input.sidebar;
  return (
    <>
      <SkipLink />
      {site.announcementBar && <AnnouncementBar bar={site.announcementBar} />}
      <header className="header">
        <Navbar />
      </header>
      <div className={sidebar.length > 0 ? 'columns with-sidebar' : 'columns'}>
        <MobileMenu sidebar={sidebar} />
        <div className="content">
          <PageContent {...input}>{children}</PageContent>
        </div>
      </div>
      <Footer />
    </>
  );
}

function PageContent({ children, ...input }: LayoutProps): ReactNode {
  switch (input.page.kind) {
    case 'doc':
    case 'api':
      return <DocPage {...input} />;
    case 'page':
      return <PlainPage {...input} />;
    case 'react':
      // Of a static one, its finished HTML.
      return (
        <main id="dw-main" tabIndex={-1} className="main main-react">
          {children ?? (
            <article className="react-page" dangerouslySetInnerHTML={{ __html: input.html }} />
          )}
        </main>
      );
    case 'landing':
      return <Home {...input} />;
    case 'home':
      return <GeneratedHome {...input} />;
    case 'notFound':
      return <NotFound />;
  }
}
