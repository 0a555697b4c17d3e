import { collapseSpace } from '../../shared/cut-text.ts';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isFile } from '../../cache/stats.ts';
import { posix, resolve } from 'node:path';
import { contains, siteRelative } from '../../config/folders.ts';
import { isRecord, stringAt } from '../../config/problem.ts';
import { readFrontmatter } from '../../content/frontmatter.ts';
import { createSourceText } from '../../content/source-text.ts';
import { at, type Moving, type Setting, textAt, type Unchecked } from './table.ts';
import { addressParts } from '../project.ts';

/** A path relative to the tool's folder, relative to the site folder instead; `.` for the site folder. */
export function inSite({ toolDir, siteDir }: Moving, path: string): string {
  return siteRelative(siteDir, resolve(toolDir, path)) || '.';
}

/** Paths of all entries below a folder; none if there is no folder. */
export function entriesBelow(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
}

/** True if the frontmatter of a page in a folder has tags. */
export function hasTags(folder: string): boolean {
  return entriesBelow(folder).some((path) => {
    const file = resolve(folder, path);
    if (!/\.mdx?$/.test(path) || !isFile(file)) return false;
    const source = createSourceText(path, readFileSync(file, 'utf8'));
    const { frontmatter } = readFrontmatter(source, { keys: new Map(), ignored: new Set() });
    return (frontmatter.tags ?? []).length > 0;
  });
}

/** The docs set of the tool's pages. */
export function docsSet(site: Moving, set: unknown, setting: Pick<Setting, 'origin'>): Unchecked {
  const parts = isRecord(set) ? set : {};
  return site.from({ path: inSite(site, site.pagesDir), routeBase: '/', ...parts }, setting);
}

/** The origin and the base path of an address; undefined if it is none. */
export function siteAddress({ value }: Setting): Unchecked | undefined {
  return typeof value === 'string' && URL.canParse(value) ? { ...addressParts(value) } : undefined;
}

interface EditLinks {
  readonly address: string | undefined;
  readonly effect?: 'done' | 'approximated';
}

/** Edit links of a docs set, from the address of the folder of the pages: it without the folder's own path. */
export function editLinks(
  site: Moving,
  setting: Setting,
  { address, effect = 'done' }: EditLinks,
): Unchecked {
  if (address === undefined || !URL.canParse(address))
    return site.note('left', setting, 'edit links that do not end with the path of a page');
  const { origin, pathname } = new URL(address);
  const path = posix.normalize(pathname).replace(/\/+$/, '');
  const folder = inSite(site, site.pagesDir);
  const end = folder === '.' ? '' : `/${folder}`;
  if (!path.endsWith(end))
    return site.note('left', setting, `edit links: ${address} is not the folder of the pages`);
  const editUrl = origin + path.slice(0, path.length - end.length);
  site.note(effect, setting, `edit links: ${editUrl}`);
  return { editUrl };
}

/** `to` for a path of the site, `href` for any other address. */
export function linkTo(address: string): { readonly to: string } | { readonly href: string } {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return { href: address };
  const path = address.replace(/(?:\/index)?\.(?:html|mdx?)(?=$|[?#])/, '');
  return { to: path.startsWith('/') ? path : `/${path}` };
}

/** A link in the navbar to a repository or an account. */
export function outsideLink(
  site: Moving,
  setting: Setting,
  { label, href }: { readonly label: string | undefined; readonly href: unknown },
): object {
  return site.from({ label, href, position: 'right' }, setting);
}

/** The name of a service, which tools show as an icon. */
export function serviceName(icon: string): string {
  const word = icon.replace(/^.*\//, '').replace(/^(?:square|circle)-/, '');
  return SERVICES.get(word) ?? word.charAt(0).toUpperCase() + word.slice(1);
}

const SERVICES: ReadonlyMap<string, string> = new Map([
  ['github', 'GitHub'],
  ['gitlab', 'GitLab'],
  ['youtube', 'YouTube'],
  ['linkedin', 'LinkedIn'],
  ['github-alt', 'GitHub'],
  ['x-twitter', 'X'],
]);

/** A menu of links to languages; none without links. */
export function languageMenu(
  site: Moving,
  setting: Setting,
  items: readonly object[],
): readonly object[] {
  const menu = { type: 'dropdown', label: 'Languages', position: 'right', items };
  return items.length === 0 ? [] : [site.from(menu, setting)];
}

/** An element of `head`; none, which is reported, for one with inline code. */
export function headTag(
  site: Moving,
  setting: Setting,
  [tagKey, attributesKey]: readonly [string | number, string | number],
): readonly object[] {
  const [tag, attributes] = [at(setting, tagKey).value, at(setting, attributesKey).value];
  const isScript = tag === 'script' && stringAt(attributes, 'src') !== undefined;
  if (isRecord(attributes) && (tag === 'meta' || tag === 'link' || isScript)) {
    const entries = Object.entries(attributes).filter(([, value]) => value !== null);
    return [site.from({ tag, attributes: Object.fromEntries(entries) }, setting)];
  }
  site.note('left', setting, `<${String(tag)}> in the head`);
  return [];
}

/** Reports how many redirects there are. */
export function redirectList(
  site: Moving,
  setting: Setting,
  redirects: readonly object[],
): Unchecked {
  if (redirects.length > 0) site.note('done', setting, `${redirects.length} redirects`);
  return { redirects };
}

/** `lastUpdated` of VitePress and Starlight. */
export function lastUpdated(setting: Setting, { note }: Moving): Unchecked {
  if (setting.value !== true) return {};
  note('done', setting, 'lastUpdate');
  return { lastUpdate: true };
}

/** Levels of headings in the table of contents of two tools. */
export function headingLevels({ value }: Setting): Unchecked | undefined {
  if (!isRecord(value)) return undefined;
  return { toc: { min: value['minHeadingLevel'], max: value['maxHeadingLevel'] } };
}

/** The path below the static folder of an image that a tool keeps elsewhere: a copy of it is added. */
export function staticCopy(
  { siteDir, add }: Moving,
  file: string,
  { staticDir, path }: { readonly staticDir: string; readonly path: string },
): string | undefined {
  if (!isFile(file)) return undefined;
  const isThere = contains(resolve(siteDir, staticDir), file);
  if (!isThere) add(`${staticDir}/${path}`, readFileSync(file));
  return isThere ? siteRelative(resolve(siteDir, staticDir), file) : path;
}

/** Plain text of a label that may contain HTML; empty without a label. */
export function labelAt(setting: Setting, key: string): string {
  const text = (textAt(setting, key) ?? '').replace(/<[^>]*>/g, '');
  return collapseSpace(text);
}
