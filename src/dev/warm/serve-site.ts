import { createHash } from 'node:crypto';
import { hashOf } from '../../cache/file-hashes.ts';
import { agentFile, agentPaths, type PagesOfSite } from '../../pipeline/agent-files.ts';
import {
  assetFiles,
  createSearchFiles,
  type OtherFile,
  otherFiles,
  SLICES_FOLDER,
} from '../../pipeline/files.ts';
import { sharedStyles } from '../../pipeline/page.ts';
import type { Site } from '../../pipeline/prepare.ts';
import type { OutputFile } from '../../publish/output-file.ts';
import { allSteps, type InSteps } from '../../shared/in-steps.ts';
import {
  ASSETS_FOLDER,
  FILES_FOLDER,
  type OutputPath,
  pathToRoute,
  type Route,
  toRoute,
} from '../../shared/paths.ts';
import { markdownOf } from '../../site/markdown-pages.ts';
import { folderFiles, pageFile } from '../../site/site-files.ts';
import type { ServedFile } from '../dev-events.ts';
import { runInBackground } from './background.ts';
import type { LoadedSite } from './load-site.ts';

export type FileFinder = ReturnType<typeof createFileFinder>;

interface FinderOptions extends PagesOfSite {
  /** Returns up-to-date index files. */
  readonly searchFiles: () => Promise<IndexFiles>;
  /** Resolves when all pages have been made, so that all references are known. */
  readonly whenMade: () => Promise<void>;
}

const LLMS = /(?:^|\/)llms(?:-full)?\.txt$/;
const SEARCH_INDEX = /(?:^|\/)search-index-[^/]*\.json$/;

/** Finds the files that a build would write. */
export function createFileFinder({ site, pages, searchFiles, whenMade }: FinderOptions) {
  let others: ReadonlyMap<OutputPath, OtherFile> | undefined;
  const otherAt = (path: OutputPath): OtherFile | undefined => {
    others ??= new Map(otherFiles(site).map((file) => [file.path, file]));
    return others.get(path);
  };
  // The files of the pages that were served: browsers ask for them next.
  const shared = new Map<OutputPath, ServedFile>();
  const noteShared = (files: readonly OutputFile[]): void => {
    for (const { path, content } of files) shared.set(path, { type: 'made', content });
  };
  const sharedAt = async (path: OutputPath): Promise<ServedFile | undefined> => {
    if (!shared.has(path)) {
      await whenMade();
      for (const node of site.graph.pages.values()) noteShared(sharedStyles(site, node));
    }
    return shared.get(path);
  };
  const assets = async (): Promise<ReadonlyMap<OutputPath, ServedFile>> => {
    await whenMade();
    return new Map(assetFiles(site).map((file) => [file.path, servedFile(site, file)]));
  };
  const llmsAt = async (path: OutputPath): Promise<string | undefined> => {
    await whenMade();
    return runInBackground(agentFile({ site, pages }, path), 0).done;
  };
  return {
    find: async (path: OutputPath): Promise<ServedFile | undefined> => {
      const other = otherAt(path);
      if (other !== undefined) return servedFile(site, other);
      const page = findPage({ site, pages }, path, noteShared);
      if (page !== undefined) return page;
      if (LLMS.test(path)) return madeFile(await llmsAt(path));
      if (SEARCH_INDEX.test(path) || path.startsWith(SLICES_FOLDER))
        return madeFile((await searchFiles()).get(path));
      if (path.startsWith(ASSETS_FOLDER)) return sharedAt(path);
      return path.startsWith(FILES_FOLDER) ? (await assets()).get(path) : undefined;
    },
    all: async (): Promise<ReadonlyMap<OutputPath, ServedFile>> => {
      const nodes = [...site.graph.pages.values()];
      const made = nodes.flatMap((node) => {
        const page = pages.files(node);
        pages.release(node);
        return [...page.files, ...page.shared];
      });
      const lists = agentPaths(site).map(
        (path) => [path, allSteps(agentFile({ site, pages }, path)) ?? ''] as const,
      );
      const texts = made.map(({ path, content }) => [path, content] as const);
      return new Map<OutputPath, ServedFile>([
        ...(await assets()),
        ...[...texts, ...lists, ...(await searchFiles())].map(
          ([path, content]) => [path, { type: 'made', content }] as const,
        ),
        ...otherFiles(site).map((file) => [file.path, servedFile(site, file)] as const),
      ]);
    },
  };
}

function madeFile(content: OutputFile['content'] | undefined): ServedFile | undefined {
  return content === undefined ? undefined : { type: 'made', content };
}

function servedFile({ config }: Site, file: OtherFile): ServedFile {
  return 'from' in file
    ? { type: 'source', absolute: file.from, folders: config }
    : { type: 'made', content: file.make() };
}

/** A page's document, or one of its files for programs. */
function findPage(
  { site, pages }: PagesOfSite,
  path: OutputPath,
  noteShared: (files: readonly OutputFile[]) => void,
): ServedFile | undefined {
  const node = routesAt(path)
    .map((route) => site.graph.pages.get(route))
    .find((found) => found !== undefined);
  if (node === undefined) return undefined;
  const isDocument = [pageFile(node, site.config), ...folderFiles(node, site.config)].includes(
    path,
  );
  if (!isDocument && node.type !== 'api' && markdownOf(site.graph, node) !== path) return undefined;
  const { failure } = pages.notes(node);
  const { files, shared } = pages.files(node);
  pages.release(node);
  noteShared(shared);
  if (isDocument && failure !== undefined) throw new Error(failure.reason);
  const found = files.find((file) => file.path === path);
  return madeFile(found?.content);
}

/** Routes whose page may have a file with this path. */
function routesAt(path: OutputPath): readonly Route[] {
  const machine = /^(.+?)\.(?:openapi\.json|md)$/.exec(path)?.[1];
  if (machine === undefined) return [pathToRoute(path)];
  return machine === 'index' ? [toRoute(machine), toRoute('/')] : [toRoute(machine)];
}

/** Hash of what documents read once: their scripts with attributes and other code in the head, and what navigation needs. */
export function shellOf({ settings, layout, config }: Site): string {
  const { favicon, head, script } = settings;
  const { baseUrl, trailingSlash } = config;
  const once = layout.shared.map(({ site }) => {
    const { locale, locales, localeBase, colorMode, messages, searchMessages, sidebar } = site;
    const { search, navbar, announcementBar: bar } = site;
    return [
      { locale, locales, localeBase, colorMode, messages, searchMessages, sidebar },
      [search.analytics, navbar.hideOnScroll, bar?.isCloseable, bar?.id],
    ];
  });
  const text = JSON.stringify([favicon, head, script, baseUrl, trailingSlash, once]);
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

interface SearchOptions {
  /** Resolves when the site is checked in its current state. */
  readonly settled: () => Promise<void>;
  readonly loaded: () => LoadedSite | undefined;
}

export type IndexFiles = ReadonlyMap<OutputPath, OutputFile['content']>;

/** Makes the index files at the first search, and again after the sections of a page have changed. */
export function createSearchOnDemand({ settled, loaded }: SearchOptions) {
  let last: { readonly print: string; readonly files: Promise<IndexFiles> } | undefined;
  return async (): Promise<IndexFiles> => {
    await settled();
    const now = loaded();
    if (now === undefined) return new Map();
    const print = (await runInBackground(sectionsPrint(now), 0).done) ?? '';
    if (last?.print === print) return last.files;
    const attempt = {
      print,
      files: runInBackground(indexFiles(now), 0).done.then((files = new Map()) => files),
    };
    last = attempt;
    // Failed attempts are repeated.
    attempt.files.catch(() => {
      if (last === attempt) last = undefined;
    });
    return attempt.files;
  };
}

/** Changes with the sections of all pages. */
function* sectionsPrint({ site, pages }: LoadedSite): InSteps<string> {
  const prints: string[] = [];
  for (const node of site.graph.pages.values()) {
    prints.push(pages.notes(node).indexFile ?? '', pages.sections.print(node.route));
    yield;
  }
  return hashOf(prints.join());
}

function* indexFiles({ site, pages }: LoadedSite): InSteps<IndexFiles> {
  const files = new Map<OutputPath, OutputFile['content']>();
  const search = createSearchFiles(site, {
    put: ({ path, content }) => files.set(path, content),
  });
  for (const node of site.graph.pages.values()) {
    search.note(pages.notes(node).indexFile, {
      key: '',
      sections: () => pages.sections(node.route),
    });
    pages.release(node);
    yield;
  }
  search.finish();
  return files;
}
