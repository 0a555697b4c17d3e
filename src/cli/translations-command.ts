import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { isAbout } from '../diagnostics/codes.ts';
import { replaceFile } from '../cache/cache-folder.ts';
import { realFolder } from '../config/folders.ts';
import { createFilters } from '../links/filters.ts';
import { loadSite } from '../publish/recover.ts';
import { printAccepted, withAccepted } from '../translations/blocks.ts';
import {
  type OutdatedLimit,
  printChanges,
  reportTranslations,
  type TranslationReport,
} from '../translations/report.ts';
import { type Check, runCheck } from './check-links-command.ts';
import { addCheckFlags, type LinkFlags, type ReportTarget } from './link-flags.ts';
import { printError } from './print.ts';
import { EXIT, plural, reportDiagnostics, usageError } from './report.ts';
import { CHECK_EXIT_HELP, exitWith, FINDINGS_HELP, namedSite, valueReader } from './site-flags.ts';

export interface TranslationLimit {
  readonly maxOutdated?: OutdatedLimit;
}

interface TranslationFlags extends LinkFlags, TranslationLimit {
  readonly accept?: boolean;
  readonly diff?: boolean;
}

/** `docs translations [dir]`. */
export function addTranslationsCommand(program: Command): void {
  const reports: ReportTarget[] = [];
  const command = program
    .command('translations')
    .description('compare translated pages with their originals')
    .argument('[dir]', 'site folder or configuration file (default: this folder)')
    .option('-c, --config <file>', 'use this configuration file')
    .option('--diff', 'print what changed in the originals')
    .option('--accept', 'note in translations which original they follow');
  addCheckFlags(addTranslationLimit(command), reports)
    .addHelpText('after', HELP)
    .action(
      exitWith((dir: string | undefined, flags: TranslationFlags) => {
        if (flags.accept === true || flags.diff === true) return editTranslations(dir, flags);
        const check = translationCheck(flags);
        const { isOwn } = check;
        return runCheck(dir, { flags, reports, checks: [{ ...check, isGentle: false }], isOwn });
      }),
    );
}

/** Adds the limit of `docs translations` and `docs check`. */
export function addTranslationLimit(command: Command): Command {
  return command.option(
    '--max-outdated <n|%>',
    'fail if more translations are outdated',
    valueReader((text): OutdatedLimit | undefined => {
      const [, digits, percent] = /^(\d{1,6})(%?)$/.exec(text) ?? [];
      if (digits === undefined) return undefined;
      return percent === '' ? { pages: Number(digits) } : { share: Number(digits) / 100 };
    }, 'a number or a share such as 5%'),
  );
}

/** The translations of a site, if it has several locales. */
export function translationCheck({ maxOutdated }: TranslationLimit): Check {
  let report: TranslationReport | undefined;
  return {
    name: 'translations',
    isOwn: (code) => isAbout('translations', code),
    isGentle: true,
    counts: () => report && plural(report.states.length, 'page in a locale', 'pages in locales'),
    checked: () => (report === undefined ? {} : { translations: report.states.length }),
    notes: () => report?.notes ?? [],
    // A translation gets outdated by an edit of another file.
    filesOf: (file) =>
      report?.states.some(({ translation }) => translation?.file === file) === true,
    open: async (config) => {
      if (config.locales.length < 2) return undefined;
      return {
        finish: async () => {
          report = await reportTranslations(config, maxOutdated);
          return report.diagnostics;
        },
      };
    },
  };
}

/** Prints the changes of originals, or writes what translations follow. */
async function editTranslations(dir: string | undefined, flags: TranslationFlags): Promise<number> {
  const compiled = createFilters(flags);
  if (!compiled.ok) {
    for (const problem of compiled.problems) usageError(problem);
    return EXIT.usage;
  }
  const { filters } = compiled;
  const named = namedSite(dir, flags);
  const { config, diagnostics } = await loadSite({ ...named, siteDir: realFolder(named.siteDir) });
  if (config === undefined) {
    reportDiagnostics({ diagnostics, siteDir: named.siteDir }, 'pretty');
    return EXIT.usage;
  }
  const report = await reportTranslations(config);
  const states = report.states.filter(
    ({ translation, original }) =>
      translation !== undefined &&
      (filters.hasFile(translation.file) || filters.hasFile(original.file)),
  );
  if (flags.accept !== true) {
    process.stdout.write(printChanges({ states }));
    return EXIT.fine;
  }
  const today = new Date().toISOString().slice(0, 10);
  // Files that are named have been looked at.
  const isNamed = flags.include !== undefined;
  let written = 0;
  for (const { translation, to, from, state, date = today, baseline, by } of states) {
    if (translation === undefined || to === undefined || state === 'missing') continue;
    if (!isNamed && (by === 'hashes' || state === 'unknown')) continue;
    const isKept = !isNamed && state === 'outdated' && baseline !== undefined;
    const hashes = isKept ? baseline.hashes : from.blocks.map(({ hash }) => hash);
    const raw = readFileSync(translation.absolute, 'utf8');
    const next = withAccepted(raw, printAccepted(isKept ? date : today, hashes));
    if (next === raw) continue;
    replaceFile(translation.absolute, next);
    written += 1;
  }
  printError(`${plural(written, 'translation')} written`);
  return EXIT.fine;
}

const HELP = `
The state of each page in each locale: complete, outdated, missing; a translation without an original is a
finding of every build. --accept writes a hash of each block of the original into the frontmatter of the
translation (translated_from), and a translation is outdated if one of the blocks says something else. Spelling,
links, markup and line breaks do not count. Without hashes, Git tells what the original was when the translation
last changed, and the report says so.

--accept without --include takes the states of Git over as hashes, outdated ones too. With --include, the named
translations are complete: name an original to accept a change of it in all languages.

Complete translations have the ids, links, placeholders and code of their originals; terms are in glossary.yml.

Examples:
  $ docs translations
  $ docs translations --rule missing-translation=info  list missing pages, too
  $ docs translations --diff --include 'i18n/fr/**'    what to translate again
  $ docs translations --accept --include i18n/fr/docs/install.md
  $ docs translations --accept --include content/docs/install.md
  $ docs translations --max-outdated 5% --format github

${FINDINGS_HELP}

${CHECK_EXIT_HELP}.
`;
