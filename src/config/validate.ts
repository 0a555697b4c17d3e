import * as v from 'valibot';
import { compareDiagnostics, type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { append } from '../shared/maps.ts';
import { checkDocsFolders, checkOutDir, type SiteLocation } from './checks/folders.ts';
import { checkNavbar } from './checks/navbar.ts';
import {
  checkFooter,
  checkHead,
  checkApiVersions,
  checkIds,
  checkLocales,
  checkRedirects,
  checkRules,
  checkToc,
  checkVersions,
} from './checks/site-checks.ts';
import { checkThemes } from './checks/themes.ts';
import { createLocator } from './config-location.ts';
import { accepts, printForm, type Shape, schemaAt } from './form.ts';
import { printValue } from './print-config.ts';
import {
  type ConfigPath,
  didYouMean,
  isRecord,
  keyProblem,
  memberAt,
  missingProblem,
  printConfigPath,
  type Problem,
  stringEntries,
  unknownKey,
  valueProblem,
  without,
} from './problem.ts';
import { checkSchema, type SchemaProblem, type TypeNames } from './schema-check.ts';
import { ACCEPTED_SCHEMA, type AcceptedConfig, type CheckedConfig, SITE_SCHEMA } from './schema.ts';

interface ValidationInput extends SiteLocation {
  /** Text of the configuration file, in which problems are located. */
  readonly source: string;
}

interface Validation {
  /** The configuration with its defaults; undefined if it has errors. */
  readonly config: CheckedConfig | undefined;
  /** Every problem, in source order. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks the export of a configuration file. Each diagnostic has its location in the file and names its path. */
export function validateConfig(value: unknown, input: ValidationInput): Validation {
  const locate = createLocator(input.source);
  const problems: Problem[] = [];
  const plain = copyPlain(value, { path: [], around: [], problems });
  const checked = checkSchema(SITE_SCHEMA, plain, TYPES);
  const reported = new Set(problems.map(({ path }) => printConfigPath(path)));
  const others = checked.problems
    .map((problem) => describeProblem(problem, { value, plain }))
    .filter(({ path }) => !reported.has(printConfigPath(path)));
  append(problems, others);
  const diagnostics = [...problems, ...checkTogether(plain, problems, input)]
    .map(({ code, message, hint, path, at = 'value' }) => {
      if (at === 'nowhere') return diagnostic(code, { message, hint });
      const range = at === 'parent' ? locate(path.slice(0, -1)) : locate(path, at);
      const pointer = path.length === 0 ? {} : { pointer: printConfigPath(path) };
      const location = { file: input.configFile, ...range, ...pointer };
      return diagnostic(code, { message, hint, location });
    })
    .toSorted(compareDiagnostics);
  const failed = diagnostics.some(({ severity }) => severity === 'error');
  return { config: failed ? undefined : checked.value, diagnostics };
}

const TYPES: TypeNames = {
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  Array: 'an array',
  Object: 'an object',
};

interface Copying {
  readonly path: ConfigPath;
  /** The objects that contain the value. */
  readonly around: readonly unknown[];
  readonly problems: Problem[];
}

/** A category in a sidebar takes two levels. */
const MAX_DEPTH = 200;

/** Copies arrays and plain objects without undefined members; any other object becomes a symbol. */
function copyPlain(value: unknown, { path, around, problems }: Copying): unknown {
  if (around.includes(value)) {
    problems.push(valueProblem(path, 'contains itself'));
    return undefined;
  }
  if (around.length > MAX_DEPTH) {
    problems.push(valueProblem(path, `is nested more than ${MAX_DEPTH} levels deep`));
    return undefined;
  }
  const inside = (item: unknown, key: string | number): unknown =>
    copyPlain(item, { path: [...path, key], around: [...around, value], problems });
  if (Array.isArray(value)) return Array.from(value, inside);
  // Grammars have regular expressions.
  if (path[0] === 'plugins' && path.at(-2) === 'languages') return value;
  if (!isRecord(value)) return typeof value === 'object' && value !== null ? Symbol() : value;
  const members = Object.entries(value).filter(([, item]) => item !== undefined);
  // Names that valibot skips in records.
  const refused = ['__proto__', 'prototype', 'constructor'];
  const unknown = members.filter(([key]) => refused.includes(key));
  problems.push(...unknown.map(([key]) => unknownKey([...path, key], key, [])));
  return Object.fromEntries(members.map(([key, item]) => [key, inside(item, key)]));
}

/** The configuration as exported, and the copy of its plain data. */
interface Roots {
  readonly value: unknown;
  readonly plain: unknown;
}

function describeProblem(problem: SchemaProblem, { value, plain }: Roots): Problem {
  const { path } = problem;
  const found = path.reduce(memberAt, value);
  const data = path.reduce(memberAt, plain);
  const around = path.slice(0, -1).reduce(memberAt, value);
  switch (problem.kind) {
    case 'unknown-key': {
      const beside = path.slice(0, -1).reduce(memberAt, plain);
      const hint = unknownKeyHint(SITE_SCHEMA, { ...problem, value: data, around: beside });
      return { ...unknownKey(path, problem.key, problem.known), hint };
    }
    case 'missing':
      if (isRecord(around) && Object.hasOwn(around, problem.key)) {
        const form = printForm(schemaAt(SITE_SCHEMA, path));
        const message = `${printConfigPath(path)} has no value: what is written here is undefined`;
        const hint = `write a value, or a default after it: ${problem.key}: … ?? ${form}`;
        return { code: 'config-missing', path, message, hint };
      }
      return missingProblem(path.slice(0, -1), problem.key, hintForMissing(path));
    case 'value': {
      const reason = `must be ${problem.expected}, found ${print(found)}`;
      return valueProblem(path, reason, problem.hint ?? hintForValue(path, problem.expected));
    }
    case 'type': {
      const name = path.length === 0 ? 'the configuration' : printConfigPath(path);
      const message = `${name}: expected ${problem.expected}, found ${typeName(found)}`;
      return { code: 'config-type', path, message, hint: hintForType(problem, found, data) };
    }
    case 'format': {
      const { reason, hint, code = 'config-value' } = problem.refusal;
      if (problem.isKey) return keyProblem(path, `has a key that ${reason}`, hint);
      return { ...valueProblem(path, reason, hint), code };
    }
  }
}

function hintForValue(path: ConfigPath, expected: string): string {
  const schema = schemaAt(SITE_SCHEMA, path);
  const others = expected.startsWith('"') ? ', or another value of this list' : '';
  return schema?.hint ?? `write ${keyOf(path)}${printForm(schema)}${others}`;
}

/** The start of a line that sets the value at a path: `key: `; empty in lists. */
function keyOf(path: ConfigPath): string {
  const key = path.at(-1);
  return typeof key === 'string' ? `${key}: ` : '';
}

/** A hint that shows the missing key, or the forms of an object that does not tell its kind. */
function hintForMissing(path: ConfigPath): string {
  return path.at(-1) === 'type'
    ? `write ${printForm(schemaAt(SITE_SCHEMA, path.slice(0, -1)), {})}`
    : `add ${path.at(-1)}: ${printForm(schemaAt(SITE_SCHEMA, path))}`;
}

/** A hint that shows the form of a value of the expected type, with the written value if it fits. */
function hintForType(
  { path, expected }: Extract<SchemaProblem, { readonly kind: 'type' }>,
  found: unknown,
  data: unknown,
): string | undefined {
  if (path.length === 0) return undefined;
  if (found instanceof Promise) return 'write await in front of it';
  const schema = schemaAt(SITE_SCHEMA, path);
  const name = keyOf(path);
  const inner = stringEntries(data).find(([at, text]) => at !== 'type' && accepts(schema, text));
  if (inner !== undefined) return `write ${name}'${inner[1]}'`;
  if (schema?.hint !== undefined) return schema.hint;
  if (typeof found === 'function') return 'write its result: call the function';
  if (expected === TYPES.string && typeof found === 'number')
    return `write it in quotes: '${found}'`;
  if (expected === TYPES.boolean) return 'write true or false, without quotes';
  if (expected === TYPES.number) return 'write a number, without quotes';
  return `write ${name}${printForm(schema, data)}`;
}

function print(value: unknown): string {
  if (Array.isArray(value)) return 'none';
  return typeof value === 'string' ? `"${value}"` : String(value);
}

function typeName(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Number.isNaN(value)) return 'NaN';
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'object') return `a ${typeof value}`;
  if (isRecord(value)) return 'an object';
  return `an instance of ${Object.prototype.toString.call(value).slice('[object '.length, -1)}`;
}

type Check = (config: AcceptedConfig, site: SiteLocation) => readonly Problem[];

/** The checks whether values fit together, with the keys that they read. */
const TOGETHER: readonly (readonly [keys: readonly (keyof AcceptedConfig)[], check: Check])[] = [
  [['i18n'], checkLocales],
  [['docs', 'openapi'], checkIds],
  [['docs', 'openapi'], checkApiVersions],
  [['navbar', 'docs', 'openapi'], checkNavbar],
  [['footer'], checkFooter],
  [['toc'], checkToc],
  [['redirects'], checkRedirects],
  [['head'], checkHead],
  [['rules', 'links', 'openapi'], checkRules],
  [['outDir', 'contentDir', 'staticDir', 'docs', 'openapi', 'markdown'], checkOutDir],
  [['contentDir', 'staticDir', 'docs', 'i18n'], checkDocsFolders],
  [['docs'], checkVersions],
  [['theme'], checkThemes],
];

/**
 * Runs the checks on what the schema accepts, to report all problems in one run: unknown keys and wrong members are left
 * out, and checks whose keys are not accepted without them. Elements of lists with a wrong member are reported already.
 */
function checkTogether(
  plain: unknown,
  problems: readonly Problem[],
  site: SiteLocation,
): readonly Problem[] {
  const wrong = problems.map(({ path }) => path);
  const rest = without(plain, wrong);
  const refused = checkSchema(ACCEPTED_SCHEMA, rest, TYPES).problems.map(({ path }) => path[0]);
  const keysRefused = refused.map((key) => [key ?? '']);
  const accepted = without(rest, keysRefused);
  if (!v.is(ACCEPTED_SCHEMA, accepted)) return [];
  const reported = problems
    .filter(({ code }) => code !== 'config-unknown-key')
    .map(({ path }) =>
      path.slice(0, path.findLastIndex((key) => typeof key === 'number') + 1 || path.length),
    );
  return TOGETHER.flatMap(([keys, check]) =>
    keys.some((key) => refused.includes(key)) ? [] : check(accepted, site),
  ).filter(
    ({ path }) => !reported.some((start) => start.every((key, index) => path[index] === key)),
  );
}

/** Keys that other tools have in their configuration, with the key that docwright has in its place. */
const RENAMED: Readonly<Record<string, string>> = {
  appearance: 'colorMode',
  author: 'contributors',
  base: 'baseUrl',
  cleanUrls: 'trailingSlash: false',
  description: 'tagline',
  docs_dir: 'contentDir',
  editLink: 'editUrl',
  lastUpdated: 'lastUpdate',
  nav: 'navbar: { items: […] }',
  rewrites: 'redirects',
  site: 'url',
  site_description: 'tagline',
  site_name: 'title',
  site_url: 'url',
  showAuthor: 'contributors',
  showLastUpdateAuthor: 'contributors',
  showLastUpdateTime: 'time',
  srcDir: 'contentDir',
  staticDirectories: 'staticDir',
  subtitle: 'tagline',
  use_directory_urls: 'trailingSlash',
};

const LINK_LEVEL = "set the level of its findings: rules: { 'page-not-found': 'warning' }";
const CONVERT = 'run `docs init --from <folder>` to convert the configuration of another tool';

/** Keys of other tools that have no single counterpart, with a hint. */
const FOREIGN: Readonly<Record<string, string>> = {
  ignoreDeadLinks: LINK_LEVEL,
  onBrokenAnchors: LINK_LEVEL,
  onBrokenLinks: LINK_LEVEL,
  onBrokenMarkdownLinks: LINK_LEVEL,
  presets: CONVERT,
  sidebarPath: "write the sidebars here: sidebars: { docs: ['guide'] }",
  theme: CONVERT,
  themeConfig: CONVERT,
  themes: CONVERT,
};

/** An unknown key with its surroundings. */
interface UnknownKey {
  readonly key: string;
  /** Includes the key. */
  readonly path: ConfigPath;
  readonly value: unknown;
  /** The object that has the key. */
  readonly around: unknown;
  readonly known: readonly string[];
  /** The missing key that it was written for. */
  readonly meant?: string | undefined;
}

/** Longest list of known keys in a hint. */
const MOST_KEYS = 40;

/** Tells what to do with an unknown key: its right name, or the object that it belongs to. */
function unknownKeyHint(schema: Shape, unknown: UnknownKey): string | undefined {
  const { key, known, meant } = unknown;
  if (meant !== undefined) return `did you mean "${meant}"?`;
  return (
    didYouMean(key, known) ??
    movedHint(unknown) ??
    foreignHint(unknown) ??
    elsewhereHint(schema, unknown) ??
    knownHint(schema, unknown)
  );
}

/** Of a group that docwright does not have: which of its keys belong to the object around it. */
function movedHint({ key, value, path, known }: UnknownKey): string | undefined {
  const inside = isRecord(value) ? Object.keys(value) : [];
  const here = inside.filter((name) => known.includes(name));
  if (here.length === 0) return undefined;
  const rest = inside.filter((name) => !known.includes(name));
  const around =
    path.length === 1 ? 'the configuration itself' : printConfigPath(path.slice(0, -1));
  const others = Object.hasOwn(FOREIGN, key)
    ? `for ${rest.join(', ')}, ${CONVERT}`
    : `remove ${rest.join(', ')}`;
  const removed = rest.length === 0 ? '' : `; ${others}`;
  return `move ${here.join(', ')} out of ${key}: ${here.length === 1 ? 'it belongs' : 'they belong'} to ${around}${removed}`;
}

function foreignHint({ key, known }: UnknownKey): string | undefined {
  const renamed = Object.hasOwn(RENAMED, key) ? RENAMED[key] : undefined;
  if (renamed !== undefined && known.includes(renamed.replace(/:.*/, '')))
    return `write ${renamed} in place of ${key}`;
  return Object.hasOwn(FOREIGN, key) ? FOREIGN[key] : undefined;
}

/** Names the object inside the same one that has the key. */
function elsewhereHint(schema: Shape, { key, path, value }: UnknownKey): string | undefined {
  const around = path.slice(0, -1);
  const [first, second] = placesOf(schemaAt(schema, around), key, value);
  if (first === undefined || second?.length === first.length) return undefined;
  const form = first.reduceRight<unknown>(
    (inner, name) => (typeof name === 'number' ? [inner] : { [name]: inner }),
    value,
  );
  const line = printValue(form, { depth: 0, used: Number.NEGATIVE_INFINITY }).slice(2, -2);
  const owner = printConfigPath([...around, ...first.slice(0, -1)]).replace(/\[0\]$/, '');
  return line.length > 100 ? `it is a key of ${owner}` : `it is a key of ${owner}: write ${line}`;
}

/** Paths below a schema at which a key may have a value, shortest first. */
function placesOf(schema: Shape | undefined, key: string, value: unknown): readonly ConfigPath[] {
  const found: ConfigPath[] = [];
  const visit = (path: ConfigPath): void => {
    const { item, entries = {} } = schemaAt(schema, path) ?? {};
    if (item !== undefined) visit([...path, 0]);
    for (const [name, entry] of path.length > DEEPEST ? [] : Object.entries(entries)) {
      const isPlace = name === key && path.length > 0 && accepts(entry, value);
      if (isPlace) found.push([...path, name]);
      else visit([...path, name]);
    }
  };
  visit([]);
  return found.toSorted((a, b) => a.length - b.length);
}

const DEEPEST = 3;

function knownHint(schema: Shape, unknown: UnknownKey): string | undefined {
  const { key, path, known, around } = unknown;
  if (known.length === 0) return undefined;
  const shape = schemaAt(schema, path.slice(0, -1));
  const rest = isRecord(around)
    ? Object.fromEntries(Object.entries(around).filter(([name]) => known.includes(name)))
    : around;
  if (path.length > 1 && shape?.entries !== undefined && !accepts(shape, rest))
    return `write ${printForm(shape)}${known.length > 12 ? '' : `; known keys: ${known.join(', ')}`}`;
  if (known.length <= MOST_KEYS) return `known keys: ${known.join(', ')}`;
  const words = key.toLowerCase().split(/[^a-z]+/);
  const similar = known.filter((name) => name.split('-').some((word) => words.includes(word)));
  const shown = similar.length === 0 ? known : similar;
  return `known keys: ${shown.slice(0, 12).join(', ')}${shown.length > 12 ? ' …' : ''}`;
}
