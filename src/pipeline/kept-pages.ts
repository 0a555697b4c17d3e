/** Keeps the pages of the last build that would be the same, and makes the others. */
import { hashOf } from '../cache/file-hashes.ts';
import { isImageFile } from '../content/image-size.ts';
import { addressKey } from '../links/address-key.ts';
import type { DocHead } from '../markdown/parsed-doc.ts';
import type { OutputFile, SiteSink } from '../publish/output-file.ts';
import type { IndexedSection, IndexPage } from '../search/index/build-index.ts';
import type { FilePath, OutputPath, Route } from '../shared/paths.ts';
import type { RichTextFindings } from '../site/api-rich-text.ts';
import { targetFile } from '../site/doc-links.ts';
import type { PageNode } from '../site/graph-types.ts';
import { markdownOf } from '../site/markdown-pages.ts';
import { routeLocation } from '../site/routes.ts';
import type { CacheName, SiteCache } from './cache.ts';
import { makePage, NO_NOTES, type PageNotes, sectionsOf } from './page.ts';
import type { Site } from './prepare.ts';
import type { ReadSite } from './read.ts';
import type { SocialImage } from './social-images.ts';

interface PageMakerInput {
  readonly site: Site;
  readonly read: ReadSite;
  readonly sink: SiteSink & Required<Pick<SiteSink, 'keep'>>;
  readonly cache: SiteCache | undefined;
}

export interface PageMaker {
  /** Makes a page and puts its files, or keeps those of the last build. */
  readonly take: (node: PageNode) => TakenPage;
  /** Links and problems in the articles of APIs, those of kept pages included. */
  readonly apiFindings: () => RichTextFindings;
  /** Writes the pages of this run to the cache. */
  readonly save: () => void;
}

export interface TakenPage {
  /** Without the sections. */
  readonly notes: PageNotes;
  readonly indexed: IndexPage;
  /** Hash of its Markdown version. */
  readonly markdown: string | undefined;
}

/** The page that an earlier run made for a route. */
interface CachedPage {
  /** Changes with the site, and with the texts of the page. */
  readonly key: string;
  /** Changes with what the page has in it: the site may have changed elsewhere. Undefined for pages that list others. */
  readonly inputKey?: string | undefined;
  /** Its files, with the hashes of their contents. */
  readonly files: readonly (readonly [path: OutputPath, hash: string])[];
  /** Files that other pages may have, too. */
  readonly shared: readonly (readonly [path: OutputPath, hash: string])[];
  /** The image of its link previews, whose name tells its content. */
  readonly social?: OutputPath | undefined;
  /** Its files that links and images name. */
  readonly assets: readonly FilePath[];
  readonly notes: Pick<
    PageNotes,
    'description' | 'references' | 'links' | 'linkFacts' | 'diagnostics' | 'indexFile' | 'policies'
  >;
  /** Hash of its sections for the search. */
  readonly sectionsKey: string;
  readonly ids?: readonly string[] | undefined;
  readonly layoutIds?: readonly string[] | undefined;
}

interface CachedFindings {
  readonly key: string;
  readonly findings: RichTextFindings;
}

type CachedPages = readonly (readonly [route: Route, page: CachedPage])[];

/** Creates a maker of all pages of a site, each of which is taken once. */
export function createPageMaker({ site, read, sink, cache }: PageMakerInput): PageMaker {
  const keys = cache === undefined ? NO_KEYS : siteKeys(site, read, cache);
  // Pages with scripts and those without them, as the link check makes them, are different.
  const client = site.settings.script.integrity;
  const name: CacheName<CachedPages> = { name: `pages ${client}` };
  const findingsName: CacheName<CachedFindings> = { name: `api ${client}` };
  const before = new Map(cache?.get(name) ?? []);
  const known = cache?.get(findingsName);
  // With other addresses, no page is kept.
  const found = known?.key === keys.addresses ? known.findings : undefined;
  const apiFindings = (): RichTextFindings => found ?? site.api.findings();
  const now = new Map<Route, CachedPage>();
  const shared = new Set<OutputPath>();
  const { isDrawn, draw } = imageKeeper(sink, shared);
  const shownOf = createSharedKeys(site);
  const branchOf = rememberHashes();
  const assetKeys = createAssetKeys(site, read);
  const keyOf = (node: PageNode, assets: readonly string[]): string =>
    hashOf([keys.site, ...ownParts(site, read, node), ...assets].join('\0'));
  const inputKeyOf = (node: PageNode, assets: readonly string[]): string | undefined => {
    const around = site.layout.surroundings(node);
    if (around === undefined || node === site.sampleDoc) return undefined;
    const parent = site.graph.parents.get(node.route)?.route ?? '';
    const shown = [JSON.stringify(around.data), branchOf(around.branch), shownOf(node), parent];
    const parts = [keys.addresses, node.route, ...shown, ...docParts(site, read, node)];
    return hashOf([...parts, ...assets].join('\0'));
  };

  /** Of docs, the texts are known by their key; what else the sections have is in each of them. */
  function sectionsKeyOf(node: PageNode, sections: readonly IndexedSection[]): string {
    const [first] = sections;
    if (first === undefined) return '';
    const { text: _, document } = first;
    const { content: __, ...others } = document;
    const own = node.type === 'doc' ? [others, docParts(site, read, node)] : sections;
    return hashOf(keys.addresses + JSON.stringify(own));
  }

  function keep(node: PageNode): TakenPage | undefined {
    const page = before.get(node.route);
    if (page === undefined) return undefined;
    const assets = assetKeys(page.assets);
    const key = keyOf(node, assets);
    const isSame = key === page.key || (page.inputKey ?? '') === inputKeyOf(node, assets);
    if (!isSame) return undefined;
    const origin = routeLocation(node);
    const isKept = (files: CachedPage['files'], from: typeof origin): boolean =>
      sink.keep(
        files.flatMap(([path, hash]) => (shared.has(path) ? [] : { path, hash, origin: from })),
      );
    if (!isKept(page.shared, undefined) || !isDrawn(page.social)) return undefined;
    for (const [path] of page.shared) shared.add(path);
    if (!isKept(page.files, origin)) return undefined;
    now.set(node.route, { ...page, key });
    return takenPage(site, node, page);
  }

  function make(node: PageNode): TakenPage {
    const made = makePage(site, node);
    const { sections } = made.notes;
    const notes = { ...made.notes, sections: [] };
    const files = made.files.map(withHash);
    const all = made.shared.map(withHash);
    const others = all.filter(({ path }) => !shared.has(path));
    for (const { path } of others) shared.add(path);
    for (const file of [...files, ...others]) sink.put(file);
    if (made.social !== undefined) draw(made.social);
    const sectionsKey = cache === undefined ? '' : sectionsKeyOf(node, sections);
    if (cache !== undefined && notes.failure === undefined) {
      const assets = assetsOf(site, node);
      const paths = assetKeys(assets);
      const keyed = { key: keyOf(node, paths), inputKey: inputKeyOf(node, paths), assets };
      const social = made.social?.path;
      const parts = cachedParts({ files, shared: all, notes });
      now.set(node.route, { ...keyed, sectionsKey, social, ...parts });
    }
    const markdown = files.find(({ path }) => path === markdownOf(site.graph, node))?.hash;
    return { notes, indexed: { key: sectionsKey, sections: () => sections }, markdown };
  }

  return {
    take: (node) => keep(node) ?? make(node),
    apiFindings,
    save: () => {
      cache?.set(name, [...now]);
      cache?.set(findingsName, { key: keys.addresses, findings: apiFindings() });
    },
  };
}

/** Draws an image of link previews unless the output has it, or another page has drawn it. */
function imageKeeper(sink: PageMakerInput['sink'], done: Set<OutputPath>) {
  const isDrawn = (path: OutputPath | undefined): boolean => {
    if (path === undefined || done.has(path)) return true;
    const isKept = sink.keep([{ path }]);
    if (isKept) done.add(path);
    return isKept;
  };
  const draw = ({ path, draw: content }: SocialImage): void => {
    const image = isDrawn(path) ? undefined : content();
    if (image === undefined) return;
    done.add(path);
    sink.put({ path, content: image });
  };
  return { isDrawn, draw };
}

interface SiteKeys {
  /** Changes with everything that pages may depend on, except for the texts of docs. */
  readonly site: string;
  /** The same without titles and the order of pages: what links, their addresses and the layout depend on. */
  readonly addresses: string;
}

const NO_KEYS: SiteKeys = { site: '', addresses: '' };

function siteKeys(site: Site, read: ReadSite, cache: SiteCache): SiteKeys {
  const { config, sources, settings, bundles, graph, social } = site;
  // The modules with samples are part of the code.
  const { outDir: _, samples: __, ...others } = config;
  const { categories, summaries, messages, reactPages } = sources;
  const contents = (files: readonly string[]) => files.map((file) => [file, cache.hashes.of(file)]);
  const named = [...messages.values(), ...reactPages].map(({ absolute }) => absolute);
  const { components, islands, rendererHash } = bundles;
  const addresses = hashOf(
    JSON.stringify([
      // Both contain absolute paths, as cached pages do.
      [cache.code, others, settings, rendererHash, components.styles, islands.key, social?.key],
      contents([...named, ...read.apis.files]),
      addressKey(graph),
    ]),
  );
  const lists = [...categories, ...summaries].map(({ absolute }) => absolute);
  const heads = [...read.heads.values()].map(printHead);
  return { addresses, site: hashOf(JSON.stringify([addresses, contents(lists), heads])) };
}

/** Returns a function that hashes a value, an object once. */
function rememberHashes(): (value: object | undefined) => string {
  const known = new WeakMap<object, string>();
  return (value) => {
    if (value === undefined) return '';
    const hash = known.get(value) ?? hashOf(JSON.stringify(value));
    known.set(value, hash);
    return hash;
  };
}

/** Returns a function that returns the hash of the data that a page shares with others. */
function createSharedKeys({ layout }: Site): (node: PageNode) => string {
  const keys = new Map(
    layout.shared.map((shared) => [shared, hashOf(JSON.stringify([shared.site, shared.sidebars]))]),
  );
  return (node) => keys.get(layout.sharedOf(node)) ?? '';
}

function printHead({ frontmatterLocations, ...head }: DocHead): readonly unknown[] {
  return [head, [...frontmatterLocations]];
}

/** The parts of a page that the key of the site does not have. */
function ownParts(site: Site, read: ReadSite, node: PageNode): readonly string[] {
  const date = JSON.stringify(site.dates.lastUpdate(node));
  return [node.route, date, ...docParts(site, read, node)];
}

/** The parts that a page depends on besides the site: of a doc its text, and the code of its components. */
function docParts({ bundles }: Site, { keyOf }: ReadSite, node: PageNode): readonly string[] {
  if (node.type !== 'doc') return [];
  const { key, hasComponents } = keyOf(node.source.file);
  return [key, hasComponents ? bundles.components.hash : ''];
}

/** The files beside the content that a doc refers to, and static images, whose sizes are in its page. */
function assetsOf({ graph, targets }: Site, node: PageNode): readonly FilePath[] {
  if (node.type !== 'doc') return [];
  const { links, image } = targets(node);
  const found = [...links, ...(image === undefined ? [] : [image])].flatMap((target) => {
    const file = targetFile(graph, target)?.file;
    return file !== undefined && (target.type === 'asset' || isImageFile(file)) ? [file] : [];
  });
  return [...new Set(found)];
}

/** Returns a function that returns the published names of files, which change with their contents; of static ones, hashes. */
function createAssetKeys(
  { graph, sources, assetPath }: Site,
  { hashes }: ReadSite,
): (assets: readonly FilePath[]) => readonly string[] {
  const statics = new Map(sources.statics.map((source) => [source.file, source]));
  return (assets) =>
    assets.map((file) => {
      const source = graph.assetByFile.get(file);
      if (source !== undefined) return assetPath(source);
      const { absolute } = statics.get(file) ?? {};
      return (absolute && hashes.of(absolute)) ?? '';
    });
}

interface HashedFile extends OutputFile {
  readonly hash: string;
}

function withHash(file: OutputFile): HashedFile {
  return { ...file, hash: hashOf(file.content) };
}

interface Made {
  readonly files: readonly HashedFile[];
  readonly shared: readonly HashedFile[];
  readonly notes: PageNotes;
}

function cachedParts({
  files,
  shared,
  notes,
}: Made): Pick<CachedPage, 'files' | 'shared' | 'notes' | 'ids' | 'layoutIds'> {
  const { ids, layoutIds, description, references, links, linkFacts, ...others } = notes;
  const { diagnostics, indexFile, policies } = others;
  const hashes = (list: readonly HashedFile[]): CachedPage['files'] =>
    list.map(({ path, hash }) => [path, hash]);
  return {
    files: hashes(files),
    shared: hashes(shared),
    notes: { description, references, links, linkFacts, diagnostics, indexFile, policies },
    ids: ids && [...ids],
    layoutIds: layoutIds && [...layoutIds],
  };
}

function takenPage(site: Site, node: PageNode, page: CachedPage): TakenPage {
  const { notes, ids, layoutIds, sectionsKey, files } = page;
  const file = markdownOf(site.graph, node);
  return {
    markdown: files.find(([path]) => path === file)?.[1],
    notes: {
      ...NO_NOTES,
      ...notes,
      node,
      ids: ids && new Set(ids),
      layoutIds: layoutIds && new Set(layoutIds),
    },
    indexed: { key: sectionsKey, sections: () => sectionsOf(site, node) },
  };
}
