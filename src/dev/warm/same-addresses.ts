import type { PageNode, SiteGraph } from '../../site/site-graph.ts';

/** True when every link leads where it led before. Titles and sidebars may differ. */
export function haveSameAddresses(before: SiteGraph, now: SiteGraph): boolean {
  return (
    before.config === now.config &&
    before.texts === now.texts &&
    haveSameKeys(before.statics, now.statics) &&
    haveSameKeys(before.assetByFile, now.assetByFile) &&
    haveSameValues(before.drafts, now.drafts) &&
    haveSamePages(before, now)
  );
}

function haveSameKeys<Key>(before: ReadonlyMap<Key, unknown>, now: ReadonlyMap<Key, unknown>) {
  return before.size === now.size && [...now.keys()].every((key) => before.has(key));
}

function haveSameValues<Key>(
  before: ReadonlyMap<Key, unknown>,
  now: ReadonlyMap<Key, unknown>,
): boolean {
  return before.size === now.size && [...now].every(([key, value]) => before.get(key) === value);
}

function haveSamePages(before: SiteGraph, now: SiteGraph): boolean {
  if (before.pages.size !== now.pages.size) return false;
  for (const [route, node] of now.pages) {
    const old = before.pages.get(route);
    if (old === undefined || !isSamePage(old, node)) return false;
  }
  return true;
}

function isSamePage(before: PageNode, now: PageNode): boolean {
  if (before.type === 'api' && now.type === 'api')
    return before.api === now.api && before.page.slug === now.page.slug;
  if ('source' in before && 'source' in now)
    return before.type === now.type && before.source.file === now.source.file;
  return before.type === now.type;
}
