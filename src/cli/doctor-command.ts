import type { Command } from 'commander';
import type { CheckResult } from '../pipeline/doctor-machine.ts';
import { printError, printOutput } from './print.ts';
import { EXIT, plural, printJson } from './report.ts';
import { runSiteCode } from './site-code.ts';
import { addListOptions, exitWith, type ListFlags, namedSite } from './site-flags.ts';

interface DoctorFlags extends ListFlags {
  readonly verbose: boolean;
}

/** `docs doctor [dir]`. */
export function addDoctorCommand(program: Command): void {
  addListOptions(program.command('doctor'))
    .description('examine the machine and the site, and say what to do')
    .option('--verbose', 'print every file of a result', false)
    .addHelpText('after', HELP)
    .action(exitWith(runDoctor));
}

const HELP = `
Each line is one check:

  ok       nothing to do
  note     could be better; the line below says how
  problem  a command does not work, or will not; the line below says what to do

Checked are the version of Node, free disk space, folders that builds write to, the size of the cache and limits of
the system; then the configuration and the sources, optional packages, deprecated file names, files that nothing
refers to, equal titles and descriptions, overrides of templates whose default has changed, and plug-ins whose blocks
have no lines. Links are checked by docs check-links.

Examples:
  $ docs doctor
  $ docs doctor --verbose
  $ docs doctor --format json | jq '.checks[] | select(.state != "ok")'

Exit codes: 0 no problem, 1 problems, 2 wrong usage, 3 internal error, 130 interrupted.
`;

async function runDoctor(dir: string | undefined, flags: DoctorFlags): Promise<number> {
  const { format, verbose } = flags;
  const { examine } = await import('../pipeline/doctor.ts');
  const checks = await runSiteCode<readonly CheckResult[]>(
    () => examine(namedSite(dir, flags)),
    ({ diagnostics: [{ message }] }) => [{ name: 'site', state: 'problem', message }],
  );
  if (format === 'json') printJson({ checks });
  else printOutput(checks.map((check) => checkText(check, verbose)).join('\n'));
  const count = (state: CheckResult['state']): number =>
    checks.filter((check) => check.state === state).length;
  if (format === 'pretty')
    printError(`${plural(count('problem'), 'problem')}, ${plural(count('note'), 'note')}`);
  return count('problem') === 0 ? EXIT.fine : EXIT.siteErrors;
}

/** Items of a check that are printed without --verbose. */
const FEW = 5;

function checkText(
  { name, state, message, remedy, items = [] }: CheckResult,
  isVerbose: boolean,
): string {
  const shown = isVerbose ? items : items.slice(0, FEW);
  const rest = items.length - shown.length;
  const lines = [
    `${state.padEnd(7)}  ${name}: ${message}${items.length === 0 ? '' : ` (${items.length})`}`,
    ...shown.map((item) => `           ${item}`),
    ...(rest === 0 ? [] : [`           … and ${rest} more, see --verbose`]),
    ...(remedy === undefined ? [] : [`         → ${remedy}`]),
  ];
  return lines.join('\n');
}
