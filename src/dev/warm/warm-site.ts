import { findSource } from '../open-source.ts';
import { createHash } from 'node:crypto';
import { join, sep } from 'node:path';
import { statsOf } from '../../cache/stats.ts';
import { hashOf } from '../../cache/file-hashes.ts';
import type { ResolvedConfig } from '../../config/site-config.ts';
import type { Sources } from '../../content/source-file.ts';
import { compareDiagnostics, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { codeFrame, readText, sourceLines, stripControls } from '../../diagnostics/frame.ts';
import { agentFiles, type PagesOfSite } from '../../pipeline/agent-files.ts';
import {
  assetFiles,
  createSearchFiles,
  type OtherFile,
  otherFiles,
  SLICES_FOLDER,
} from '../../pipeline/files.ts';
import { sharedFiles } from '../../pipeline/page.ts';
import type { Site } from '../../pipeline/prepare.ts';
import type { OutputFile } from '../../publish/output-file.ts';
import { allSteps, type InSteps } from '../../shared/in-steps.ts';
import type { LiveFinding, LiveFindings, LiveState } from '../../shared/live.ts';
import {
  ASSETS_FOLDER,
  FILES_FOLDER,
  type OutputPath,
  pathToRoute,
  type Route,
  toRoute,
} from '../../shared/paths.ts';
import { markdownOf } from '../../site/markdown-pages.ts';
import { pageFile } from '../../site/site-files.ts';
import type { ServedFile, ServedSite, WarmSite } from '../dev-events.ts';
import { runInBackground } from './background.ts';
import { createInspector, type InspectorOptions, type SiteProblems } from './inspector.ts';
import {
  createSiteLoader,
  type DiskChanges,
  type LoadedSite,
  type LoaderOptions,
  type SiteInputs,
} from './load-site.ts';

export interface WarmSiteOptions
  extends LoaderOptions,
    Pick<InspectorOptions, 'onError' | 'quiet' | 'rules'> {
  /** A new state of the site can be shown. */
  readonly onChange: () => void;
  /** The findings have changed; `complete` if the whole site was checked. */
  readonly onFindings: (complete: boolean) => void;
}

/** A site that follows its files. */
export interface LiveSite extends WarmSite {
  /** Processes changes; the first call has none. Calls must not overlap. */
  readonly update: (changes: DiskChanges) => Promise<void>;
  readonly diagnostics: () => readonly Diagnostic[];
  /** As `diagnostics`, with those that are suppressed. */
  readonly problems: () => SiteProblems;
  readonly config: () => ResolvedConfig | undefined;
  /** The configuration and the inputs outside of the site's folders. */
  readonly inputs: () => SiteInputs;
  /** Resolves when the whole site has been checked in its current state. */
  readonly settled: () => Promise<void>;
  /** Makes all files that a build would write now. */
  readonly all: () => Promise<ReadonlyMap<OutputPath, ServedFile>>;
  readonly pages: () => number | undefined;
  readonly close: () => void;
}

/** Creates a site that is loaded by the first `update`. */
export function createWarmSite(given: WarmSiteOptions): LiveSite {
  const { onChange, onFindings } = given;
  const loader = createSiteLoader(given);
  const inspector = createInspector({ ...given, onEnd: () => onFindings(true) });
  const staticsPrint = createStaticsPrint();
  let shown: Shown | undefined;
  let blocking: readonly Diagnostic[] = [];
  let updating: Promise<void> | undefined;
  let version = 0;

  const problems = (): SiteProblems => inspector.problems(shown?.loaded, blocking);
  const diagnostics = (): readonly Diagnostic[] => problems().diagnostics;

  const settled = async (): Promise<void> => {
    const pending = updating ?? inspector.hurry();
    if (pending === undefined) return;
    await pending;
    await settled();
  };

  const search = createSearchOnDemand({ settled, loaded: () => shown?.loaded });

  const update = async (changes: DiskChanges): Promise<void> => {
    inspector.stop();
    const loading = await loader.load(changes);
    ({ blocking } = loading);
    const { loaded } = loading;
    if (loaded !== undefined) {
      version += 1;
      const statics = staticsPrint(loaded.site, changes);
      shown = show(loaded, { version, statics, search, settled, before: shown });
    }
    // Readers come first: the page is updated before it is checked.
    onChange();
    if (loaded !== undefined) inspector.look(loaded, changes);
    onFindings(loaded === undefined);
  };

  return {
    current: () => shown?.served,
    findings: () => {
      const siteDir = loader.config()?.siteDir ?? '';
      const read = (file: string): string | undefined => readText(join(siteDir, file));
      return liveFindings(diagnostics(), inspector.isLooking(), read);
    },
    diagnostics,
    problems,
    config: loader.config,
    inputs: loader.inputs,
    settled,
    all: async () => (await shown?.finder.all()) ?? new Map(),
    pages: () => shown?.loaded.site.graph.pages.size,
    close: inspector.stop,
    update: (changes) => {
      updating = update(changes).finally(() => {
        updating = undefined;
      });
      return updating;
    },
  };
}

/** The shown state and its input. */
interface Shown {
  readonly loaded: LoadedSite;
  readonly served: ServedSite;
  readonly finder: FileFinder;
  /** Hash of the parts that need a new document. */
  readonly look: string;
}

interface ShowOptions {
  readonly version: number;
  readonly statics: string;
  readonly search: () => Promise<IndexFiles>;
  readonly settled: () => Promise<void>;
  readonly before: Shown | undefined;
}

function show(loaded: LoadedSite, options: ShowOptions): Shown {
  const { version, statics, search, settled, before } = options;
  const { site, pages } = loaded;
  const isSame = before?.loaded.state === loaded.state;
  const finder = isSame
    ? before.finder
    : createFileFinder({ site, pages, searchFiles: search, whenMade: settled });
  const look = isSame ? before.look : shellOf(site);
  const { href, integrity } = site.settings.styles;
  const shell = look + statics;
  const state: LiveState = { version, shell, styles: { href, integrity } };
  return {
    loaded,
    finder,
    look,
    served: {
      config: site.config,
      file: finder.find,
      state,
      source: (pathname, text) => findSource(site, pathname, text),
      apis: () => site.apis,
    },
  };
}

/**
 * Creates a hash of the static files, which open pages cannot update in place. It is the same after a restart if they are:
 * their times are not compared with a clock, which is coarser than those of some file systems.
 */
function createStaticsPrint(): (site: Site, changes: DiskChanges) => string {
  let last: { readonly files: Sources['statics']; readonly print: string } | undefined;
  return ({ config, sources: { statics } }, { paths }) => {
    const isStatic = (path: string): boolean => path.startsWith(config.staticDir + sep);
    if (last?.files === statics && ![...paths].some(isStatic)) return last.print;
    const lines = statics.map(({ path, absolute }) => {
      const stats = statsOf(absolute);
      return `${path} ${stats?.size} ${stats?.mtimeMs}`;
    });
    last = { files: statics, print: hashOf(lines.join('\n')) };
    return last.print;
  };
}

/** Maximum number of findings on an open page; the terminal shows all of them. */
const SHOWN = 50;

/** Prints problems for open pages; `read` returns the text of a file for code frames. */
function liveFindings(
  diagnostics: readonly Diagnostic[],
  checking: boolean,
  read: (file: string) => string | undefined,
): LiveFindings {
  const of = (severity: Diagnostic['severity']): readonly Diagnostic[] =>
    diagnostics.filter((entry) => entry.severity === severity).toSorted(compareDiagnostics);
  const [errors, warnings] = [of('error'), of('warning')];
  const shown = [...errors, ...warnings].slice(0, SHOWN);
  return {
    checking,
    errors: errors.length,
    warnings: warnings.length,
    shown: shown.map((entry) => liveFinding(entry, read)),
  };
}

function liveFinding(
  { code, severity, message, location, hint, link }: Diagnostic,
  read: (file: string) => string | undefined,
): LiveFinding {
  const text = location === undefined ? undefined : read(location.file);
  const frame =
    location === undefined || text === undefined
      ? undefined
      : codeFrame(sourceLines(text), location);
  const [near] = link?.suggestions ?? [];
  const advice = near === undefined ? hint : `did you mean ${near}?`;
  return {
    code,
    severity,
    message: stripControls(message),
    ...(location === undefined
      ? {}
      : { location: stripControls(`${location.file}:${location.line}:${location.column}`) }),
    ...(frame === undefined ? {} : { frame }),
    ...(advice === undefined ? {} : { hint: stripControls(advice) }),
  };
}

type FileFinder = ReturnType<typeof createFileFinder>;

interface FinderOptions extends PagesOfSite {
  /** Returns up-to-date index files. */
  readonly searchFiles: () => Promise<IndexFiles>;
  /** Resolves when all pages have been made, so that all references are known. */
  readonly whenMade: () => Promise<void>;
}

const LLMS = /(?:^|\/)llms(?:-full)?(?:\/[^/]*)?\.txt$/;
const SEARCH_INDEX = /(?:^|\/)search-index-[^/]*\.json$/;

/** Finds the files that a build would write. */
function createFileFinder({ site, pages, searchFiles, whenMade }: FinderOptions) {
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
      for (const node of site.graph.pages.values()) noteShared(sharedFiles(site, node));
    }
    return shared.get(path);
  };
  const assets = async (): Promise<ReadonlyMap<OutputPath, ServedFile>> => {
    await whenMade();
    return new Map(assetFiles(site).map((file) => [file.path, servedFile(site, file)]));
  };
  const llmsAt = async (path: OutputPath): Promise<OutputFile['content'] | undefined> => {
    await whenMade();
    return (await runInBackground(agentFiles({ site, pages }), 0).done)?.get(path);
  };
  return {
    find: async (path: OutputPath): Promise<ServedFile | undefined> => {
      const other = otherAt(path);
      if (other !== undefined) return servedFile(site, other);
      const page = await findPage({ site, pages }, path, noteShared);
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
      const texts = made.map(({ path, content }) => [path, content] as const);
      return new Map<OutputPath, ServedFile>([
        ...(await assets()),
        ...[...texts, ...allSteps(agentFiles({ site, pages })), ...(await searchFiles())].map(
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
async function findPage(
  { site, pages }: PagesOfSite,
  path: OutputPath,
  noteShared: (files: readonly OutputFile[]) => void,
): Promise<ServedFile | undefined> {
  const node = routesAt(path)
    .map((route) => site.graph.pages.get(route))
    .find((found) => found !== undefined);
  if (node === undefined) return undefined;
  const isDocument = pageFile(node, site.config) === path;
  if (!isDocument && node.type !== 'api' && markdownOf(site.graph, node) !== path) return undefined;
  const { failure } = await pages.settled(node);
  const { files, shared } = pages.files(node);
  pages.release(node);
  noteShared(shared);
  if (isDocument && failure !== undefined) throw new Error(failure.reason);
  const found = files.find((file) => file.path === path);
  return madeFile(found?.content);
}

/** A file beside a page (see `apiFilePaths`): the name of the page, and what follows it. */
const BESIDE =
  /^(.+?)\.(?:(?:openapi|try|postman_collection|postman_environment)\.json|requests\.http|md)$/;

/** Routes whose page may have a file with this path. */
function routesAt(path: OutputPath): readonly Route[] {
  const machine = BESIDE.exec(path)?.[1];
  if (machine === undefined) return [toRoute(path.replace(/\.html$/, '')), pathToRoute(path)];
  return machine === 'index' ? [toRoute(machine), toRoute('/')] : [toRoute(machine)];
}

/** Hash of what documents read once: their scripts with attributes and other code in the head, and what navigation needs. */
function shellOf({ settings, layout, config }: Site): string {
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

type IndexFiles = ReadonlyMap<OutputPath, OutputFile['content']>;

/** Makes the index files at the first search, and again after the sections of a page have changed. */
function createSearchOnDemand({ settled, loaded }: SearchOptions) {
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
    search.note(pages.notes(node).indexFile, node.locale.htmlLang, {
      key: '',
      sections: () => pages.sections(node.route),
    });
    pages.release(node);
    yield;
  }
  search.finish();
  return files;
}
