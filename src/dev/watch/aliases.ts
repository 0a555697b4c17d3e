import { leadsTo } from './look.ts';
import { isBelow } from './scope.ts';

/**
 * The paths with those under which symbolic links show them too: links are not watched through, so a
 * change of what a link leads to is known by its real path only.
 */
export function withAliases(
  paths: ReadonlySet<string>,
  links: ReadonlySet<string>,
): ReadonlySet<string> {
  if (links.size === 0) return paths;
  const all = new Set(paths);
  for (const link of links) {
    const real = leadsTo(link);
    if (real === undefined) continue;
    for (const path of paths) {
      if (path === real) all.add(link);
      else if (isBelow(path, real)) all.add(`${link}${path.slice(real.length)}`);
    }
  }
  return all;
}
