import { replaceFile } from '../../cache/cache-folder.ts';
import { join } from 'node:path';
import { siteTitle } from '../../config/loading/assume-config.ts';
import { foldersIn, isFolder } from '../../config/loading/find-config.ts';
import { type ConfigPath, isRecord, memberAt, stringAt } from '../../config/problem.ts';
import { SITE_SCHEMA } from '../../config/schema.ts';
import { validateConfig } from '../../config/validate.ts';
import { fixedLevel, LINK_CODES } from '../../diagnostics/codes.ts';
import { type Diagnostic, startOf } from '../../diagnostics/diagnostic.ts';
import { checkLinks } from '../../pipeline/check-links.ts';
import { printConfig } from '../../config/print-config.ts';
import { type Moved, originOf } from './move.ts';
import { type Finding, mergeRecords, type Unchecked } from './table.ts';

const CONFIG_FILE = 'site.config.ts';
/** Removing a part can show that another one has no use. */
const ROUNDS = 10;
const MOST_CHECKS = 3;

/** A configuration that passes its checks, and what was left out for that. */
interface Settled {
  readonly text: string;
  readonly findings: readonly Finding[];
}

/** Leaves out what the schema refuses, except for required keys, which get a default. Changes `moved.config`. */
export function settleConfig(moved: Moved, comments: Readonly<Record<string, string>>): Settled {
  const findings: Finding[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    dropEmpty(moved.config);
    moved.config['title'] ??= siteTitle(moved.siteDir);
    moved.config['url'] ??= 'https://docs.example.com';
    const text = printInOrder(moved.config, comments);
    const { diagnostics } = validateConfig(moved.config, {
      siteDir: moved.siteDir,
      configFile: CONFIG_FILE,
      exists: isFolder,
      folders: foldersIn,
      source: text,
    });
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    const parts = removeParts(moved, diagnostics);
    // Settings that have no wrong part are left as a whole.
    const removed = parts.length > 0 ? parts : removeParts(moved, errors, 1);
    findings.push(...removed);
    if (removed.length === 0) return { text, findings };
  }
  return { text: printInOrder(moved.config, comments), findings };
}

/** Prints a configuration in the order of the schema. */
function printInOrder(config: Unchecked, comments: Readonly<Record<string, string>>): string {
  const keys = Object.keys(SITE_SCHEMA.entries);
  return printConfig(Object.fromEntries(keys.map((key) => [key, config[key]])), comments);
}

/** The state of the site after the links of its configuration were checked. */
export interface CheckedSite {
  readonly findings: readonly Finding[];
  readonly pages: number;
  /** Errors and warnings of the sources. */
  readonly problems: readonly Diagnostic[];
}

/**
 * Checks the written site, and leaves out links of the configuration that lead nowhere. Errors that are left are lowered
 * to warnings. Writes the configuration again.
 */
export async function settleLinks(
  moved: Moved,
  comments: Readonly<Record<string, string>>,
): Promise<CheckedSite> {
  const findings: Finding[] = [];
  for (let checks = 1; ; checks += 1) {
    const { diagnostics, coverage } = await checkLinks({ siteDir: moved.siteDir, isWhole: true });
    const inConfig = diagnostics.filter(
      ({ location, code, severity }) =>
        location?.file === CONFIG_FILE && (severity === 'error' || LOST_TARGET.test(code)),
    );
    const removed = removeParts(moved, inConfig);
    const rest = diagnostics.filter((entry) => removed.length === 0 || !inConfig.includes(entry));
    const lowered = lowerErrors(moved, rest);
    const allowed = allowOrigins(moved, lowered.diagnostics);
    findings.push(...removed, ...lowered.findings, ...allowed);
    if (removed.length + lowered.findings.length + allowed.length > 0) {
      const settled = settleConfig(moved, comments);
      findings.push(...settled.findings);
      replaceFile(join(moved.siteDir, CONFIG_FILE), settled.text);
    }
    // Other levels change nothing else.
    if (removed.length === 0 || checks === MOST_CHECKS)
      return {
        findings,
        pages: coverage.pages,
        problems: lowered.diagnostics.filter((entry) => !isShown(entry)),
      };
  }
}

const SHOWN = /^add '(.+)' to security\.origins\.(img|media) /;

const isShown = ({ code, hint = '' }: Diagnostic): boolean =>
  code === 'foreign-origin' && SHOWN.test(hint);

/** Allows pages to show the images, audio and video of other sites that they have shown so far. */
function allowOrigins(
  { config, siteDir }: Moved,
  diagnostics: readonly Diagnostic[],
): readonly Finding[] {
  return diagnostics.filter(isShown).map(({ hint = '', location }): Finding => {
    const [, address = '', loads = ''] = SHOWN.exec(hint) ?? [];
    const known = memberAt(memberAt(memberAt(config, 'security'), 'origins'), loads);
    const listed = [...(Array.isArray(known) ? known : []), address];
    const security = { origins: { [loads]: [...new Set(listed)] } };
    Object.assign(config, mergeRecords(config, { security }));
    const text = `security.origins.${loads}: ${address}, which ${location?.file}:${location?.line} refers to`;
    return { kind: 'allowed', text, origin: ownOrigin(siteDir) };
  });
}

const ownOrigin = (siteDir: string): Finding['origin'] => ({
  file: join(siteDir, CONFIG_FILE),
  path: [],
});

/** Lowers errors in pages that the other tool publishes, so that the site builds: each is a warning with its remedy. */
function lowerErrors(
  { config, findings, siteDir }: Moved,
  diagnostics: readonly Diagnostic[],
): { readonly findings: readonly Finding[]; readonly diagnostics: readonly Diagnostic[] } {
  const isLowered = ({ code, severity }: Diagnostic): boolean =>
    severity === 'error' && fixedLevel(code, 'warning') === undefined;
  const errors = diagnostics.filter(isLowered);
  const codes = [...new Set(errors.map(({ code }) => code))].toSorted();
  const lowered = codes.map((code): Finding => {
    const key = LINK_CODES.includes(code) ? 'links' : 'rules';
    const rules = { [code]: 'warning' };
    Object.assign(config, mergeRecords(config, key === 'links' ? { links: { rules } } : { rules }));
    const lost = code === 'page-not-found' && findings.find(({ hasPages }) => hasPages);
    const places = errors.filter((error) => error.code === code);
    const { file, line } = places[0]?.location ?? startOf(CONFIG_FILE);
    const where = `places: ${places.length}, from ${file}:${line}`;
    const text = lost
      ? 'links to pages that were left are warnings: remove page-not-found from links.rules when they are there'
      : `${code} is a warning (${where}): remove it from ${key === 'links' ? 'links.rules' : 'rules'} when all is fixed`;
    const origin = lost ? lost.origin : ownOrigin(siteDir);
    return { kind: 'lowered', text, origin };
  });
  const warning = (entry: Diagnostic): Diagnostic =>
    isLowered(entry) ? { ...entry, severity: 'warning' } : entry;
  return { findings: lowered, diagnostics: diagnostics.map(warning) };
}

/** Codes of links and sidebar items without a target, whatever their level. */
const LOST_TARGET = /-not-found$|^sidebar-/;

/** Removes the parts that diagnostics point to, or those of a depth that contain them. */
function removeParts(
  moved: Moved,
  diagnostics: readonly Diagnostic[],
  depth = Number.POSITIVE_INFINITY,
): readonly Finding[] {
  const wanted = new Map<string, { path: ConfigPath; message: string }>();
  const anchors = new Set<string>();
  for (const { location, message, code } of diagnostics) {
    const pointer = parsePointer(location?.pointer ?? '');
    const path = removable(pointer).slice(0, depth);
    const key = JSON.stringify(path);
    if (code === 'anchor-not-found' || code === 'redirect-broken') anchors.add(key);
    if (path.length > 0 && !wanted.has(key)) wanted.set(key, { path, message });
  }
  // Later members first, so that positions stay right.
  const parts = [...wanted.values()].toSorted((a, b) => comparePaths(b.path, a.path));
  return parts.flatMap(({ path, message }): readonly Finding[] => {
    const origin = originOf(moved, path);
    const page = anchors.has(JSON.stringify(path)) && withoutAnchor(moved.config, path);
    if (page)
      return [{ kind: 'approximated', text: `${message}: the link has no anchor now`, origin }];
    return removeAt(moved.config, path) ? [{ kind: 'left', text: message, origin }] : [];
  });
}

/** Takes the anchor out of a link; false if it has none. */
function withoutAnchor(config: unknown, path: ConfigPath): boolean {
  const part = path.reduce(memberAt, config);
  if (!isRecord(part)) return false;
  const keys = ['to', 'href'].filter((key) => stringAt(part, key)?.includes('#'));
  for (const key of keys) part[key] = stringAt(part, key)?.replace(/#.*/, '');
  return keys.length > 0;
}

function parsePointer(pointer: string): ConfigPath {
  const segments = pointer.matchAll(/\[(\d+)\]|\[("(?:\\.|[^"\\])*")\]|([^.[]+)/g);
  return Array.from(segments, ([, index, quoted, name = '']) => {
    if (index !== undefined) return Number(index);
    return quoted === undefined ? name : String(JSON.parse(quoted));
  });
}

const LISTS = new Set<string | number>(['items', 'links', 'redirects', 'head', 'locales']);

/** The whole member of a list that a path leads into, else the value at the path. */
function removable(path: ConfigPath): ConfigPath {
  const last = path.findLastIndex(
    (segment, index) =>
      typeof segment === 'number' &&
      (LISTS.has(path[index - 1] ?? '') || path[index - 2] === 'sidebars'),
  );
  if (last >= 0) return path.slice(0, last + 1);
  // Without its description, an API has no pages.
  if (path[0] === 'openapi' && path[2] === 'spec') return path.slice(0, 2);
  return path[1] === 'logo' ? path.slice(0, 2) : path;
}

function comparePaths(a: ConfigPath, b: ConfigPath): number {
  const at = a.findIndex((segment, index) => segment !== b[index]);
  const [left, right] = [a[at], b[at]];
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return a.length - b.length;
}

function removeAt(config: unknown, path: ConfigPath): boolean {
  const [key, ...rest] = path;
  if (key === undefined) return false;
  if (Array.isArray(config) && typeof key === 'number') {
    if (rest.length > 0) return removeAt(config[key], rest);
    return config.splice(key, 1).length > 0;
  }
  if (!isRecord(config) || config[key] === undefined) return false;
  return rest.length > 0 ? removeAt(config[key], rest) : Reflect.deleteProperty(config, key);
}

/** Removes what has no value, menus, columns and categories without entries; a category with a page becomes the page. */
function dropEmpty(value: unknown, isElement = false): void {
  if (Array.isArray(value)) {
    for (const member of value) dropEmpty(member, true);
    for (let index = value.length - 1; index >= 0; index -= 1) {
      const { link, label, items }: Unchecked = isRecord(value[index]) ? value[index] : {};
      if (Array.isArray(items) && items.length === 0)
        value.splice(index, 1, ...(link === undefined ? [] : [{ type: 'doc', id: link, label }]));
    }
  }
  if (!isRecord(value)) return;
  const lists = ['links', 'redirects', 'head', 'openapi', ...(isElement ? [] : ['items'])];
  for (const [key, member] of Object.entries(value)) {
    dropEmpty(member);
    const isEmpty = Array.isArray(member)
      ? member.length === 0 && lists.includes(key)
      : isRecord(member) && Object.keys(member).length === 0 && key !== 'sidebars';
    if (member === undefined || isEmpty) delete value[key];
  }
}
