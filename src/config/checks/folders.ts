import { basename, dirname, join, resolve } from 'node:path';
import { DIALECTS } from '../../dialects/dialects.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { toFilePath } from '../../shared/paths.ts';
import type { FoundDialect } from '../../dialects/dialects.ts';
import {
  contains,
  type FolderExists,
  type NamedFolders,
  outputFolder,
  siteFolders,
  siteRelative,
} from '../folders.ts';
import type { AcceptedConfig } from '../schema.ts';
import { checkFormat } from '../formats/formats.ts';
import {
  type ConfigPath,
  listAt,
  type Problem,
  stringAt,
  valueAt,
  valueProblem,
} from '../problem.ts';

/** The location of the site on disk. */
export interface SiteLocation {
  /** Absolute path of the site folder. */
  readonly siteDir: string;
  /** The configuration file relative to the site folder. */
  readonly configFile: string;
  /** True if there is no configuration file. */
  readonly isAssumed?: boolean;
  /** Absolute path of the output folder given on the command line. */
  readonly outDir?: string | undefined;
  readonly exists: FolderExists;
  /** The tool whose configuration was found; used unless the configuration names dialects. */
  readonly found?: FoundDialect | undefined;
  /** Names of the folders in a folder, sorted; none if it does not exist. `path` is absolute. */
  readonly folders: (path: string) => readonly string[];
}

const SOURCES = 'static templates i18n versions openapi node_modules .docwright .git'.split(' ');

/** Refuses an output folder that contains sources or is inside one: publishing deletes unknown files. */
export function checkOutDir(config: AcceptedConfig, site: SiteLocation): Problem[] {
  const { siteDir } = site;
  const outDir = outputFolder(siteDir, config.outDir, site.outDir);
  if (outDir === siteDir) return [refuse('is the site folder itself', site)];
  if (contains(outDir, siteDir)) return [refuse('is a folder above the site folder', site)];
  // Without a configuration, it is in the folder that was named, which may be part of the content.
  if (site.isAssumed === true && site.outDir === undefined) return [];
  const source = sourceFolders(config, site).find(
    (folder) => contains(folder, outDir) || contains(outDir, folder),
  );
  if (source === undefined) return [];
  const relation = source === outDir ? 'is' : contains(source, outDir) ? 'lies inside' : 'contains';
  return [refuse(`${relation} "${siteRelative(siteDir, source)}", which holds sources`, site)];
}

function refuse(reason: string, site: SiteLocation): Problem {
  const hint = 'choose a separate folder, such as "build"';
  if (site.outDir === undefined) return valueProblem(['outDir'], reason, hint);
  const message = `the output folder ${reason}`;
  return { code: 'config-value', path: [], message, hint, at: 'nowhere' };
}

function sourceFolders(config: AcceptedConfig, site: SiteLocation): string[] {
  const { siteDir } = site;
  const docs = (config.docs ?? []).flatMap(({ path }) => path ?? []);
  const specs = (config.openapi ?? []).flatMap(({ spec, versions = [] }) => [
    ...(spec === undefined ? [] : [spec]),
    ...versions.map((version) => version.spec),
  ]);
  const { contentDir } = siteFolders(siteDir, site.exists, namedFolders(config, site));
  // A site without a content folder has its output folder inside its content, where it is ignored.
  return [contentDir, ...SOURCES, ...docs, ...specs, site.configFile]
    .map((path) => resolve(siteDir, path))
    .filter((folder) => folder !== siteDir);
}

/** The folders and the first dialect of a configuration that is not checked yet. */
export function namedFolders(
  config: unknown,
  { found }: Pick<SiteLocation, 'found'>,
): NamedFolders {
  const [given] = listAt(valueAt(config, 'markdown'), 'dialects');
  return {
    contentDir: insidePath(config, 'contentDir'),
    staticDir: insidePath(config, 'staticDir'),
    toolDir: insidePath(valueAt(config, 'markdown'), 'toolDir'),
    found,
    layout: (DIALECTS.find(({ id }) => id === given) ?? found?.dialect)?.layout,
  };
}

/** The path under `key` with `/` separators; undefined if it is not allowed, which is reported elsewhere. */
function insidePath(value: unknown, key: string): string | undefined {
  const path = stringAt(value, key);
  return path === undefined || checkFormat('insidePath', path) !== undefined
    ? undefined
    : toFilePath(path);
}

/** Checks that each configured docs folder exists: a misspelled one would silently produce no pages. */
export function checkDocsFolders(
  { contentDir, staticDir, markdown, docs = [], i18n }: AcceptedConfig,
  site: SiteLocation,
): Problem[] {
  const folders: readonly (readonly [string | undefined, ConfigPath])[] = [
    [contentDir, ['contentDir']],
    [staticDir, ['staticDir']],
    [markdown?.toolDir, ['markdown', 'toolDir']],
    ...docs.map(({ path }, index) => [path, ['docs', index, 'path']] as const),
    ...(i18n?.locales ?? []).map(
      ({ path }, index) => [path, ['i18n', 'locales', index, 'path']] as const,
    ),
  ];
  return folders.flatMap(([written, at]) => {
    const path = written && toFilePath(written);
    if (path === undefined || site.exists(resolve(site.siteDir, path))) return [];
    const near = nearest(basename(path), site.folders(resolve(site.siteDir, dirname(path))));
    const hint =
      near === undefined
        ? 'create the folder, or correct the path'
        : `did you mean "${toFilePath(join(dirname(path), near))}"?`;
    return [valueProblem(at, `names a folder that does not exist: "${path}"`, hint)];
  });
}
