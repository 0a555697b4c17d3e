import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { PageInput, SiteData } from '../../shared/page.ts';
import type { Sidebars } from '../../shared/page-bundle.ts';
import { toRoute, type Url } from '../../shared/paths.ts';
import type { ApiNode, PageNode, ReactNode, Sidebar, SiteGraph } from '../site-graph.ts';
import type { SourceFile } from '../types.ts';
import {
  type ChromeContext,
  type ConfigLink,
  configHref,
  type HtmlSanitizer,
} from './chrome-context.ts';
import type { DocTargets } from './doc-links.ts';
import type { LocateConfig } from './graph-input.ts';
import { buildNavbar } from './navbar.ts';
import { type ApiArticle, pageInputMaker, type ReactPageInfo } from './page-input.ts';
import { type PrintedSidebar, printSidebar } from './sidebar-entries.ts';
import { siteData } from './site-data.ts';

export interface ChromeInput {
  readonly graph: SiteGraph;
  readonly targets: DocTargets;
  readonly locate: LocateConfig;
  readonly sanitize: HtmlSanitizer;
  readonly assetUrl: (source: SourceFile) => Url;
  readonly reactPage: (node: ReactNode) => ReactPageInfo;
  readonly apiArticle: (node: ApiNode) => ApiArticle;
}

/** Everything around the articles: what each page's template reads, and the links of the configuration. */
export interface Chrome {
  readonly site: SiteData;
  /** What all pages share of each sidebar. */
  readonly sidebars: Sidebars;
  /** The long ones, whole. */
  readonly wholeSidebars: Sidebars;
  readonly pageInput: (node: PageNode) => PageInput;
  readonly links: readonly ConfigLink[];
  readonly favicon: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Builds navbar, sidebars, banner and footer once, and the function that makes each page's input. */
export function createChrome(input: ChromeInput): Chrome {
  const context: ChromeContext = {
    ...input,
    style: input.graph.config,
    links: [],
    diagnostics: [],
  };
  const navbar = buildNavbar(context);
  const site = siteData(context, navbar);
  const printed = printSidebars(context);
  const pageInput = pageInputMaker({ ...input, context, site, navbar, sidebars: printed });
  noteRedirects(context);
  const favicon = faviconUrl(context);
  const ids = [...printed].map(([{ setId, id }, sidebar]) => [`${setId}/${id}`, sidebar] as const);
  const sidebars = Object.fromEntries(ids.map(([id, { shared }]) => [id, shared]));
  const long = ids.filter(([, { isLong }]) => isLong);
  const wholeSidebars = Object.fromEntries(long.map(([id, { entries }]) => [id, entries]));
  return {
    site,
    sidebars,
    wholeSidebars,
    pageInput,
    links: context.links,
    favicon,
    diagnostics: context.diagnostics,
  };
}

function printSidebars(context: ChromeContext): ReadonlyMap<Sidebar, PrintedSidebar> {
  const all = [...context.graph.sidebars.values()].flat();
  return new Map(all.map((sidebar) => [sidebar, printSidebar(context, sidebar)]));
}

function faviconUrl(context: ChromeContext): string | undefined {
  const { favicon } = context.graph.config;
  if (favicon === undefined) return undefined;
  return configHref(context, toRoute(favicon), { path: ['favicon'], kind: 'asset' }).href;
}

/** Redirects inside the site have to lead somewhere. */
function noteRedirects(context: ChromeContext): void {
  context.graph.config.redirects.forEach(({ to }, index) => {
    configHref(context, to, { path: ['redirects', index, 'to'] });
  });
}
