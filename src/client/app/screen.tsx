import { type ComponentType, type ReactNode, startTransition, useLayoutEffect } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import type { PageInput } from '../../shared/page.ts';
import type { SearchButtonStore } from '../search/button-state.ts';
import { CrashBoundary } from '../theme/CrashBoundary.tsx';
import { PageProvider, type TrustHtml } from '../theme/page-context.ts';
import type { Adoption } from './adoption.ts';

/** The site's `Layout` template. */
export type LayoutComponent = ComponentType<PageInput & { readonly children?: ReactNode }>;

/** What is shown at one time. */
export interface View {
  readonly input: PageInput;
  /** What a React page renders. */
  readonly content: ReactNode;
  /** Called when the view stands in the document, before it is painted. */
  readonly shown: () => void;
}

export interface ScreenOptions {
  readonly root: HTMLElement;
  readonly Layout: LayoutComponent;
  readonly trustHtml: TrustHtml;
  readonly attachArticle: Adoption['attach'];
  readonly searchButton: SearchButtonStore;
  /** What the document shows. */
  readonly view: View;
}

/** Shows a view: in a transition, or as `run` renders. */
export type Render = (view: View, run?: (render: () => void) => void) => void;

/** Takes the document's HTML over, and returns what shows another view in its place. */
export function hydrateScreen({ root, view, ...options }: ScreenOptions): Render {
  let react: Root | undefined;
  // In a transition, rendering gives way to what the reader does.
  startTransition(() => {
    react = hydrateRoot(root, <Screen {...options} view={view} />, {
      onRecoverableError: (error) => console.error(error),
    });
  });
  return (next, run = startTransition) =>
    run(() => react?.render(<Screen {...options} view={next} />));
}

function Screen({
  Layout,
  trustHtml,
  attachArticle,
  searchButton,
  view,
}: Omit<ScreenOptions, 'root'>): ReactNode {
  const { input, content, shown } = view;
  useLayoutEffect(shown, [shown]);
  return (
    <PageProvider
      input={input}
      trustHtml={trustHtml}
      attachArticle={attachArticle}
      searchButton={searchButton}
    >
      <CrashBoundary>
        <Layout {...input}>{content}</Layout>
      </CrashBoundary>
    </PageProvider>
  );
}
