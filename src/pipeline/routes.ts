/** Lists the addresses that a site publishes, without making its pages. */
import { realFolder } from '../config/folders.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { CURRENT } from '../config/versions.ts';
import { compareStrings, type Diagnostic, type Location } from '../diagnostics/diagnostic.ts';
import { applyLevels } from '../diagnostics/levels.ts';
import { loadSite } from '../publish/recover.ts';
import { type FilePath, printFile, printRoute, type Route, toRoute } from '../shared/paths.ts';
import { isUntranslated } from '../site/alternates.ts';
import type { Edition, PageNode } from '../site/graph-types.ts';
import { localeOfRoute } from '../site/locales.ts';
import { routeLocation } from '../site/routes.ts';
import { pageFile } from '../site/site-files.ts';
import type { Site } from './prepare.ts';
import type { OpenedSite, ProgressEvent } from './produce.ts';

/** Why an address is special. */
export type RouteMark = 'draft' | 'unlisted' | 'noindex' | 'untranslated';

/** An address of a site. */
export interface SiteRoute {
  /** With base path, as browsers request it. */
  readonly url: string;
  readonly kind: 'doc' | 'api' | 'react' | 'generated' | 'redirect' | 'file';
  readonly title?: string | undefined;
  /** The file of its content, relative to the site folder; of redirects, the configuration. */
  readonly source?: string | undefined;
  readonly line?: number | undefined;
  readonly locale?: string | undefined;
  readonly docsSet?: string | undefined;
  /** Absent in sets without frozen versions. */
  readonly version?: string | undefined;
  /** The target of a redirect, as configured. */
  readonly to?: string | undefined;
  /** Drafts are not published. */
  readonly marks: readonly RouteMark[];
}

export interface OpenOptions {
  readonly siteDir: string;
  /** Default: `site.config.ts` (or `.mts`, `.js`, `.mjs`) in the site folder. */
  readonly configFile?: string;
  readonly onProgress?: (event: ProgressEvent) => void;
}

/** A site that was opened, or the problems of its configuration. */
export type Opening =
  | (OpenedSite & { readonly config: ResolvedConfig })
  | { readonly config: undefined; readonly diagnostics: readonly Diagnostic[] };

/** Loads the configuration and opens the site. Problems have the levels of the configuration. */
export async function openFolder(options: OpenOptions): Promise<Opening> {
  const loaded = await loadSite({ ...options, siteDir: realFolder(options.siteDir) });
  const { config } = loaded;
  if (config === undefined) return { config, diagnostics: loaded.diagnostics };
  const { configLocator } = await import('./build.ts');
  const { openSite } = await import('./produce.ts');
  const { openSiteCache } = await import('./cache.ts');
  const opened = await openSite({
    config,
    locate: configLocator(config),
    progress: options.onProgress ?? (() => {}),
    cache: openSiteCache({ config, compiled: loaded.compiled }),
    bundlesClient: false,
  });
  const found = [...loaded.diagnostics, ...opened.diagnostics];
  return { ...opened, config, diagnostics: applyLevels(found, config).diagnostics };
}

/** Lists pages, redirects and static files, sorted by address, and drafts, which are not published. */
export function listRoutes(site: Site): readonly SiteRoute[] {
  const { graph, config, sources } = site;
  const { drafts, editions } = graph;
  const draftOf = ([file, route]: [FilePath, Route]): SiteRoute => ({
    url: printRoute(route, config),
    kind: 'doc',
    source: file,
    locale: localeOfRoute(config, route).code,
    ...versionOf(editions.find(({ routeBase }) => `${route}/`.startsWith(`${routeBase}/`))),
    marks: ['draft'],
  });
  const all: readonly SiteRoute[] = [
    ...[...graph.pages.values()].map((node) => pageRoute(site, node)),
    ...[...drafts].map(draftOf),
    ...config.redirects.map(({ from, to }, index): SiteRoute => {
      const { file, line } = site.locate(['redirects', index, 'from']);
      return {
        url: from.endsWith('/*') ? printFile(from, config) : printRoute(toRoute(from), config),
        kind: 'redirect',
        ...at(file, line),
        to,
        marks: [],
      };
    }),
    ...sources.statics.map(
      ({ path, file }): SiteRoute => ({
        url: printFile(path, config),
        kind: 'file',
        source: file,
        marks: [],
      }),
    ),
  ];
  return all.toSorted((a, b) => compareStrings(a.url, b.url));
}

function pageRoute(site: Site, node: PageNode): SiteRoute {
  const { config, graph } = site;
  const { type, route, locale } = node;
  const isNotFound = type === 'generated' && node.generated === 'notFound';
  const edition = 'edition' in node ? node.edition : undefined;
  const isNoindex = edition?.version.noindex === true;
  const marks: readonly RouteMark[] = [
    ...(site.isUnlisted(node) ? (['unlisted'] as const) : []),
    ...(isNoindex ? (['noindex'] as const) : []),
    ...(isUntranslated(graph, node) ? (['untranslated'] as const) : []),
  ];
  return {
    url: isNotFound ? printFile(pageFile(node, config), config) : printRoute(route, config),
    kind: type,
    title: titleOf(site, node),
    ...sourceOf(node),
    locale: locale.code,
    ...versionOf(edition),
    marks,
  };
}

function titleOf({ bundles }: Site, node: PageNode): string | undefined {
  if (node.type === 'doc') return node.doc.title;
  if (node.type === 'api') return node.page.title;
  return node.type === 'react' ? bundles.renderer.pageMeta(node.source.file).title : undefined;
}

function sourceOf(node: PageNode): Pick<SiteRoute, 'source' | 'line'> {
  if ('source' in node) return { source: node.source.file };
  const { file, line }: Partial<Location> = routeLocation(node) ?? {};
  return at(file, line);
}

function at(
  source: string | undefined,
  line: number | undefined,
): Pick<SiteRoute, 'source' | 'line'> {
  return source === undefined ? {} : { source, line };
}

function versionOf(edition: Edition | undefined): Pick<SiteRoute, 'docsSet' | 'version'> {
  if (edition === undefined) return {};
  const { set, version } = edition;
  const isOnly = set.versions.length === 1 && version.name === CURRENT;
  return { docsSet: set.id, ...(isOnly ? {} : { version: version.name }) };
}
