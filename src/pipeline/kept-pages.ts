/** Keeps the pages of the last build that would be the same, and makes the others. */
import { hashOf } from '../cache/file-hashes.ts';
import type { DocHead } from '../markdown/parsed-doc.ts';
import type { OutputFile } from '../publish/output-file.ts';
import type { IndexPage } from '../search/index/build-index.ts';
import type { FilePath, OutputPath, Route } from '../shared/paths.ts';
import type { PageNode } from '../site/graph-types.ts';
import { routeLocation } from '../site/routes.ts';
import type { CachedPage, CacheName, SiteCache } from './cache.ts';
import { makePage, NO_NOTES, type PageNotes, sectionsOf } from './page.ts';
import type { Site } from './prepare.ts';
import type { SiteSink } from './produce.ts';
import type { ReadSite } from './read.ts';

interface PageMakerInput {
  readonly site: Site;
  readonly read: ReadSite;
  readonly sink: Required<SiteSink>;
  readonly cache: SiteCache | undefined;
}

export interface PageMaker {
  /** Makes a page and puts its files, or keeps those of the last build. */
  readonly take: (node: PageNode) => TakenPage;
  /** Writes the pages of this run to the cache. */
  readonly save: () => void;
}

export interface TakenPage {
  /** Without the sections. */
  readonly notes: PageNotes;
  readonly indexed: IndexPage;
}

type CachedPages = readonly (readonly [route: Route, page: CachedPage])[];

/** Creates a maker of all pages of a site, each of which is taken once. */
export function createPageMaker({ site, read, sink, cache }: PageMakerInput): PageMaker {
  const siteKey = cache === undefined ? '' : keyOfSite(site, read, cache);
  // Pages with scripts and those without them, as the link check makes them, are different.
  const name: CacheName<CachedPages> = { name: `pages ${site.settings.generation}` };
  const before = new Map(cache?.get(name) ?? []);
  const now = new Map<Route, CachedPage>();
  const shared = new Set<OutputPath>();
  const keyOf = (node: PageNode, assets: readonly string[]): string =>
    hashOf([siteKey, node.route, ...docParts(site, read, node), ...assets].join('\0'));

  function keep(node: PageNode): TakenPage | undefined {
    const page = before.get(node.route);
    if (page === undefined) return undefined;
    const key = keyOf(node, assetPaths(site, page.assets));
    if (key !== page.key) return undefined;
    const origin = routeLocation(node);
    const isKept = (files: CachedPage['files'], from: typeof origin): boolean =>
      files.every(([path, hash]) => shared.has(path) || sink.keep({ path, hash, origin: from }));
    if (!isKept(page.shared, undefined)) return undefined;
    for (const [path] of page.shared) shared.add(path);
    if (!isKept(page.files, origin)) return undefined;
    now.set(node.route, page);
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
    const sectionsKey = cache === undefined ? '' : hashOf(JSON.stringify(sections));
    if (cache !== undefined && notes.failure === undefined) {
      const assets = assetsOf(site, node);
      const key = keyOf(node, assetPaths(site, assets));
      now.set(node.route, {
        key,
        assets,
        sectionsKey,
        ...cachedParts({ files, shared: all, notes }),
      });
    }
    return { notes, indexed: { key: sectionsKey, sections: () => sections } };
  }

  return {
    take: (node) => keep(node) ?? make(node),
    save: () => cache?.set(name, [...now]),
  };
}

/** Changes with everything that all pages may depend on: all but the texts of docs. */
function keyOfSite(site: Site, read: ReadSite, cache: SiteCache): string {
  const { config, sources, settings, bundles } = site;
  const { outDir: _, ...others } = config;
  const { categories, summaries, messages, reactPages, docs, assets, statics } = sources;
  const named = [docs, assets, statics].map((list) => list.map(({ file }) => file));
  const whole = [...categories, ...summaries, ...messages.values(), ...reactPages];
  const contents = [...whole.map(({ absolute }) => absolute), ...read.apis.files].map((file) => [
    file,
    cache.hashes.of(file),
  ]);
  const { styles, islandLoader } = bundles.components;
  const parts = [cache.code, others, named, contents, settings, bundles.rendererHash];
  const heads = [...read.heads.values()].map(printHead);
  // A site that was moved is the same.
  const text = JSON.stringify([...parts, styles, islandLoader, heads]);
  return hashOf(text.replaceAll(config.siteDir, ''));
}

function printHead({ frontmatterLocations, ...head }: DocHead): readonly unknown[] {
  return [head, [...frontmatterLocations]];
}

/** What a page depends on besides the site: for a doc its text, and the code of its components. */
function docParts(
  { bundles }: Site,
  { readDoc, keyOf }: ReadSite,
  node: PageNode,
): readonly string[] {
  if (node.type !== 'doc') return [];
  const { file } = node.source;
  return [keyOf(file), readDoc(file).hasComponents ? bundles.components.hash : ''];
}

/** The files beside the content that a doc refers to. */
function assetsOf({ targets }: Site, node: PageNode): readonly FilePath[] {
  if (node.type !== 'doc') return [];
  const { links, image } = targets(node);
  const found = [...links, ...(image === undefined ? [] : [image])].flatMap((target) =>
    target.type === 'asset' ? [target.source.file] : [],
  );
  return [...new Set(found)];
}

/** Their published names, which change with their contents. */
function assetPaths({ graph, assetPath }: Site, assets: readonly FilePath[]): readonly string[] {
  return assets.map((file) => {
    const source = graph.assetByFile.get(file);
    return source === undefined ? '' : assetPath(source);
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
  const { ids, layoutIds, references, links, diagnostics, indexFile, policies } = notes;
  const hashes = (list: readonly HashedFile[]): CachedPage['files'] =>
    list.map(({ path, hash }) => [path, hash]);
  return {
    files: hashes(files),
    shared: hashes(shared),
    notes: { references, links, diagnostics, indexFile, policies },
    ids: ids && [...ids],
    layoutIds: layoutIds && [...layoutIds],
  };
}

function takenPage(site: Site, node: PageNode, page: CachedPage): TakenPage {
  const { notes, ids, layoutIds, sectionsKey } = page;
  return {
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
