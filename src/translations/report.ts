/** The findings, numbers and texts of `docs translations`. */
import type { ResolvedConfig } from '../config/site-config.ts';
import { discover } from '../content/discover.ts';
import { type Diagnostic, diagnostic, startOf } from '../diagnostics/diagnostic.ts';
import { groupBy } from '../shared/maps.ts';
import type { Change } from './blocks.ts';
import { checkTranslation } from './checks.ts';
import { readGlossary } from './glossary.ts';
import { readTranslations, type TranslationState, type Translations } from './states.ts';

/** How many translations may be outdated: a number of pages, or a share of them. */
export type OutdatedLimit = { readonly pages: number } | { readonly share: number };

export interface TranslationReport extends Translations {
  readonly diagnostics: readonly Diagnostic[];
  /** A line for each locale, and what they are based on. */
  readonly notes: readonly string[];
}

/** Compares all translations of a site. */
export async function reportTranslations(
  config: ResolvedConfig,
  limit?: OutdatedLimit,
): Promise<TranslationReport> {
  const read = await readTranslations(config, discover(config));
  const { states, problem } = read;
  const glossary = readGlossary(config);
  const found = states.flatMap((page) => [
    ...stateFinding(page),
    ...checkTranslation(page, glossary.terms),
  ]);
  const translated = states.filter(({ state }) => state !== 'missing').length;
  const outdated = states.filter(({ state }) => state === 'outdated').length;
  const allowed =
    limit === undefined ? outdated : 'pages' in limit ? limit.pages : limit.share * translated;
  const message = `${outdated} of ${translated} translations are outdated, more than --max-outdated allows`;
  const over = outdated > allowed ? [diagnostic('translations-below-limit', { message })] : [];
  const counts = [...groupBy(states, ({ locale }) => locale)].map(([locale, pages]) => {
    const parts = (['complete', 'outdated', 'unknown', 'missing'] as const).flatMap((name) => {
      const count = pages.filter(({ state }) => state === name).length;
      return count === 0 ? [] : [`${count} ${name}`];
    });
    return `${locale}: ${parts.join(', ')}`;
  });
  const byGit = states.filter(({ by }) => by === 'git').length;
  const based = [
    byGit > 0 &&
      `${byGit} of them by the dates of Git: without hashes, an edited translation counts as complete (docs translations --accept writes them)`,
    problem !== undefined && `without hashes, states are unknown: ${problem}`,
  ].filter((line) => line !== false);
  return {
    ...read,
    diagnostics: [...glossary.diagnostics, ...found, ...over],
    notes: [...counts, ...based],
  };
}

function stateFinding(page: TranslationState): readonly Diagnostic[] {
  const { state, original, translation, locale, changes, date, from } = page;
  if (state === 'missing') {
    const message = `${original.file} is not translated to "${locale}"`;
    return [diagnostic('missing-translation', { message, location: startOf(original.file) })];
  }
  if (state !== 'outdated' || translation === undefined) return [];
  const [first] = changes;
  const sections = sectionsOf(changes, from.blocks[0]?.section ?? '');
  const where = sections.length === 0 ? '' : `: ${sections.map((name) => `“${name}”`).join(', ')}`;
  const blocks = `${changes.length} ${changes.length === 1 ? 'block' : 'blocks'}`;
  return [
    diagnostic('outdated-translation', {
      message: `${blocks} of ${original.file} changed since ${date}, first in line ${first?.near?.line ?? 1}${where}`,
      hint: `see what changed with --diff; when it is translated: docs translations --accept --include ${translation.file}`,
      location: startOf(translation.file),
    }),
  ];
}

/** The headings of changes, as text, in order. */
function sectionsOf(changes: readonly Change[], start: string): readonly string[] {
  const names = changes.map(({ near }) => (near?.section ?? start).replace(/[*_`]/g, ''));
  return [...new Set(names)].filter((name) => name !== '').slice(0, MOST_SECTIONS);
}

const MOST_SECTIONS = 5;

/** Prints the blocks to translate again, with the lines of the original before and after. */
export function printChanges({ states }: Translations): string {
  return states
    .filter(({ state }) => state === 'outdated')
    .map(({ original, translation, changes, date, by, baseline }) => {
      const source = by === 'git' ? `the date of ${translation?.file} in Git` : 'accepted hashes';
      const lost = baseline?.blocks === undefined ? '; Git has no text of it' : '';
      const head = `--- ${original.file} (${date}, by ${source}${lost})\n+++ ${original.file} → ${translation?.file}\n`;
      const hunks = changes.map(({ before, block, near }) => {
        const sign = (mark: string, text = ''): string => text.replace(/^/gm, mark);
        return [
          `@@ line ${near?.line ?? 1}${near?.section ? `, ${near.section}` : ''} @@`,
          ...(before === undefined ? [] : [sign('-', before.text)]),
          ...(block === undefined ? [] : [sign('+', block.text)]),
          ...(before === undefined && block === undefined ? ['-(a block was removed)'] : []),
        ].join('\n');
      });
      return `${head}${hunks.join('\n')}\n`;
    })
    .join('\n');
}
