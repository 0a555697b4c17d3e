/** The files beside the pages of APIs. */
import { EXPORT_FILES, type ExportKind } from '../openapi/export/collection.ts';
import { hasDownload } from '../openapi/outline.ts';
import { type OutputPath, type Route, toOutputPath, toRoute } from '../shared/paths.ts';
import type { ApiNode, SiteGraph } from './graph-types.ts';

export function machineFile(base: Route, slug: string): OutputPath {
  return toOutputPath(`${toRoute(`${base}/${slug}`)}.openapi.json`);
}

export function exportFile(base: Route, slug: string, kind: ExportKind): OutputPath {
  return toOutputPath(`${toRoute(`${base}/${slug}`)}.${EXPORT_FILES[kind]}`.replace(/^\//, ''));
}

export function builderFile(route: Route): OutputPath {
  return toOutputPath(`${route}.try.json`.replace(/^\//, ''));
}

/**
 * A file beside a page: the description or a slice of it, the data for the builder of an operation's request, or all
 * requests for another tool.
 */
export type ApiFileKind = 'description' | 'builder' | ExportKind;

/** The paths of the files beside a page. */
export function apiFilePaths(
  { api, page, route, locale }: ApiNode,
  { defaultLocale }: Pick<SiteGraph['config'], 'defaultLocale'>,
): readonly (readonly [ApiFileKind, OutputPath])[] {
  const { routeBase, pages, builder } = api;
  const { kind, slug } = page;
  const files: (readonly [ApiFileKind, OutputPath])[] = [];
  if (builder && kind === 'operation') files.push(['builder', builderFile(route)]);
  // Pages in other languages lead to these.
  if (locale.code !== defaultLocale || !hasDownload(api, kind)) return files;
  files.push(['description', machineFile(routeBase, slug)]);
  if (kind === 'info' && pages.some((one) => one.kind === 'operation'))
    for (const own of EXPORT_KINDS) files.push([own, exportFile(routeBase, slug, own)]);
  return files;
}

const EXPORT_KINDS = ['collection', 'environment', 'http'] as const;
