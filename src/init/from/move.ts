import { dirname, join, resolve } from 'node:path';
import { type FoundDialect, findDialect, LAYOUTS } from '../../config/dialects.ts';
import { contains, siteRelative } from '../../config/folders.ts';
import { siteTitle } from '../../config/loading/assume-config.ts';
import type { ConfigPath } from '../../config/problem.ts';
import { readText } from '../../diagnostics/frame.ts';
import { docusaurusFolders, fromDocusaurus } from './docusaurus.ts';
import { loadSettings } from './load-settings.ts';
import type { Finding, Moving, Origin, Unchecked } from './moving.ts';
import { fromStarlight } from './starlight.ts';
import { fromVitepress, vitepressFolders } from './vitepress.ts';

/** A configuration that was made from that of another tool. */
export interface Moved {
  /** Absolute folder of the site: it contains all pages of the tool. */
  readonly siteDir: string;
  /** Absolute path of the tool's configuration file. */
  readonly configFile: string;
  /** Not checked yet. */
  readonly config: Unchecked;
  readonly findings: readonly Finding[];
  /** Where parts of the configuration come from. */
  readonly origins: ReadonlyMap<object, Origin>;
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

/** Reads another tool's configuration and converts it. `dir` is where the site shall be, absolute. */
export async function moveSite({ dialect, file }: FoundDialect, dir: string): Promise<Moved> {
  const findings: Finding[] = [];
  const origins = new Map<object, Origin>();
  const toolDir = toolFolder({ dialect, file });
  const noteAt: Moving['noteAt'] = (kind, origin, text) => findings.push({ kind, text, origin });
  const load = async (path: string): Promise<unknown> => {
    const { value, missing, failure } = await loadSettings(path);
    const origin = { file: path, path: [] };
    if (missing.length > 0)
      noteAt(
        'approximated',
        origin,
        `values of packages that are not installed: ${missing.join(', ')}`,
      );
    if (failure !== undefined)
      noteAt(
        'approximated',
        origin,
        `it cannot be run (${failure}), so only its literal values were read`,
      );
    return value;
  };
  const reader = READERS[dialect];
  const settings = reader === undefined ? undefined : await load(file);
  const folders = reader?.folders(settings, toolDir) ?? [toolDir];
  const siteDir = [...folders, toolDir].reduce(commonFolder, dir);
  const moving: Moving = {
    tool: dialect,
    toolDir,
    configFile: file,
    siteDir,
    load,
    noteAt,
    note: (kind, path, text) => noteAt(kind, { file, path }, text),
    leavePages: (path, text) =>
      findings.push({ kind: 'left', text, origin: { file, path }, hasPages: true }),
    from: (part, origin) => {
      origins.set(part, origin);
      return part;
    },
  };
  const config = reader === undefined ? byHand(moving) : await reader.convert(settings, moving);
  return { siteDir, configFile: file, config, findings, origins };
}

interface Reader {
  readonly folders: (settings: unknown, toolDir: string) => readonly string[];
  readonly convert: (settings: unknown, moving: Moving) => Unchecked | Promise<Unchecked>;
}

/** The tools whose configuration can be read. */
const READERS: Partial<Readonly<Record<FoundDialect['dialect'], Reader>>> = {
  docusaurus: { folders: docusaurusFolders, convert: fromDocusaurus },
  vitepress: { folders: vitepressFolders, convert: fromVitepress },
  starlight: { folders: (_, toolDir) => [toolDir], convert: fromStarlight },
};

/** The folder that a tool's configuration file is relative to. */
function toolFolder({ dialect, file }: FoundDialect): string {
  const path = file.replaceAll('\\', '/');
  const name = LAYOUTS[dialect].configs.find((config) => path.endsWith(`/${config}`)) ?? '';
  return resolve(file, '../'.repeat(name.split('/').length));
}

/** The nearest folder that contains both. */
function commonFolder(a: string, b: string): string {
  return contains(a, b) ? a : commonFolder(dirname(a), b);
}

/** The title, the address, the dialect and the folders of a tool whose configuration is not JavaScript. */
function byHand({ tool, toolDir, siteDir, configFile, note }: Moving): Unchecked {
  const { name, content } = LAYOUTS[tool];
  note('left', [], `most settings of ${name} are not read: write navbar and sidebars by hand`);
  const text = readText(configFile) ?? '';
  const folder = siteRelative(siteDir, join(toolDir, content[0] ?? '.')) || '.';
  const [, title = siteTitle(toolDir)] =
    /^(?:site_name *:|title *=) *["']?(.*?)["']? *\r?$/m.exec(text) ?? [];
  const [, address = ''] = /^(?:site_url *:) *["']?(.*?)["']? *\r?$/m.exec(text) ?? [];
  const { origin, pathname } = URL.canParse(address) ? new URL(address) : {};
  return {
    title,
    ...(origin === undefined ? {} : { url: origin, baseUrl: pathname }),
    contentDir: folder,
    markdown: { dialects: [tool] },
  };
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
