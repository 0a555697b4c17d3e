import { dirname, join, resolve } from 'node:path';
import { type ConfigPath, isRecord, listAt, stringAt, valueAt } from '../../config/problem.ts';
import { type Finding, type Moving, memberAt, named, type Origin } from './moving.ts';

/** A plugin or a Markdown extension. */
export interface Part {
  readonly name: string;
  readonly options: unknown;
  readonly path: ConfigPath;
}

/** The settings of MkDocs with those that they inherit. */
export interface Settings {
  readonly moving: Moving;
  readonly value: unknown;
  readonly theme: {
    readonly name: string;
    readonly value: unknown;
    readonly features: ReadonlySet<unknown>;
  };
  readonly extra: unknown;
  readonly plugins: readonly Part[];
  readonly extensions: readonly Part[];
  /** Absolute. */
  readonly docsDir: string;
  /** Where a setting is written. */
  readonly at: (path: ConfigPath) => Origin;
  readonly note: (kind: Finding['kind'], path: ConfigPath, text: string) => void;
}

/** Names the folder of the pages, absolute: the site folder must contain it. */
export function docsFolder(value: unknown, toolDir: string): string {
  return resolve(toolDir, stringAt(value, 'docs_dir') ?? 'docs');
}

export async function readSettings(own: unknown, moving: Moving): Promise<Settings> {
  const files = [{ file: moving.configFile, value: own }];
  for (let depth = 0; depth < 10; depth += 1) {
    const last = files.at(-1);
    const parent = stringAt(last?.value, 'INHERIT');
    if (last === undefined || parent === undefined) break;
    const file = join(dirname(last.file), parent);
    files.push({ file, value: await moving.load(file) });
  }
  const value = files.map((one) => one.value).reduceRight(merge, {});
  const theme = valueAt(value, 'theme');
  const at = (path: ConfigPath): Origin => {
    const file = files.find((one) => path.reduce(memberAt, one.value) !== undefined)?.file;
    return { file: file ?? moving.configFile, path };
  };
  const settings: Settings = {
    moving,
    value,
    theme: {
      name: typeof theme === 'string' ? theme : (stringAt(theme, 'name') ?? 'mkdocs'),
      value: theme,
      features: new Set(listAt(theme, 'features')),
    },
    extra: valueAt(value, 'extra'),
    plugins: partsOf(value, 'plugins'),
    extensions: partsOf(value, 'markdown_extensions'),
    docsDir: docsFolder(value, moving.toolDir),
    at,
    note: (kind, path, text) => moving.noteAt(kind, at(path), named(path, text)),
  };
  if (files.length > 1) settings.note('done', ['INHERIT'], 'settings of the other file');
  return settings;
}

/** Members of maps are merged, all else is replaced. */
function merge(parent: unknown, child: unknown): unknown {
  if (!isRecord(parent) || !isRecord(child)) return child ?? parent;
  const merged: Record<string, unknown> = { ...parent };
  for (const [key, value] of Object.entries(child))
    merged[key] = Object.hasOwn(parent, key) ? merge(parent[key], value) : value;
  return merged;
}

/** Members of a list of names and maps of one name, or of a map. */
function partsOf(settings: unknown, key: string): readonly Part[] {
  const value = valueAt(settings, key);
  const parts = (map: unknown, path: ConfigPath): readonly Part[] =>
    Object.entries(isRecord(map) ? map : {}).map(([name, options]) => ({
      name,
      options,
      path: [...path, name],
    }));
  if (!Array.isArray(value)) return parts(value, [key]);
  return value.flatMap((entry: unknown, index) =>
    typeof entry === 'string'
      ? [{ name: entry, options: undefined, path: [key, index] }]
      : parts(entry, [key, index]),
  );
}

/** A switch, also in the words of YAML 1.1. */
export function isOn(value: unknown): boolean {
  return value === true || (typeof value === 'string' && /^(?:yes|on)$/i.test(value));
}

export function isOff(value: unknown): boolean {
  return value === false || (typeof value === 'string' && /^(?:no|off)$/i.test(value));
}
