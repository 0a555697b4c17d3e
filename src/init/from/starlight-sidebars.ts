import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, stringEntries } from '../../config/problem.ts';
import { starlight } from '../../dialects/starlight/starlight.ts';
import { entriesBelow, inSite, linkTo } from './parts.ts';
import {
  at,
  each,
  elementsOf,
  type Member,
  membersOf,
  type Moving,
  readTable,
  type Setting,
  type Table,
  textAt,
  type Unchecked,
} from './table.ts';
import { namesIn } from '../../config/folders.ts';

/** Converts languages and sidebars. */
export function readLanguages(options: Setting, site: Moving): Unchecked {
  const locales = at(options, 'locales');
  const languages = isRecord(locales.value) ? membersOf(locales) : [];
  const sidebar = at(options, 'sidebar');
  const isListed = elementsOf(sidebar).length > 0;
  if (isListed) site.note('done', sidebar, 'sidebar');
  const slugs = findSlugs(site.pagesDir);
  const readIn = (prefix: string, lang: string | undefined, isReported: boolean) =>
    readSidebar({ site, slugs, prefix, lang, isReported }, sidebar);
  if (languages.length === 0 || languages.some(({ key }) => key === 'root')) {
    if (languages.length > 1) writeLabels(site, sidebar, languages);
    return {
      ...(languages.length === 0 ? {} : { i18n: readLocales(site, locales, languages) }),
      set: { sidebars: isListed ? { docs: readIn('', undefined, true) } : undefined },
    };
  }
  // Without a language at the root, the addresses of all begin with their codes: their pages are ordinary ones.
  const main = textAt(options, 'defaultLocale') ?? languages[0]?.key ?? 'en';
  const sidebars = languages.flatMap((language) => {
    const { key } = language;
    if (languageFolder(site, key) === undefined) return [];
    return [[key, readIn(`${key}/`, textAt(language, 'lang') ?? key, key === main)] as const];
  });
  const codes = languages.map(({ key }) => key).join(', ');
  site.note(
    'approximated',
    locales,
    `${codes}: no language is at the root, so their pages are ordinary ones with a sidebar each; for translations, set contentDir to the main folder and name the others in i18n.locales[].path, which takes /${main}/ out of addresses`,
  );
  const code = textAt(locales, main, 'lang') ?? main;
  return {
    i18n: code === 'en' ? undefined : { locales: [{ code }] },
    set: { sidebars: isListed ? Object.fromEntries(sidebars) : undefined },
  };
}

/** Translations lie in folders of their languages inside the folder of the docs. */
function readLocales(site: Moving, setting: Setting, languages: readonly Member[]): Unchecked {
  const locales = languages.map((language) => {
    const isRoot = language.key === 'root';
    const lang = textAt(language, 'lang');
    const code = isRoot ? (lang ?? 'en') : language.key;
    const folder = isRoot ? undefined : languageFolder(site, language.key);
    const locale = {
      code,
      label: textAt(language, 'label'),
      htmlLang: lang === code ? undefined : lang,
      path: folder === undefined ? undefined : inSite(site, folder),
      dir: textAt(language, 'dir'),
    };
    return site.from(locale, language);
  });
  site.note('done', setting, `${locales.length} languages: i18n.locales`);
  return { locales };
}

/** The folder of a language, whose name may have capitals; undefined without one. */
function languageFolder({ pagesDir }: Moving, key: string): string | undefined {
  const name = namesIn(pagesDir).find((folder) => folder.toLowerCase() === key.toLowerCase());
  return name === undefined ? undefined : join(pagesDir, name);
}

/** Writes the translations of labels into files of messages. */
function writeLabels(site: Moving, sidebar: Setting, languages: readonly Member[]): void {
  const translations = new Map<string, Map<string, string>>();
  const visit = (item: Setting): void => {
    const label = labelOf(undefined, item);
    const texts = ['translations', 'label'].flatMap((key) => stringEntries(at(item, key).value));
    for (const [lang, text] of texts) {
      const labels = translations.get(lang) ?? new Map<string, string>();
      if (label !== undefined && label !== text && !labels.has(label)) labels.set(label, text);
      translations.set(lang, labels);
    }
    for (const inner of elementsOf(at(item, 'items'))) visit(inner);
  };
  for (const item of elementsOf(sidebar)) visit(item);
  for (const language of languages) {
    const { key } = language;
    const labels = translations.get(textAt(language, 'lang') ?? key) ?? translations.get(key);
    if (key === 'root' || labels === undefined || labels.size === 0) continue;
    const lines = Array.from(
      labels,
      (entry) => `  ${entry.map((text) => JSON.stringify(text)).join(': ')}\n`,
    );
    const file = `i18n/${key}/messages.yml`;
    site.add(file, `labels:\n${lines.join('')}`);
    site.note('done', language, `labels of the sidebar: ${file}`);
  }
}

/** Finds the pages below a folder: the slugs that Starlight gives them, and their ids here. */
function findSlugs(folder: string): ReadonlyMap<string, string> {
  const { docPath } = starlight;
  return new Map(
    entriesBelow(folder).flatMap((file) => {
      if (!/\.mdx?$/.test(file)) return [];
      const path = file.replaceAll('\\', '/').replace(/\.mdx?$/, '');
      const id = docPath?.(path, {}) ?? path;
      const [, slug] =
        /^---\r?\n(?:.*\r?\n)*?slug: *["']?([^\s"']+)["']? *\r?\n(?:.*\r?\n)*?---/.exec(
          readFileSync(join(folder, file), 'utf8'),
        ) ?? [];
      return [[slug?.replace(/^\/+|\/+$/g, '') ?? id.replace(/(?:^|\/)index$/, ''), id] as const];
    }),
  );
}

/** A sidebar for pages in one language. */
interface SidebarInput {
  readonly site: Moving;
  /** The ids of pages by their slugs. */
  readonly slugs: ReadonlyMap<string, string>;
  /** Folder of the language in those of the docs, with a final slash; empty for all pages. */
  readonly prefix: string;
  /** The language, for the texts of entries; undefined for those of the configuration. */
  readonly lang: string | undefined;
  /** False for further languages, whose entries are the same. */
  readonly isReported: boolean;
}

function readSidebar(input: SidebarInput, list: Setting): readonly object[] {
  const { site, slugs, prefix, isReported } = input;
  const idOf = (slug: string): string | undefined => slugs.get((prefix + slug).replace(/\/$/, ''));
  const bare = (path: string): string => path.replace(/^\/+|\/+$/g, '');
  return elementsOf(list).flatMap((item): readonly object[] => {
    if (isReported) readTable(ENTRY, item, site);
    if (isReported && item.value === undefined)
      site.note('left', item, 'sidebar entries that a plugin makes');
    const label = labelOf(input.lang, item);
    const className = textAt(item, 'attrs', 'class');
    const slug = textAt(item) ?? textAt(item, 'slug');
    if (slug !== undefined) {
      const id = idOf(bare(slug)) ?? (prefix + bare(slug) || 'index');
      return [site.from({ type: 'doc', id, label }, item)];
    }
    const link = textAt(item, 'link');
    if (link !== undefined) {
      const target = linkTo(link);
      // A page of the docs has this sidebar.
      const id = 'to' in target ? idOf(bare(target.to)) : undefined;
      const href = 'to' in target ? `/${prefix}${target.to.slice(1)}` : target.href;
      const entry = id === undefined ? { type: 'link', href } : { type: 'doc', id };
      return [site.from({ ...entry, label, className }, item)];
    }
    const dir = textAt(item, 'autogenerate', 'directory');
    const inside = at(item, 'items');
    if (dir === undefined && !Array.isArray(inside.value)) return [];
    const items =
      dir === undefined
        ? readSidebar(input, inside)
        : [site.from({ type: 'autogenerated', dir: prefix + bare(dir) }, item)];
    if (label === undefined) return items;
    const collapsed = at(item, 'collapsed').value === true;
    return [site.from({ type: 'category', label, collapsed, className, items }, item)];
  });
}

/** The text of an entry in a language, which is also written as an object with a text for each. */
function labelOf(lang: string | undefined, item: Setting): string | undefined {
  const label = at(item, 'label');
  const text =
    lang === undefined ? undefined : (textAt(item, 'translations', lang) ?? textAt(label, lang));
  return text ?? textAt(label) ?? stringEntries(label.value)[0]?.[1];
}

/** Keys of entries; those that are read have no report. */
const ENTRY: Table = {
  ...each('label slug link items collapsed translations', ''),
  badge: (badge, { note }) => {
    const text = textAt(badge) ?? textAt(badge, 'text') ?? '';
    return note('left', badge, `badge "${text}" of a sidebar entry`);
  },
  attrs: (attrs, { note }) => {
    const names = membersOf(attrs).flatMap(({ key, value }) =>
      key === 'class' || value === undefined ? [] : [key],
    );
    if (names.length === 0) return {};
    return note('left', attrs, `attrs ${names.join(', ')} of a sidebar entry`);
  },
  autogenerate: {
    directory: '',
    collapsed: ['approximated', 'categories of long sidebars start closed'],
    '*': ['left', 'generated entries have no such key'],
  },
  '*': ['left', 'sidebar entries have no such key'],
};
