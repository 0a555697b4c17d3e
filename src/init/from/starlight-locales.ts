import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, listAt, stringAt, valueAt } from '../../config/problem.ts';
import { below, inSite, type Moving, type Origin, type Unchecked } from './moving.ts';
import { findSlugs, labelTranslations, readSidebar } from './starlight-sidebars.ts';

/** The languages of a site, and where its options are. */
interface Site {
  readonly options: unknown;
  readonly origin: Origin;
  readonly moving: Moving;
  /** Folder of the docs, absolute. */
  readonly docsDir: string;
}

interface Language {
  /** Key in `locales`, which is its folder. */
  readonly key: string;
  readonly value: unknown;
}

/** Converts languages and sidebars. */
export function readLanguages(site: Site): {
  readonly i18n: Unchecked;
  readonly sidebars: Unchecked;
} {
  const { options, origin, moving } = site;
  const locales = valueAt(options, 'locales');
  const all = Object.entries(isRecord(locales) ? locales : {}).map(([key, value]) => ({
    key,
    value,
  }));
  const root = all.find(({ key }) => key === 'root');
  const items = listAt(options, 'sidebar');
  const at = below(origin, 'sidebar');
  if (items.length > 0) moving.noteAt('done', at, 'sidebar');
  if (all.length > 0 && root === undefined) return inFolders(site, all);
  if (all.length > 1) noteTranslations(site, all);
  const slugs = findSlugs(site.docsDir);
  const docs = readSidebar({ moving, slugs, prefix: '', isReported: true }, items, at);
  return {
    i18n: all.length === 0 ? {} : { i18n: toLocales(site, all) },
    sidebars: items.length === 0 ? {} : { sidebars: { docs } },
  };
}

/** Translations lie in folders of their languages inside the folder of the docs. */
function toLocales({ moving, origin, docsDir }: Site, all: readonly Language[]): Unchecked {
  const locales = all.map(({ key, value }) => {
    const lang = stringAt(value, 'lang');
    const own = below(origin, 'locales', key);
    const isRoot = key === 'root';
    const code = isRoot ? (lang ?? 'en') : key;
    const [label, dir] = [stringAt(value, 'label'), stringAt(value, 'dir')];
    const folder = languageFolder(docsDir, key);
    const locale = {
      code,
      ...(label === undefined ? {} : { label }),
      ...(lang === undefined || lang === code ? {} : { htmlLang: lang }),
      ...(isRoot || folder === undefined ? {} : { path: inSite(moving, folder) }),
      ...(dir === undefined ? {} : { dir }),
    };
    return moving.from(locale, own);
  });
  moving.noteAt('done', below(origin, 'locales'), `${locales.length} languages: i18n.locales`);
  return { locales };
}

/** The folder of a language, whose name may have capitals; undefined without one. */
function languageFolder(docsDir: string, key: string): string | undefined {
  const names = existsSync(docsDir) ? readdirSync(docsDir) : [];
  const name = names.find((folder) => folder.toLowerCase() === key.toLowerCase());
  return name === undefined ? undefined : join(docsDir, name);
}

/** Writes the translations of labels into files of messages. */
function noteTranslations({ options, origin, moving }: Site, all: readonly Language[]): void {
  const translations = labelTranslations(listAt(options, 'sidebar'));
  for (const { key, value } of all) {
    const labels = translations.get(stringAt(value, 'lang') ?? key) ?? translations.get(key);
    if (key === 'root' || labels === undefined || labels.size === 0) continue;
    const lines = Array.from(
      labels,
      ([label, text]) => `  ${JSON.stringify(label)}: ${JSON.stringify(text)}\n`,
    );
    const file = `i18n/${key}/messages.yml`;
    moving.add(file, `labels:\n${lines.join('')}`);
    moving.noteAt('done', below(origin, 'locales', key), `labels of the sidebar: ${file}`);
  }
}

/** Without a language at the root, the addresses of all begin with their codes: their pages are ordinary ones. */
function inFolders(
  { options, origin, moving, docsDir }: Site,
  all: readonly Language[],
): ReturnType<typeof readLanguages> {
  const items = listAt(options, 'sidebar');
  const slugs = findSlugs(docsDir);
  const main = stringAt(options, 'defaultLocale') ?? all[0]?.key ?? 'en';
  const sidebars = all
    .filter(({ key }) => languageFolder(docsDir, key) !== undefined)
    .map(({ key, value }) => {
      const input = { moving, slugs, prefix: `${key}/`, lang: stringAt(value, 'lang') ?? key };
      return [
        key,
        readSidebar({ ...input, isReported: key === main }, items, below(origin, 'sidebar')),
      ] as const;
    });
  const codes = all.map(({ key }) => key).join(', ');
  moving.noteAt(
    'approximated',
    below(origin, 'locales'),
    `${codes}: no language is at the root, so their pages are ordinary ones with a sidebar each; for translations, set contentDir to the main folder and name the others in i18n.locales[].path, which takes /${main}/ out of addresses`,
  );
  const lang = stringAt(valueAt(valueAt(options, 'locales'), main), 'lang') ?? main;
  return {
    i18n: lang === 'en' ? {} : { i18n: { locales: [{ code: lang }] } },
    sidebars: items.length === 0 ? {} : { sidebars: Object.fromEntries(sidebars) },
  };
}
