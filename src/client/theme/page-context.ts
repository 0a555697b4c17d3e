import { createContext, createElement, type ReactNode, useContext } from 'react';
import type { PageData, PageInput, SiteData } from '../../shared/page.ts';
import { NO_PAGE } from '../../shared/page-data.ts';
import { PAGE_DATA_ID } from '../../shared/page-ids.ts';
import { siteMessages, type UiMessages } from '../../shared/ui-messages.ts';
import { sharedTrust } from '../app/trusted-html.ts';

/** The data that hooks read: the input of templates, or what the build leaves in the document for islands. */
export type IslandPage = Pick<PageInput, 'site' | 'page' | 'collection'>;

const PageContext = createContext<IslandPage | undefined>(undefined);

export interface PageProviderProps {
  readonly input: IslandPage;
  readonly children?: ReactNode;
}

/** Provides the values of `useSite`, `usePage`, `useMessages` and `Link` while a page is made. */
export function PageProvider({ input, children }: PageProviderProps): ReactNode {
  return createElement(PageContext.Provider, { value: input }, children);
}

/** The data that all pages share. */
export function useSite(): SiteData {
  return useInput().site;
}

/** The current page. */
export function usePage(): PageData {
  return useInput().page;
}

/** The entries of a collection of the site, in order: `{ id, file, line, data, body }`. Empty in the browser. */
export function useCollection<Entry = unknown>(name: string): readonly Entry[];
export function useCollection(name: string): readonly unknown[] {
  return useInput().collection?.(name) ?? [];
}

/** The UI messages of the page. */
export function useMessages(): UiMessages {
  return siteMessages(useInput().site);
}

/** The value for `dangerouslySetInnerHTML`, for HTML of the site's own: in the browser, by its Trusted Types policy. */
export function useHtml(html: string): { readonly __html: string | TrustedHTML } {
  const trust = isBrowser() ? sharedTrust(window) : undefined;
  return { __html: trust?.html(html) ?? html };
}

function useInput(): IslandPage {
  const input = useContext(PageContext) ?? documentPage();
  if (input === undefined) throw new Error(NO_PAGE);
  return input;
}

function isBrowser(): boolean {
  return typeof document !== 'undefined';
}

/** By the element that has it. */
const read = new WeakMap<Element, IslandPage>();

function documentPage(): IslandPage | undefined {
  const script = isBrowser() ? document.getElementById(PAGE_DATA_ID) : null;
  if (script === null) return undefined;
  const input: IslandPage = read.get(script) ?? JSON.parse(script.textContent ?? '');
  read.set(script, input);
  return input;
}
