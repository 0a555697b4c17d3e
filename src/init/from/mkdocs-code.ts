import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { posix } from 'node:path/posix';
import picomatch from 'picomatch';
import { repositoryFolder } from '../../config/folders.ts';
import { parseJson, stringAt, valueAt } from '../../config/problem.ts';
import { isMaterial } from './mkdocs-nav.ts';
import { editLinks, entriesBelow, inSite, outsideLink, staticCopy } from './parts.ts';
import {
  at,
  elementsOf,
  type Member,
  membersOf,
  type Moving,
  type Setting,
  textAt,
  type Unchecked,
} from './table.ts';

/** A switch, also in the words of YAML 1.1. */
function isOn(value: unknown): boolean {
  return value === true || (typeof value === 'string' && /^(?:yes|on)$/i.test(value));
}

export function isOff(value: unknown): boolean {
  return value === false || (typeof value === 'string' && /^(?:no|off)$/i.test(value));
}

export function themeName(setting: Setting, { note }: Moving): Unchecked {
  const isStandard = /^(?:material|mkdocs|readthedocs)$/.test(String(setting.value));
  const words = isStandard ? 'the default templates' : 'see templates/ in the manual';
  return note(isStandard ? 'done' : 'left', setting, `${setting.value}: ${words}`);
}

/** The icon of the site, which has a default. */
export function favicon(site: Moving): Unchecked {
  const setting = at(site.root, 'theme', 'favicon');
  const path = textAt(setting) ?? 'img/favicon.ico';
  const file = join(site.pagesDir, path);
  if (setting.value === undefined && !existsSync(file)) return {};
  const copy = staticCopy(site, file, { staticDir: 'static', path });
  if (copy === undefined) return site.note('left', setting, `there is no ${path}`);
  site.note('done', setting, `icon: static/${copy}`);
  return { favicon: copy };
}

export function logo(setting: Member, site: Moving): Unchecked | undefined {
  const path = textAt(setting);
  if (path === undefined) return undefined;
  const isAddress = /^https?:/.test(path);
  const file = join(site.pagesDir, path);
  const src = isAddress ? path : staticCopy(site, file, { staticDir: 'static', path });
  if (src === undefined) return site.note('left', setting, `there is no ${path}`);
  site.note('done', setting, isAddress ? src : `static/${src}`);
  const homepage = at(site.root, 'extra', 'homepage');
  if (textAt(homepage) !== undefined) site.note('done', homepage, 'target of the logo');
  const image = { src: isAddress ? src : `/${src}`, alt: '', href: textAt(homepage) };
  return { navbar: { logo: site.from(image, setting) } };
}

export function language(setting: Member, { root, note }: Moving): Unchecked | undefined {
  const direction = at(root, 'theme', 'direction');
  const dir = textAt(direction);
  const htmlLang = textAt(setting)?.replaceAll('_', '-');
  if (htmlLang === undefined) return undefined;
  note('done', setting, `language: ${htmlLang}`);
  if (dir !== undefined) note('done', direction, `direction: ${dir}`);
  if (htmlLang === 'en' && dir === undefined) return {};
  return { i18n: { locales: [{ code: htmlLang.split('-')[0], htmlLang, dir }] } };
}

/** The schemes of Material in order; readers whose system decides have both. */
export function palette(setting: Member, { note }: Moving): Unchecked {
  const schemes = Array.isArray(setting.value) ? elementsOf(setting) : [setting];
  const hasColors = schemes.some((scheme) => textAt(scheme, 'primary') ?? textAt(scheme, 'accent'));
  const colors = 'colorMode; its colors go to a style sheet in templates/';
  note(hasColors ? 'approximated' : 'done', setting, hasColors ? colors : 'colorMode');
  const isSystem = schemes.some((scheme) =>
    textAt(scheme, 'media')?.includes('prefers-color-scheme'),
  );
  const [first = setting] = schemes;
  const isDark = /slate|dark/.test(textAt(first, 'scheme') ?? '');
  return isSystem ? {} : colorMode(isDark, schemes.length > 1);
}

export function colorMode(isDark: boolean, hasSwitch: boolean): Unchecked {
  const mode = { default: isDark ? 'dark' : undefined, respectPrefersColorScheme: false };
  return { colorMode: hasSwitch ? mode : { ...mode, disableSwitch: true } };
}

/** Hosts with the folder of the pages in their addresses for edits. */
const HOSTS: readonly (readonly [pattern: RegExp, name: string, edit: string])[] = [
  [/github\.com/, 'GitHub', 'edit/master/docs/'],
  [/gitlab/, 'GitLab', 'edit/master/docs/'],
  [/bitbucket/, 'Bitbucket', 'src/default/docs/'],
];

export function repository(setting: Member, site: Moving): Unchecked | undefined {
  const href = textAt(setting);
  if (href === undefined || !URL.canParse(href)) return undefined;
  const name = at(site.root, 'repo_name');
  const { hostname } = new URL(href);
  const host = HOSTS.find(([pattern]) => pattern.test(hostname));
  const label = textAt(name) ?? host?.[1] ?? hostname;
  site.note('done', setting, 'a link in the navbar');
  if (name.value !== undefined) site.note('done', name, 'its text');
  return { navbar: { items: [outsideLink(site, setting, { label, href })] } };
}

/** Edit links as written, else those of the repository's host, which Material shows with a feature only. */
export function editUrl(site: Moving, features: ReadonlySet<unknown>): Unchecked {
  const { root } = site;
  const [repositoryUrl, template] = [textAt(root, 'repo_url'), textAt(root, 'edit_uri_template')];
  const uri = valueAt(root.value, 'edit_uri');
  if (uri === '' || uri === null) return site.note('done', at(root, 'edit_uri'), 'no edit links');
  const isAsked = uri !== undefined || template !== undefined;
  if (!isAsked && isMaterial(root) && !features.has('content.action.edit')) return {};
  const host = HOSTS.find(([pattern]) => pattern.test(repositoryUrl ?? ''));
  const written =
    template?.replace(/\/?\{path(?:!q)?\}$/, '') ?? textAt(root, 'edit_uri') ?? host?.[2];
  const key = template === undefined ? 'edit_uri' : 'edit_uri_template';
  const isWhole = written !== undefined && URL.canParse(written);
  if (!isWhole && (written === undefined || repositoryUrl === undefined))
    return isAsked ? site.note('left', at(root, key), 'edit links without repo_url') : {};
  const start = isWhole ? '' : `${repositoryUrl?.replace(/\/+$/, '')}/`;
  const address = start + written.replace(/^\/+|\/+$/g, '');
  return editLinks(site, at(root, isAsked ? key : 'repo_url'), { address });
}

const LEVELS: Readonly<Record<string, string>> = {
  warn: 'warning',
  info: 'warning',
  ignore: 'off',
};

/** Levels of links that lead to nothing; in strict mode, warnings are errors. */
export function linkRules({ root, note }: Moving): Unchecked {
  const [strict, validation] = [at(root, 'strict'), at(root, 'validation')];
  const isStrict = isOn(strict.value);
  if (strict.value !== undefined)
    note('done', strict, isStrict ? 'missing pages and files are errors' : 'not strict');
  if (validation.value !== undefined)
    note('approximated', validation, 'rules for missing pages, files and anchors');
  const links = valueAt(validation.value, 'links') ?? validation.value;
  const level = (key: string, byDefault: string): string | undefined => {
    const written = stringAt(links, key);
    if (isStrict && (written ?? byDefault) === 'warn') return 'error';
    return written === undefined ? undefined : LEVELS[written];
  };
  const [pages, anchors] = [level('not_found', 'warn'), level('anchors', 'info')];
  const rules = { 'page-not-found': pages, 'asset-not-found': pages, 'anchor-not-found': anchors };
  return pages === undefined && anchors === undefined ? {} : { links: { rules } };
}

/** Reports the number of pages that patterns like those of .gitignore match. */
export function unpublished(setting: Member, site: Moving): Unchecked {
  const lines = (textAt(setting) ?? '').split('\n').map((line) => line.trim());
  const globs = lines
    .filter((line) => line !== '' && !/^[#!]/.test(line))
    .flatMap((line) => {
      const bare = line.replace(/^\/|\/$/g, '');
      const isRooted = line.replace(/\/$/, '').includes('/');
      return isRooted ? [bare, `${bare}/**`] : [bare, `**/${bare}`, `**/${bare}/**`];
    });
  const paths = entriesBelow(site.pagesDir);
  const isMatch = globs.length === 0 ? () => false : picomatch(globs, { dot: true });
  const pages = paths.filter((path) => /\.mdx?$/.test(path) && isMatch(path.replaceAll('\\', '/')));
  if (pages.length === 0) return site.note('done', setting, 'no page matches');
  const remedy = `move them out of ${inSite(site, site.pagesDir)}/`;
  return site.note('left', setting, `${pages.length} page(s) are built nevertheless: ${remedy}`);
}

/** The address of a page's file; other addresses stay. */
export function pageAddress(path: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) return path;
  const [, file = '', rest = ''] = /^([^?#]*)(.*)$/.exec(path) ?? [];
  const page = posix
    .normalize(`/${file}`)
    .replace(/(?:(?:^|\/)(?:index|README))?\.(?:md|html)$/, '');
  return (page || '/') + rest;
}

/** Languages whose pages are in folders of their names; the default one has no prefix. */
export function languages(setting: Member, site: Moving): Unchecked {
  const all = elementsOf(at(setting, 'languages')).flatMap((entry) => {
    const locale = textAt(entry, 'locale');
    return locale === undefined || locale === 'null' ? [] : [{ entry, locale }];
  });
  const main = all.find(({ entry }) => isOn(at(entry, 'default').value)) ?? all[0];
  if (textAt(setting, 'docs_structure') !== 'folder' || main === undefined)
    return site.note(
      'left',
      setting,
      'i18n: rename translations such as page.fr.md to i18n/fr/page.md, and name the locales in i18n.locales',
    );
  const folderOf = (locale: string): string => join(site.pagesDir, locale);
  const locales = all.flatMap(({ entry, locale }) => {
    if (at(entry, 'build').value === false || !existsSync(folderOf(locale))) return [];
    for (const member of membersOf(entry))
      if (!/^(?:locale|name|default|build)$/.test(member.key))
        site.note('left', member, `i18n: ${member.key} of ${locale}`);
    const path = locale === main.locale ? undefined : inSite(site, folderOf(locale));
    const code = locale.replaceAll('_', '-');
    return [site.from({ code, label: textAt(entry, 'name'), path }, entry)];
  });
  site.note('done', setting, `i18n: ${locales.length} locales`);
  const defaultLocale = main.locale.replaceAll('_', '-');
  return { contentDir: inSite(site, folderOf(main.locale)), i18n: { defaultLocale, locales } };
}

export function tocDepth(setting: Member, { note }: Moving): Unchecked {
  const [, first, last] = /^(?:(\d)-)?(\d)$/.exec(String(setting.value)) ?? [];
  if (last === undefined) return {};
  note('done', setting, `toc: levels to ${last}`);
  const min = first === undefined ? undefined : Math.max(2, Number(first));
  return { toc: { min, max: Math.max(2, Number(last)) } };
}

/** Folders of snippets in addition to the usual ones. */
export function snippetFolders(setting: Member, site: Moving): Unchecked {
  const names = Array.isArray(setting.value) ? elementsOf(setting) : [setting];
  const folders = names.flatMap((entry) => {
    const name = textAt(entry)?.replace(/^\$(?:config_dir|docs_dir)\/?/, '') ?? '';
    const folder = resolve(site.toolDir, name);
    const isUsual = [site.siteDir, site.toolDir, site.pagesDir].includes(folder);
    return name === '' || isUsual || !existsSync(folder) ? [] : [inSite(site, folder)];
  });
  const usual = inSite(site, repositoryFolder(site.siteDir));
  return folders.length === 0 ? {} : { includeRoots: [usual, ...folders] };
}

/** Links to the versions of mike, which it keeps in the branch of the published site. */
export function mikeVersions(setting: Member, { root, toolDir, note, from }: Moving): Unchecked {
  const remedy = 'put the docs of each into versions/<name>/';
  const shown = ['gh-pages', 'origin/gh-pages']
    .map((branch) => spawnSync('git', ['-C', toolDir, 'show', `${branch}:versions.json`]))
    .find(({ status }) => status === 0);
  const list = shown && parseJson(String(shown.stdout));
  const url = textAt(root, 'site_url');
  if (!Array.isArray(list) || url === undefined || !URL.canParse(url))
    return note('left', setting, `versions of mike: ${remedy}`);
  const items = list.flatMap((entry: unknown) => {
    const name = stringAt(entry, 'version');
    if (name === undefined) return [];
    // The address in the configuration may be that of one version.
    const base = url.replace(/\/(?:latest|stable|dev|v?\d[\w.]*)\/?$/, '').replace(/\/$/, '');
    return [{ label: stringAt(entry, 'title') ?? name, href: `${base}/${name}/` }];
  });
  note(
    'approximated',
    setting,
    `links to ${items.length} versions of mike; to build them, ${remedy}`,
  );
  const menu = { type: 'dropdown', label: 'Versions', position: 'right', items };
  return items.length === 0 ? {} : { navbar: { items: [from(menu, setting)] } };
}
