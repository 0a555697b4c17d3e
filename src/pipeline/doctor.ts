/** Examines a site and the machine it is built on; writes nothing but the cache. */
import { basename, join } from 'node:path';
import { PACKAGE_ROOT } from '../bundle/package-root.ts';
import { overridesOf, siteStyles, templateFile } from '../bundle/resolve-plugin.ts';
import { hashOf } from '../cache/file-hashes.ts';
import { contains, outputFolder, realFolder, siteFolders } from '../config/folders.ts';
import { isFolder } from '../config/loading/find-config.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { CURRENT } from '../config/versions.ts';
import { isImageFile } from '../content/image-size.ts';
import type { SourceFile } from '../content/source-file.ts';
import { compareStrings, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { textOfFile } from '../diagnostics/frame.ts';
import { unplacedTokens } from '../markdown/plugins/unplaced-tokens.ts';
import { groupBy } from '../shared/maps.ts';
import { targetFile } from '../site/doc-links.ts';
import type { DocNode } from '../site/graph-types.ts';
import { templateSources } from '../site/template-sources.ts';
import { type CheckResult, checkMachine, note, ok, problem } from './doctor-machine.ts';
import type { OpenedSite } from './produce.ts';
import { type OpenOptions, openFolder } from './routes.ts';

/** Runs all checks, in the same order each time. */
export async function examine(options: OpenOptions): Promise<readonly CheckResult[]> {
  const siteDir = realFolder(options.siteDir);
  const opened = await openFolder(options);
  const { config } = opened;
  const { contentDir, staticDir, templatesDir, i18nDir } = config ?? siteFolders(siteDir, isFolder);
  const versions = config?.docs.flatMap((set) =>
    set.versions.map(({ path }) => join(siteDir, path)),
  );
  const folders = new Set([contentDir, staticDir, templatesDir, i18nDir, ...(versions ?? [])]);
  const machine = checkMachine({
    siteDir,
    outDir: config?.outDir ?? outputFolder(siteDir, undefined),
    sources: [...folders].filter(
      (folder) => ![...folders].some((other) => other !== folder && contains(other, folder)),
    ),
  });
  if (config === undefined) return [...machine, checkSite(opened.diagnostics)];
  return [...machine, ...(await checkSources({ ...opened, config }))];
}

interface Examined extends OpenedSite {
  readonly config: ResolvedConfig;
}

async function checkSources(opened: Examined): Promise<readonly CheckResult[]> {
  const { site, config, diagnostics } = opened;
  const { openSocialImages } = await import('./social-images.ts');
  const images = await openSocialImages(config, site.locate);
  const oldNames = diagnostics.filter(({ code }) => code === 'old-file-name');
  return [
    checkSite(diagnostics.filter(({ code }) => code !== 'old-file-name')),
    listed('packages', images.diagnostics.map(printed), {
      none:
        config.socialImage === undefined ? 'no optional package is needed' : 'all are installed',
      some: 'something for the images of link previews is missing',
      remedy: images.diagnostics[0]?.hint ?? '',
    }),
    listed('file names', oldNames.map(printed), {
      none: 'all are current',
      some: 'some are deprecated',
      remedy: 'rename the files',
    }),
    ...checkFiles(opened),
    ...checkTexts(opened),
    checkOverrides(config),
    checkPlugins(opened),
  ];
}

function checkSite(diagnostics: readonly Diagnostic[]): CheckResult {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning');
  const remedy = 'correct them: `docs check-links` shows every finding';
  if (errors.length > 0)
    return { ...problem('site', 'it has errors', remedy), items: errors.map(printed) };
  return listed('site', warnings.map(printed), {
    none: 'it can be read',
    some: 'it has warnings',
    remedy,
  });
}

function printed({ location, message }: Diagnostic): string {
  return location === undefined ? message : `${location.file}:${location.line} ${message}`;
}

interface Words {
  readonly none: string;
  readonly some: string;
  readonly remedy: string;
}

/** A note if there are items. */
function listed(
  name: string,
  items: readonly string[],
  { none, some, remedy }: Words,
): CheckResult {
  return items.length === 0 ? ok(name, none) : { ...note(name, some, remedy), items };
}

/** Finds files that no page refers to. Their names may also be in code, which is searched as text. */
function checkFiles({ site, read, config }: Examined): readonly CheckResult[] {
  const { graph, sources, targets, layout } = site;
  const used = new Set<string>();
  for (const node of graph.pages.values()) {
    if (node.type !== 'doc') continue;
    const { links, image } = targets(node);
    for (const target of image === undefined ? links : [...links, image]) {
      const found = targetFile(graph, target);
      if (found !== undefined) used.add(found.absolute);
    }
  }
  for (const file of read.includes()) used.add(file);
  const isCode = ({ path }: SourceFile): boolean =>
    /\.(?:mdx|[jt]sx?|css|html|svg|json)$/.test(path);
  const own = [...sources.docs, ...sources.reactPages, ...sources.assets, ...sources.statics];
  const code = [
    ...own.filter(isCode).map(({ absolute }) => textOf(absolute)),
    ...templateSources(config).map(({ text }) => text),
    ...overridesOf(config.templatesDirs, 'styles').map((file) =>
      textOf(templateFile(config.templatesDirs, file)),
    ),
    ...siteStyles(config.templatesDirs).map(textOf),
    JSON.stringify([config, layout.identity]),
  ].join('\n');
  const isUnused = ({ absolute, path }: SourceFile): boolean =>
    !used.has(absolute) && !code.includes(basename(path));
  // In a site without a content folder, other files have other purposes.
  const isContent = ({ path }: SourceFile): boolean =>
    config.contentDir !== config.siteDir || isImageFile(path);
  const isFound = ({ path }: SourceFile): boolean =>
    /^[._]|^(?:robots\.txt|CNAME|favicon\.)/.test(path);
  const files = (all: readonly SourceFile[]): readonly string[] => all.map(({ file }) => file);
  return [
    listed(
      'unused files',
      files(sources.assets.filter((file) => isContent(file) && isUnused(file))),
      {
        none: 'every file beside the content is used',
        some: 'no page refers to files beside the content: they are not published',
        remedy: 'remove them, or refer to them',
      },
    ),
    listed(
      'static files',
      files(sources.statics.filter((file) => !isFound(file) && isUnused(file))),
      {
        none: 'every static file is used',
        some: 'no page refers to static files, though others may fetch them',
        remedy: 'remove those that nobody needs',
      },
    ),
  ];
}

const textOf = (file: string): string => textOfFile(file) ?? '';

/** Compares titles and descriptions of the docs that are worked on, in each language. */
function checkTexts({ site, read }: Examined): readonly CheckResult[] {
  const docs = [...site.graph.pages.values()].filter(
    (node): node is DocNode =>
      node.type === 'doc' &&
      (node.edition === undefined || node.edition.version.name === CURRENT) &&
      (node.source.locale ?? site.config.defaultLocale) === node.locale.code &&
      !site.isUnlisted(node),
  );
  const descriptionOf = ({ source }: DocNode): string => read.readDoc(source.file).description;
  const bare = docs.filter((node) => descriptionOf(node) === '').map(({ source }) => source.file);
  return [
    listed(
      'titles',
      repeated(docs, ({ doc }) => doc.title),
      {
        none: 'they are unique',
        some: 'pages have the same title: results of a search look alike',
        remedy: 'give each page its own `title`',
      },
    ),
    listed('descriptions', repeated(docs, descriptionOf), {
      none: 'they are unique',
      some: 'pages have the same description',
      remedy: 'give each page its own `description`',
    }),
    listed('missing descriptions', bare, {
      none: 'every page has a description, or text to take one from',
      some: 'pages have neither a description nor a first paragraph',
      remedy: 'add a `description` to the frontmatter',
    }),
  ];
}

/** Lists each text that several docs of a docs set and language have, with their files. */
function repeated(docs: readonly DocNode[], textIn: (node: DocNode) => string): readonly string[] {
  const groups = groupBy(
    docs.filter((node) => textIn(node) !== ''),
    (node) => JSON.stringify([node.edition?.set.id, node.locale.code, textIn(node)]),
  );
  return [...groups.values()]
    .filter((nodes) => nodes.length > 1)
    .map((nodes) => `"${textIn(nodes[0])}": ${nodes.map(({ source }) => source.file).join(', ')}`)
    .toSorted(compareStrings);
}

/** A comment in an override names the default that it was copied from. */
const STAMP = /\bbase: ([\w-]{8})\b/;

/**
 * Compares overrides with the defaults of this version: an export that is missing breaks the page, another hash in the
 * comment means that the default has changed. Overrides that wrap the default need no comment.
 */
function checkOverrides({ templatesDir }: ResolvedConfig): CheckResult {
  const names = (['scripts', 'apiParts', 'styles'] as const).flatMap((kind) =>
    overridesOf([templatesDir], kind),
  );
  const broken: string[] = [];
  const changed: string[] = [];
  for (const name of names) {
    const base = textOf(join(PACKAGE_ROOT, 'templates', name)).replaceAll('\r\n', '\n');
    const own = textOf(join(templatesDir, name));
    const lost = exportsOf(base).filter((word) => !exportsOf(own).includes(word));
    const current = hashOf(base).slice(0, 8);
    const stamp = STAMP.exec(own)?.[1];
    const wraps = own.includes(`docwright/templates/${name.replaceAll('\\', '/')}`);
    if (lost.length > 0 && !/^export \*/m.test(own))
      broken.push(`templates/${name} lacks the export ${lost.join(', ')}`);
    else if (stamp !== undefined && stamp !== current)
      changed.push(`templates/${name}: compare, then write /* base: ${current} */`);
    else if (stamp === undefined && !wraps)
      changed.push(
        `templates/${name}: unknown, for lack of a comment such as /* base: ${current} */`,
      );
  }
  const remedy = 'compare them with node_modules/docwright/templates/';
  if (broken.length > 0)
    return { ...problem('overrides', 'templates do not fit this version', remedy), items: broken };
  return listed('overrides', changed, {
    none: names.length === 0 ? 'no template is overridden' : 'all fit this version',
    some: 'the defaults of templates have changed, or may have',
    remedy,
  });
}

function exportsOf(code: string): readonly string[] {
  const names = code.matchAll(
    /^export (?:default |async )*(?:function|const|class|let) ([\w$]+)/gm,
  );
  const lists = code.matchAll(/^export \{([^}]*)\}/gm);
  return [
    ...[...names].map(([, name = '']) => name),
    ...[...lists].flatMap(([, list = '']) =>
      list.split(',').map((part) => part.replace(/^.* as /, '').trim()),
    ),
  ].filter((name) => name !== '');
}

function checkPlugins({ site, config }: Examined): CheckResult {
  const plugins = config.plugins.filter(({ markdown }) => markdown !== undefined);
  const texts =
    plugins.length === 0 ? [] : site.sources.docs.map(({ absolute }) => textOf(absolute));
  const items = plugins.flatMap((plugin) =>
    unplacedTokens(plugin, texts).map((type) => `the plug-in "${plugin.name}" makes "${type}"`),
  );
  return listed('plug-ins', items, {
    none: config.plugins.length === 0 ? 'the site has none' : 'all name the lines of their blocks',
    some: 'blocks have no line: problems in them are reported at the start of the page',
    remedy: 'ask their authors to set `token.map`',
  });
}
