/** Reads the files of a site and builds its graph. Nothing is bundled or rendered. */
import { join } from 'node:path/posix';
import { componentFinder } from '../bundle/component-files.ts';
import { hashOf } from '../cache/file-hashes.ts';
import type { Memory } from '../cache/memory.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { parseCategories, readMessages } from '../content/category-file.ts';
import type { FileRules } from '../content/file-rules.ts';
import { isAboutSyntax } from '../content/frontmatter.ts';
import { createIgnoredFiles, type IsIgnored } from '../content/git-ignored.ts';
import { createIncludeReader } from '../content/include-file.ts';
import { allSources, type SourceFile, type Sources, skillTexts } from '../content/source-file.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { readText } from '../diagnostics/frame.ts';
import { parseSummaries } from '../markdown/summary.ts';
import { createDocSteps } from '../markdown/doc-steps.ts';
import type { ComponentFinder } from '../markdown/mdx/find-components.ts';
import type { RunPage } from '../markdown/mdx/page-html.ts';
import type { ModuleCode } from '../markdown/mdx/page-module.ts';
import { createDocParser, type DocParser } from '../markdown/parse-doc.ts';
import type { ArticleReader, CodeSample, DocHead, DocReader } from '../markdown/parsed-doc.ts';
import { type CallFunction, hintForPlugin } from '../markdown/plugins/call-plugin.ts';
import { createRichTextParser } from '../markdown/rich-text.ts';
import { type LoadedApis, loadApis } from '../openapi/load-descriptions.ts';
import type { Text } from '../openapi/model/api-model.ts';
import type { ApiPast } from '../openapi/past.ts';
import type { FilePath } from '../shared/paths.ts';
import { type ArticleMessages, articleMessages } from '../shared/ui-messages.ts';
import { createRichTextCache, type RichTextCache, TEXT_OPTIONS } from '../site/api-rich-text.ts';
import { buildGraph } from '../site/graph.ts';
import type { LocateConfig, SiteGraph } from '../site/graph-types.ts';
import { articleMessagesOf, createLabels, type Labels } from '../site/locales.ts';
import type { SampleCounts } from '../samples/counts.ts';
import { createInputs, type Inputs, type SiteMemory } from './inputs.ts';
import { withLost } from './lost.ts';
import { createSampleSteps, type SampleCheck } from './sample-steps.ts';
import { atConfig, missingServers } from './source-findings.ts';

/** The sources of a site, read, as far as they are asked: in a running step, each read is recorded. */
export interface ReadSite {
  readonly graph: SiteGraph;
  readonly labels: Labels;
  /** The heads of all docs that can be read, including drafts. */
  readonly heads: ReadonlyMap<FilePath, DocHead>;
  readonly readDoc: DocReader;
  readonly readArticle: ArticleReader;
  /** Frees a doc when its page is made. */
  readonly release: (file: FilePath) => void;
  /** The texts of skills, which have no page. */
  readonly skills: () => readonly FilePath[];
  /** The problems in a doc or a skill. */
  readonly problemsOf: (file: FilePath) => readonly Diagnostic[];
  /** Numbers of the samples in all docs. */
  readonly samples: () => SampleCounts;
  /** The code blocks of a doc that may be samples. */
  readonly samplesOf: (file: FilePath) => readonly CodeSample[];
  /** Absolute paths of the files that the docs read so far include. */
  readonly includes: () => readonly string[];
  /** The code of the docs with components. Reads the files that may have some. */
  readonly modules: () => ReadonlyMap<FilePath, ModuleCode>;
  readonly apis: ReadApis;
  /** Without the problems in the text of docs. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The API descriptions of a site, with the cache of their rich text. */
export interface ReadApis extends LoadedApis {
  readonly richText: RichTextCache;
}

export interface ReadInput {
  readonly config: ResolvedConfig;
  readonly locate: LocateConfig;
  readonly sources: Sources;
  /** Changes with the code of the configuration and its plug-ins. Default: they have none. */
  readonly code?: string;
  readonly isIgnored?: IsIgnored;
  /** Default: samples are not checked. */
  readonly sampleCheck?: SampleCheck | undefined;
  /** The histories of API descriptions, by id. */
  readonly histories?: ReadonlyMap<string, ApiPast>;
}

/** The steps that read a site's sources. */
export type SourceSteps = ReturnType<typeof createSourceSteps>;

type ContentSteps = ReturnType<typeof createContentSteps>;

/** The steps of the content folders: docs, UI messages, categories, summaries. */
function createContentSteps(memory: Memory, inputs: Inputs) {
  const { config, code, sources, components, run, text, textOf, rules, included, plugins } = inputs;
  const docAt = memory.step({
    name: 'docs',
    run: () =>
      new Map([...sources().docs, ...skillTexts(sources())].map((doc) => [String(doc.file), doc])),
  });
  const doc = memory.input<SourceFile>({
    name: 'doc',
    load: (name) => {
      const value = docAt('').get(name);
      if (value === undefined) throw new Error(`${name} is no doc of the site`);
      const { made, ...others } = value;
      return { value, print: JSON.stringify([others, made && hashOf(made.text)]) };
    },
  });
  const tables = memory.step({
    name: 'messages',
    run: () => readMessages(sources().messages, config().locales, textOf),
    print: (found) =>
      hashOf(
        JSON.stringify(found, (_, value: unknown) => (value instanceof Map ? [...value] : value)),
      ),
  });
  const folders = memory.step({
    name: 'categories',
    run: () => parseCategories(sources().categories, textOf),
  });
  const contents = memory.step({
    name: 'summaries',
    run: () => parseSummaries(sources().summaries, textOf),
  });
  const articles = memory.step<ArticleMessages>({
    name: 'article messages',
    run: (locale) => {
      const { locales, defaultLocale } = config();
      const found = locales.find(({ code: of }) => of === (locale === '' ? defaultLocale : locale));
      return found === undefined ? articleMessages : articleMessagesOf(tables('').messages, found);
    },
    print: (messages) => hashOf(JSON.stringify(messages)),
  });
  const parser = memory.step({
    name: 'parser',
    run: () =>
      createParser(config(), { fileRules: rules(''), components: components(), call: plugins.now }),
    print: () => docSettings(config(), code(), components.print()),
  });
  const docs = createDocSteps({
    memory,
    source: doc,
    text,
    included,
    results: plugins.results,
    parser: () => parser(''),
    messagesOf: ({ locale }) => articles(locale ?? ''),
    run,
  });
  const heads = memory.step<ReadonlyMap<FilePath, DocHead>>({
    name: 'heads',
    run: () =>
      new Map(
        sources().docs.flatMap(({ file: of }) => {
          const head = docs.head(of);
          return head === undefined ? [] : [[of, head] as const];
        }),
      ),
  });
  return { docAt, tables, folders, contents, articles, parser, docs, heads };
}

/** The descriptions of APIs, the graph of the site, and the problems so far. */
function createGraphSteps(memory: Memory, inputs: Inputs, content: ContentSteps) {
  const { config, code, locate, sources, ignored, sampleCheck, file, outside } = inputs;
  const { tables, folders, contents, articles, parser, docs, heads } = content;
  const apiSettings = memory.step<ResolvedConfig>({
    name: 'API settings',
    run: () => config(),
    print: ({ openapi, samples: of, siteDir, configFile, defaultLocale }) =>
      hashOf(JSON.stringify([openapi, of, siteDir, configFile, defaultLocale])),
  });
  const apis = memory.step<ReadApis>({
    name: 'API descriptions',
    run: () => {
      const settings = apiSettings('');
      const richText = createRichTextCache(createRichTextParser(articles('')));
      const plain = ({ text: of }: Text): string => richText.parse(of, TEXT_OPTIONS).text;
      const loaded = loadApis(settings, { plain, isIgnored: ignored(), pasts: inputs.pasts() });
      for (const path of loaded.files) file.print(path);
      return { ...loaded, richText };
    },
  });
  const samples = createSampleSteps(memory, {
    check: sampleCheck,
    settings: () => apiSettings('').samples,
    apis: () => apis('').apis,
    samplesOf: docs.samples,
    modules: () => {
      // Its fingerprint has their code, too.
      code();
      return config().sampleModules;
    },
  });
  const whole = memory.step({
    name: 'graph',
    run: () => {
      const labels = createLabels(tables('').messages);
      const { graph, diagnostics } = buildGraph({
        config: config(),
        locate: locate(),
        sources: sources(),
        labels,
        docs: heads(''),
        categories: folders('').categories,
        summaries: contents('').summaries,
        messages: tables('').messages,
        apis: apis('').apis.map(({ outline }) => outline),
        repositoryFile: outside,
      });
      return { graph, labels, diagnostics };
    },
  });
  const findings = memory.step<readonly Diagnostic[]>({
    name: 'findings in sources',
    run: () => {
      const failed = [...parser('').failed].map(([index, message]) =>
        diagnostic('plugin-error', {
          message,
          hint: hintForPlugin(message),
          location: locate()(['plugins', index, 'markdown']),
        }),
      );
      const site = { config: config(), graph: whole('').graph, heads: heads('') };
      const unread = sources().docs.filter(({ file: of }) => !heads('').has(of));
      const parts = [
        sources().diagnostics,
        tables('').diagnostics,
        folders('').diagnostics,
        contents('').diagnostics,
        unread.flatMap(({ file: of }) => docs.unread(of)),
        apis('').diagnostics,
        samples.ofApis('').flatMap(({ diagnostics }) => diagnostics),
        whole('').diagnostics,
      ].flat();
      const place = { config: config(), locate: locate() };
      return [
        ...failed,
        ...missingServers(apis(''), locate()),
        ...parts.map((entry) => withLost(atConfig(entry, place), site)),
      ];
    },
  });
  return { apis, samples, whole, findings };
}

/** Adds the steps that read a site's sources to a memory. */
export function createSourceSteps(given: SiteMemory) {
  const { memory } = given;
  const inputs = createInputs(given);
  const { config, code, locate, sources, components, run, ignored, sampleCheck, file, textOf } =
    inputs;
  const content = createContentSteps(memory, inputs);
  const { docAt, docs, heads, tables } = content;
  const { apis, samples, whole, findings } = createGraphSteps(memory, inputs, content);
  run.set(() => undefined, '');
  let listed: Sources | undefined;
  const read: ReadSite = {
    get graph() {
      return whole('').graph;
    },
    get labels() {
      return whole('').labels;
    },
    get heads() {
      return heads('');
    },
    readDoc: docs.facts,
    readArticle: docs.article,
    release: (of) => {
      if (sampleCheck() !== undefined) samples.ofDoc(of);
      docs.release(of);
    },
    skills: () =>
      skillTexts(sources())
        .map(({ file: of }) => of)
        .filter((of) => docs.head(of) !== undefined),
    problemsOf: (of) => {
      const found =
        sampleCheck() === undefined ? [] : samples.findings(docAt('').get(of), config());
      const problems = docs.problems(of);
      const isOwn = ({ code: problem }: Diagnostic): boolean =>
        isAboutSyntax(problem) || heads('').has(of);
      return [...problems.filter(isOwn), ...found];
    },
    samples: () => samples.counts([...heads('').keys(), ...read.skills()]),
    samplesOf: docs.samples,
    includes: () => memory.keys('included file'),
    modules: () =>
      new Map(
        [...heads('').keys()].flatMap((of) => {
          const module = docs.module(of);
          return module === undefined ? [] : [[of, module] as const];
        }),
      ),
    get apis() {
      return apis('');
    },
    get diagnostics() {
      return findings('');
    },
  };
  return {
    read,
    file,
    textOf,
    config,
    code,
    locate,
    sources,
    messages: tables,
    plugins: inputs.plugins,
    apis,
    /** Sets what runs the code of docs with components; before, docs show the content of components in their place. */
    setRun: (runPage: RunPage, hash: string): void => run.set(runPage, hash),
    /** Sets the input of all steps. */
    set: ({ isIgnored = createIgnoredFiles().isIgnored, ...input }: ReadInput): void => {
      const { finder, key } = componentFinder(input.config);
      const { sampleModules: _, outDir: __, ...others } = input.config;
      config.set(input.config, hashOf(`${JSON.stringify(others)} ${input.code ?? ''}`));
      code.set(input.code ?? '', input.code ?? '');
      locate.set(input.locate, placesKey(input.config));
      const before = listed;
      const madeDocs = new Set<string>();
      if (input.sources !== listed) memory.changed('doc', () => true);
      listed = input.sources;
      sources.set(input.sources, namesOf(input.sources));
      for (const { made, absolute } of [...(before?.docs ?? []), ...input.sources.docs])
        if (made !== undefined) madeDocs.add(absolute);
      if (input.sources !== before) memory.changed('text', (path) => madeDocs.has(path));
      components.set(finder, key);
      ignored.set(isIgnored, '');
      sampleCheck.set(input.sampleCheck, input.sampleCheck === undefined ? '' : 'loaded');
      const { histories = new Map<string, ApiPast>() } = input;
      inputs.pasts.set(histories, Array.from(histories.values(), ({ print }) => print).join());
    },
  };
}

/** Changes with the positions in the configuration. */
function placesKey({ siteDir, configFile, isAssumed }: ResolvedConfig): string {
  const text = isAssumed ? '' : readText(join(siteDir, configFile));
  return hashOf(text ?? '');
}

function namesOf(sources: Sources): string {
  const { linked, refused, diagnostics } = sources;
  const files = allSources(sources).map(({ absolute, path, locale, made }) =>
    made === undefined ? [absolute, path, locale] : [absolute, path, hashOf(made.text)],
  );
  return hashOf(JSON.stringify([files, linked, [...refused], diagnostics]));
}

/** Changes with everything that parsing depends on, except for texts and UI messages. */
function docSettings(config: ResolvedConfig, code: string, components: string): string {
  const { markdown, plugins, contentDir, includeRoots, security } = config;
  const names = plugins.length === 0 ? [] : [code, plugins];
  const settings = [markdown, contentDir, includeRoots, security.origins.frame, components, names];
  // With absolute paths, as parsed docs have of the files that they include: a copy of a site has its own.
  return hashOf(JSON.stringify(settings));
}

function createParser(
  { siteDir, toolDir, contentDir, includeRoots, markdown, plugins, security }: ResolvedConfig,
  {
    fileRules,
    components,
    call,
  }: {
    readonly fileRules: FileRules;
    readonly components: ComponentFinder;
    readonly call: CallFunction;
  },
): DocParser {
  const readInclude = createIncludeReader({ siteDir, contentDir, includeRoots, fileRules });
  const frames = security.origins.frame;
  const inputs = { readInclude, siteDir, toolDir, components, frames };
  return createDocParser({ ...markdown, plugins, call }, inputs);
}
