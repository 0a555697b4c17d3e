import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../config/problem.ts';
import { toRoute } from '../../shared/paths.ts';
import { inSite } from './parts.ts';
import { at, type Moving, type Setting, textAt, type Unchecked } from './table.ts';

/** The blog, if it has a folder; its other options have no counterpart. */
export function blogOf(blog: Setting, site: Moving): Unchecked {
  const folder = textAt(blog, 'path') ?? 'blog';
  if (blog.value === false || !existsSync(join(site.toolDir, folder))) return {};
  const route = textAt(blog, 'routeBasePath');
  const { value: perPage } = at(blog, 'postsPerPage');
  return {
    blog: {
      path: inSite(site, folder),
      routeBase: route === undefined ? undefined : toRoute(route),
      title: textAt(blog, 'blogTitle'),
      perPage: typeof perPage === 'number' ? perPage : undefined,
      feeds: feedsOf(at(blog, 'feedOptions').value),
    },
  };
}

const FEEDS = ['atom', 'rss', 'json'];

/** The formats of its feeds, whose readers know their addresses. */
function feedsOf(options: unknown): readonly string[] {
  const { type = ['atom', 'rss'] } = isRecord(options) ? options : {};
  const types: unknown[] = type === 'all' ? FEEDS : Array.isArray(type) ? type : [type];
  return FEEDS.filter((name) => types.includes(name));
}
