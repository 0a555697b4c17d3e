import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { allSteps } from '../shared/in-steps.ts';
import { decodeSafely, printFile, toRoute } from '../shared/paths.ts';
import type { LinkUse, SiteGraph } from '../site/graph-types.ts';
import { localeBase, localeOfRoute } from '../site/locales.ts';
import { resolveLink } from '../site/resolve-link.ts';
import type { CheckInput } from './check-input.ts';
import { checkLinks } from './link-rules.ts';
import { ACCEPT, LOCK_FILE, type UrlLock } from './url-lock.ts';

/**
 * Reports the addresses of a lock that the site no longer has. Each is checked as a link to it, so a redirect satisfies
 * it, and the suggestions are those for a broken link.
 */
export function checkUrls(
  graph: SiteGraph,
  lock: UrlLock,
  input: Omit<CheckInput, 'uses'>,
): readonly Diagnostic[] {
  const { config } = graph;
  const from = { route: toRoute('/'), isPrinted: true };
  const uses = lock.urls.flatMap(({ name: path, anchors, line, ...columns }): LinkUse[] => {
    const target = resolveLink(graph, { href: printFile(path, config), kind: 'page', from });
    const href = printFile(path, { baseUrl: '/', trailingSlash: false });
    const route = localeBase(config, localeOfRoute(config, toRoute(path)));
    const at = ({ column, endColumn }: typeof columns) => ({
      location: { file: LOCK_FILE, line, column, endLine: line, endColumn },
      route,
    });
    if (target.type === 'broken') return [{ href, target, ...at(columns) }];
    // A redirect leads readers to the right page, whatever its anchors are.
    if (target.type !== 'page' || target.via !== undefined) return [];
    return anchors
      .filter(({ name: fragment }) => !input.pages.has({ route: target.route, fragment }))
      .map(({ name: fragment, ...columnsOfAnchor }) => ({
        href: `${href}#${fragment}`,
        target: { ...target, fragment },
        ...at(columnsOfAnchor),
      }));
  });
  if (uses.length === 0) return [];
  const found = allSteps(checkLinks({ ...input, baseUrl: '/', trailingSlash: 'any', uses }));
  return found.map((entry) => lostUrl(graph, entry));
}

/** Describes a broken link of the lock as an address that has disappeared. */
function lostUrl(graph: SiteGraph, entry: Diagnostic): Diagnostic {
  const { location, hint, link = { href: '', suggestions: [] } } = entry;
  const { href, suggestions, heading } = link;
  const [written = '', anchor] = href.split('#');
  const path = decodeSafely(written) ?? written;
  const accept = `to accept it, run ${ACCEPT}`;
  // A fix would edit the lock.
  const { fix: _, ...facts } = link;
  if (anchor === undefined) {
    const isDraft = graph.draftRoutes.has(toRoute(path));
    const near = decodeSafely(suggestions[0] ?? '') || '/…';
    return diagnostic('url-removed', {
      message: `"${path}" is no longer published${isDraft ? ': its page is a draft' : ''}`,
      location,
      link: facts,
      hint: `if the page has moved, add { from: '${path}', to: '${near}' } to \`redirects\`; ${accept}`,
    });
  }
  const keeping =
    heading === undefined
      ? [hint, `write {#${anchor}} after its heading to keep it`]
      : [
          `write {#${heading.id}} at the end of ${heading.file}:${heading.line} to keep it, as \`docs check-links --fix --fix-anchors heading\` does`,
        ];
  // Pages that are not Markdown get their ids elsewhere.
  const isDoc = graph.pages.get(toRoute(path))?.type === 'doc';
  const hints = [...(isDoc ? keeping : []), accept];
  return diagnostic('anchor-removed', {
    message: `"${path}" no longer has the anchor "#${anchor}"`,
    location,
    link: facts,
    hint: hints.filter((part) => part !== undefined).join('; '),
  });
}
