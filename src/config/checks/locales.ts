import { didYouMean } from '../check-shape.ts';
import { type Problem, valueProblem } from '../problem.ts';
import { listAt, stringAt, valueAt } from '../read.ts';
import { duplicates } from './duplicates.ts';

/** Locale codes are unique and the default locale is one of them. */
export function checkLocales(config: unknown): Problem[] {
  const i18n = valueAt(config, 'i18n');
  const codes = listAt(i18n, 'locales').map((locale) => stringAt(locale, 'code'));
  const repeated = duplicates(codes).map(({ index, first, value }) =>
    valueProblem(
      ['i18n', 'locales', index, 'code'],
      `repeats "${value}" of i18n.locales[${first}]`,
    ),
  );
  const known = codes.flatMap((code) => code ?? []);
  const chosen = stringAt(i18n, 'defaultLocale');
  if (chosen === undefined || known.length === 0 || known.includes(chosen)) return repeated;
  const hint = didYouMean(chosen, known) ?? `locales: ${known.join(', ')}`;
  const reason = `is "${chosen}", which is not in i18n.locales`;
  return [...repeated, valueProblem(['i18n', 'defaultLocale'], reason, hint)];
}
