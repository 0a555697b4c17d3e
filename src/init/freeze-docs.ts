/** Freezes the current docs of a set as a version. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { AnyNode, ObjectExpression } from 'acorn';
import { replaceFile } from '../cache/cache-folder.ts';
import {
  type ConfigSource,
  follow,
  memberName,
  readConfigSource,
} from '../config/config-source.ts';
import { realFolder, siteRelative } from '../config/folders.ts';
import { checkFormat } from '../config/formats/formats.ts';
import { loadConfig } from '../config/load.ts';
import { printKey, printValue } from '../config/print-config.ts';
import type { DocsSet, DocsVersion, ResolvedConfig } from '../config/site-config.ts';
import { CURRENT } from '../config/versions.ts';
import { contentFiles } from '../content/discover.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { withCopies } from '../links/baseline.ts';
import { readBaseline } from '../links/read-baseline.ts';
import { BASELINE_FILE } from '../links/select-findings.ts';
import { itemAt } from '../shared/item-at.ts';
import { toFilePath } from '../shared/paths.ts';

interface FreezeOptions {
  readonly siteDir: string;
  readonly configFile?: string;
  /** Name of the version. */
  readonly name: string;
  /** Id of the docs set; may be left out if there is one. */
  readonly set?: string;
  readonly dryRun?: boolean;
}

/** A folder that is copied; relative to the site folder. */
interface FrozenFolder {
  readonly from: string;
  readonly to: string;
  readonly files: number;
}

type FreezeResult =
  | { readonly kind: 'invalid'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'refused'; readonly message: string; readonly hint: string }
  | Frozen;

export interface Frozen {
  readonly kind: 'frozen';
  readonly config: ResolvedConfig;
  readonly folders: readonly FrozenFolder[];
  /** Lines for the docs set in the configuration; undefined if none are needed. */
  readonly lines: string | undefined;
  /** True if the configuration has the lines now. */
  readonly isEdited: boolean;
  /** The set with the new version; without it after a dry run. */
  readonly set: DocsSet;
}

/** Copies the docs of a set, their translations and sidebars. If a step fails, everything is as before. */
export async function freezeDocs(options: FreezeOptions): Promise<FreezeResult> {
  const request = { ...options, siteDir: realFolder(options.siteDir) };
  const { config, diagnostics } = await loadConfig(request);
  if (config === undefined) return { kind: 'invalid', diagnostics };
  const { docs } = config;
  const set = docs.find(({ id }) =>
    options.set === undefined ? docs.length === 1 : id === options.set,
  );
  if (set === undefined) {
    const missing = `there is no docs set "${options.set}"`;
    const message = options.set === undefined ? 'the site has several docs sets' : missing;
    const hint = `name one: ${docs.map(({ id }) => `--set ${id}`).join(' or ')}`;
    return { kind: 'refused', message, hint };
  }
  const refusal = refuse(config, set, options.name);
  if (refusal !== undefined) return refusal;
  const index = docs.indexOf(set);
  const copies = planCopies(config, set, options.name);
  const empty = `there is no page in "${set.path}"`;
  if (copies[0]?.from !== set.path)
    return { kind: 'refused', message: empty, hint: 'write one first' };
  const folders = copies.map(({ from, to, files }) => ({ from, to, files: files.length }));
  const sidebars = set.versions.find(({ name }) => name === CURRENT)?.sidebars ?? set.sidebars;
  const version = sidebars && { index, name: options.name, sidebars: { ...sidebars } };
  if (options.dryRun === true) {
    const lines = version && printVersion(version);
    return { kind: 'frozen', config, folders, lines, isEdited: false, set };
  }
  const undo = copyAll(config.siteDir, copies);
  let restore = (): void => {};
  try {
    const undoBaseline = copyBaseline(config.siteDir, copies);
    const undoList = addToList(set.frozen, options.name);
    restore = () => {
      undoBaseline();
      undoList();
    };
    return { kind: 'frozen', folders, ...(await configure({ config, request, version, index })) };
  } catch (error) {
    restore();
    undo();
    throw error;
  }
}

type Refusal = Extract<FreezeResult, { kind: 'refused' }>;

/** Names that are addresses or versions already. */
const RESERVED: ReadonlySet<string> = new Set([CURRENT, 'next']);

function refuse(config: ResolvedConfig, set: DocsSet, name: string): Refusal | undefined {
  const invalid = checkFormat('id', name);
  if (invalid !== undefined || RESERVED.has(name.toLowerCase())) {
    const hint = 'use letters, digits, ".", "_" and "-", such as 1.0';
    return { kind: 'refused', message: `"${name}" cannot be the name of a version`, hint };
  }
  const same = set.versions.find((version) => version.name.toLowerCase() === name.toLowerCase());
  const taken = [...targets(config, set, name)].find(({ to }) =>
    existsSync(join(config.siteDir, to)),
  );
  if (same === undefined && taken === undefined) return undefined;
  const hint = 'choose another name, or remove the folder';
  return { kind: 'refused', message: `there is "${same?.path ?? taken?.to}" already`, hint };
}

/** Folders of the current docs and of their translations, and those of the version. */
function* targets(
  { siteDir, contentDir, i18nDir, locales, defaultLocale }: ResolvedConfig,
  set: DocsSet,
  name: string,
): Generator<{ readonly from: string; readonly to: string }> {
  const to = `${set.frozen.folder}/${set.frozen.prefix}${name}`;
  yield { from: set.path, to };
  const below = relative(contentDir, join(siteDir, set.path));
  if (below.startsWith('..')) return;
  for (const { code } of locales)
    if (code !== defaultLocale)
      yield {
        from: siteRelative(siteDir, join(i18nDir, code, below)),
        to: siteRelative(siteDir, join(i18nDir, code, to)),
      };
}

interface Copy {
  readonly from: string;
  readonly to: string;
  /** Paths below `from`. */
  readonly files: readonly string[];
}

/** Lists the files to copy; those of another docs set inside the folder are not part of the version. */
function planCopies(config: ResolvedConfig, set: DocsSet, name: string): readonly Copy[] {
  const isBelow = (path: string): boolean => set.path === '' || path.startsWith(`${set.path}/`);
  const inner = config.docs
    .filter((other) => other !== set && isBelow(other.path))
    .map(({ path }) => `${set.path === '' ? path : path.slice(set.path.length + 1)}/`);
  return [...targets(config, set, name)].flatMap(({ from, to }) => {
    const files = contentFiles(config, join(config.siteDir, from)).flatMap(({ path }) => {
      const isOther = inner.some((folder) => path.startsWith(folder));
      return isOther || (from === '' && TOOL_FILE.test(path)) ? [] : [path];
    });
    return files.length === 0 ? [] : [{ from, to, files }];
  });
}

/** Files of tools in the site folder: configuration, lockfiles, the baseline. */
const TOOL_FILE = /^(?!_category_\.)[^/]*\.(?:json|lock|[cm]?[jt]sx?|toml|ya?ml)$/;

/** Accepts in the copies what the baseline accepts in the originals. Returns a function that restores the file. */
function copyBaseline(siteDir: string, copies: readonly Copy[]): () => void {
  const absolute = join(siteDir, BASELINE_FILE);
  if (!existsSync(absolute)) return () => {};
  const before = readFileSync(absolute, 'utf8');
  const { baseline } = readBaseline(toFilePath(BASELINE_FILE), before);
  if (baseline === undefined) return () => {};
  const names = new Map(
    copies.flatMap(({ from, to, files }) =>
      files.map((path) => [from === '' ? path : `${from}/${path}`, `${to}/${path}`] as const),
    ),
  );
  const after = withCopies(baseline, (file) => names.get(file));
  if (after !== before) replaceFile(absolute, after);
  return () => replaceFile(absolute, before);
}

/** Copies to temporary names, then renames. Returns a function that removes the copies. */
function copyAll(siteDir: string, copies: readonly Copy[]): () => void {
  const jobs = copies.map(({ from, to, files }) => {
    const target = join(siteDir, to);
    // No command reads folders whose name begins with a dot.
    const temporary = join(dirname(target), `.frozen-${process.pid}`);
    return { source: join(siteDir, from), temporary, target, files };
  });
  const made: string[] = [];
  const undo = (): void => {
    for (const { temporary, target } of jobs) {
      rmSync(temporary, { recursive: true, force: true });
      if (made.includes(target)) rmSync(target, { recursive: true, force: true });
      try {
        rmdirSync(dirname(target));
      } catch {
        // It has other versions, or was never made.
      }
    }
  };
  try {
    for (const { source, temporary, files } of jobs)
      for (const path of files) {
        mkdirSync(dirname(join(temporary, path)), { recursive: true });
        copyFileSync(join(source, path), join(temporary, path));
      }
    for (const { temporary, target } of jobs) {
      renameSync(temporary, target);
      made.push(target);
    }
  } catch (error) {
    undo();
    throw error;
  }
  return undo;
}

/** Names a version in the file that lists all. Returns a function that restores the file. */
function addToList({ list, names }: DocsSet['frozen'], name: string): () => void {
  if (list === undefined) return () => {};
  const print = (all: readonly string[]): void =>
    replaceFile(list, `${JSON.stringify(all, null, 2)}\n`);
  print([name, ...names]);
  return () => print(names);
}

interface Configuring {
  readonly config: ResolvedConfig;
  readonly request: { readonly siteDir: string; readonly configFile?: string };
  readonly version: VersionSidebars | undefined;
  readonly index: number;
}

/** Writes the sidebars of the version into the configuration, if that has the wanted effect. */
async function configure({
  config,
  request,
  version,
  index,
}: Configuring): Promise<Pick<Frozen, 'config' | 'lines' | 'isEdited' | 'set'>> {
  const load = async (): Promise<ResolvedConfig | undefined> => (await loadConfig(request)).config;
  const outcome = (now: ResolvedConfig) => ({ config: now, set: itemAt(now.docs, index) });
  const now = (await load()) ?? config;
  const hasOwn = version !== undefined && sidebarsOf(now, version) !== undefined;
  if (version === undefined || hasOwn || config.isAssumed)
    return { ...outcome(now), lines: undefined, isEdited: false };
  const file = join(config.siteDir, config.configFile);
  const before = readFileSync(file, 'utf8');
  const after = insertVersion(before, version);
  const lines = printVersion(version);
  if (after === undefined) return { ...outcome(now), lines, isEdited: false };
  replaceFile(file, after);
  const edited = await load();
  const isSame = edited && isDeepStrictEqual({ ...sidebarsOf(edited, version) }, version.sidebars);
  if (edited !== undefined && isSame === true) return { ...outcome(edited), lines, isEdited: true };
  replaceFile(file, before);
  return { ...outcome(now), lines, isEdited: false };
}

function sidebarsOf(
  { docs }: ResolvedConfig,
  { index, name }: VersionSidebars,
): DocsVersion['sidebars'] {
  return docs[index]?.versions.find((version) => version.name === name)?.sidebars;
}

/** The sidebars of a version, and where the configuration has its docs set. */
interface VersionSidebars {
  /** Index in `docs`. */
  readonly index: number;
  readonly name: string;
  readonly sidebars: object;
}

/** Prints the part of a docs set that freezes the sidebars of a version. */
function printVersion({ name, sidebars }: Omit<VersionSidebars, 'index'>): string {
  return `versions: ${printValue({ [name]: { sidebars } }, { depth: 0, used: 10 })},\n`;
}

/** Adds the sidebars of a version to the text of a configuration; undefined if its docs set is not a literal there. */
export function insertVersion(source: string, version: VersionSidebars): string | undefined {
  const start = source.startsWith('\uFEFF') ? 1 : 0;
  const code = readConfigSource(source.slice(start));
  const docs = memberOf(code, code.exported, 'docs');
  const sets = docs?.type === 'ArrayExpression' ? docs.elements.slice(0, version.index + 1) : [];
  const element = sets.some((other) => other?.type === 'SpreadElement')
    ? null
    : sets[version.index];
  const set = element ? follow(code, element) : undefined;
  const versions = memberOf(code, set, 'versions');
  const own = memberOf(code, versions, version.name);
  const { name, sidebars } = version;
  const members: readonly [AnyNode | undefined, string, unknown][] = [
    [own, 'sidebars', sidebars],
    [versions, name, { sidebars }],
    [set, 'versions', { [name]: { sidebars } }],
  ];
  // The innermost object that exists gets the rest.
  const [object, key, value] = members.find(([node]) => node !== undefined) ?? [];
  if (object?.type !== 'ObjectExpression' || key === undefined) return undefined;
  return source.slice(0, start) + withMember(code, object, { key, value });
}

/** The value of the last member with a name. */
function memberOf(
  code: ConfigSource,
  object: AnyNode | undefined,
  name: string,
): AnyNode | undefined {
  if (object?.type !== 'ObjectExpression') return undefined;
  const member = object.properties.findLast((other) => memberName(other) === name);
  return member?.type === 'Property' ? follow(code, member.value) : undefined;
}

/** Writes a member at the start of an object, on a separate line if the first member has one. */
function withMember(
  { text }: ConfigSource,
  { start, end, properties }: ObjectExpression,
  { key, value }: { readonly key: string; readonly value: unknown },
): string {
  const at = start + 1;
  const gap = text.slice(at, properties[0]?.start ?? end - 1);
  const [, indent] = /\n([ \t]*)$/.exec(gap) ?? [];
  const depth = Math.ceil((indent ?? '').length / 2);
  const line = `${printKey(key)}: ${printValue(value, { depth, used: key.length + 2 })}`;
  const isEmpty = properties.length === 0;
  const added =
    indent === undefined
      ? ` ${line}${isEmpty ? ' ' : ','}`
      : `\n${indent}${isEmpty ? '  ' : ''}${line},`;
  return text.slice(0, at) + added + text.slice(at);
}
