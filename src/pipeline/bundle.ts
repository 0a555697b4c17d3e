/** The part of the map that compiles: templates for this process, scripts and styles for the browser. */
import { join } from 'node:path';
import { type BundleCache, createBundleCache } from '../bundle/bundle-cache.ts';
import { bundleClient, type ClientAsset, type ClientBundle } from '../bundle/bundle-client.ts';
import { bundleRenderer, checkTemplates } from '../bundle/bundle-renderer.ts';
import { type Bundler, plainBundler } from '../bundle/bundler.ts';
import { workFolder } from '../config/loading/write-module.ts';
import type { AnnouncementBarConfig, ResolvedConfig } from '../config/site-config.ts';
import type { SourceFile } from '../content/source-file.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { printFile } from '../shared/paths.ts';
import type { Bundles } from './prepare.ts';

export interface BundleInput {
  readonly config: ResolvedConfig;
  readonly reactPages: readonly SourceFile[];
  /** False: no scripts and styles are made. What pages say of them is a placeholder. */
  readonly bundlesClient?: boolean | undefined;
  /** What has been compiled before; default: nothing is kept. */
  readonly bundler?: Bundler | undefined;
}

export interface BundledSite {
  /** Undefined where something does not compile. */
  readonly bundles: Bundles | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles both; esbuild works in its own process meanwhile. */
export async function bundleSite({
  config,
  reactPages,
  bundlesClient = true,
  bundler = plainBundler(),
}: BundleInput): Promise<BundledSite> {
  const { siteDir, templatesDir } = config;
  const assetsUrl = `${config.baseUrl}assets`;
  const input = { siteDir, templatesDir, assetsUrl, reactPages };
  const [server, browser] = await Promise.all([
    bundleRenderer(input, bundler),
    bundlesClient
      ? bundleClient(
          {
            ...input,
            style: config,
            css: announcementCss(config.announcementBar),
            needsHead: needsHead(config),
          },
          bundler,
        )
      : { client: NO_CLIENT, diagnostics: [] },
  ]);
  // Both compile the same files: a problem of both is reported once.
  const found = [
    ...server.diagnostics,
    ...browser.diagnostics,
    ...checkTemplates(siteDir, templatesDir),
  ];
  const unique = new Map(found.map((entry) => [JSON.stringify(entry), entry]));
  const { renderer } = server;
  const { client } = browser;
  const isWhole = renderer !== undefined && client !== undefined;
  return {
    bundles: isWhole ? { renderer, client } : undefined,
    diagnostics: [...unique.values()],
  };
}

/** What earlier runs have compiled for a site, in its work folder. */
export function siteBundleCache(siteDir: string): BundleCache {
  return createBundleCache(join(workFolder(siteDir), 'bundles'));
}

const NO_ASSET: ClientAsset = {
  href: printFile('', { baseUrl: '/', trailingSlash: true }),
  integrity: '',
};

const NO_CLIENT: ClientBundle = {
  files: [],
  script: NO_ASSET,
  styles: NO_ASSET,
  head: undefined,
  generation: '',
  pageEntries: new Map(),
};

/** Replaces what does not compile, so that the rest of the site can be checked. No page can be made of it. */
export const NO_BUNDLES: Bundles = {
  renderer: {
    render: () => {
      throw new Error('the templates do not compile');
    },
    pageMeta: () => ({ title: '', description: '', unlisted: false }),
    locationOf: () => undefined,
  },
  client: NO_CLIENT,
};

/** Only what a reader may have changed has to be known before the first paint. */
function needsHead({ announcementBar, colorMode, sidebar }: ResolvedConfig): boolean {
  return announcementBar?.isCloseable === true || !colorMode.disableSwitch || sidebar.hideable;
}

/** The announcement bar's configured colours as a rule: pages carry no `style` attribute. */
function announcementCss(bar: AnnouncementBarConfig | undefined): string {
  const declarations = [
    ...(bar?.backgroundColor === undefined
      ? []
      : [`--announcement-background:${bar.backgroundColor}`]),
    ...(bar?.textColor === undefined ? [] : [`--announcement-text:${bar.textColor}`]),
  ];
  return declarations.length === 0 ? '' : `.announcement-bar{${declarations.join(';')}}`;
}
