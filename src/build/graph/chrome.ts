import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { PageInput } from '../../shared/page.ts';
import { toRoute, type Url } from '../../shared/paths.ts';
import type { PageNode, ReactNode, SiteGraph } from '../site-graph.ts';
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
import { pageInputMaker, type ReactPageInfo } from './page-input.ts';
import { siteData } from './site-data.ts';

export interface ChromeInput {
  readonly graph: SiteGraph;
  readonly targets: DocTargets;
  readonly locate: LocateConfig;
  readonly sanitize: HtmlSanitizer;
  readonly assetUrl: (source: SourceFile) => Url;
  readonly reactPage: (node: ReactNode) => ReactPageInfo;
}

/** Everything around the articles: what each page's template reads, and the links of the configuration. */
export interface Chrome {
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
  const pageInput = pageInputMaker({ ...input, context, site, navbar });
  noteRedirects(context);
  const favicon = faviconUrl(context);
  return { pageInput, links: context.links, favicon, diagnostics: context.diagnostics };
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
