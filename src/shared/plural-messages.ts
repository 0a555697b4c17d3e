import { fillMessage } from './ui-messages.ts';

/** The forms of a counted thing in a message, as ICU writes them: `{count, plural, one {# page} other {# pages}}`. */
const PLURAL = /\{(\w+), plural,((?:\s*[a-z]+ \{[^{}]*\})+)\s*\}/g;
const FORM = /([a-z]+) \{([^{}]*)\}/g;

/** Fills a message that may have plural forms; `rules` are those of its language. Only the build has them. */
export function fillCounted(
  text: string,
  values: Readonly<Record<string, string>>,
  rules: Intl.PluralRules,
): string {
  const chosen = text.replace(PLURAL, (_, name: string, list: string) => {
    const count = values[name] ?? '';
    const forms = pluralForms(list);
    const form = forms.get(rules.select(Number(count))) ?? forms.get('other') ?? '';
    return form.replaceAll('#', count);
  });
  return fillMessage(chosen, values);
}

/** The forms of a message by their category, `other` among them; none if it has no plural, or a malformed one. */
export function pluralForms(text: string): ReadonlyMap<string, string> {
  const list = text.matchAll(FORM);
  return new Map([...list].map(([, category = '', form = '']) => [category, form]));
}

/** True if a text has the place of a value, which may have plural forms where `isCounted`. */
export function hasPlace(text: string, name: string, isCounted: boolean): boolean {
  if (text.includes(`{${name}}`)) return true;
  if (!isCounted) return false;
  return [...text.matchAll(PLURAL)].some(
    ([, of, list = '']) => of === name && pluralForms(list).has('other'),
  );
}
