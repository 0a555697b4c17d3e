import type { Command } from 'commander';
import { stripControls } from '../diagnostics/frame.ts';
import { asTyped } from './print.ts';
import { nearest } from '../diagnostics/nearest.ts';

/** Names that other tools have for commands and options, by ours. */
const COMMANDS = namesOf({
  dev: 'start serve develop server watch',
  build: 'generate compile export make',
  check: 'lint test validate',
  'check-links': 'links',
  'check-samples': 'samples',
  init: 'new create setup',
  'check-search': 'search',
});
const OPTIONS = namesOf({
  'out-dir': 'output out outdir output-dir dest destination dir',
  quiet: 'silent',
  'fail-on warning': 'fail-on-warnings max-warnings werror',
  format: 'reporter',
  'format json': 'json',
  open: 'browser',
  host: 'bind address hostname',
});

function namesOf(others: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const entries = Object.entries(others);
  return new Map(entries.flatMap(([ours, names]) => names.split(' ').map((name) => [name, ours])));
}

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
          const hint = near?.replace('Did', 'did') ?? hintFor(message, program, command);
          write(asTyped(stripControls([`error: ${plain}`, `  hint: ${hint}`, ''].join('\n'))));
        },
      });
  }
}

function hintFor(message: string, program: Command, command: Command): string {
  const path = command === program ? program.name() : `${program.name()} ${command.name()}`;
  const [, unknown] = /^unknown command "(.+)"$/.exec(message) ?? [];
  if (unknown !== undefined) {
    const names = program.commands.map((one) => one.name());
    const near = COMMANDS.get(unknown) ?? nearest(unknown, names);
    return near === undefined
      ? `the commands are ${names.join(', ')}`
      : `did you mean "docs ${near}"?`;
  }
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
    return `write \`${path} ${EXAMPLES.get(argument) ?? `<${argument}>`}\``;
  if (message.startsWith('too many arguments'))
    return 'name one site folder; quote a path with spaces';
  return `run \`${path} --help\``;
}

function hintForOption(option: string, hasValue: boolean, command: Command): string {
  const known = command.options.flatMap(({ long }) => long?.slice(2) ?? []);
  const name = option.replace(/^-+/, '').replaceAll('_', '-').toLowerCase();
  if (hasValue && known.includes(name)) return `write --${name} without a value`;
  const meant = OPTIONS.get(name) ?? OPTIONS.get(nearest(name, OPTIONS.keys()) ?? '');
  const near = nearest(name, known) ?? meant;
  return near !== undefined && known.includes(near.replace(/ .*/, ''))
    ? `did you mean "--${near}"?`
    : `the options are ${known.map((other) => `--${other}`).join(', ')}`;
}
