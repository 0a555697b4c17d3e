import type { PageInput } from 'docwright/theme';
import type { ReactNode } from 'react';
import { Article } from './Article.tsx';
import { PageNotes } from './PageNotes.tsx';

/**
 * A page with the layout `home`: its article begins with the hero and the features of its frontmatter (`Hero`,
 * `Features`). Full width, without sidebar and table of contents. Needs `main` as in `DocPage`.
 */
export function Home({ html }: PageInput): ReactNode {
  return (
    <main id="dw-main" tabIndex={-1} className="main main-home">
      <PageNotes />
      <Article html={html} />
    </main>
  );
}
