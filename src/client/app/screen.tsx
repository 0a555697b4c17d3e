import {
  type ComponentType,
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
} from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import type { PageData, PageInput } from '../../shared/page.ts';
import type { EmbeddedPage, SiteFile } from '../../shared/page-data.ts';
import { printRoute, type Route } from '../../shared/paths.ts';
import { siteMessages } from '../../shared/ui-messages.ts';
import type { LoadedPage } from '../navigation/pages.ts';
import { CrashBoundary, ErrorMessages } from '../theme/CrashBoundary.tsx';
import {
  PageProvider,
  type PageProviderProps,
  useMessages,
  useSite,
} from '../theme/page-context.ts';
import { pageInput } from './site-file.ts';

/** The site's `Layout` template. */
export type LayoutComponent = ComponentType<PageInput & { readonly children?: ReactNode }>;

/** The page on the screen. */
export interface View {
  readonly input: PageInput;
  /** The content of a React page. */
  readonly content: ReactNode;
  /** Called when the view is in the document, before it is painted. */
  readonly shown: () => void;
}

interface ScreenOptions extends Omit<PageProviderProps, 'input' | 'children'> {
  readonly Layout: LayoutComponent;
  readonly view: View;
}

type Content = Omit<View, 'shown'>;

/** Shows a view in a transition, or as `run` renders. */
export type Render = (view: View, run?: (render: () => void) => void) => void;

/** Hydrates the document; resolves to a function that shows another view. */
export function hydrateScreen(
  root: HTMLElement,
  { view, ...options }: Omit<ScreenOptions, 'view'> & { readonly view: Content },
): Promise<Render> {
  return new Promise((resolve) => {
    let react: Root | undefined;
    const render: Render = (next, run = startTransition) =>
      run(() => react?.render(<Screen {...options} view={next} />));
    const first = { ...view, shown: (): void => resolve(render) };
    // Rendering in a transition yields to input.
    startTransition(() => {
      react = hydrateRoot(root, <Screen {...options} view={first} />, {
        onRecoverableError: (error) => console.error(error),
      });
    });
  });
}

function Screen({ Layout, view, ...context }: ScreenOptions): ReactNode {
  const { input, content, shown } = view;
  useLayoutEffect(shown, [shown]);
  return (
    <PageProvider input={input} {...context}>
      <CrashBoundary>
        <Layout {...input}>{content}</Layout>
      </CrashBoundary>
    </PageProvider>
  );
}

/** The view of the document. Its article is adopted, so it has no HTML. */
export function documentView(
  file: SiteFile,
  { page }: EmbeddedPage,
  Content: LoadedPage['Content'],
): Content {
  return { input: pageInput(file, page, ''), content: Content && <Content /> };
}

/** A page that was loaded without its document. */
export function pageView({ page, html, file, Content }: LoadedPage): Content {
  // Empty HTML stands for the document's article.
  const input = pageInput(file, page, html === '' ? '\n' : html);
  return { input, content: Content && <Content /> };
}

/** Replaces a page that could not be loaded by a panel; the site's layout and the sidebar of the last page stay. */
export function failureView(last: PageInput, route: Route, panel: LoaderPanelProps): Content {
  const { site, sidebar } = last;
  const { sidebarId, sidebarBranch, activeItems } = last.page;
  const messages = siteMessages(site);
  const page: PageData = {
    kind: 'react',
    route,
    href: printRoute(route, site),
    title: panel.isOffline ? messages.offline : messages.loadFailed,
    description: '',
    toc: [],
    breadcrumbs: [],
    pager: {},
    activeItems,
    searchTag: 'default',
    ...(sidebarId === undefined ? {} : { sidebarId }),
    ...(sidebarBranch === undefined ? {} : { sidebarBranch }),
  };
  const input = { site, page, sidebar, html: '' };
  return { input, content: <LoaderPanel {...panel} /> };
}

interface LoaderPanelProps {
  readonly error: unknown;
  readonly isOffline: boolean;
  readonly retry: () => void;
}

function LoaderPanel({ error, isOffline, retry }: LoaderPanelProps): ReactNode {
  const messages = useMessages();
  const { navbar } = useSite();
  useEffect(() => {
    if (!isOffline) return undefined;
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [isOffline, retry]);
  return (
    <div className="loader-panel">
      <h1>{isOffline ? messages.offline : messages.loadFailed}</h1>
      {isOffline ? <p>{messages.offlineText}</p> : <ErrorMessages error={error} />}
      <p className="home-actions">
        <button type="button" className="button button-primary" onClick={retry}>
          {messages.retry}
        </button>
        <a className="button" href={navbar.homeHref}>
          {messages.notFoundHome}
        </a>
      </p>
    </div>
  );
}
