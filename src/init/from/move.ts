import { dirname, join, resolve } from 'node:path';
import type { FoundDialect } from '../../dialects/dialects.ts';
import type { DialectName } from '../../dialects/dialects.ts';
import { commonFolder, contains } from '../../config/folders.ts';
import { siteTitle } from '../../config/loading/assume-config.ts';
import { type ConfigPath, isRecord, memberAt, printConfigPath } from '../../config/problem.ts';
import type { NewFile } from '../new-site.ts';
import { fromDocusaurus } from './docusaurus.ts';
import { loadSettings } from './load-settings.ts';
import { fromMdbook } from './mdbook.ts';
import { fromMkdocs } from './mkdocs.ts';
import { inSite } from './parts.ts';
import { fromStarlight } from './starlight.ts';
import {
  type Finding,
  mergeParts,
  mergeRecords,
  type Moving,
  type Origin,
  type Setting,
  textAt,
  type Tool,
  type Unchecked,
} from './table.ts';
import { fromVitepress } from './vitepress.ts';

const TOOLS: Readonly<Record<DialectName, Tool>> = {
  docusaurus: fromDocusaurus,
  vitepress: fromVitepress,
  starlight: fromStarlight,
  mkdocs: fromMkdocs,
  mdbook: fromMdbook,
};

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

/** The folder of the site lacks pages of the tool, and a site consists of files below its folder. */
interface PagesElsewhere {
  /** Absolute folder that contains the tool's configuration and all pages. */
  readonly pagesDir: string;
}

/** Files that inherit from each other, at most. */
const MOST_PARENTS = 10;

/** Reads another tool's configuration and converts it. `siteDir` is where the site shall be, absolute. */
export async function moveSite(
  { dialect, file, folder: toolDir }: FoundDialect,
  siteDir: string,
): Promise<Moved | PagesElsewhere> {
  const findings: Finding[] = [];
  const origins = new Map<object, Origin>();
  const files: NewFile[] = [];
  const tool = TOOLS[dialect.id];
  /** The configuration file, and those that it inherits from. */
  const layers: Setting[] = [];
  const layerOf = (origin: Origin): Origin => {
    const isIn = ({ value }: Setting): boolean =>
      origin.path.reduce<unknown>(memberAt, value) !== undefined;
    return origin.file === file
      ? { ...origin, file: layers.find(isIn)?.origin.file ?? file }
      : origin;
  };
  const note: Moving['note'] = (effect, { origin, key = origin.path.at(-1) }, words) => {
    const isNamed = typeof key !== 'string' || words.startsWith(key);
    const named = isNamed ? words : `${key}: ${words}`;
    const text = words === '' ? printConfigPath(origin.path) : named;
    const finding = { text, origin: layerOf(origin) };
    if (effect === 'pages') findings.push({ ...finding, kind: 'left', hasPages: true });
    else findings.push({ ...finding, kind: effect });
    return {};
  };
  const load = async (source: string): Promise<Setting> => {
    const { value, missing, failure, remarks = [] } = await loadSettings(source);
    const setting = { value, origin: { file: source, path: [] } };
    const add = (kind: Finding['kind'], text: string, inside: ConfigPath = []): unknown =>
      findings.push({ kind, text, origin: { file: source, path: inside } });
    if (missing.length > 0)
      add('approximated', `values of packages that are not installed: ${missing.join(', ')}`);
    for (const { path: inside, text } of remarks)
      add('approximated', `the environment is not read: ${text}`, inside);
    if (failure !== undefined && value === undefined) add('left', `it cannot be read: ${failure}`);
    else if (failure !== undefined)
      add('approximated', `it cannot be run (${failure}), so only its literal values were read`);
    return setting;
  };
  layers.push(await load(file));
  for (const layer of layers) {
    const parent = tool.parent === undefined ? undefined : textAt(layer, tool.parent);
    if (parent === undefined || layers.length > MOST_PARENTS) break;
    layers.push(await load(join(dirname(layer.origin.file), parent)));
  }
  const values = layers.map(({ value }) => (isRecord(value) ? value : {}));
  const root = {
    value: values.reduceRight((inherited, value) => mergeRecords(inherited, value)),
    origin: { file, path: [] },
  };
  const folders = [tool.pages(root, toolDir)].flat().map((folder) => resolve(toolDir, folder));
  const [pagesDir = toolDir] = folders;
  const common = folders.reduce(commonFolder, toolDir);
  if (!contains(siteDir, common)) return { pagesDir: common };
  const site: Moving = {
    toolDir,
    pagesDir,
    configFile: file,
    siteDir,
    root,
    load,
    note,
    from: (part, { origin }) => {
      origins.set(part, layerOf(origin));
      return part;
    },
    isNoted: ({ origin: { path: member } }) =>
      findings.some(({ origin }) => member.every((key, index) => origin.path[index] === key)),
    add: (added, text) => files.push({ path: added, text }),
  };
  if (layers.length > 1 && tool.parent !== undefined) {
    const text = `${tool.parent}: settings of the other file`;
    findings.push({ kind: 'done', text, origin: { file, path: [tool.parent] } });
  }
  const markdown = {
    dialects: [dialect.id],
    toolDir: toolDir === siteDir ? undefined : inSite(site, '.'),
  };
  const start = { title: siteTitle(toolDir), contentDir: inSite(site, pagesDir), markdown };
  const config = mergeParts(start, await tool.convert(site));
  return { siteDir, configFile: file, config, findings, origins, files };
}

/** The origin of the deepest part on a path that has one; else the setting of the same name. */
export function originOf({ config, configFile, origins }: Moved, path: ConfigPath): Origin {
  let value: unknown = config;
  let origin: Origin = { file: configFile, path: path.slice(0, 1) };
  for (const key of path) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
    origin = (typeof value === 'object' && value !== null && origins.get(value)) || origin;
  }
  return origin;
}
