/** Docs that are made of data. */
import { resolve } from 'node:path';
import { contains, siteRelative } from '../config/folders.ts';
import type { AddedPage } from '../config/plugins.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import type { SourceFile } from '../content/source-file.ts';
import type { Location } from '../diagnostics/diagnostic.ts';
import { type Route, toFilePath } from '../shared/paths.ts';

interface Place {
  readonly route: Route;
  /** Whether pages are below it. */
  readonly isFolder: boolean;
  readonly location: Location;
}

/** The doc of a page; in the folder of the docs set that has its route, if there is one. */
export function madeDoc(
  config: ResolvedConfig,
  page: AddedPage,
  { route, isFolder, location }: Place,
): SourceFile {
  const { siteDir, contentDir, dialect } = config;
  const isBelow = (base: string): boolean => base === '/' || `${route}/`.startsWith(`${base}/`);
  const set = config.docs
    .map(({ last }) => last)
    .filter(({ routeBase }) => isBelow(routeBase))
    .toSorted((a, b) => b.routeBase.length - a.routeBase.length)[0];
  const base = set === undefined || set.routeBase === '/' ? '' : set.routeBase;
  const below = route.slice(base.length).replace(/^\//, '');
  const name = below === '' ? 'index' : isFolder ? `${below}/index` : below;
  const folder = set === undefined ? contentDir : resolve(siteDir, set.path);
  const absolute = resolve(folder, `${name}.${page.component === undefined ? 'md' : 'mdx'}`);
  const file = toFilePath(siteRelative(siteDir, absolute));
  const root = contains(contentDir, absolute) ? contentDir : folder;
  // Names of files can mean other addresses: `index`, and in other tools numbers.
  const slug = dialect.slugsBelowDocs === true ? `/${below}` : route;
  const { source } = page;
  const origin =
    source === undefined
      ? location
      : { file: toFilePath(source.file), line: source.line ?? 1, column: source.column ?? 1 };
  return {
    file,
    path: toFilePath(siteRelative(root, absolute)),
    originalFile: file,
    locale: undefined,
    absolute,
    made: {
      text: textOf(page, { slug }),
      origin,
      editFile: source && toFilePath(source.file),
    },
  };
}

/** The text of a doc with frontmatter. */
function textOf(page: AddedPage, address: object): string {
  const { title, description, sidebar = {}, frontmatter, component, markdown = '' } = page;
  const shown =
    sidebar === false
      ? { sidebar }
      : { sidebar_label: sidebar.label, sidebar_position: sidebar.position };
  const head = frontmatterOf({ ...frontmatter, ...address, title, description, ...shown });
  const props = Object.entries(component?.props ?? {})
    .map(([key, value]) => ` ${key}={${JSON.stringify(value)}}`)
    .join('');
  const body = component === undefined ? '' : `\n<${component.component}${props} />\n`;
  return `${head}\n${markdown}\n${body}`;
}

/** Frontmatter with the keys that have values. */
export function frontmatterOf(values: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : `${JSON.stringify(key)}: ${JSON.stringify(value)}\n`,
  );
  return `---\n${lines.join('')}---\n`;
}
