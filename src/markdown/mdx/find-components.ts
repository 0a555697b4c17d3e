import { dirname, join } from 'node:path/posix';
import { DIALECTS } from '../../dialects/dialects.ts';
import type { FilePath } from '../../shared/paths.ts';

/** The components that pages can use without importing them. */
export interface ComponentFinder {
  /** The absolute path of the module whose default export is the component. */
  readonly find: (name: string) => string | undefined;
  readonly names: readonly string[];
  /** The name of the built-in component in a module, as found. */
  readonly builtIn: (path: string) => string | undefined;
  /** The path in the site folder of a module in a folder where components are not found. */
  readonly elsewhere: (name: string) => string | undefined;
}

/** The names of components in other tools; a dialect adds those of its tool. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ...['Accordion', 'Collapse', 'Collapsible', 'Expandable'].map(
    (name) => [name, 'Details'] as const,
  ),
  ...['CardGroup', 'Cards'].map((name) => [name, 'CardGrid'] as const),
  ...DIALECTS.flatMap(({ components }) => [...(components ?? [])]),
]);

/** Components that are admonitions of their names. */
const ADMONITIONS = /^(?:Note|Tip|Info|Check|Important|Warning|Caution|Danger)$/;

/** Exports of React that are no components of docwright, as code. */
const STAND_INS: ReadonlyMap<string, string> = new Map([
  ['AccordionGroup', '({ children }) => children'],
  ['Fragment', '({ children }) => children'],
  ['Suspense', '({ children }) => children'],
]);

/** How an imported name gets its value. */
export type ImportSource =
  /** An export of a module; `specifier` is resolved from the folder of the page, `type` a property that it gets. */
  | {
      readonly kind: 'module';
      readonly specifier: string;
      readonly imported: string;
      readonly type?: string;
    }
  /** An expression. */
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'missing' };

/** Finds the module of a component, also by its name in other tools. */
export function findComponent(components: ComponentFinder, name: string): string | undefined {
  return components.find(name) ?? components.find(ALIASES.get(name) ?? '');
}

/** The value of a name that nothing declares. */
export function sourceOfName(components: ComponentFinder, name: string): ImportSource {
  const specifier = findComponent(components, name);
  if (specifier !== undefined) return { kind: 'module', specifier, imported: 'default' };
  const callout = ADMONITIONS.test(name) ? components.find('Callout') : undefined;
  if (callout !== undefined)
    return { kind: 'module', specifier: callout, imported: 'default', type: name.toLowerCase() };
  const code = STAND_INS.get(name);
  return code === undefined ? { kind: 'missing' } : { kind: 'code', code };
}

/** Files that are addresses on a page. */
const MEDIA = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|mp4|webm|mp3|ogg|wav|pdf|zip|woff2?)$/i;
/** Components of other frameworks, and Markdown, whose text was included before. */
const FOREIGN = /\.(?:astro|vue|svelte|mdx?)$/i;
const RAW = /^!!raw-loader!|\?raw$/;

/** Prefix of a module whose default export is the text of a file. */
export const RAW_PREFIX = 'docwright-raw:';

/** The file with an import, relative to the site folder, and the folder of the tool. */
interface ImportPlace {
  readonly siteDir: string;
  readonly toolDir: string;
  readonly from: FilePath;
}

/** The value of an imported name. */
export function sourceOfImport(
  components: ComponentFinder,
  given: { readonly specifier: string; readonly imported: string },
  { siteDir, toolDir, from }: ImportPlace,
): ImportSource {
  const { specifier, imported } = given;
  // The exports of modules of tools are found by name.
  if (specifier.startsWith('nextra/') || DIALECTS.some(({ modules }) => modules?.test(specifier))) {
    const name = imported === 'default' ? specifier.replace(/^.*\//, '') : imported;
    const source = sourceOfName(components, name);
    return source.kind === 'missing' && standInFile(specifier) !== undefined
      ? { kind: 'module', specifier, imported }
      : source;
  }
  const path = specifier.replace(RAW, '').replace(RAW, '');
  const absolute = absolutePath(path, { siteDir, toolDir, from });
  if (RAW.test(specifier))
    return { kind: 'module', specifier: RAW_PREFIX + (absolute ?? path), imported: 'default' };
  if (isMedia(path)) return { kind: 'code', code: mediaCode(path) };
  if (FOREIGN.test(path)) return { kind: 'missing' };
  return { kind: 'module', specifier: absolute ?? path, imported };
}

/** The file below `templates/` with the exports of a module of a tool. */
export function standInFile(specifier: string): string | undefined {
  const name = specifier.replace(/^.*\//, '');
  return DIALECTS.map(({ modules, standIns }) =>
    modules?.test(specifier) && standIns?.names.has(name) ? standIns.file : undefined,
  ).find((file) => file !== undefined);
}

/** Undefined for packages. */
function absolutePath(path: string, { siteDir, toolDir, from }: ImportPlace): string | undefined {
  if (path.startsWith('@site/')) return join(toolDir, path.slice('@site/'.length));
  // As in Vite, addresses without a folder are those of the site.
  if (path.startsWith('/')) return join(siteDir, path);
  return /^\.{1,2}\//.test(path) ? join(siteDir, dirname(from), path) : undefined;
}

export function isMedia(path: string): boolean {
  return MEDIA.test(path);
}

/** The address of a file as text, which also has the `src` that Astro gives it. */
export function mediaCode(path: string): string {
  const address = path.replace(/^@site\/static(?=\/)/, '').replace(/^@site(?=\/)/, '');
  return `Object.assign(new String(${JSON.stringify(address)}), { src: ${JSON.stringify(address)} })`;
}
