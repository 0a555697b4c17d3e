import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { Locale } from '../shared/page.ts';
import { type LocaleMessages, MESSAGES_SCHEMA } from './ui-messages.ts';

/** Contains the UI messages that ship, a file for each language; the same from `src/` and from `dist/`. */
const FOLDER = fileURLToPath(new URL('../../messages/', import.meta.url));

/** Reads the UI messages of a language that ship; undefined if there are none, as for English. */
export function catalogOf({ htmlLang }: Pick<Locale, 'htmlLang'>): LocaleMessages | undefined {
  if (/^en\b/i.test(htmlLang)) return undefined;
  const names = readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ''));
  const name = nearestCatalog(htmlLang, names.toSorted());
  if (name === undefined) return undefined;
  const read: unknown = JSON.parse(readFileSync(`${FOLDER}${name}.json`, 'utf8'));
  return { ...v.parse(MESSAGES_SCHEMA, read), labels: new Map() };
}

/**
 * Finds the tag itself, else one of the same language in the same script (`pt` → `pt-BR`, `zh-HK` → `zh-TW`): readers
 * understand it better than English.
 */
export function nearestCatalog(tag: string, names: readonly string[]): string | undefined {
  // Without variants, which may be none that exist.
  const [main = tag] = /^[a-z]+(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?=-|$)/i.exec(tag) ?? [];
  const wanted = new Intl.Locale(main).maximize();
  const readable = names.filter((name) => {
    const { language, script } = new Intl.Locale(name).maximize();
    return language === wanted.language && script === wanted.script;
  });
  return readable.find((name) => new Intl.Locale(name).region === wanted.region) ?? readable[0];
}
