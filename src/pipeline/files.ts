/** The part of the map for files that are no pages: scripts and styles, static files, redirects, sitemap, robots. */

import type { SourceFile } from '../content/source-file.ts';
import type { Location } from '../diagnostics/diagnostic.ts';
import type { OutputCopy, OutputFile } from '../publish/output-file.ts';
import { renderRedirect } from '../render/redirect.ts';
import { renderRobots, renderSitemap } from '../render/sitemap.ts';
import { DATA_SCHEMA, type SiteFile } from '../shared/page-data.ts';
import { type OutputPath, printFile, toOutputPath } from '../shared/paths.ts';
import { referencedAssets } from '../site/doc-links.ts';
import { redirectFiles, sitemapUrls } from '../site/site-files.ts';
import type { Site } from './prepare.ts';

/** A file whose content is made when it is asked for. */
export interface PlannedFile extends Omit<OutputFile, 'content'> {
  readonly make: () => OutputFile['content'];
}

export type OtherFile = PlannedFile | OutputCopy;

/** The files beside the content that docs refer to, once each. */
export function assetFiles({ graph, targets, assetPath }: Site): readonly OutputCopy[] {
  const copies = new Map<OutputPath, OutputCopy>();
  for (const source of referencedAssets(graph, targets)) {
    const path = assetPath(source);
    if (!copies.has(path)) copies.set(path, { path, ...copyOf(source) });
  }
  return [...copies.values()];
}

/** Files of the whole site. */
export function otherFiles(site: Site): readonly OtherFile[] {
  const { sources, bundles } = site;
  const statics = sources.statics.map(
    (source): OutputCopy => ({ path: toOutputPath(source.path), ...copyOf(source) }),
  );
  return [
    ...bundles.client.files.map(({ content, ...file }) => ({ ...file, make: () => content })),
    ...sharedFiles(site),
    ...statics,
    ...redirects(site),
    sitemap(site),
    ...robots(site, statics),
  ];
}

function copyOf({ file, absolute }: SourceFile): Omit<OutputCopy, 'path'> {
  // Where a file's path in the output is decided: its name.
  const origin: Location = { file, line: 1, column: 1 };
  return { from: absolute, origin };
}

/** What pages share in the browser. Whole long sidebars are files of their own: few readers open them. */
function sharedFiles({ chrome, settings: { generation } }: Site): readonly PlannedFile[] {
  return chrome.shared.flatMap(({ file, site, sidebars, whole }) => [
    ...(whole === undefined
      ? []
      : [{ path: whole.file, make: () => JSON.stringify(whole.sidebars) }]),
    { path: file, make: () => siteFile({ generation, site, sidebars }) },
  ]);
}

function siteFile(file: Omit<SiteFile, 'schema'>): string {
  return JSON.stringify({ schema: DATA_SCHEMA, ...file } satisfies SiteFile);
}

function redirects({ graph, locate }: Site): readonly PlannedFile[] {
  return redirectFiles(graph).map(({ file, target }, index) => ({
    path: file,
    origin: locate(['redirects', index, 'from']),
    make: () => renderRedirect(target),
  }));
}

function sitemap({ graph, isUnlisted }: Site): PlannedFile {
  return {
    path: toOutputPath('sitemap.xml'),
    make: () => renderSitemap(sitemapUrls(graph, isUnlisted)),
  };
}

/** A site may have its own. */
function robots({ config }: Site, statics: readonly OutputCopy[]): readonly PlannedFile[] {
  const path = toOutputPath('robots.txt');
  if (statics.some((copy) => copy.path === path)) return [];
  return [{ path, make: () => renderRobots(config.url + printFile('sitemap.xml', config)) }];
}
