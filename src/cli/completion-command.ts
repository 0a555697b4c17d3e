import { Argument, type Command } from 'commander';
import { EXIT } from './report.ts';
import { exitWith } from './site-flags.ts';

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

// Prints completion scripts. Words of commands and flags have no character that a shell would interpret.

/** A command with what can follow it. */
interface ShellCommand {
  readonly name: string;
  readonly description: string;
  /** Values of its first argument. */
  readonly words: readonly string[];
  readonly takesFolder: boolean;
  readonly flags: readonly ShellFlag[];
}

interface ShellFlag {
  /** With its hyphens. */
  readonly long: string;
  readonly short: string | undefined;
  readonly description: string;
  readonly value: 'none' | 'optional' | 'required';
  readonly choices: readonly string[];
  readonly path: 'file' | 'folder' | undefined;
}

function bashScript(commands: readonly ShellCommand[]): string {
  const values = commands.flatMap(({ name, flags }) =>
    flags.filter(({ value }) => value !== 'none').map((flag) => bashValue(name, flag)),
  );
  const flags = commands.map(
    ({ name, flags: own }) => `      ${name}) ${bashWords(own.flatMap(flagNames))} ;;`,
  );
  const others = commands.map(({ name, words, takesFolder }) => {
    const action = words.length > 0 ? bashWords(words) : takesFolder ? BASH_FILES : ':';
    return `    ${name}) ${action} ;;`;
  });
  return `# Completion of docs for bash, from \`docs completion bash\`.
_docs() {
  local IFS=$'\\n' current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" equals=''
  COMPREPLY=()
  if [[ $current == '=' ]]; then current='' equals='='
  elif [[ $previous == '=' ]]; then previous="\${COMP_WORDS[COMP_CWORD-2]}" equals='='; fi
  if ((COMP_CWORD == 1)); then
    ${bashWords([...commands.map(({ name }) => name), '--help', '--version'])}
    return
  fi
  case "\${COMP_WORDS[1]} $previous$equals" in
${values.join('\n')}
  esac
  if [[ $current == -* ]]; then
    case "\${COMP_WORDS[1]}" in
${flags.join('\n')}
    esac
    return
  fi
  case "\${COMP_WORDS[1]}" in
${others.join('\n')}
  esac
}
complete -F _docs docs
`;
}

const BASH_FILES = 'compopt -o filenames 2> /dev/null; COMPREPLY=($(compgen -f -- "$current"));';

/** Completes the value of a flag; an optional value follows \`=\` only. */
function bashValue(name: string, flag: ShellFlag): string {
  const { long, value, choices, path } = flag;
  const written = [...(value === 'required' ? flagNames(flag) : []), `${long}=`];
  const cases = written.map((one) => `'${name} ${one}'`).join(' | ');
  const files = { file: BASH_FILES, folder: BASH_FILES.replace(' -f ', ' -d ') };
  const action = choices.length > 0 ? bashWords(choices) : path === undefined ? '' : files[path];
  return `    ${cases}) ${action} return ;;`;
}

function bashWords(words: readonly string[]): string {
  return `COMPREPLY=($(compgen -W $'${words.join('\\n')}' -- "$current"));`;
}

function flagNames({ long, short }: ShellFlag): readonly string[] {
  return short === undefined ? [long] : [long, short];
}

function zshScript(commands: readonly ShellCommand[]): string {
  const list = commands.map(({ name, description }) => `    '${name}:${quoted(description)}'`);
  const cases = commands.map(({ name, words, takesFolder, flags }) => {
    const rest = words.length > 0 ? `'1:${name}:(${words.join(' ')})'` : `'*:folder:_files'`;
    const all =
      words.length > 0 || takesFolder ? [...flags.map(zshFlag), rest] : flags.map(zshFlag);
    return `    ${name}) _arguments ${all.join(' \\\n      ')} ;;`;
  });
  return `#compdef docs
# Completion of docs for zsh, from \`docs completion zsh\`.
_docs() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local name="$words[2]"
  shift words
  (( CURRENT -= 1 ))
  case "$name" in
${cases.join('\n')}
  esac
}
if [[ "$funcstack[1]" == _docs ]]; then _docs "$@"; else compdef _docs docs; fi
`;
}

function zshFlag({ long, short, description, value, choices, path }: ShellFlag): string {
  const paths = path === undefined ? ' ' : { file: '_files', folder: '_files -/' }[path];
  const values = choices.length > 0 ? `(${choices.join(' ')})` : paths;
  const text = `[${quoted(description).replace(/[[\]]/g, '\\$&')}]`;
  // A value after \`=\` only, or after a space too.
  const forms = {
    none: ['', ''],
    optional: ['=-', `::value:${values}`],
    required: ['=', `:value:${values}`],
  };
  const [mark, rest] = forms[value];
  const own = `'${long}${mark}${text}${rest}'`;
  const mine = value === 'required' ? '+' : '';
  return short === undefined ? own : `${own} '${short}${mine}${text}${rest}'`;
}

/** Escapes a description for a specification in single quotes. */
function quoted(text: string): string {
  return text.replaceAll("'", "'\\''").replaceAll(':', '\\:');
}

function fishScript(commands: readonly ShellCommand[]): string {
  const lines = commands.flatMap(({ name, description, words, takesFolder, flags }) => {
    const inside = `complete -c docs -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c docs -n __fish_use_subcommand -a ${name} -d '${fishText(description)}'`,
      ...(words.length > 0 ? [`${inside} -a '${words.join(' ')}'`] : []),
      ...(takesFolder ? [`${inside} -F`] : []),
      ...flags.map((flag) => `${inside} ${fishFlag(flag)}`),
    ];
  });
  return `# Completion of docs for fish, from \`docs completion fish\`.
complete -c docs -f
${lines.join('\n')}
`;
}

function fishFlag({ long, short, description, value, choices, path }: ShellFlag): string {
  const words = `-a '${choices.join(' ')}'`;
  const paths = { file: '-r -F', folder: `-x -a '(__fish_complete_directories)'` };
  const values = choices.length > 0 ? `-x ${words}` : path === undefined ? '-x' : paths[path];
  return [
    `-l ${long.slice(2)}`,
    ...(short === undefined ? [] : [`-s ${short.slice(1)}`]),
    ...(value === 'required' ? [values] : choices.length > 0 ? [words] : []),
    `-d '${fishText(description)}'`,
  ].join(' ');
}

function fishText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
}
