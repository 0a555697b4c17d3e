import type { LocaleTexts } from '../content/ui-messages.ts';
import { diagnostic } from '../diagnostics/create.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Locale } from '../shared/page.ts';

/** Gives a text of the configuration in another language; one without a translation stays as it is. */
export type Translate = (text: string) => string;

export interface Labels {
  readonly of: (locale: Locale) => Translate;
  /** Translations of texts that nobody has asked for, once the whole site is made. */
  readonly unused: () => readonly Diagnostic[];
}

/** The translated labels of every locale, by code. */
export function createLabels(tables: ReadonlyMap<string, LocaleTexts>): Labels {
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
          .map(([text, { location }]) =>
            diagnostic('unused-label', {
              message: `no label of the site is "${text}"`,
              location,
            }),
          ),
      ),
  };
}
