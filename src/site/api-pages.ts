/** Makes the articles and files of API descriptions. */

import { endingInTime } from '../config/loading/time-limit.ts';
import { buildToc } from '../markdown/blocks/toc.ts';
import type { Highlight } from '../markdown/code/highlighter.ts';
import { createRichTextParser } from '../markdown/rich-text.ts';
import { bundleDescription } from '../openapi/export/single-file.ts';
import { createSlicer } from '../openapi/export/slice.ts';
import { findingsOf, type LoadedApi } from '../openapi/load-descriptions.ts';
import { type ApiOutline, hasDownload } from '../openapi/outline.ts';
import { printExport } from '../openapi/export/collection.ts';
import { createPagePrints } from '../openapi/page-prints.ts';
import type { ApiArticle, ApiContext, ApiPage, ApiUse } from '../openapi/pages/api-page.ts';
import { schemeTitles } from '../openapi/pages/authentication.tsx';
import { API_PARTS, type ApiParts } from '../openapi/pages/parts.ts';
import { renderApiPage } from '../openapi/pages/render-api-page.ts';
import { createRowCache } from '../openapi/pages/row-cache.ts';
import { printBuilder } from '../openapi/samples/print-builder.ts';
import { createSiteSamples, type SiteSamples } from '../openapi/samples/site-samples.ts';
import { getOrInsert } from '../shared/maps.ts';
import { SIGN_IN_PAGE } from '../shared/request/builder-data.ts';
import type { Locale, TocEntry } from '../shared/page.ts';
import {
  type OutputPath,
  printFile,
  printRoute,
  type Route,
  toOutputPath,
  toRoute,
  type Url,
} from '../shared/paths.ts';
import { apiMessages, constraintMessages } from '../shared/ui-messages.ts';
import {
  createRichTextCache,
  createRichTextPrinter,
  findingsOfUses,
  INFO_OPTIONS,
  type RichTextCache,
  type RichTextFindings,
  type RichTextPrinter,
} from './api-rich-text.ts';
import { type ApiFileKind, builderFile, exportFile, machineFile } from './api-files.ts';
import type { ApiNode, SiteGraph } from './graph-types.ts';
import { articleMessagesOf, inLocale } from './locales.ts';
import { builderMessagesFile } from './shared-files.ts';

export interface ApiPages {
  /** Changes with what the article and the file of a page show of the description. */
  readonly print: (node: ApiNode) => string;
  /** The article of a page, made with a site's own templates. */
  readonly article: (node: ApiNode, own?: OwnParts) => SiteArticle;
  /** The content of one of its files at `apiFilePaths`. */
  readonly file: (node: ApiNode, kind: ApiFileKind) => string;
  /** Links and diagnostics in what the articles of pages show, each once. */
  readonly findings: (
    articles: Iterable<readonly [ApiNode, readonly ApiUse[]]>,
  ) => RichTextFindings;
}

/** An article, with the parts of the description that may have findings. */
export interface SiteArticle extends ApiArticle {
  readonly uses: readonly ApiUse[];
}

interface ApiPagesInput {
  readonly apis: readonly LoadedApi[];
  readonly graph: SiteGraph;
  /** Of the default locale. */
  readonly cache: RichTextCache;
  readonly highlight: Highlight;
}

type OwnParts = Partial<ApiParts> | undefined;

interface Maker {
  readonly api: LoadedApi;
  readonly locale: Locale;
  readonly context: ApiContext;
  readonly render: (page: ApiPage, own: OwnParts) => ApiArticle;
  readonly printer: RichTextPrinter;
  readonly textFindings: (uses: Iterable<ApiUse>) => RichTextFindings;
  /** Made for the first slice. */
  readonly slice: () => ReturnType<typeof createSlicer>;
  readonly infoToc: () => readonly TocEntry[];
}

export function createApiPages({ apis, graph, cache, highlight }: ApiPagesInput): ApiPages {
  const siteSamples = new Map(
    graph.config.sampleModules.map((module) => [module.file, createSiteSamples(module)] as const),
  );
  const { defaultLocale } = graph.config;
  const makeMaker = (api: LoadedApi, locale: Locale, richText: RichTextCache): Maker => {
    const { routeBase, samples } = api.source;
    const start = `${routeBase}/${api.model.info.slug}`;
    const route = inLocale(graph.config, locale, start);
    const texts = { api, graph, cache: richText, route };
    const printer = createRichTextPrinter(texts);
    const textFindings = (uses: Iterable<ApiUse>): RichTextFindings => findingsOfUses(texts, uses);
    const ofSite = samples === undefined ? undefined : siteSamples.get(samples);
    const context = createContext({ api, graph, locale, highlight, printer, ofSite });
    let slicer: ReturnType<typeof createSlicer> | undefined;
    const slice = () => (slicer ??= createSlicer(api.description));
    const { text } = api.model.info.description;
    const infoToc = (): readonly TocEntry[] =>
      buildToc(richText.parse(text, INFO_OPTIONS).headings, graph.config.toc);
    const render = createPageRenderer(context);
    return { api, locale, context, render, printer, textFindings, slice, infoToc };
  };
  const makers: Makers = new Map(
    graph.config.locales.map((locale) => {
      const richText = richTextOf(graph, locale, cache);
      return [
        locale.code,
        new Map(apis.map((api) => [api.outline, makeMaker(api, locale, richText)])),
      ];
    }),
  );
  const prints = new Map(apis.map((api) => [api, createPagePrints(api)] as const));
  return {
    print: (node) => {
      const { maker, page } = find(makers, node);
      return prints.get(maker.api)?.(page) ?? '';
    },
    article: (node, own) => {
      const { maker, page } = find(makers, node);
      const { value: made, uses } = maker.printer.collect(() => maker.render(page, own));
      // The headings of the description's text precede those of the page.
      const toc = page.type === 'info' ? [...maker.infoToc(), ...made.toc] : made.toc;
      return { ...made, toc, uses: [...uses] };
    },
    file: (node, kind) => {
      const { maker, page } = find(makers, node);
      const { model, schemas, siteSamples: ownOf, languages } = maker.context;
      const tools = { schemas, securitySchemes: model.securitySchemes };
      const operation = page.type === 'operation' ? page.operation : undefined;
      if (kind === 'description')
        return operation === undefined
          ? printWhole(bundleDescription(maker.api.description))
          : maker.slice()(operation);
      if (kind !== 'builder') return printExport(kind, model, tools);
      if (operation === undefined) return '';
      return printBuilder(operation, {
        tools,
        choice: { own: ownOf(operation), languages },
        messages: printFile(builderMessagesFile(graph, node).path, graph.config),
        console: consoleOf(node, graph),
      });
    },
    findings: (articles) => {
      const used = new Map<Maker, Map<string, ApiUse>>();
      for (const [node, uses] of articles) {
        const { maker } = find(makers, node);
        const ofMaker = getOrInsert(used, maker, () => new Map());
        for (const use of uses) ofMaker.set(use.join('\n'), use);
      }
      for (const { api, context } of makers.get(defaultLocale)?.values() ?? [])
        for (const operation of api.model.operations) context.siteSamples(operation);
      const found = [...used].map(
        ([maker, uses]) => [maker, maker.textFindings(uses.values())] as const,
      );
      return {
        links: found.flatMap(([, { links }]) => links),
        diagnostics: [
          // Other locales show the same texts.
          ...found.flatMap(([{ api, locale }, { diagnostics }]) =>
            locale.code === defaultLocale ? findingsOf(api.source, diagnostics) : [],
          ),
          ...[...siteSamples.values()].flatMap(({ problems }) => problems()),
        ],
      };
    },
  };
}

function consoleOf({ api: { console } }: ApiNode, { config }: SiteGraph) {
  if (console === undefined) return undefined;
  const { cors, servers, mock, clientId: id } = console;
  const redirect = printFile(toOutputPath(SIGN_IN_PAGE), config);
  return { cors, servers, mock, client: id === undefined ? undefined : { id, redirect } };
}

/** Pages of a description that are made with the same templates share a cache. */
function createPageRenderer(context: ApiContext): Maker['render'] {
  const contextOf = (own: OwnParts) => ({
    own,
    context: own === undefined ? context : { ...context, parts: { ...API_PARTS, ...own } },
    cache: createRowCache(),
  });
  let current = contextOf(undefined);
  return (page, own) => {
    if (current.own !== own) current = contextOf(own);
    const render = (): ApiArticle => renderApiPage(page, current.context, current.cache);
    if (own === undefined) return render();
    try {
      return endingInTime(render);
    } catch (cause) {
      return { ...renderApiPage(page, context), failure: { cause } };
    }
  };
}

/** Rich text parsed with a locale's UI messages; `given` is the cache of the default locale. */
function richTextOf(
  { messages, config }: SiteGraph,
  locale: Locale,
  given: RichTextCache,
): RichTextCache {
  const isPlain = (code: string): boolean =>
    Object.keys(messages.get(code)?.article ?? {}).length === 0;
  const { defaultLocale: code } = config;
  if (locale.code === code || (isPlain(locale.code) && isPlain(code))) return given;
  return createRichTextCache(createRichTextParser(articleMessagesOf(messages, locale)));
}

/** By locale code and description. */
type Makers = ReadonlyMap<string, ReadonlyMap<ApiOutline, Maker>>;

function find(makers: Makers, node: ApiNode): { maker: Maker; page: ApiPage } {
  const maker = makers.get(node.locale.code)?.get(node.api);
  const page = maker?.api.pages.get(node.page.slug);
  if (maker === undefined || page === undefined) {
    throw new Error(`the page ${node.route} belongs to no description`);
  }
  return { maker, page };
}

function createContext({
  api,
  graph,
  locale,
  highlight,
  printer,
  ofSite,
}: Omit<ApiPagesInput, 'apis' | 'cache'> & {
  readonly api: LoadedApi;
  readonly locale: Locale;
  readonly printer: RichTextPrinter;
  readonly ofSite: SiteSamples | undefined;
}): ApiContext {
  const { model, schemas, source } = api;
  const { errors } = source;
  const tools = { schemas, securitySchemes: model.securitySchemes };
  const style = graph.config;
  const own = graph.messages.get(locale.code);
  const printed = (slug: string): Url => printFile(machineFile(source.routeBase, slug), style);
  const messages = { ...apiMessages, ...own?.api };
  return {
    messages,
    parts: API_PARTS,
    constraints: { ...constraintMessages, ...own?.constraints },
    plurals: new Intl.PluralRules([locale.htmlLang.replace(/-.*/, ''), 'en']),
    model,
    schemas,
    schemeTitles: schemeTitles(messages, model),
    pageHref: (slug) => printRoute(inLocale(style, locale, `${source.routeBase}/${slug}`), style),
    downloadHref: hasDownload(source, 'info') ? printed(model.info.slug) : undefined,
    sliceHref: (slug) => (hasDownload(source, 'operation') ? printed(slug) : undefined),
    exportHref: (kind) =>
      hasDownload(source, 'info')
        ? printFile(exportFile(source.routeBase, model.info.slug, kind), style)
        : undefined,
    builderHref: (slug) =>
      source.builder
        ? printFile(builderFile(inLocale(style, locale, `${source.routeBase}/${slug}`)), style)
        : undefined,
    ...printer,
    errorHref: ({ status, source: owner }) => {
      // Only a status code can replace `{code}`.
      const isNamed = errors?.includes('{code}') !== true || /^\d{3}$/.test(status);
      return errors === undefined || !isNamed
        ? undefined
        : printer.resolveHref(errors.replaceAll('{code}', status), owner);
    },
    highlight,
    siteSamples: (operation) => ofSite?.samplesOf(operation, tools) ?? [],
    languages: style.samples.languages,
    usersOf: api.usersOf,
    past: api.past,
    datesOf: (owner) => {
      if (api.past === undefined) return undefined;
      const { file, pointer } = api.description.pointer(owner);
      return api.past.parts.get(`${file}#${pointer}`);
    },
    feedHref:
      api.past === undefined || style.isAssumed
        ? undefined
        : printFile(changesFeedPath(source.routeBase), style),
  };
}

/** The file of the feed of changes. */
export function changesFeedPath(base: Route): OutputPath {
  return toOutputPath(`${toRoute(`${base}/changes`)}.atom.xml`.replace(/^\//, ''));
}

/** Prints a description for readers, a long one without the white space that would make it half as long again. */
function printWhole(bundle: unknown): string {
  const compact = JSON.stringify(bundle);
  return `${compact.length > READABLE ? compact : JSON.stringify(bundle, undefined, 2)}\n`;
}

/** Longest description that is indented, in characters. */
const READABLE = 1_000_000;
