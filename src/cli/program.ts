import { Command, CommanderError } from 'commander';
import { addBuildCommand } from './build-command.ts';
import { addCheckLinksCommand } from './check-links-command.ts';
import { addCheckSearchCommand } from './check-search-command.ts';
import { addDevCommand } from './dev-command.ts';
import { addPreviewCommand } from './preview-command.ts';
import { EXIT, internalErrorText, packageVersion } from './report.ts';

/** Runs the command line and sets the process's exit code. */
export async function runProgram(argv: readonly string[]): Promise<void> {
  const program = new Command('docs')
    .description('Builds documentation sites from Markdown, React and OpenAPI.')
    .version(packageVersion(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .configureHelp({ sortSubcommands: false, showGlobalOptions: true })
    .showSuggestionAfterError()
    .showHelpAfterError('(run `docs --help` to see what there is)')
    .addHelpText('after', EXAMPLES)
    .exitOverride();
  addBuildCommand(program);
  addDevCommand(program);
  addPreviewCommand(program);
  addCheckLinksCommand(program);
  addCheckSearchCommand(program);
  try {
    await program.parseAsync(argv);
  } catch (cause) {
    process.exitCode = failure(cause);
  }
}

const EXAMPLES = `
Examples:
  $ docs build                      build the site of this folder into build/
  $ docs build docs --out-dir dist  build the site in docs/ into dist/
  $ docs dev                        serve the site while it is written
  $ docs preview                    serve what was built, as a host would
  $ docs build --format github      print problems as annotations for GitHub Actions
  $ docs check-links                check every link, without building
  $ docs check-search               ask the site's search what readers type

Exit codes: 0 fine, 1 the site has errors, 2 wrong usage or configuration, 3 internal error, 130 interrupted.
`;

function failure(cause: unknown): number {
  if (cause instanceof CommanderError) return cause.exitCode === 0 ? EXIT.fine : EXIT.usage;
  process.stderr.write(internalErrorText(cause));
  return EXIT.internal;
}
