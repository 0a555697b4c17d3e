import type { ResolvedConfig } from '../config/site-config.ts';
import { docName } from '../diagnostics/causes.ts';
import { fixedLevel } from '../diagnostics/codes.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { dirname, type FilePath, toFilePath } from '../shared/paths.ts';
import type { SiteGraph } from '../site/graph-types.ts';
import { inLocale, localeBase } from '../site/locales.ts';
import { addressOfFile } from '../site/missing-target.ts';

/** The site that findings about its sources are about. */
export interface KnownSite {
  readonly config: ResolvedConfig;
  readonly graph: SiteGraph;
  /** The docs that could be read. */
  readonly heads: ReadonlyMap<FilePath, unknown>;
}

/** Notes in a finding about a source what the site lacks because of it: the pages of a description, a doc. */
export function withLost(entry: Diagnostic, site: KnownSite): Diagnostic {
  const lost = lostParts(entry, site);
  return lost.length === 0 ? entry : { ...entry, lost };
}

function lostParts(entry: Diagnostic, { config, graph, heads }: KnownSite): readonly string[] {
  const { code, api, location } = entry;
  const source = config.openapi.find(({ id }) => id === api);
  if (source !== undefined)
    return mayLackPages(entry)
      ? config.locales.flatMap((locale) => {
          const base = inLocale(config, locale, source.routeBase);
          return [base, `${base}/`];
        })
      : [];
  if (location === undefined) return [];
  const file = toFilePath(location.file);
  const addressesOf = (path: FilePath): readonly string[] =>
    config.locales.map((locale) => addressOfFile(graph, path, localeBase(config, locale)));
  if (code === 'category-invalid') return addressesOf(toFilePath(`${dirname(file)}/index.md`));
  const isUnreadDoc = /\.(?:mdx?|markdown)$/.test(file) && !heads.has(file);
  return isUnreadDoc && fixedLevel(code) !== undefined ? [docName(file), ...addressesOf(file)] : [];
}

/** True if a description, or the file of one of its paths, could not be read. */
function mayLackPages({ code, location }: Diagnostic): boolean {
  const isPathItem = /^#?\/paths\/[^/]+(?:\/\$ref)?$/.test(location?.pointer ?? '');
  return fixedLevel(code) !== undefined || (code.startsWith('openapi-ref-') && isPathItem);
}
