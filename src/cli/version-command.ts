import type { Command } from 'commander';
import type { Frozen } from '../init/freeze-docs.ts';
import { printRoute, toRoute } from '../shared/paths.ts';
import { printError, printOutput } from './print.ts';
import { EXIT, plural, reportDiagnostics, usageError } from './report.ts';
import { runSiteCode } from './site-code.ts';
import { addSiteOptions, exitWith, namedSite, type SiteFlags } from './site-flags.ts';

interface VersionFlags extends SiteFlags {
  readonly set?: string;
  readonly dryRun: boolean;
}

/** `docs version <name> [dir]`. */
export function addVersionCommand(program: Command): void {
  const command = program.command('version').argument('<name>', 'name of the version, such as 1.0');
  addSiteOptions(command)
    .description('freeze the current docs as a version')
    .option('--set <id>', 'freeze this docs set (needed if there are several)')
    .option('--dry-run', 'print what would be done, write nothing', false)
    .addHelpText('after', HELP)
    .action(exitWith(runVersion));
}

const HELP = `
Copies the folder of the docs set to versions/<name> (versions-<id>/<name> for sets after the first), with its images,
category files and parts of pages, and the translations in i18n/<locale>. Explicit sidebars are written into the
configuration for the version, so that later changes do not affect it. Findings in the docs that
links-baseline.json accepts are accepted in the copies too. All files are copied, or none.

The newest version has the address of the docs set from then on, and the current docs are below /next. API references
are not copied: versions share them.

Afterwards all links of the copies are checked. \`docs --version\` prints the version of docwright.

Examples:
  $ docs version 1.0
  $ docs version 1.0 --dry-run
  $ docs version 2.0 --set sdk

Exit codes: 0 fine, 1 the version has errors, 2 wrong usage or configuration, 3 internal error, 130 interrupted.
`;

async function runVersion(
  name: string,
  dir: string | undefined,
  flags: VersionFlags,
): Promise<number> {
  const { set, dryRun } = flags;
  const request = namedSite(dir, flags);
  const { freezeDocs } = await import('../init/freeze-docs.ts');
  const result = await runSiteCode(
    () => freezeDocs({ ...request, name, dryRun, ...(set === undefined ? {} : { set }) }),
    (fault) => ({ ...fault, kind: 'invalid' as const }),
  );
  if (result.kind === 'refused') return usageError(result.message, result.hint);
  if (result.kind === 'invalid') {
    reportDiagnostics({ ...result, siteDir: request.siteDir }, 'pretty');
    return EXIT.usage;
  }
  printOutput(report(result, name, dryRun));
  return dryRun ? EXIT.fine : checkCopies(result, request);
}

/** Names the copies, the changes of addresses and of the configuration, and how to undo them. */
function report(
  { folders, lines, isEdited, config, set }: Frozen,
  name: string,
  isDry: boolean,
): string {
  const copied = folders.map(
    ({ from, to, files }) =>
      `${isDry ? 'would copy' : 'copied'} ${from === '' ? '.' : from} → ${to} (${plural(files, 'file')})`,
  );
  const { configFile } = config;
  const adding = `${isDry ? 'would add' : 'add'} the sidebars of the version to the docs set "${set.id}" in ${configFile}:`;
  const sidebars = isEdited
    ? [`wrote the sidebars of the version into ${configFile}`]
    : [adding, '', (lines ?? '').replace(/^/gm, '  ').trimEnd(), ''];
  const changes = [...copied, ...(lines === undefined ? [] : sidebars)];
  if (isDry) return changes.join('\n');
  const { path = '' } = set.versions.find((version) => version.name === name) ?? {};
  const addresses = set.versions
    .filter((version) => version.name === name || version.path === set.path || version === set.last)
    .map(
      (version) =>
        `  ${printRoute(toRoute(version.routeBase), config)}  ${version.name} (${version.path})`,
    );
  const notLast =
    set.last.path === path
      ? []
      : [`readers get "${set.last.name}" first: see \`lastVersion\` in the configuration`];
  const undo = [
    `rm -r ${folders.map(({ to }) => to).join(' ')}`,
    ...(isEdited ? [`remove the sidebars of "${name}" from ${configFile}`] : []),
  ];
  changes.push('addresses:', ...addresses, ...notLast, `undo: ${undo.join(', and ')}`);
  return changes.join('\n');
}

/** Reports the errors in the new folders and in the configuration: a relative path may lead out of the docs. */
async function checkCopies(
  { folders, config }: Frozen,
  request: { siteDir: string },
): Promise<number> {
  const { checkLinks } = await import('../pipeline/check-links.ts');
  const isCopied = (file: string): boolean =>
    file === config.configFile || folders.some(({ to }) => file.startsWith(`${to}/`));
  const checked = await checkLinks({
    ...request,
    select: (found) =>
      found.filter(
        ({ severity, location }) =>
          severity === 'error' && (location === undefined || isCopied(location.file)),
      ),
  });
  const diagnostics = checked.diagnostics.filter(({ severity }) => severity === 'error');
  reportDiagnostics({ ...checked, diagnostics }, 'pretty');
  if (diagnostics.length === 0) return EXIT.fine;
  printError(`the version has ${plural(diagnostics.length, 'error')}: correct the copies, or undo`);
  return EXIT.siteErrors;
}
