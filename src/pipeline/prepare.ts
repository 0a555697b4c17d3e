/** Prepares the data that all pages need: link targets, layouts and assets. */

import type { ClientBundle } from '../bundle/bundle-client.ts';
import type { Components } from '../bundle/bundle-components.ts';
import type { Islands } from '../bundle/bundle-islands.ts';
import type { Renderer } from '../bundle/bundle-renderer.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import type { SiteHistory } from '../content/git-log.ts';
import { type AssetPaths, createAssetPaths } from '../content/hash-assets.ts';
import { createImageSizes, type ImageSizes } from '../content/image-size.ts';
import type { SourceFile, Sources } from '../content/source-file.ts';
import { createHighlighter } from '../markdown/code/highlighter.ts';
import { sanitizeHtml } from '../markdown/html/sanitize-html.ts';
import type { ArticleReader, DocReader } from '../markdown/parsed-doc.ts';
import type { DocumentSettings } from '../render/document.ts';
import { printFile, type Url } from '../shared/paths.ts';
import { type ApiPages, createApiPages } from '../site/api-pages.ts';
import { createDocTargets, type DocTargets, targetFile } from '../site/doc-links.ts';
import type { DocNode, LocateConfig, PageNode, SiteGraph } from '../site/graph-types.ts';
import { createLayoutData, type LayoutData } from '../site/layout-data.ts';
import {
  type BrokenFinder,
  createBrokenFinder,
  createLayoutScan,
  type ScanLayout,
} from '../site/layout-links.ts';
import { createMarkdownLinks } from '../site/markdown-pages.ts';
import { createPageDates, type PageDates } from '../site/page-dates.ts';
import { isUnlisted } from '../site/site-files.ts';
import type { ReadSite } from './read.ts';
import type { SocialImages } from './social-images.ts';

export interface Bundles {
  readonly renderer: Renderer;
  /** Changes with the code of templates and React pages. */
  readonly rendererHash: string;
  readonly client: ClientBundle;
  readonly components: Components;
  /** Of articles, templates and React pages. */
  readonly islands: Islands;
}

/** The site after reading and bundling. Immutable; pages are made from it one by one. */
export interface Site {
  readonly config: ResolvedConfig;
  readonly locate: LocateConfig;
  readonly sources: Sources;
  readonly graph: SiteGraph;
  readonly readDoc: DocReader;
  readonly readArticle: ArticleReader;
  readonly targets: DocTargets;
  readonly bundles: Bundles;
  readonly settings: DocumentSettings;
  readonly layout: LayoutData;
  readonly api: ApiPages;
  readonly assetPath: AssetPaths;
  readonly imageSizes: ImageSizes;
  readonly assetUrl: (source: SourceFile) => Url;
  readonly isUnlisted: (node: PageNode) => boolean;
  readonly dates: PageDates;
  /** Undefined if the build makes no images of link previews. */
  readonly social: SocialImages | undefined;
  /** Leads a link to a Markdown version. */
  readonly markdownLink: (href: string) => string;
  readonly scanLayout: ScanLayout;
  readonly brokenReferences: BrokenFinder;
  /** The doc whose page shows which ids the layout adds to every doc. */
  readonly sampleDoc: DocNode | undefined;
}

interface PrepareInput {
  readonly config: ResolvedConfig;
  readonly locate: LocateConfig;
  readonly sources: Sources;
  readonly read: ReadSite;
  readonly bundles: Bundles;
  readonly history: SiteHistory;
  readonly social?: SocialImages | undefined;
}

/** Can be reused for the next state of a site. */
export interface Kept {
  readonly assetPath: AssetPaths;
  readonly imageSizes: ImageSizes;
  readonly targets: DocTargets;
  readonly api: ApiPages;
}

/** Makes the parts that depend on neither templates nor titles: link targets and API articles. */
export function prepareAddresses({ graph, readDoc, apis, hashes }: ReadSite): Kept {
  return {
    assetPath: createAssetPaths(hashes),
    imageSizes: createImageSizes(),
    targets: createDocTargets(graph, readDoc),
    api: createApiPages({ ...apis, graph, cache: apis.richText, highlight: createHighlighter() }),
  };
}

export function prepareSite(
  { config, locate, sources, read, bundles, history, social }: PrepareInput,
  kept: Kept = prepareAddresses(read),
): Site {
  const { graph, labels, readDoc, readArticle } = read;
  const { renderer, client } = bundles;
  const { targets, api, assetPath, imageSizes } = kept;
  const assetUrl = (source: SourceFile): Url => printFile(assetPath(source), config);
  const dates = createPageDates(config, history);
  const layout = createLayoutData({
    dates,
    graph,
    labels,
    targets,
    readArticle,
    locate,
    assetUrl,
    imageSizes,
    sanitize: sanitizeHtml,
    reactPage: ({ source }) => renderer.pageMeta(source.file),
    apiArticle: api.article,
    imageSize: (target) => {
      const file = targetFile(graph, target);
      return file && imageSizes(file.absolute);
    },
  });
  const { favicon, image, head: tags } = layout.identity;
  const head = [...layout.head, ...tags];
  return {
    // Hosts send a policy that fits the head.
    config: { ...config, head },
    locate,
    sources,
    graph,
    readDoc,
    readArticle,
    bundles,
    layout,
    assetUrl,
    dates,
    ...kept,
    settings: {
      origin: config.isAssumed ? undefined : config.url,
      favicon,
      image,
      head,
      styles: client.styles,
      styleParts: client.styleParts,
      script: client.script,
      scriptParts: client.scriptParts,
    },
    isUnlisted: (node) => isUnlisted(node, (file) => renderer.pageMeta(file).unlisted),
    social,
    markdownLink: createMarkdownLinks(graph),
    scanLayout: createLayoutScan(),
    brokenReferences: createBrokenFinder(graph),
    sampleDoc: [...graph.pages.values()].find((node) => node.type === 'doc'),
  };
}
