import {
  createContext,
  createElement,
  type ReactNode,
  type RefCallback,
  useContext,
  useMemo,
  useSyncExternalStore,
} from 'react';
import type { PageData, PageInput, SiteData } from '../../shared/page.ts';
import { siteMessages, type UiMessages } from '../../shared/ui-messages.ts';
import type { SearchButtonState, SearchButtonStore } from '../search/search-button.ts';

/** Converts HTML for `innerHTML`: in the browser, by a Trusted Types policy. */
export type TrustHtml = (html: string) => string | TrustedHTML;

interface PageContextValue {
  readonly input: PageInput;
  readonly trustHtml: TrustHtml;
  readonly attachArticle: RefCallback<HTMLElement> | undefined;
  readonly searchButton: SearchButtonStore | undefined;
}

const PageContext = createContext<PageContextValue | undefined>(undefined);

export interface PageProviderProps {
  readonly input: PageInput;
  /** Default: returns the HTML unchanged, for server rendering. */
  readonly trustHtml?: TrustHtml;
  /** Ref callback for every article element. */
  readonly attachArticle?: RefCallback<HTMLElement>;
  /** State of the search buttons; only in the browser. */
  readonly searchButton?: SearchButtonStore | undefined;
  readonly children: ReactNode;
}

/** Provides the values of `useSite`, `usePage`, `useHtml` and `Link`. */
export function PageProvider(props: PageProviderProps): ReactNode {
  const { input, trustHtml = asIs, attachArticle, searchButton, children } = props;
  const value = useMemo(
    () => ({ input, trustHtml, attachArticle, searchButton }),
    [input, trustHtml, attachArticle, searchButton],
  );
  return createElement(PageContext.Provider, { value }, children);
}

/** The data that all pages share. Requires a `PageProvider`. */
export function useSite(): SiteData {
  return usePageContext().input.site;
}

/** The current page. Requires a `PageProvider`. */
export function usePage(): PageData {
  return usePageContext().input.page;
}

/** The UI messages of the page. */
export function useMessages(): UiMessages {
  const site = useSite();
  return useMemo(() => siteMessages(site), [site]);
}

interface FinishedHtml {
  readonly __html: string | TrustedHTML;
}

/**
 * The value for `dangerouslySetInnerHTML`, the same object while the HTML is the same: React sets `innerHTML` for every
 * new object.
 */
export function useHtml(html: string): FinishedHtml {
  const { trustHtml } = usePageContext();
  return useMemo(() => ({ __html: trustHtml(html) }), [html, trustHtml]);
}

export interface ArticleProps {
  readonly ref: RefCallback<HTMLElement> | undefined;
  readonly suppressHydrationWarning: true;
  readonly dangerouslySetInnerHTML: FinishedHtml;
}

/**
 * The properties of the element with a page's HTML. The hydration warning is off, because the browser keeps the server's
 * nodes on first load.
 */
export function useArticle(html: string): ArticleProps {
  return {
    ref: usePageContext().attachArticle,
    suppressHydrationWarning: true,
    dangerouslySetInnerHTML: useHtml(html),
  };
}

/** The state of a search button; undefined until the app runs: the HTML is the same for all readers. */
export function useSearchButton(): SearchButtonState | undefined {
  const store = usePageContext().searchButton;
  return useSyncExternalStore(store?.subscribe ?? watchNothing, store?.get ?? nothing, nothing);
}

function watchNothing(): () => void {
  return nothing;
}

function nothing(): undefined {
  return undefined;
}

function usePageContext(): PageContextValue {
  const value = useContext(PageContext);
  if (value === undefined)
    throw new Error('This component must be rendered inside a PageProvider.');
  return value;
}

function asIs(html: string): string {
  return html;
}
