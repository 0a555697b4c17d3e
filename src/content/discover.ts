import { type Dirent, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { isFolder } from '../cache/stats.ts';
import { dirname, join, relative, sep } from 'node:path';
import { BUILD_FOLDERS, contains, MANIFEST } from '../config/folders.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { compareStrings, type Diagnostic, diagnostic, startOf } from '../diagnostics/diagnostic.ts';
import { type FilePath, toFilePath } from '../shared/paths.ts';
import { createFileRules, type FileRules, NAME_IT, type Refusal } from './file-rules.ts';
import { createIgnoredFiles, type IsIgnored } from './git-ignored.ts';
import { MESSAGES_FILES, messagesFiles } from './message-files.ts';
import { misplacedTranslation, pagesBeside } from './misplaced-pages.ts';
import { strayLocales } from './stray-locales.ts';
import { realPath, unreadable } from './read-source.ts';
import { ignoredSource, type SourceFile, type Sources, type SymlinkTarget } from './source-file.ts';
import { isCategory, unusedCategories } from './unused-categories.ts';

/** Files of file managers and version control. */
const NEVER_PUBLISHED = new Set(['.DS_Store', '.git', '.gitignore', '.gitkeep']);

/**
 * Finds every file that may become part of the site, in an order that depends only on names. Files and folders whose
 * name starts with a dot are left out; symbolic links are followed only inside the site folder, and to files that pages
 * may include.
 */
export function discover(
  config: ResolvedConfig,
  isIgnored: IsIgnored = createIgnoredFiles().isIgnored,
): Sources {
  const walk = createWalk(config, isIgnored);
  const content = withOriginals(contentRoots(config).flatMap((root) => walk.files(root))).sort(
    (a, b) => compareStrings(a.file, b.file),
  );
  const statics = walk.files({ folder: config.staticDir, mirrors: config.staticDir });
  const skills = skillFolders(config).flatMap((folder) =>
    walk.files({ folder, mirrors: folder }).map((source) => {
      const path = relative(skillsDir(config), source.absolute);
      return { ...source, path: toFilePath(path) };
    }),
  );

  const isMessages = ({ locale, path }: SourceFile): boolean =>
    locale !== undefined && MESSAGES_FILES.includes(path);
  const found = messagesFiles(
    config,
    (file) => wrongTarget(walk.rules, realPath(file), config.siteDir) === undefined,
  );
  const { pageTemplates, underscorePages, summaryFile } = config.dialect;
  const summaries = new Set(
    summaryFile === undefined
      ? []
      : config.docs.flatMap(({ versions }) =>
          versions.map(({ path }) => (path === '' ? '' : `${path}/`) + summaryFile),
        ),
  );
  const isSummary = ({ originalFile }: SourceFile): boolean => summaries.has(originalFile);
  const isTemplate = (path: string): boolean => pageTemplates?.test(path) === true;
  // As in Hugo; `docPath` makes it the page of its folder.
  const named = (path: string): string =>
    config.dialect.isForeign ? path : path.replace(/(^|\/)_(index\.md)$/, '$1$2');
  const isDoc = (path: string): boolean =>
    /\.mdx?$/.test(path) &&
    (underscorePages === true || !isPartial(named(path))) &&
    !isTemplate(path);
  const isModulePage = ({ absolute, path }: SourceFile): boolean =>
    config.pagesDir !== undefined &&
    contains(config.pagesDir, absolute) &&
    /(?<!\.(?:test|spec|d))\.[jt]sx?$/.test(path) &&
    !/(?:^|\/)_/.test(path);
  // Without a configuration, and for other tools, modules beside Markdown are code.
  const hasReactPages = !config.isAssumed && !config.dialect.isForeign;
  const isPage = (path: string): boolean =>
    /\.mdx?$/.test(path) || (hasReactPages && path.endsWith('.tsx'));
  const besides = [
    ...content.filter(
      (source) => !isCategory(source.path) && !isPage(source.path) && !isMessages(source),
    ),
    ...assetFolders(config)
      .flatMap((folder) => walk.files({ folder, mirrors: folder }))
      .filter(({ path }) => !isDoc(path)),
  ];
  const refused = new Map(
    besides.flatMap(({ file, absolute }) => {
      const refusal = walk.rules(realPath(absolute) ?? absolute);
      return refusal === undefined ? [] : [[file, refusal]];
    }),
  );
  return {
    summaries: content.filter(isSummary),
    docs: content.filter(
      (source) => isModulePage(source) || (isDoc(source.path) && !isSummary(source)),
    ),
    reactPages: content.filter(
      (source) =>
        hasReactPages &&
        source.path.endsWith('.tsx') &&
        !isPartial(source.path) &&
        !isModulePage(source),
    ),
    categories: content.filter(({ path }) => isCategory(path)),
    assets: besides.filter(({ file }) => !refused.has(file)),
    refused,
    statics,
    skills,
    messages: found.messages,
    linked: walk.linked,
    diagnostics: [
      ...walk.diagnostics,
      ...content.flatMap((source) =>
        isPage(source.path) || isModulePage(source) ? [] : mistakenPage(source.file, source.path),
      ),
      ...content
        .filter(({ path }) => isTemplate(path))
        .map(({ file }) =>
          ignoredSource(
            file,
            `${file} is left out: it is a template of pages that are made from data`,
            'write each page as a file',
          ),
        ),
      ...found.diagnostics,
      ...unusedCategories(content, besides),
      ...misplacedTranslation(content, config),
      ...strayLocales(config, MESSAGES_FILES),
      ...pagesBeside(content, namesInDocs(config)),
    ],
  };
}

/** Lists all files of the content in a folder (absolute), pages and others, as a build finds them. */
export function contentFiles(config: ResolvedConfig, folder: string): readonly SourceFile[] {
  const isMessages = (path: string): boolean => MESSAGES_FILES.includes(path);
  const isLocale = dirname(folder) === config.i18nDir;
  const walk = createWalk(config, createIgnoredFiles().isIgnored);
  const files = walk.files({ folder, mirrors: folder });
  return isLocale ? files.filter(({ path }) => !isMessages(path)) : files;
}

/** The folder of skills for agents. */
export function skillsDir({ siteDir }: Pick<ResolvedConfig, 'siteDir'>): string {
  return join(siteDir, 'skills');
}

/** The folders in it that have a skill; none if they are content. */
function skillFolders(config: ResolvedConfig): readonly string[] {
  const folder = skillsDir(config);
  const isContent = contentRoots(config).some((root) => contains(root.folder, folder));
  if (config.agents === undefined || isContent || !isFolder(folder)) return [];
  return readdirSync(folder)
    .sort(compareStrings)
    .map((name) => join(folder, name))
    .filter((inner) => realPath(join(inner, 'SKILL.md')) !== undefined);
}

/** Lists a folder `docs` beside `content`, in which some tools have the pages. */
function namesInDocs({ siteDir, contentDir, docs }: ResolvedConfig): readonly string[] {
  const folder = join(siteDir, 'docs');
  const isRead = docs.some(({ path }) => path === 'docs' || path.startsWith('docs/'));
  const isBeside = contentDir === join(siteDir, 'content') && !isRead && isFolder(folder);
  return isBeside ? readdirSync(folder) : [];
}

/** A translation may be `.md` where the original is `.mdx`, and the other way around. */
function withOriginals(sources: readonly SourceFile[]): SourceFile[] {
  const files = new Set(sources.map(({ file }) => file));
  return sources.map((source) => {
    const { locale, originalFile } = source;
    if (locale === undefined || files.has(originalFile)) return source;
    const other = toFilePath(
      originalFile.endsWith('.md') ? `${originalFile}x` : originalFile.replace(/x$/, ''),
    );
    return files.has(other) ? { ...source, originalFile: other } : source;
  });
}

/** A folder of sources, and the default locale's folder that it mirrors (possibly itself). */
interface Root {
  /** Absolute paths. */
  readonly folder: string;
  readonly mirrors: string;
  readonly locale?: string;
}

/** Lists the content, the docs sets outside of it, the frozen versions of each, and the translations of all. */
function contentRoots(config: ResolvedConfig): readonly Root[] {
  const { siteDir, contentDir, pagesDir, i18nDir, translationDirs, defaultLocale } = config;
  const others = config.docs.flatMap(({ versions, path }) => {
    const isInContent = contains(contentDir, join(siteDir, path));
    return versions
      .filter((version) => version.path !== path || !isInContent)
      .map((version) => join(siteDir, version.path));
  });
  const ofPages = pagesDir === undefined ? [] : [pagesDir];
  const roots = [...new Set([contentDir, ...others, ...ofPages])];
  const translations = config.locales
    .filter(({ code }) => code !== defaultLocale)
    .flatMap(({ code }) => [
      {
        folder: translationDirs.get(code) ?? join(i18nDir, code),
        mirrors: contentDir,
        locale: code,
      },
      ...others.map((mirrors) => ({
        folder: join(i18nDir, code, relative(siteDir, mirrors)),
        mirrors,
        locale: code,
      })),
    ]);
  return [...roots.map((folder) => ({ folder, mirrors: folder })), ...translations];
}

/** Absolute folders of the dialects for images outside the content. */
export function assetFolders({ siteDir, contentDir, dialect }: ResolvedConfig) {
  return dialect.assets
    .map((folder) => join(siteDir, folder))
    .filter((folder) => !contains(contentDir, folder));
}

/** Reports files that look like pages of other generators, or like pages in the wrong case. */
function mistakenPage(file: FilePath, path: string): readonly Diagnostic[] {
  const ending = /\.(?:mdx?|markdown|jsx)$/i.exec(path)?.[0];
  // Modules of components have names in capitals.
  const isComponent = ending === '.jsx' && /(?:^|\/)[A-Z][^/]*$/.test(path);
  if (ending === undefined || isComponent) return [];
  const lower = ending.toLowerCase();
  const renamed = path.split('/').at(-1)?.slice(0, -ending.length);
  const known = lower === '.mdx' ? lower : '.md';
  const message = `${file} is left out: only names that end in .md, .mdx or .tsx are pages`;
  return [
    ignoredSource(file, message, `rename it to ${renamed}${lower === '.jsx' ? '.tsx' : known}`),
  ];
}

/** Files and folders that start with one underscore are parts of pages, not pages. */
function isPartial(path: string): boolean {
  return path.split('/').some((segment) => /^_(?!_)/.test(segment));
}

function sourceFile({ siteDir }: ResolvedConfig, absolute: string, root: Root): SourceFile {
  const path = relative(root.folder, absolute);
  return {
    file: toFilePath(relative(siteDir, absolute)),
    path: toFilePath(path),
    originalFile: toFilePath(relative(siteDir, join(root.mirrors, path))),
    locale: root.locale,
    absolute,
  };
}

function createWalk(config: ResolvedConfig, isIgnored: IsIgnored) {
  const diagnostics: Diagnostic[] = [];
  const linked: SymlinkTarget[] = [];
  const { outDir, staticDir, templatesDir, i18nDir, themes } = config;
  const ownFolders = new Set([outDir, staticDir, templatesDir, i18nDir, ...themes]);
  if (config.isAssumed)
    for (const name of BUILD_FOLDERS) ownFolders.add(join(config.siteDir, name));
  // A root inside another one is walked separately.
  for (const { folder } of contentRoots(config)) ownFolders.add(folder);
  const configFile = join(config.siteDir, config.configFile);
  const realSite = realpathSync(config.siteDir);
  const folders = contentRoots(config).map(({ folder }) => folder);
  const rules = createFileRules({
    ...config,
    roots: [...config.includeRoots, config.siteDir, staticDir, ...folders, ...assetFolders(config)],
    isIgnored,
  });

  function visit(folder: string, root: Root, found: SourceFile[]): void {
    for (const entry of entriesOf(folder)) {
      const absolute = join(folder, entry.name);
      if (absolute === configFile || ownFolders.has(absolute)) continue;
      const strange = strangeName(config, folder, entry.name);
      diagnostics.push(...strange);
      // Hosts read some dotfiles: .nojekyll, .well-known/.
      const isSkipped =
        root.folder === staticDir
          ? NEVER_PUBLISHED.has(entry.name)
          : entry.name.startsWith('.') || entry.name === 'node_modules';
      if (strange.length > 0 || isSkipped) continue;
      const kind = entry.isSymbolicLink() ? followLink(absolute) : entryKind(absolute, entry);
      if (kind === 'folder') visit(absolute, root, found);
      if (kind === 'file') found.push(sourceFile(config, absolute, root));
    }
  }

  function entriesOf(folder: string): readonly Dirent[] {
    try {
      const entries = readdirSync(folder, { withFileTypes: true });
      // The output folder of another build, with --out-dir.
      return entries.some(({ name }) => name === MANIFEST) ? [] : entries;
    } catch (cause) {
      diagnostics.push(unreadableFolder(config, folder, cause));
      return [];
    }
  }

  function entryKind(absolute: string, entry: Entry): 'file' | 'folder' | 'none' {
    if (entry.isFile()) return 'file';
    if (entry.isDirectory()) return 'folder';
    diagnostics.push(strangeFile(config, absolute, entry));
    return 'none';
  }

  function followLink(absolute: string): 'file' | 'folder' | 'none' {
    const kind = linkKind(absolute);
    if (kind !== 'none') linked.push({ kind, real: realpathSync(absolute) });
    return kind;
  }

  function isHiddenByLink(folder: string, real: string): boolean {
    const unlinked = join(realSite, relative(config.siteDir, folder));
    const names = relative(realSite, real).split(sep);
    return real !== unlinked && names.some((name) => name.startsWith('.'));
  }

  function linkKind(absolute: string): 'file' | 'folder' | 'none' {
    const real = realPath(absolute);
    const wrong = wrongTarget(rules, real, config.siteDir);
    if (real === undefined || wrong !== undefined) {
      diagnostics.push(wrongLink(config, absolute, wrong ?? 'to nothing'));
      return 'none';
    }
    if (!isFolder(real)) return entryKind(absolute, statSync(real));
    // A link to one of its parent folders would be walked forever.
    if (!contains(real, absolute)) return 'folder';
    diagnostics.push(wrongLink(config, absolute, 'to one of its parent folders'));
    return 'none';
  }

  return {
    config,
    rules,
    diagnostics,
    linked,
    files(root: Root): SourceFile[] {
      const found: SourceFile[] = [];
      const real = realPath(root.folder);
      if (real !== undefined && !contains(realSite, real))
        diagnostics.push(wrongLink(config, root.folder, 'out of the site folder'));
      else if (real !== undefined && isHiddenByLink(root.folder, real))
        diagnostics.push(wrongLink(config, root.folder, 'to a hidden file or folder'));
      else if (isFolder(root.folder)) visit(root.folder, root, found);
      return found.sort((a, b) => compareStrings(a.file, b.file));
    },
  };
}

/** The target of a symbolic link that is not followed. */
type WrongTarget = 'to nothing' | 'to one of its parent folders' | (typeof REFUSED)[Refusal];

const REFUSED = {
  'lies outside of the folders that may be included': 'out of the site folder',
  'is a hidden file, or in a hidden folder': 'to a hidden file or folder',
  'is in node_modules': 'into node_modules',
  "is the site's configuration": "to the site's configuration",
  'is ignored by Git': 'to a file that Git ignores',
} as const satisfies Record<Refusal, string>;

/** Of the repository, only files are followed: a folder may have what was never meant for readers. */
function wrongTarget(
  rules: FileRules,
  real: string | undefined,
  siteDir: string,
): WrongTarget | undefined {
  if (real === undefined) return 'to nothing';
  if (isFolder(real) && !contains(realpathSync(siteDir), real)) return 'out of the site folder';
  const refusal = rules(real);
  return refusal && REFUSED[refusal];
}

function wrongLink({ siteDir }: ResolvedConfig, absolute: string, where: WrongTarget): Diagnostic {
  const file = toFilePath(relative(siteDir, absolute));
  const isLoop = where === 'to one of its parent folders';
  const replace =
    where === 'to a file that Git ignores' ? NAME_IT : 'replace the link by the file itself';
  const message = `the symbolic link "${file}" leads ${where}`;
  const hint = isLoop ? 'remove the link' : replace;
  return diagnostic('path-outside-root', { message, location: startOf(file), hint });
}

function unreadableFolder(config: ResolvedConfig, folder: string, cause: unknown): Diagnostic {
  const file = toFilePath(relative(config.siteDir, folder)) || '.';
  const location = startOf(file);
  return diagnostic('file-unreadable', { ...unreadable(`the folder "${file}"`, cause), location });
}

type Entry = Pick<Dirent, 'isFile' | 'isDirectory' | 'isFIFO' | 'isSocket'>;

/** Reports a file that must not be opened: a read could wait forever. */
function strangeFile({ siteDir }: ResolvedConfig, absolute: string, entry: Entry): Diagnostic {
  const file = toFilePath(relative(siteDir, absolute));
  const kind = entry.isFIFO() ? 'a named pipe' : entry.isSocket() ? 'a socket' : 'a device';
  const message = `${file} is left out: it is ${kind}, not a file`;
  return ignoredSource(file, message, 'remove it, or replace it by a file');
}

/** Reports a file or folder whose name could forge lines of a log, or would be read as a path out of its folder. */
const NAME_PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['\\', 'has a backslash'],
  ['\uFFFD', 'is not UTF-8'],
]);

function strangeName(
  { siteDir }: ResolvedConfig,
  folder: string,
  name: string,
): readonly Diagnostic[] {
  const found = /[\p{Cc}\\\uFFFD]/u.exec(name)?.[0];
  // Node reads a name that is not UTF-8 with replacement characters, and finds no file of that name.
  const exists = (): boolean =>
    lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined;
  if (found === undefined || (found === '\uFFFD' && exists())) return [];
  const what = NAME_PROBLEMS.get(found) ?? 'has a control character';
  const message = `${JSON.stringify(name)} is left out: its name ${what}`;
  return [ignoredSource(toFilePath(relative(siteDir, folder)) || '.', message, 'rename it')];
}
