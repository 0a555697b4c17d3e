import { Command, CommanderError, Help } from 'commander';
import { MINIMAL_CONFIG } from '../config/loading/find-config.ts';
import { EXIT, packageVersion } from './report.ts';
import { explainUsageErrors } from './usage-errors.ts';

type AddCommand = (program: Command) => void;

/** Loads the code of a command, in the order of the help. */
const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  init: async () => (await import('./init-command.ts')).addInitCommand,
  build: async () => (await import('./build-command.ts')).addBuildCommand,
  dev: async () => (await import('./dev-command.ts')).addDevCommand,
  preview: async () => (await import('./preview-command.ts')).addPreviewCommand,
  export: async () => (await import('./export-command.ts')).addExportCommand,
  check: async () => (await import('./check-command.ts')).addCheckCommand,
  'check-links': async () => (await import('./check-links-command.ts')).addCheckLinksCommand,
  'check-samples': async () => (await import('./check-samples-command.ts')).addCheckSamplesCommand,
  translations: async () => (await import('./translations-command.ts')).addTranslationsCommand,
  'check-agents': async () => (await import('./check-agents-command.ts')).addCheckAgentsCommand,
  'api-changes': async () => (await import('./api-changes-command.ts')).addApiChangesCommand,
  'check-search': async () => (await import('./check-search-command.ts')).addCheckSearchCommand,
  diff: async () => (await import('./diff-command.ts')).addDiffCommand,
  doctor: async () => (await import('./doctor-command.ts')).addDoctorCommand,
  version: async () => (await import('./version-command.ts')).addVersionCommand,
  theme: async () => (await import('./theme-command.ts')).addThemeCommand,
  routes: async () => (await import('./routes-command.ts')).addRoutesCommand,
  urls: async () => (await import('./urls-command.ts')).addUrlsCommand,
  mcp: async () => (await import('./mcp-command.ts')).addMcpCommand,
  clean: async () => (await import('./clean-command.ts')).addCleanCommand,
  completion: async () => {
    const { addCompletionCommand } = await import('./completion-command.ts');
    return (program) => addCompletionCommand(program, createProgram);
  },
};

/** Creates all commands, with their options and help; of the others than `only`, just the names. */
export async function createProgram(only?: string): Promise<Command> {
  const program = new Command('docs')
    .description('build documentation sites from Markdown, React and OpenAPI')
    .version(packageVersion(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .configureHelp({
      sortSubcommands: false,
      showGlobalOptions: true,
      // Nobody needs to read that a switch is off.
      optionDescription: (option) =>
        option.defaultValue === false
          ? option.description
          : Help.prototype.optionDescription(option),
    })
    .addHelpText('after', EXAMPLES)
    .exitOverride();
  for (const [name, load] of Object.entries(COMMANDS))
    if (only === undefined || only === name) (await load())(program);
    else program.command(name);
  explainUsageErrors(program);
  return program;
}

/** Runs the command line and sets the process's exit code. */
export async function runProgram(argv: readonly string[]): Promise<void> {
  const [asked = '', name] = argv.slice(2);
  const wanted = asked === 'help' ? name : asked;
  const isNarrow = wanted !== undefined && (VERSION.test(asked) || Object.hasOwn(COMMANDS, wanted));
  const program = await createProgram(isNarrow ? wanted : undefined);
  try {
    const isKnown = program.commands.some((command) => command.name() === name);
    if (asked === 'help' && name !== undefined && !isKnown)
      program.error(`error: unknown command '${name}'`);
    await program.parseAsync(argv);
  } catch (cause) {
    // Anything else is reported by the caller.
    if (!(cause instanceof CommanderError)) throw cause;
    process.exitCode = cause.exitCode === 0 ? EXIT.fine : EXIT.usage;
  }
}

/** The flags that need no command. */
const VERSION = /^(?:-v|--version)$/;

const EXAMPLES = `
Examples:
  $ docs init                       create a site in this folder
  $ docs dev                        write with a live view at http://localhost:3000
  $ docs build                      build the site of this folder into build/
  $ docs build docs --out-dir dist  build the site in docs/ into dist/
  $ docs preview                    look at the built site
  $ docs export --to handbook       copy it for reading without a server
  $ docs check                      check links, samples, search and addresses
  $ docs mcp                        answer agents about the built site
  $ docs clean                      delete the cache
  $ docs build --format github      annotate problems in GitHub Actions

A site is a folder with Markdown files, in content/, in docs/ or anywhere, and a site.config.ts such as:
  ${MINIMAL_CONFIG}

Exit codes: 0 success, 1 the site has errors, 2 wrong usage or configuration, 3 internal error, 130 interrupted.
`;
