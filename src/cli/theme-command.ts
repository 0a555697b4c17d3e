import { Argument, type Command } from 'commander';
import type { ListedTemplate, TemplatesResult } from '../init/templates.ts';
import { printOutput } from './print.ts';
import { EXIT, reportDiagnostics, usageError } from './report.ts';
import { runSiteCode } from './site-code.ts';
import { addSiteOptions, exitWith, namedSite, type SiteFlags } from './site-flags.ts';

interface ThemeFlags extends SiteFlags {
  readonly force: boolean;
}

type Arguments = readonly [
  action: 'list' | 'eject',
  template: string | undefined,
  dir: string | undefined,
  flags: ThemeFlags,
];

/** `docs theme list [dir]` and `docs theme eject <template> [dir]`. */
export function addThemeCommand(program: Command): void {
  const command = program
    .command('theme')
    .addArgument(new Argument('<action>', 'what to do').choices(['list', 'eject']))
    .argument('[template]', 'with eject: its name, such as Footer');
  addSiteOptions(command)
    .description('list the templates of a site, or copy one into it')
    .option('--force', 'with eject: overwrite a file of the site', false)
    .addHelpText('after', HELP)
    .action(exitWith(runTheme));
}

const HELP = `
list names all templates, and the file of the site or of a theme that takes the place of each.

eject copies a template to templates/: that of the last theme which has it, else the default. Its imports are changed
so that they lead to the other templates of the site, and its types are found. A comment says what it was copied from:
docs doctor tells when the default has changed. To add something to a template, wrap it instead of copying it.

Examples:
  $ docs theme list
  $ docs theme eject Footer
  $ docs theme eject api/Operation
  $ docs theme eject styles/code.css --force
`;

async function runTheme(...given: Arguments): Promise<number> {
  const [action, template, dir, flags] = given;
  const request = namedSite(action === 'list' ? (dir ?? template) : dir, flags);
  if (action === 'eject' && template === undefined)
    return usageError('eject needs the name of a template', 'list them with `docs theme list`');
  const { ejectTemplate, listTemplates } = await import('../init/templates.ts');
  const result = await runSiteCode<TemplatesResult>(
    () =>
      action === 'list'
        ? listTemplates(request)
        : ejectTemplate({ ...request, template: template ?? '', force: flags.force }),
    (fault) => ({ ...fault, kind: 'invalid' }),
  );
  switch (result.kind) {
    case 'refused':
      return usageError(result.message, result.hint);
    case 'invalid':
      reportDiagnostics({ ...result, siteDir: request.siteDir }, 'pretty');
      return EXIT.usage;
    case 'listed':
      printOutput(printTemplates(result.templates));
      return EXIT.fine;
    case 'ejected': {
      const { from, to } = result;
      printOutput(`copied ${to} from ${from}: the site has its own now\nundo: rm ${to}`);
      return EXIT.fine;
    }
  }
}

function printTemplates(templates: readonly ListedTemplate[]): string {
  const width = Math.max(...templates.map(({ name }) => name.length));
  return templates
    .map(({ name, file = 'docwright' }) => `${name.padEnd(width)}  ${file}`)
    .join('\n');
}
