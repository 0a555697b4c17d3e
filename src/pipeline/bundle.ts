/** Compiles templates for this process, and scripts and styles for the browser. */
import { join } from 'node:path';
import { type BundleCache, createBundleCache } from '../bundle/bundle-cache.ts';
import { bundleClient, type ClientAsset, type ClientBundle } from '../bundle/bundle-client.ts';
import {
  type BundledComponents,
  type ComponentsBundler,
  NO_COMPONENTS,
} from '../bundle/bundle-components.ts';
import { NO_ISLANDS } from '../bundle/bundle-islands.ts';
import { bundleRenderer, checkTemplates } from '../bundle/bundle-renderer.ts';
import { type Bundler, type Evaluated, plainBundler } from '../bundle/bundler.ts';
import { checkStyles } from '../bundle/check-styles.ts';
import { siteCacheFolder } from '../cache/sealed-folder.ts';
import { isPattern } from '../config/redirect-patterns.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { idsOf } from '../diagnostics/causes.ts';
import type { SourceFile } from '../content/source-file.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { ModuleCode } from '../markdown/mdx/page-module.ts';
import { ASSETS_FOLDER, type FilePath, printFile } from '../shared/paths.ts';
import type { BundleOutput } from '../bundle/run-job.ts';
import type { Bundles } from './prepare.ts';

export interface BundleInput {
  readonly config: ResolvedConfig;
  readonly reactPages: readonly SourceFile[];
  /** False: no scripts and styles are made, and pages contain placeholders for them. */
  readonly bundlesClient?: boolean | undefined;
  /** Default: a bundler without a cache. */
  readonly bundler?: Bundler | undefined;
}

export interface BundledSite {
  /** Undefined if compilation fails. */
  readonly bundles: Bundles | undefined;
  /** React and the modules that components share with templates. */
  readonly host: Evaluated | undefined;
  readonly templateIslands: BundleOutput['islands'];
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles for the build and for browsers. */
export async function bundleSite({
  config,
  reactPages,
  bundlesClient = true,
  bundler = plainBundler(),
}: BundleInput): Promise<BundledSite> {
  const { siteDir, templatesDirs } = config;
  const assetsUrl = printFile(ASSETS_FOLDER, config);
  const input = { siteDir, templatesDirs, assetsUrl, reactPages };
  const server = await bundleRenderer(input, bundler);
  // The announcement bar's configured colors as a rule: pages have no `style` attributes.
  const bar = config.announcementBar;
  const declarations = [
    ...(bar?.backgroundColor === undefined
      ? []
      : [`--announcement-background:${bar.backgroundColor}`]),
    ...(bar?.textColor === undefined ? [] : [`--announcement-text:${bar.textColor}`]),
  ];
  const { announcementBar, colorMode, navbar, sidebar } = config;
  const clientInput = {
    ...input,
    style: config,
    features: [
      ...(announcementBar === undefined ? [] : ['announcement.css']),
      ...(colorMode.disableSwitch ? [] : ['color-mode.css']),
      ...(navbar.style === undefined ? [] : ['navbar-style.css']),
      ...(navbar.hideOnScroll ? ['navbar-hiding.css'] : []),
      ...(sidebar?.hideable === true ? ['sidebar-switch.css'] : []),
    ],
    css: declarations.length === 0 ? '' : `.announcement-bar{${declarations.join(';')}}`,
    hasRedirects:
      config.redirects.some((redirect) => !isPattern(redirect)) ||
      config.openapi.some((api) => api.console?.clientId !== undefined),
  };
  const browser = bundlesClient
    ? await bundleClient(clientInput, bundler)
    : { client: NO_CLIENT, diagnostics: [] };
  // Both compile the same files, so duplicate problems are removed.
  const found = [
    ...server.diagnostics,
    ...browser.diagnostics,
    ...checkTemplates(siteDir, templatesDirs),
    ...checkStyles(siteDir, templatesDirs),
  ];
  const unique = new Map(found.map((entry) => [JSON.stringify(entry), entry]));
  const { renderer } = server;
  const { client } = browser;
  const isWhole = renderer !== undefined && client !== undefined;
  return {
    bundles: isWhole
      ? {
          renderer,
          rendererHash: server.hash,
          client,
          components: NO_COMPONENTS,
          islands: NO_ISLANDS,
        }
      : undefined,
    host: server.host,
    templateIslands: server.islands ?? new Map(),
    diagnostics: [...unique.values()],
  };
}

interface ComponentsOf extends Pick<BundledSite, 'host' | 'templateIslands'> {
  readonly config: ResolvedConfig;
  readonly modules: ReadonlyMap<FilePath, ModuleCode>;
  readonly bundles: Bundles | undefined;
  readonly bundler: Bundler;
}

/** Compiles the code of pages with components, and the site's islands. */
export async function bundlePages(
  { config, bundles, bundler, ...others }: ComponentsOf,
  bundle: ComponentsBundler,
): Promise<BundledComponents> {
  const { siteDir, templatesDirs, toolDir, dialect } = config;
  const assetsUrl = printFile(ASSETS_FOLDER, config);
  const react = bundles?.client.react;
  const { title, tagline, url, baseUrl } = config;
  const input = {
    ...others,
    siteDir,
    templatesDirs,
    assetsUrl,
    style: config,
    react,
    alias: Object.fromEntries(
      [...dialect.linkFolders].map(([start, folder]) => [
        start.slice(0, -1),
        join(toolDir, folder).replace(/[\\/]$/, ''),
      ]),
    ),
    define: { DOCWRIGHT_SITE: JSON.stringify({ title, tagline, url, baseUrl }) },
  };
  const bundled = await bundle(input, bundler);
  // Pages lack the ids that their components make.
  const lost = [...others.modules.keys()].map(idsOf);
  const diagnostics = bundled.diagnostics.map((entry) =>
    entry.severity === 'error' ? { ...entry, lost } : entry,
  );
  return { ...bundled, diagnostics };
}

/** The bundle cache of a site, if it can have one, as an option of bundlers. */
export function siteBundleCache(siteDir: string): { readonly cache?: BundleCache } {
  const folder = siteCacheFolder(siteDir, 'bundles');
  return folder === undefined ? {} : { cache: createBundleCache(folder) };
}

const NO_ASSET: ClientAsset = {
  href: printFile('', { baseUrl: '/', trailingSlash: true }),
  integrity: '',
};

const NO_CLIENT: ClientBundle = {
  files: [],
  script: NO_ASSET,
  scriptParts: { apiTools: NO_ASSET, versions: NO_ASSET },
  styles: NO_ASSET,
  styleParts: { api: NO_ASSET, home: NO_ASSET },
  redirect: undefined,
  react: undefined,
};

/** Replaces failed bundles, so that the rest of the site can be checked. It cannot render pages. */
export const NO_BUNDLES: Bundles = {
  renderer: {
    render: () => {
      throw new Error('the templates do not compile');
    },
    isOwn: false,
    apiParts: undefined,
    pageMeta: () => ({ title: '', description: '', unlisted: false, static: false }),
    locationOf: () => undefined,
  },
  rendererHash: '',
  client: NO_CLIENT,
  components: NO_COMPONENTS,
  islands: NO_ISLANDS,
};
