import { type ConfigPath, isRecord, memberAt } from '../../config/problem.ts';

/** Where a setting of another tool is written. */
export interface Origin {
  /** Absolute path of the file. */
  readonly file: string;
  readonly path: ConfigPath;
  /** In files that are no data. */
  readonly line?: number;
}

/** A value of another tool's configuration; undefined if it is missing or null. */
export interface Setting {
  readonly value: unknown;
  readonly origin: Origin;
}

/** A setting in a list or in a record. */
export interface Member extends Setting {
  /** Its key; in lists of names and of names with options, the name. */
  readonly key: string;
}

/** The effect of a move on a setting. */
export interface Finding {
  readonly kind: 'done' | 'approximated' | 'left' | 'lowered' | 'allowed';
  readonly text: string;
  readonly origin: Origin;
  /** Pages of the old site that the new one does not have. */
  readonly hasPages?: true;
}

/** A part of a configuration that is not checked yet. */
export type Unchecked = Record<string, unknown>;

/** A site that is being moved from another tool. */
export interface Moving {
  /** Absolute: the tool's folder, that of its pages, its configuration file, and the folder of the new configuration. */
  readonly toolDir: string;
  readonly pagesDir: string;
  readonly configFile: string;
  readonly siteDir: string;
  /** The settings of the tool. */
  readonly root: Setting;
  /** Settings of another file, as plain data. */
  readonly load: (file: string) => Promise<Setting>;
  /** Records what became of a setting; returns no settings of ours. `pages`: left, with pages that are missing now. */
  readonly note: (
    effect: Exclude<Finding['kind'], 'lowered'> | 'pages',
    setting: Pick<Member, 'origin'> & Partial<Pick<Member, 'key'>>,
    words: string,
  ) => Unchecked;
  /** Records where a part of the new configuration comes from; returns the part. */
  readonly from: <Part extends object>(part: Part, setting: Pick<Setting, 'origin'>) => Part;
  readonly isNoted: (setting: Setting) => boolean;
  /** Adds a file to the new site unless it is there; the path is relative to the site folder. */
  readonly add: (path: string, text: string | Uint8Array) => void;
}

/** Another tool, and the reader of its configuration. */
export interface Tool {
  /** The folders of the pages, relative to that of the tool, the main one first: the site folder must contain them. */
  readonly pages: (root: Setting, toolDir: string) => string | readonly string[];
  /** The key that names a file whose settings are the defaults. */
  readonly parent?: string;
  readonly convert: (moving: Moving) => Unchecked | Promise<Unchecked>;
}

/** Converts a setting to parts of our configuration; undefined if it is left. Reports all else itself. */
export type Convert = (setting: Member, site: Moving) => Unchecked | undefined;

/** Our key, to which a text or switch is copied; the function that converts the setting; or the rows of its members. */
type Ours = string | Convert | Table;

/** The effect on a setting, the words of the report (`%` is its value), and the conversion. */
export type Row = readonly [
  effect: Parameters<Moving['note']>[0] | 'silent',
  words: string,
  ours?: Ours,
];

/** Settings by their keys; a row is left out where there is nothing to report, and `''` has no effect here. `*`: others. */
export interface Table {
  readonly [key: string]: Row | Ours;
}

/** The same row for several keys, which spaces divide. */
export function each(keys: string, row: Table[string]): Table {
  return Object.fromEntries(keys.split(' ').map((key) => [key, row]));
}

/** The setting at a path below another one. */
export function at({ value, origin }: Setting, ...keys: ConfigPath): Setting {
  return {
    value: keys.reduce<unknown>(memberAt, value) ?? undefined,
    origin: { file: origin.file, path: [...origin.path, ...keys] },
  };
}

/** The text at a path below a setting; undefined for any other value. */
export function textAt(setting: Setting, ...keys: ConfigPath): string | undefined {
  const { value } = at(setting, ...keys);
  return typeof value === 'string' ? value : undefined;
}

/** The elements of a list; of any other value none. */
export function elementsOf(setting: Setting): readonly Setting[] {
  return Array.isArray(setting.value) ? setting.value.map((_, index) => at(setting, index)) : [];
}

/** The members of a record, or of a list of names, of `[name, options]` and of records of one name. */
export function membersOf(setting: Setting): readonly Member[] {
  const { value } = setting;
  if (isRecord(value)) return Object.keys(value).map((key) => ({ ...at(setting, key), key }));
  return elementsOf(setting).flatMap((element): readonly Member[] => {
    if (typeof element.value === 'string')
      return [{ origin: element.origin, value: undefined, key: element.value }];
    const name = textAt(element, 0);
    return name === undefined ? membersOf(element) : [{ ...at(element, 1), key: name }];
  });
}

/** Converts the members of a setting in the order of the rows, and reports each. */
export function readTable(table: Table, setting: Setting, site: Moving): Unchecked {
  const members = isRecord(setting.value)
    ? membersOf(setting).filter(({ value }) => value !== undefined)
    : membersOf(setting);
  return readMembers(table, members, site);
}

/** As `readTable`, for members that are listed. */
export function readMembers(table: Table, members: readonly Member[], site: Moving): Unchecked {
  const keys = Object.keys(table);
  const rank = ({ key }: Member): number => (keys.includes(key) ? keys.indexOf(key) : keys.length);
  return members
    .toSorted((a, b) => rank(a) - rank(b))
    .map((member) => readRow(rowOf(table, member), member, site))
    .reduce(mergeParts, {});
}

function rowOf(table: Table, { key }: Member): Table[string] | undefined {
  return Object.hasOwn(table, key) ? table[key] : table['*'];
}

function readRow(row: Table[string] | undefined, member: Member, site: Moving): Unchecked {
  if (row === undefined || row === '') return {};
  const [effect, words, ours = '']: Row = isRow(row) ? row : ['silent', '', row];
  const part = convert(ours, member, site);
  if (part === undefined) return site.note('left', member, '');
  const { value } = member;
  const shown = Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [value];
  if (effect !== 'silent')
    site.note(
      effect,
      member,
      words.replace('%', () => shown.join(', ')),
    );
  return part;
}

function isRow(row: Table[string]): row is Row {
  return Array.isArray(row);
}

function convert(ours: Ours, member: Member, site: Moving): Unchecked | undefined {
  if (ours === '') return {};
  if (typeof ours === 'function') return ours(member, site);
  if (typeof ours === 'object') return readTable(ours, member, site);
  const { value } = member;
  if (typeof value !== 'string' && typeof value !== 'boolean') return undefined;
  return partAt(ours, typeof value === 'string' ? value.trim() : value);
}

function partAt(ours: string, value: unknown): Unchecked {
  const [key = '', inner] = ours.split('.');
  return { [key]: inner === undefined ? value : { [inner]: value } };
}

/** Converts the elements of a list to those of a list under our key. */
export function listOf(
  ours: string,
  convertElement: (element: Setting, site: Moving) => readonly object[],
): Convert {
  return (setting, site) =>
    partAt(
      ours,
      elementsOf(setting).flatMap((element) => convertElement(element, site)),
    );
}

/** Reports the settings without a row that nothing was reported of: they are left. */
export function leaveRest(table: Table, setting: Setting, site: Moving): void {
  for (const member of membersOf(setting)) {
    const row = rowOf(table, member);
    if (member.value === undefined || (row !== undefined && !isTable(row))) continue;
    if (row !== undefined && isRecord(member.value)) leaveRest(row, member, site);
    else if (!site.isNoted(member)) site.note('left', member, '');
  }
}

function isTable(row: Table[string]): row is Table {
  return typeof row === 'object' && !isRow(row);
}

/** Joins two parts of a configuration: records are merged, and lists of items and of tags are appended. */
export function mergeParts(base: Unchecked, part: Unchecked): Unchecked {
  return mergeRecords(base, part, (key) => key === 'items' || key === 'head');
}

/** Merges records at all depths; other values of the second one replace those of the first. */
export function mergeRecords(
  base: Unchecked,
  over: Unchecked,
  isJoined: (key: string) => boolean = () => false,
): Unchecked {
  const merged = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const previous = merged[key];
    if (value === undefined) continue;
    if (isRecord(previous) && isRecord(value))
      merged[key] = mergeRecords(previous, value, isJoined);
    else if (Array.isArray(previous) && Array.isArray(value) && isJoined(key))
      merged[key] = [...previous, ...value];
    else merged[key] = value ?? previous ?? value;
  }
  return merged;
}
