/** Reads the files of a site and builds its graph. Nothing is bundled or rendered. */
import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';
import { componentFinder } from '../bundle/component-files.ts';
import { createFileHashes, type FileHashes, hashOf } from '../cache/file-hashes.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import {
  type ParsedCategories,
  type ParsedMessages,
  parseCategories,
  readMessages,
} from '../content/category-file.ts';
import { createFileRules } from '../content/file-rules.ts';
import { createIgnoredFiles, type IsIgnored } from '../content/git-ignored.ts';
import { createIncludeReader, type IncludeFolders } from '../content/include-file.ts';
import { readSource } from '../content/read-source.ts';
import { type IsChanged, remember, rememberFiles } from '../content/remember.ts';
import type { SourceFile, Sources } from '../content/source-file.ts';
import { compareStrings, type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { type ParsedSummaries, parseSummaries } from '../markdown/summary.ts';
import { type CachedDocs, createDocCache } from '../markdown/doc-cache.ts';
import type { ComponentFinder } from '../markdown/mdx/find-components.ts';
import { createDocParser, type DocParser } from '../markdown/parse-doc.ts';
import type { ArticleReader, DocHead, DocReader } from '../markdown/parsed-doc.ts';
import { createRichTextParser } from '../markdown/rich-text.ts';
import { hintForPlugin } from '../markdown/plugins/call-plugin.ts';
import { type LoadedApis, loadApis } from '../openapi/load-descriptions.ts';
import type { Text } from '../openapi/model/api-model.ts';
import { findServer } from '../openapi/model/servers.ts';
import type { FilePath } from '../shared/paths.ts';
import { type ArticleMessages, articleMessages } from '../shared/ui-messages.ts';
import { createRichTextCache, type RichTextCache, TEXT_OPTIONS } from '../site/api-rich-text.ts';
import { buildGraph } from '../site/graph.ts';
import type { LocateConfig, SiteGraph } from '../site/graph-types.ts';
import { articleMessagesOf, createLabels, defaultLocale, type Labels } from '../site/locales.ts';
import { DOCS, type SiteCache } from './cache.ts';
import { withLost } from './lost.ts';

export interface ReadSite {
  readonly graph: SiteGraph;
  readonly labels: Labels;
  /** The heads of all docs that can be read, including drafts. */
  readonly heads: ReadonlyMap<FilePath, DocHead>;
  readonly readDoc: DocReader;
  readonly readArticle: ArticleReader;
  readonly release: CachedDocs['release'];
  readonly keyOf: CachedDocs['keyOf'];
  readonly problemsOf: CachedDocs['problemsOf'];
  readonly table: CachedDocs['table'];
  readonly hashes: FileHashes;
  /** Absolute paths of the files that the docs read so far include. */
  readonly includes: () => readonly string[];
  readonly modules: CachedDocs['modules'];
  readonly setRun: CachedDocs['setRun'];
  readonly apis: ReadApis;
  /** Without the problems in the text of docs. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The API descriptions of a site, with the cache of their rich text. */
interface ReadApis extends LoadedApis {
  readonly richText: RichTextCache;
}

interface ReadInput {
  readonly config: ResolvedConfig;
  readonly sources: Sources;
  readonly locate: LocateConfig;
  /** Whether a file may have changed since the last reading. */
  readonly isChanged?: IsChanged;
  readonly cache?: SiteCache | undefined;
  readonly isIgnored?: IsIgnored;
}

/** Creates a reader. Parts that have not changed since its last run are the same objects as before. */
export function createSiteReader(): (input: ReadInput) => ReadSite {
  const textFiles = rememberFiles();
  const categoryFiles = rememberFiles();
  const docCache = createDocCache();
  const messages = remember(({ files }: Files) => readMessages(files, readSource));
  const summaryFiles = rememberFiles();
  const summaries = remember(({ files }: Files) => parseSummaries(files, readSource));
  const categories = remember(({ files }: Files) => parseCategories(files, readSource));
  const parser = remember(createParser);
  const components = rememberComponents();
  const articles = remember(articleMessagesByLocale);
  const apis = createApiReader();
  const whole = remember(makeGraph);
  const ownIgnored = createIgnoredFiles().isIgnored;
  const rulesOf = remember(createFileRules);
  return (input) => {
    const { config, sources, locate, isChanged = () => true, cache } = input;
    const { isIgnored = ownIgnored } = input;
    const { siteDir, configFile, includeRoots } = config;
    const fileRules = rulesOf({ siteDir, configFile, roots: includeRoots, isIgnored });
    const tables = messages({ files: textFiles([...sources.messages.values()], isChanged) });
    const folders = categories({ files: categoryFiles(sources.categories, isChanged) });
    const contents = summaries({ files: summaryFiles(sources.summaries, isChanged) });
    const articlesOf = articles({ locales: config.locales, tables });
    const { key, finder } = componentFinder(config);
    const docParser = parser({
      markdown: config.markdown,
      plugins: config.plugins,
      siteDir: config.siteDir,
      contentDir: config.contentDir,
      includeRoots: config.includeRoots,
      fileRules,
      frames: config.security.origins.frame,
      components: components(key, finder),
    });
    const failed = [...docParser.failed].map(([index, message]) =>
      diagnostic('plugin-error', {
        message,
        hint: hintForPlugin(message),
        location: locate(['plugins', index, 'markdown']),
      }),
    );
    const docs = docCache({
      sources: sources.docs,
      parser: docParser,
      messagesOf: ({ locale }) => articlesOf(locale ?? config.defaultLocale),
      read: readSource,
      isChanged,
      disk: cache && {
        ...cache,
        fileRules,
        settings: docSettings(config, cache.code, key),
        table: new Map(cache.get(DOCS)),
      },
    });
    const { heads, modules, setRun } = docs;
    const read = apis({ config, tables, isIgnored }, isChanged);
    const made = whole({ config, sources, locate, tables, folders, contents, heads, apis: read });
    const parts = [sources, tables, folders, contents, docs, read, made];
    return {
      graph: made.graph,
      labels: made.labels,
      heads,
      readDoc: docs.readDoc,
      readArticle: docs.readArticle,
      release: docs.release,
      keyOf: docs.keyOf,
      problemsOf: docs.problemsOf,
      table: docs.table,
      hashes: cache?.hashes ?? createFileHashes(),
      includes: docs.includes,
      modules,
      setRun,
      apis: read,
      diagnostics: [
        ...failed,
        ...missingServers(read, locate),
        ...parts.flatMap(({ diagnostics }) =>
          diagnostics.map((entry) =>
            withLost(atConfig(entry, { config, locate }), { config, graph: made.graph, heads }),
          ),
        ),
      ],
    };
  };
}

/** Changes with everything that parsing depends on, except for texts and UI messages. */
function docSettings(config: ResolvedConfig, code: string, components: string): string {
  const { markdown, plugins, contentDir, includeRoots, security } = config;
  const names = plugins.length === 0 ? [] : [code, plugins];
  const settings = [markdown, contentDir, includeRoots, security.origins.frame, components, names];
  // With absolute paths, as parsed docs have of the files that they include: a copy of a site has its own.
  return hashOf(JSON.stringify(settings));
}

/** The same list of components is the same object. */
function rememberComponents(): (key: string, finder: ComponentFinder) => ComponentFinder {
  let last: { readonly key: string; readonly finder: ComponentFinder } | undefined;
  return (key, finder) => {
    if (last?.key !== key) last = { key, finder };
    return last.finder;
  };
}

/** The parts of the configuration that parsing depends on. */
interface ParserInput extends IncludeFolders {
  readonly markdown: ResolvedConfig['markdown'];
  readonly plugins: ResolvedConfig['plugins'];
  readonly frames: readonly string[];
  readonly components: ComponentFinder;
}

function createParser(input: ParserInput): DocParser {
  const { markdown, plugins, frames, components, ...folders } = input;
  const readInclude = createIncludeReader(folders);
  const { siteDir } = folders;
  return createDocParser({ ...markdown, plugins }, { readInclude, siteDir, components, frames });
}

/** Reports a description that cannot be opened at its path in the configuration. */
function atConfig(
  entry: Diagnostic,
  { config, locate }: Pick<ReadInput, 'config' | 'locate'>,
): Diagnostic {
  if (entry.code !== 'file-unreadable') return entry;
  const index = config.openapi.findIndex(({ spec }) => spec === entry.location?.file);
  const source = config.openapi[index];
  if (source === undefined) return entry;
  const near = nearDescription(config.siteDir, source.spec);
  return {
    ...entry,
    message: entry.message.replace('the file:', `"${source.spec}":`),
    location: locate(['openapi', index, 'spec']),
    hint:
      near === undefined
        ? 'name a YAML or JSON file below the site folder'
        : `did you mean "${near}"?`,
  };
}

/** Reports values of `server` that match no server of the description. */
function missingServers({ apis }: LoadedApis, locate: LocateConfig): readonly Diagnostic[] {
  return apis.flatMap(({ source: { server }, model: { servers }, outline: { index } }) => {
    if (server === undefined || findServer(servers, server) !== undefined) return [];
    const known = servers.map(({ resolvedUrl, description }) =>
      description === '' ? resolvedUrl : `${resolvedUrl} (${description})`,
    );
    return diagnostic('config-value', {
      message: `openapi[${index}].server matches no server: ${JSON.stringify(server)}`,
      location: locate(['openapi', index, 'server']),
      hint: `its servers are: ${known.join(', ')}`,
    });
  });
}

/** Suggests the description in the named folder, or the file with the most similar name next to it. */
function nearDescription(siteDir: string, spec: FilePath): string | undefined {
  const namesIn = (folder: string): readonly string[] => {
    const isFolder = statSync(join(siteDir, folder), { throwIfNoEntry: false })?.isDirectory();
    const names = isFolder === true ? readdirSync(join(siteDir, folder)) : [];
    return names.filter((name) => /\.(?:ya?ml|json)$/.test(name)).toSorted(compareStrings);
  };
  const [inside] = namesIn(spec);
  if (inside !== undefined) return `${spec}/${inside}`;
  const near = nearest(basename(spec), namesIn(dirname(spec)));
  return near && join(dirname(spec), near);
}

interface Files {
  readonly files: readonly SourceFile[];
}

interface ApisInput {
  readonly config: ResolvedConfig;
  readonly tables: ParsedMessages;
  readonly isIgnored: IsIgnored;
}

interface LocalesInput {
  readonly locales: ResolvedConfig['locales'];
  readonly tables: ParsedMessages;
}

/** Returns the UI messages in articles by locale code, always the same object for the same locale. */
function articleMessagesByLocale({
  locales,
  tables,
}: LocalesInput): (code: string) => ArticleMessages {
  const known = new Map(
    locales.map((locale) => [locale.code, articleMessagesOf(tables.messages, locale)] as const),
  );
  return (code) => known.get(code) ?? articleMessages;
}

/** Reads descriptions again when one of their files or the UI messages have changed. */
function createApiReader(): (input: ApisInput, isChanged: IsChanged) => ReadApis {
  let last: { readonly input: ApisInput; readonly apis: ReadApis } | undefined;
  return (input, isChanged) => {
    const isSame =
      last !== undefined &&
      last.input.config.openapi === input.config.openapi &&
      last.input.config.locales === input.config.locales &&
      last.input.tables === input.tables &&
      ![...last.apis.files].some(isChanged);
    if (last === undefined || !isSame) last = { input, apis: readApis(input) };
    return last.apis;
  };
}

function readApis({ config, tables, isIgnored }: ApisInput): ReadApis {
  const messages = articleMessagesOf(tables.messages, defaultLocale(config));
  const richText = createRichTextCache(createRichTextParser(messages));
  const plain = ({ text }: Text): string => richText.parse(text, TEXT_OPTIONS).text;
  return { ...loadApis(config, { plain, isIgnored }), richText };
}

interface WholeInput extends Omit<ReadInput, 'isChanged'> {
  readonly tables: ParsedMessages;
  readonly folders: ParsedCategories;
  readonly contents: ParsedSummaries;
  readonly heads: ReadonlyMap<FilePath, DocHead>;
  readonly apis: ReadApis;
}

function makeGraph({ tables, folders, contents, heads, apis, ...input }: WholeInput) {
  const labels = createLabels(tables.messages);
  const { graph, diagnostics } = buildGraph({
    ...input,
    labels,
    docs: heads,
    categories: folders.categories,
    summaries: contents.summaries,
    messages: tables.messages,
    apis: apis.apis.map(({ outline }) => outline),
  });
  return { graph, labels, diagnostics };
}

/** Parses docs until a promise is settled, so that both happen at the same time. */
export async function parseMeanwhile(
  { heads, readDoc }: ReadSite,
  { promise, isChosen }: { promise: Promise<unknown>; isChosen: (file: FilePath) => boolean },
): Promise<void> {
  let isSettled = false;
  const end = (): void => {
    isSettled = true;
  };
  promise.then(end, end);
  for (const file of heads.keys()) {
    await new Promise((resume) => setImmediate(resume));
    if (isSettled) return;
    if (isChosen(file)) readDoc(file);
  }
}

/** The problems in the text of all docs; parses those that have no page. */
export async function docDiagnostics({
  heads,
  problemsOf,
  release,
}: ReadSite): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const [index, file] of [...heads.keys()].entries()) {
    found.push(...problemsOf(file));
    release(file);
    // The event loop can handle an interrupt.
    if (index % DOCS_PER_TURN === 0) await new Promise((resume) => setImmediate(resume));
  }
  return found;
}

const DOCS_PER_TURN = 50;
