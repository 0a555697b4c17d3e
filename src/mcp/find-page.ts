import { nearest } from '../diagnostics/nearest.ts';
import { decodeEntities } from '../html/character-references.ts';
import { withoutIndexLine } from '../shared/markdown-text.ts';
import type { SiteFacts } from '../shared/site-facts.ts';
import {
  decodeSafely,
  folderRoute,
  markdownFile,
  parseUrl,
  pathToRoute,
  printRoute,
  type Route,
  readUrlPath,
  routeFile,
  toRoute,
} from '../shared/paths.ts';
import { type BuiltSite, type Failure, isFailure, urlOf } from './built-site.ts';

/** The Markdown version of a page. */
interface FoundPage {
  readonly url: string;
  readonly text: string;
  readonly html: string;
  /** The section in the address. */
  readonly section?: string | undefined;
}

/** The page of the default locale: all locales share the Markdown versions of API pages. */
export function inDefaultLocale({ site }: SiteFacts, route: Route): Route {
  const [, first = '', ...rest] = route.split('/');
  return site.locales.some(({ code }) => code === first) ? toRoute(rest.join('/')) : route;
}

/** Longest address that is looked up. */
const LONGEST = 2000;
/** Redirects that are followed one after the other. */
const MOST_HOPS = 5;

/** Finds a page by its URL, or by its path with or without base path, final slash, `.md` and `#section`. */
export async function findPage(built: BuiltSite, address: string): Promise<FoundPage | Failure> {
  const file = await built.site();
  if (isFailure(file)) return file;
  const read = readAddress(file, address);
  if ('problem' in read) return read;
  let { routes, section } = read;
  for (let hop = 0; hop < MOST_HOPS; hop += 1) {
    const page = await readFirst(built, file, routes);
    if (page === undefined) break;
    const { route, html } = page;
    if (page.text !== undefined) return { url: urlOf(file, route), text: page.text, html, section };
    // As the build writes redirects.
    const [, refresh = ''] =
      /^<meta http-equiv="refresh" content="0; url=([^"]*)">$/m.exec(html.slice(0, 4000)) ?? [];
    const target = readAddress(file, decodeEntities(refresh));
    if ('problem' in target)
      return { problem: `The page ${printRoute(route, file.site)} has no Markdown version.` };
    routes = target.routes;
    section ??= target.section;
  }
  return missing(built, file, read.routes);
}

/** Reads the first of these pages that exists. */
async function readFirst({ folder }: BuiltSite, file: SiteFacts, routes: readonly Route[]) {
  for (const route of routes) {
    const html = await folder.read(routeFile(route, file.site));
    if (html === undefined) continue;
    const text =
      (await folder.read(markdownFile(route))) ??
      (await folder.read(markdownFile(inDefaultLocale(file, route))));
    return { route, html, text: text && withoutIndexLine(text) };
  }
  return undefined;
}

interface Address {
  /** The possible pages. */
  readonly routes: readonly Route[];
  readonly section: string | undefined;
}

function readAddress({ url, site }: SiteFacts, address: string): Address | Failure {
  const invalid = {
    problem: `${JSON.stringify(address.slice(0, 200))} is not the address of a page. Give a path such as ${JSON.stringify(`${site.baseUrl}intro`)}, or the URL of a page.`,
  };
  if (address === '' || address.length > LONGEST) return invalid;
  let text = address.trim();
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) {
    const parsed = parseUrl(text);
    if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) return invalid;
    if (url !== undefined && parsed.host !== parseUrl(url)?.host)
      return { problem: `${parsed.host} is another site. This server has the pages of ${url}.` };
    text = parsed.pathname + parsed.hash;
  }
  const [, path = '', hash = ''] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(text) ?? [];
  const slashed = path.startsWith('/') ? path : `/${path}`;
  const decoded = decodeSafely(slashed);
  if (decoded === undefined || /[\p{Cc}\\]/u.test(decoded) || decoded.split('/').includes('..'))
    return invalid;
  const inside = [readUrlPath(slashed, site), decoded].filter((one) => one !== undefined);
  const routes = inside.flatMap((one) => {
    const route = pathToRoute(toRoute(one).replace(/\.md$/, ''));
    const [first, other] = [folderRoute(one, site), folderRoute(`${route}/`, site)];
    return [first, route, other].filter((found) => found !== undefined);
  });
  const homes = routes.filter((route) => route === '/index').map(() => toRoute('/'));
  return {
    routes: [...new Set([...routes, ...homes])],
    section: hash === '' ? undefined : (decodeSafely(hash) ?? hash),
  };
}

/** Suggestions for an unknown page. */
const MOST_SUGGESTED = 5;

async function missing(
  built: BuiltSite,
  { site }: SiteFacts,
  routes: readonly Route[],
): Promise<Failure> {
  const locale = site.locales.find(({ code }) =>
    routes.some((route) => route.startsWith(`/${code}/`)),
  );
  const edition = { locale: locale?.code };
  const pages = await built.pages(edition);
  const [route = ''] = routes;
  const words = route.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  const found = await built.search(words, MOST_SUGGESTED, edition);
  const known = isFailure(pages) ? [] : pages.map((page) => page.route);
  const near = nearest(route, known);
  const hits = isFailure(found) ? [] : found.hits;
  const suggested = new Set([
    ...(near === undefined ? [] : [printRoute(toRoute(near), { ...site, trailingSlash: false })]),
    ...hits.map(({ document }) => document.sectionRoute.replace(/#.*/s, '')),
  ]);
  const list = [...suggested].slice(0, MOST_SUGGESTED);
  const hint =
    list.length === 0
      ? 'Use the search tool to find pages.'
      : `Pages like it:\n${list.map((path) => `- ${path}`).join('\n')}`;
  return { problem: `There is no page ${JSON.stringify(route)}. ${hint}` };
}
