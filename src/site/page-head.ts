import type { ResolvedConfig } from '../config/site-config.ts';
import type { ImageSizes } from '../content/image-size.ts';
import type { BlogPost, SourceFile } from '../content/source-file.ts';
import type { PageData } from '../shared/page.ts';
import { printFile, printRoute, type Url } from '../shared/paths.ts';
import { alternateIn, isUntranslated } from './alternates.ts';
import { type DocTargets, targetFile } from './doc-links.ts';
import { editionOf, isRemoved, pageAt } from './editions.ts';
import type { PageNode, SiteGraph } from './graph-types.ts';
import type { PreviewImage } from './identity.ts';
import { blogFeeds, FEED_FORMATS } from './feed-formats.ts';
import { feedPath, localeBase } from './locales.ts';
import { printTarget } from './print-target.ts';

/** The type of a page for search engines (schema.org). */
export type SchemaType = 'TechArticle' | 'APIReference' | 'WebSite' | 'BlogPosting';

export interface FeedLink {
  readonly title: string;
  readonly type: string;
  readonly href: Url;
}

/** The page's own part of the document head. */
export interface PageHead {
  readonly noindex: boolean;
  readonly schemaType: SchemaType | undefined;
  readonly keywords: readonly string[];
  /** Of a post of the blog. */
  readonly post?: BlogPost | undefined;
  readonly image: PreviewImage | undefined;
  /** The address for search engines; for an untranslated page, that of the original. */
  readonly canonical: Url;
  /** Of changed pages, or of the posts of a blog. */
  readonly feeds: readonly FeedLink[];
  /** The page in each language into which it is translated, and `x-default`. */
  readonly alternates: readonly { readonly hreflang: string; readonly href: Url }[];
}

interface HeadContext {
  readonly graph: SiteGraph;
  readonly targets: DocTargets;
  readonly config: ResolvedConfig;
  readonly assetUrl: (source: SourceFile) => Url;
  readonly imageSizes: ImageSizes;
}

/** Builds the head of a page from its frontmatter and its alternates. */
export function pageHead(
  context: HeadContext,
  node: PageNode,
  { unlisted, version }: { readonly unlisted: boolean; readonly version?: PageData['version'] },
): PageHead {
  const { targets, config, assetUrl, graph, imageSizes } = context;
  const isNotFound = node.type === 'generated' && node.generated === 'notFound';
  // A start page names its chapter instead.
  const isUnlisted = unlisted && chapterOf(graph, node) === undefined;
  const base: PageHead = {
    noindex:
      isUnlisted || isNotFound || isRemoved(node) || editionOf(node)?.version.noindex === true,
    schemaType: isNotFound ? undefined : schemaType(context, node),
    keywords: [],
    image: undefined,
    ...pageAddresses(graph, node),
    ...canonicalOf(node, version),
    feeds: feedsOf(config, node),
  };
  if (node.type !== 'doc') return base;
  const target = targets(node).image;
  const { image = '', keywords = [] } = node.doc.frontmatter;
  const { post } = node.source.made ?? {};
  if (target === undefined) return { ...base, keywords, post };
  const href = printTarget(target, image, { style: config, assetUrl });
  const file = targetFile(graph, target);
  return { ...base, keywords, post, image: { href, ...(file && imageSizes(file.absolute)) } };
}

/** The feeds that a page names: a page of a blog those of its posts. */
function feedsOf(config: ResolvedConfig, node: PageNode): readonly FeedLink[] {
  const { feed, blog } = config;
  const isList = node.type === 'generated' && node.generated === 'posts';
  if (blog !== undefined && (isList || editionOf(node)?.set.id === 'blog'))
    return blogFeeds(blog).map(({ type, path }) => {
      return { title: blog.title, type, href: printFile(path, config) };
    });
  if (feed === undefined) return [];
  const href = printFile(feedPath(config, node.locale), config);
  return [{ title: feed.title, type: FEED_FORMATS.atom.type, href }];
}

/** An operation in an older version of an API is, for search engines, that of the version which readers get. */
function canonicalOf(node: PageNode, version: PageData['version']): Partial<PageHead> {
  const set = editionOf(node)?.set;
  const canonical = set?.isApi === true ? version?.hrefs[set.last.name] : undefined;
  return canonical === undefined ? {} : { canonical };
}

function schemaType({ graph, config }: HeadContext, node: PageNode): SchemaType | undefined {
  if (node === pageAt(graph, localeBase(config, node.locale))) return 'WebSite';
  if (node.type === 'api') return 'APIReference';
  if (node.type === 'doc' && node.source.made?.post !== undefined) return 'BlogPosting';
  return node.type === 'doc' && node.edition !== undefined ? 'TechArticle' : undefined;
}

/** The chapter that a start page shows once more. */
function chapterOf(graph: SiteGraph, node: PageNode): PageNode | undefined {
  return node.type === 'doc' ? graph.parents.get(node.route) : undefined;
}

/** The canonical address of a page, and its alternates. */
export function pageAddresses(
  graph: SiteGraph,
  node: PageNode,
): Pick<PageHead, 'canonical' | 'alternates'> {
  const { config } = graph;
  const written = config.locales.flatMap((locale) => {
    const page = locale === node.locale ? node : alternateIn(graph, node, locale);
    return page === undefined || isUntranslated(graph, page) ? [] : [page];
  });
  const original = written.find(({ locale }) => locale.code === config.defaultLocale);
  const href = ({ route }: PageNode): Url => printRoute(route, config);
  const own = isUntranslated(graph, node) ? (original ?? node) : node;
  const canonical = chapterOf(graph, node) ?? own;
  return {
    canonical: href(canonical),
    alternates: [
      ...written.map((page) => ({ hreflang: page.locale.htmlLang, href: href(page) })),
      { hreflang: 'x-default', href: href(original ?? node) },
    ],
  };
}
