import { dirname, join, resolve } from 'node:path';
import { type FoundDialect, findDialect } from '../../config/find-dialect.ts';
import type { DialectName } from '../../dialects/dialects.ts';
import { contains } from '../../config/folders.ts';
import { siteTitle } from '../../config/loading/assume-config.ts';
import { type ConfigPath, printConfigPath } from '../../config/problem.ts';
import type { NewFile } from '../new-site.ts';
import { docusaurusFolders, fromDocusaurus } from './docusaurus.ts';
import { loadSettings } from './load-settings.ts';
import { fromMdbook, mdbookFolders } from './mdbook.ts';
import { fromMkdocs, mkdocsFolders } from './mkdocs.ts';
import {
  type Finding,
  keysWithValue,
  type Moving,
  memberAt,
  type Origin,
  type Unchecked,
} from './moving.ts';
import { fromStarlight } from './starlight.ts';
import { fromVitepress, vitepressFolders } from './vitepress.ts';

/** A configuration that was made from that of another tool. */
export interface Moved {
  /** Absolute folder of the site. */
  readonly siteDir: string;
  /** Absolute path of the tool's configuration file. */
  readonly configFile: string;
  /** Not checked yet. */
  readonly config: Unchecked;
  readonly findings: readonly Finding[];
  /** Where parts of the configuration come from. */
  readonly origins: ReadonlyMap<object, Origin>;
  /** Further files of the site: copies of images, translations of labels. */
  readonly files: readonly NewFile[];
}

/** Folders in which projects keep their documentation site. */
const USUAL_FOLDERS = ['.', 'docs', 'website', 'site', 'doc', 'documentation'];

/** Finds the tool whose configuration is in a folder or in a usual folder of it. */
export function findTool(dir: string): FoundDialect | undefined {
  for (const folder of USUAL_FOLDERS) {
    const found = findDialect([join(dir, folder)]);
    if (found !== undefined && contains(dir, found.file)) return found;
  }
  return undefined;
}

/** The folder of the site lacks pages of the tool, and a site consists of files below its folder. */
export interface PagesElsewhere {
  /** Absolute folder that contains the tool's configuration and all pages. */
  readonly pagesDir: string;
}

/** Reads another tool's configuration and converts it. `siteDir` is where the site shall be, absolute. */
export async function moveSite(
  { dialect, file }: FoundDialect,
  siteDir: string,
): Promise<Moved | PagesElsewhere> {
  const findings: Finding[] = [];
  const origins = new Map<object, Origin>();
  const files: NewFile[] = [];
  const toolDir = toolFolder({ dialect, file });
  const noteAt: Moving['noteAt'] = (kind, origin, text) => findings.push({ kind, text, origin });
  const load = async (path: string): Promise<unknown> => {
    const { value, missing, failure, remarks = [] } = await loadSettings(path);
    const origin = { file: path, path: [] };
    if (missing.length > 0)
      noteAt(
        'approximated',
        origin,
        `values of packages that are not installed: ${missing.join(', ')}`,
      );
    for (const { path: at, text } of remarks)
      noteAt('approximated', { file: path, path: at }, `the environment is not read: ${text}`);
    if (failure !== undefined && value === undefined)
      noteAt('left', origin, `it cannot be read: ${failure}`);
    else if (failure !== undefined)
      noteAt(
        'approximated',
        origin,
        `it cannot be run (${failure}), so only its literal values were read`,
      );
    return value;
  };
  const reader = READERS[dialect.id];
  const settings = await load(file);
  const pagesDir = reader.folders(settings, toolDir).reduce(commonFolder, toolDir);
  if (!contains(siteDir, pagesDir)) return { pagesDir };
  const moving: Moving = {
    tool: dialect.id,
    toolDir,
    configFile: file,
    siteDir,
    load,
    noteAt,
    note: (kind, path, text) => noteAt(kind, { file, path }, text),
    leavePages: (path, text, line) =>
      findings.push({
        kind: 'left',
        text,
        origin: { file, path, ...(line === undefined ? {} : { line }) },
        hasPages: true,
      }),
    from: (part, origin) => {
      origins.set(part, origin);
      return part;
    },
    leaveRest: (value, parts, at = (path) => ({ file, path })) => {
      for (const path of parts.flatMap((part) => unnoted(value, part, findings)))
        noteAt('left', at(path), printConfigPath(path));
    },
    add: (path, text) => files.push({ path, text }),
  };
  const { title = siteTitle(toolDir), ...config } = await reader.convert(settings, moving);
  return { siteDir, configFile: file, config: { title, ...config }, findings, origins, files };
}

/** The members of a part of the settings that no finding is about. */
function unnoted(
  settings: unknown,
  part: ConfigPath,
  findings: readonly Finding[],
): readonly ConfigPath[] {
  const value = part.reduce<unknown>((inner, key) => memberAt(inner, key), settings);
  const members = keysWithValue(value).map((key) => [...part, key]);
  return members.filter(
    (member) =>
      !findings.some(({ origin }) => member.every((key, index) => origin?.path[index] === key)),
  );
}

interface Reader {
  readonly folders: (settings: unknown, toolDir: string) => readonly string[];
  readonly convert: (settings: unknown, moving: Moving) => Unchecked | Promise<Unchecked>;
}

/** The readers of the tools' configurations. */
const READERS: Readonly<Record<DialectName, Reader>> = {
  docusaurus: { folders: docusaurusFolders, convert: fromDocusaurus },
  vitepress: { folders: vitepressFolders, convert: fromVitepress },
  starlight: { folders: (_, toolDir) => [toolDir], convert: fromStarlight },
  mkdocs: { folders: mkdocsFolders, convert: fromMkdocs },
  mdbook: { folders: mdbookFolders, convert: fromMdbook },
};

/** The folder that a tool's configuration file is relative to. */
function toolFolder({ dialect, file }: FoundDialect): string {
  const path = file.replaceAll('\\', '/');
  const name = dialect.layout.configs.find((config) => path.endsWith(`/${config}`)) ?? '';
  return resolve(file, '../'.repeat(name.split('/').length));
}

/** The nearest folder that contains both. */
function commonFolder(a: string, b: string): string {
  return contains(a, b) ? a : commonFolder(dirname(a), b);
}

/** The origin of the deepest part on a path that has one; else the setting of the same name. */
export function originOf({ config, configFile, origins }: Moved, path: ConfigPath): Origin {
  let value: unknown = config;
  let found: Origin = { file: configFile, path: path.slice(0, 1) };
  for (const key of path) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
    const origin = typeof value === 'object' && value !== null ? origins.get(value) : undefined;
    found = origin ?? found;
  }
  return found;
}
