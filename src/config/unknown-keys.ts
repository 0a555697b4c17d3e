import { accepts, printForm, schemaAt } from './form.ts';
import { printValue } from './print-config.ts';
import { type ConfigPath, didYouMean, isRecord, printConfigPath, valueAt } from './problem.ts';

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
export function unknownKeyHint(schema: unknown, unknown: UnknownKey): string | undefined {
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
function elsewhereHint(schema: unknown, { key, path, value }: UnknownKey): string | undefined {
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
function placesOf(schema: unknown, key: string, value: unknown): readonly ConfigPath[] {
  const found: ConfigPath[] = [];
  const visit = (path: ConfigPath): void => {
    const here = schemaAt(schema, path);
    const entries = valueAt(here, 'entries');
    if (valueAt(here, 'item') !== undefined) visit([...path, 0]);
    if (!isRecord(entries) || path.length > DEEPEST) return;
    for (const name of Object.keys(entries)) {
      if (name === key && path.length > 0 && accepts(entries[name], value))
        found.push([...path, name]);
      else visit([...path, name]);
    }
  };
  visit([]);
  return found.toSorted((a, b) => a.length - b.length);
}

const DEEPEST = 3;

function knownHint(schema: unknown, unknown: UnknownKey): string | undefined {
  const { key, path, known, around } = unknown;
  if (known.length === 0) return undefined;
  const shape = schemaAt(schema, path.slice(0, -1));
  const rest = isRecord(around)
    ? Object.fromEntries(Object.entries(around).filter(([name]) => known.includes(name)))
    : around;
  if (path.length > 1 && valueAt(shape, 'entries') !== undefined && !accepts(shape, rest))
    return `write ${printForm(shape)}${known.length > 12 ? '' : `; known keys: ${known.join(', ')}`}`;
  if (known.length <= MOST_KEYS) return `known keys: ${known.join(', ')}`;
  const words = key.toLowerCase().split(/[^a-z]+/);
  const similar = known.filter((name) => name.split('-').some((word) => words.includes(word)));
  const shown = similar.length === 0 ? known : similar;
  return `known keys: ${shown.slice(0, 12).join(', ')}${shown.length > 12 ? ' …' : ''}`;
}
