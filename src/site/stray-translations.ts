import { basename, join } from 'node:path/posix';
import { contains, siteRelative } from '../config/folders.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import type { SourceFile } from '../content/source-file.ts';
import { type Diagnostic, diagnostic, startOf } from '../diagnostics/diagnostic.ts';
import { boundedNearest } from '../diagnostics/nearest.ts';
import { addTo } from '../shared/maps.ts';
import { dirname, printRoute, toRoute } from '../shared/paths.ts';
import type { DocNode, GraphInput, SiteGraph } from './graph-types.ts';
import { localeBase } from './locales.ts';

/** Reports translations that take the place of no page, and locales that have none. */
export function strayTranslations(
  { sources, locate }: Pick<GraphInput, 'sources' | 'locate'>,
  graph: SiteGraph,
): readonly Diagnostic[] {
  const { config, pages, pageByFile } = graph;
  if (config.locales.length < 2) return [];
  const originals = new Set<string>();
  const translated = new Set(
    sources.messages.flatMap(({ absolute, locale }) =>
      contains(config.i18nDir, absolute) ? [locale] : [],
    ),
  );
  for (const { file, locale } of [sources.docs, sources.reactPages, sources.categories].flat()) {
    if (locale === undefined) originals.add(file);
    translated.add(locale);
  }
  // Their folder is reported: what is in it may be wrong for the same reason.
  const elsewhere = sources.diagnostics.filter(
    ({ code }) => code === 'misplaced-translation' || code === 'unknown-locale',
  );
  const lost = new Map<string, DocNode[]>();
  for (const node of pages.values())
    if (node.type === 'doc' && isLost(node, originals, graph)) addTo(lost, node.locale.code, node);
  const folderOf = (code: string): string =>
    siteRelative(config.siteDir, config.translationDirs.get(code) ?? join(config.i18nDir, code));
  const found = [...lost].flatMap(([code, nodes]) =>
    elsewhere.some(({ location }) => location?.file.startsWith(`${folderOf(code)}/`) === true)
      ? []
      : lostTranslations(graph, nodes, { folder: folderOf(code), originals: sources.docs }),
  );
  const first = sources.docs.find(({ locale }) => locale === undefined);
  const empty = config.locales.flatMap(({ code, label }, index) => {
    if (code === config.defaultLocale || translated.has(code) || first === undefined) return [];
    if (elsewhere.some(({ code: of }) => of === 'unknown-locale')) return [];
    const original = pageByFile.get(config.defaultLocale)?.get(first.file);
    const message = `no page is translated to ${label}: all of them are shown in the default language`;
    const address = original === undefined ? '' : ` of ${printRoute(original.route, config)}`;
    const { siteDir, contentDir } = config;
    // Files outside of the content have their whole path there.
    const root = contains(contentDir, first.absolute) ? contentDir : siteDir;
    const hint = `the translation${address} is read from ${folderOf(code)}/${siteRelative(root, first.absolute)}`;
    const location = locate(['i18n', 'locales', index, 'code']);
    return [diagnostic('empty-locale', { message, hint, location })];
  });
  return [...found, ...empty];
}

/** True for a page of a translated file at whose address the default locale has no page of any kind. */
function isLost(
  { route, locale, source }: DocNode,
  originals: ReadonlySet<string>,
  { pages, config }: Pick<SiteGraph, 'pages' | 'config'>,
): boolean {
  if (source.locale === undefined || originals.has(source.originalFile)) return false;
  return !pages.has(inDefaultLocale(config, locale, route));
}

function inDefaultLocale(config: ResolvedConfig, locale: DocNode['locale'], route: string) {
  return toRoute(route.slice(localeBase(config, locale).length));
}

/** Reports the lost translations of a locale: all in a folder that repeats the content folder at once. */
function lostTranslations(
  { config, pageByFile }: SiteGraph,
  nodes: readonly DocNode[],
  { folder, originals }: { readonly folder: string; readonly originals: readonly SourceFile[] },
): readonly Diagnostic[] {
  const own = originals.filter(({ locale }) => locale === undefined);
  const byFile = new Map(own.map((source) => [String(source.file), source]));
  const repeating = nodes.find(({ source }) => byFile.has(source.path));
  const reported: Diagnostic[] = [];
  const addressOf = (source: SourceFile): string => {
    const node = pageByFile.get(config.defaultLocale)?.get(source.file);
    return node === undefined ? String(source.file) : printRoute(node.route, config);
  };
  if (repeating !== undefined) {
    const { file, path } = repeating.source;
    const original = byFile.get(path) ?? repeating.source;
    const content = path.slice(0, path.length - original.path.length - 1);
    const message = `${file} translates no page: ${folder} has the folders of ${content}, but not ${content} itself`;
    const hint = `move what is in ${folder}/${content} to ${folder}: the translation of ${addressOf(original)} is ${folder}/${original.path}`;
    reported.push(diagnostic('repeated-folder', { message, hint, location: startOf(file) }));
  }
  const done = new Set(
    originals.flatMap(({ locale, originalFile }) =>
      locale === nodes[0]?.locale.code ? [originalFile] : [],
    ),
  );
  const open = own.filter(({ file }) => !done.has(file));
  const nearest = boundedNearest();
  for (const { source, route, locale } of nodes) {
    if (byFile.has(source.path)) continue;
    const within = open.filter(({ path }) => dirname(path) === dirname(source.path));
    const namesake = open.filter(({ path }) => basename(path) === basename(source.path));
    const path =
      nearest(
        source.path,
        within.map(({ path: of }) => of),
      ) ??
      nearest(
        source.path,
        namesake.map(({ path: of }) => of),
      );
    const meant = open.find((of) => of.path === path);
    const address = printRoute(inDefaultLocale(config, locale, route), config);
    const message = `${source.file} translates no page: the default language has none at ${address}`;
    const hint =
      meant === undefined
        ? `name it as its original, or remove it with that; for pages in one language only, turn "lost-translation" off in rules`
        : `did you mean ${meant.file} (${addressOf(meant)})? Its translation is ${folder}/${meant.path}`;
    reported.push(
      diagnostic('lost-translation', { message, hint, location: startOf(source.file) }),
    );
  }
  return reported;
}
