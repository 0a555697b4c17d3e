import type { ResolvedConfig } from '../config/site-config.ts';
import type { LocaleMessages } from '../content/ui-messages.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Locale } from '../shared/page.ts';
import { type OutputPath, type Route, toOutputPath, toRoute } from '../shared/paths.ts';
import {
  type ApiMessages,
  type ArticleMessages,
  apiMessages,
  articleMessages,
  type UiMessages,
  uiMessages,
} from '../shared/ui-messages.ts';

type Locales = Pick<ResolvedConfig, 'locales' | 'defaultLocale'>;

export function defaultLocale({ locales, defaultLocale: code }: Locales): Locale {
  const found = locales.find((locale) => locale.code === code);
  if (found === undefined) throw new Error(`the locale "${code}" is not configured`);
  return found;
}

/** The route where the pages of a locale begin: `/`, or `/fr`. */
export function localeBase(config: Locales, { code }: Locale): Route {
  return toRoute(code === config.defaultLocale ? '/' : code);
}

/** Translates a route of the default locale to another locale. */
export function inLocale(config: Locales, locale: Locale, route: string): Route {
  return toRoute(`${localeBase(config, locale)}/${route}`);
}

/** The file of a locale's feed of changes. */
export function feedPath(config: Locales, locale: Locale): OutputPath {
  return toOutputPath(inLocale(config, locale, 'changes.xml'));
}

/** The locale of a route, by its first segment. */
export function localeOfRoute(config: Locales, route: Route): Locale {
  const [, first = ''] = route.split('/');
  const named = config.locales.find(({ code }) => code === first && code !== config.defaultLocale);
  return named ?? defaultLocale(config);
}

/** The UI messages by tables and code: pages ask for them several times. */
const known = new WeakMap<ReadonlyMap<string, LocaleMessages>, Map<string, UiMessages>>();

/** The UI messages of a locale; English for those that it lacks. */
export function messagesOf(
  tables: ReadonlyMap<string, LocaleMessages>,
  { code }: Locale,
): UiMessages {
  const ofTables = known.get(tables) ?? new Map<string, UiMessages>();
  known.set(tables, ofTables);
  const messages = ofTables.get(code) ?? { ...uiMessages, ...tables.get(code)?.interface };
  ofTables.set(code, messages);
  return messages;
}

/** The messages in articles of a locale; English for those that it lacks. */
export function articleMessagesOf(
  tables: ReadonlyMap<string, LocaleMessages>,
  { code }: Locale,
): ArticleMessages {
  return { ...articleMessages, ...tables.get(code)?.article };
}

/** The messages of the API reference in a locale; English for those that it lacks. */
export function apiMessagesOf(
  tables: ReadonlyMap<string, LocaleMessages>,
  { code }: Locale,
): ApiMessages {
  return { ...apiMessages, ...tables.get(code)?.api };
}

/** Translates a label of the configuration; returns it unchanged if there is no translation. */
export type Translate = (text: string) => string;

export interface Labels {
  readonly of: (locale: Locale) => Translate;
  /** Reports translations of labels that were never looked up; call it when the whole site is built. */
  readonly unused: () => readonly Diagnostic[];
}

export function createLabels(tables: ReadonlyMap<string, LocaleMessages>): Labels {
  const used = new Map([...tables.keys()].map((code) => [code, new Set<string>()]));
  return {
    of: ({ code }) => {
      const labels = tables.get(code)?.labels;
      if (labels === undefined) return (text) => text;
      return (text) => {
        used.get(code)?.add(text);
        return labels.get(text)?.text ?? text;
      };
    },
    unused: () =>
      [...tables].flatMap(([code, { labels }]) =>
        [...labels]
          .filter(([text]) => used.get(code)?.has(text) !== true)
          .map(([text, { location }]) => {
            const message = `no label of the site is "${text}"`;
            const hint = 'correct the label, or remove the line';
            return diagnostic('unused-label', { message, location, hint });
          }),
      ),
  };
}
