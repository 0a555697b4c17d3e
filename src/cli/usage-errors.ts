import type { Command } from 'commander';
import { stripControls } from '../diagnostics/frame.ts';
import { nearest } from '../diagnostics/nearest.ts';

/** Command names of other tools, mapped to ours. */
const COMMANDS: ReadonlyMap<string, string> = new Map([
  ...['start', 'serve', 'develop', 'server', 'watch'].map((name) => [name, 'dev'] as const),
  ...['generate', 'compile', 'export', 'make'].map((name) => [name, 'build'] as const),
  ...['check', 'lint', 'links', 'test', 'validate'].map((name) => [name, 'check-links'] as const),
  ...['new', 'create', 'setup'].map((name) => [name, 'init'] as const),
  ...['search'].map((name) => [name, 'check-search'] as const),
]);

/** Option names of other tools, mapped to ours. */
const OPTIONS: ReadonlyMap<string, string> = new Map([
  ...['output', 'out', 'outdir', 'output-dir', 'dest', 'destination', 'dir'].map(
    (name) => [name, '--out-dir'] as const,
  ),
  ...['silent'].map((name) => [name, '--quiet'] as const),
  ...['fail-on-warnings', 'max-warnings', 'strict', 'werror'].map(
    (name) => [name, '--fail-on warning'] as const,
  ),
  ['reporter', '--format'],
  ['json', '--format json'],
  ...['browser'].map((name) => [name, '--open'] as const),
  ...['bind', 'address', 'hostname'].map((name) => [name, '--host'] as const),
]);

/** Values of options that are checked, by option, and of arguments. */
const EXAMPLES: ReadonlyMap<string, string> = new Map([
  ['name', '1.0'],
  ['shell', 'bash'],
  ['--allowed-host', 'docs.test'],
  ['--host', '0.0.0.0'],
  ['--keep-previous', '2'],
  ['--port', '3000'],
  ['--rule', 'page-not-found=warning'],
]);

/** Prints usage errors like all other problems: a message, and a hint that shows the correct form. */
export function explainUsageErrors(program: Command): void {
  for (const command of [program, ...program.commands]) {
    command
      .showSuggestionAfterError(false)
      .showHelpAfterError(false)
      .configureOutput({
        outputError: (text, write) => {
          const message = text
            .trim()
            .replace(/^error: /, '')
            .replaceAll("'", '"');
          const [, plain = message, near] = /^(.+?) (Did you mean ".+"\?)$/.exec(message) ?? [];
          const hint = near?.replace('Did', 'did') ?? hintFor(message, { program, command });
          write(stripControls(`error: ${plain}\n  hint: ${hint}\n`));
        },
      });
  }
}

interface Usage {
  readonly program: Command;
  readonly command: Command;
}

function hintFor(message: string, usage: Usage): string {
  const { program, command } = usage;
  const [, unknown] = /^unknown command "(.+)"$/.exec(message) ?? [];
  if (unknown !== undefined) return hintForCommand(unknown, program);
  const [, option, value] = /^unknown option "(-[^=]+)(=.*)?"$/.exec(message) ?? [];
  if (option !== undefined) return hintForOption(option, value !== undefined, command);
  const [, flag, placeholder] =
    /^option "(?:-\w, )?(--[\w-]+) (<.+>)" argument missing/.exec(message) ?? [];
  if (flag !== undefined) return `add a value: ${flag} ${placeholder}`;
  const [, required] = /^required option "(.+)" not specified$/.exec(message) ?? [];
  if (required !== undefined) return `add ${required}`;
  const [, invalid = ''] =
    /^option "(?:-\w, )?(--[\w-]+) .+ is invalid\. It must be/.exec(message) ?? [];
  const example = EXAMPLES.get(invalid);
  if (example !== undefined) return `write ${invalid} ${example}`;
  const [, written, choices] =
    /(?:argument|value) "([^"]*)" is invalid(?: for .+)?\. Allowed choices are (.+)\.$/.exec(
      message,
    ) ?? [];
  if (choices !== undefined) {
    const names = choices.split(', ');
    const near = nearest(written ?? '', names);
    return near === undefined
      ? `write one of these, such as ${names[0]}`
      : `did you mean "${near}"?`;
  }
  const [, argument] = /^missing required argument "(.+)"$/.exec(message) ?? [];
  if (argument !== undefined)
    return `write \`${pathOf(command)} ${EXAMPLES.get(argument) ?? `<${argument}>`}\``;
  if (message.startsWith('too many arguments'))
    return 'name one site folder; quote a path with spaces';
  return seeHelp(command);
}

function hintForCommand(name: string, program: Command): string {
  const names = program.commands.map((command) => command.name());
  const near = COMMANDS.get(name) ?? nearest(name, names);
  return near === undefined
    ? `the commands are ${names.join(', ')}`
    : `did you mean "docs ${near}"?`;
}

function hintForOption(option: string, hasValue: boolean, command: Command): string {
  const known = command.options.flatMap(({ long }) => long?.slice(2) ?? []);
  const name = option.replace(/^-+/, '').replaceAll('_', '-').toLowerCase();
  if (hasValue && known.includes(name)) return `write --${name} without a value`;
  const meant = OPTIONS.get(name) ?? OPTIONS.get(nearest(name, OPTIONS.keys()) ?? '');
  const near = nearest(name, known) ?? meant?.slice(2);
  return near !== undefined && known.includes(near.replace(/ .*/, ''))
    ? `did you mean "--${near}"?`
    : `the options are ${known.map((other) => `--${other}`).join(', ')}`;
}

function seeHelp(command: Command): string {
  return `run \`${pathOf(command)} --help\``;
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${command.parent.name()} ${command.name()}`;
}
