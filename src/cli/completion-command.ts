import { Argument, type Command } from 'commander';
import { EXIT } from './report.ts';
import { exitWith } from './site-flags.ts';
import { bashScript, fishScript, type ShellCommand, zshScript } from './shell-scripts.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** `docs completion <shell>`; `createWhole` creates the program with all commands. */
export function addCompletionCommand(program: Command, createWhole: () => Promise<Command>): void {
  program
    .command('completion')
    .description('print a script that completes commands and flags')
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(SCRIPTS)))
    .addHelpText('after', HELP)
    .action(
      exitWith(async (shell: keyof typeof SCRIPTS) => {
        process.stdout.write(SCRIPTS[shell](shellCommands(await createWhole())));
        return EXIT.fine;
      }),
    );
}

const HELP = `
The script knows all commands, flags and their values, and completes folders and files where they are expected.
Print it again after an update of docwright.

bash: add to ~/.bashrc, if docs is installed globally
  source <(docs completion bash)
zsh: put it into a folder of $fpath
  docs completion zsh > ~/.zfunc/_docs
fish:
  docs completion fish > ~/.config/fish/completions/docs.fish
In a project, npx runs docs: make "docs" a command of the shell first, such as
  alias docs='npx docs'
`;

/** Reads what shells need from the definitions of all commands. */
function shellCommands(program: Command): readonly ShellCommand[] {
  const names = program.commands.map((command) => command.name());
  const help = program.createHelp();
  const commands = program.commands.map((command): ShellCommand => {
    const [first] = command.registeredArguments;
    return {
      name: command.name(),
      description: command.description(),
      words: first?.argChoices ?? [],
      takesFolder: command.registeredArguments.some((argument) => argument.name() === 'dir'),
      flags: help.visibleOptions(command).map((option) => ({
        long: option.long ?? '',
        short: option.short,
        description: option.description,
        value: option.required ? 'required' : option.optional ? 'optional' : 'none',
        choices: option.argChoices ?? [],
        path: PATHS.get(/[<[](\w+)[>\]]$/.exec(option.flags)?.[1] ?? ''),
      })),
    };
  });
  const own = { name: 'help', description: 'print help for a command', words: names };
  return [...commands, { ...own, takesFolder: false, flags: [] }];
}

/** Values that are paths, by their placeholders. */
const PATHS: ReadonlyMap<string, 'file' | 'folder'> = new Map([
  ['file', 'file'],
  ['dir', 'folder'],
  ['folder', 'folder'],
]);
