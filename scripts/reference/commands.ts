import type { Command, Option } from 'commander';
import { createProgram } from '../../src/cli/program.ts';
import { code, escapeText, fence, printPage, table } from './markdown.ts';

/** The page of every command with its flags and help. */
export async function commandsPage(): Promise<string> {
  const program = await createProgram();
  const commands = program.commands.map(
    (command) => `## docs ${command.name()} {#docs-${command.name()}}\n\n${commandText(command)}`,
  );
  const body = `${fence('sh title="Usage"', 'docs <command> [options] [dir]')}
\`dir\` is the site folder; the default is the folder of \`--config\`, else the current folder. \`docs --help\` lists the commands,
\`docs <command> --help\` the flags of one, \`docs --version\` prints the version. For a misspelled command or flag, the hint is the
nearest name. Problems are printed to the error stream, reports for programs (\`--format json\` and others) to the output stream.

${table(
  ['Command', 'Purpose'],
  program.commands.map((command) => [
    `[\`docs ${command.name()}\`](#docs-${command.name()})`,
    sentence(command.description()),
  ]),
)}
## Exit codes

| Exit code | Meaning |
|---|---|
| 0 | success |
| 1 | the site has errors, findings that fail, or a search below a limit; a full disk or another limit of the system |
| 2 | wrong usage or configuration |
| 3 | internal error, or \`docs check-links\` read no page |
| 130 | interrupted |

## Environment

| Variable | Meaning |
|---|---|
| \`DOCS_CACHE_KEY\` | secret that [signs the caches](../caching.md#who-may-write-it), at least 32 characters; in CI there is no cache without it |
| \`DOCS_CACHE_DIR\` | folder for the [caches of several sites](../caching.md#several-sites), instead of \`.docwright/cache\` in each |

${commands.join('\n')}`;
  return printPage({
    title: 'Commands',
    description: 'Every command of docwright with all flags, defaults, examples and exit codes.',
    position: 5,
    from: 'the help of the commands',
    body,
  });
}

function commandText(command: Command): string {
  const options = command.options.filter(({ hidden }) => !hidden);
  const usage = `docs ${command.name()} ${command.usage()}`;
  const args = command.registeredArguments.map((argument) => [
    code(argument.required ? `<${argument.name()}>` : `[${argument.name()}]`),
    escapeText(argument.description.replace(DEFAULT, '')),
    defaultOf(argument.description),
  ]);
  const rows = options.map((option) => [
    code(option.flags),
    `${escapeText(option.description.replace(DEFAULT, ''))}${choices(option)}`,
    optionDefault(option),
  ]);
  return `${sentence(command.description())}\n\n${fence('sh title="Usage"', usage)}\n${table(['Flag', 'Meaning', 'Default'], [...args, ...rows])}\n${helpText(command)}`;
}

const DEFAULT = / \(default: (.*)\)/;

function defaultOf(description: string): string {
  return withCode(DEFAULT.exec(description)?.[1] ?? '');
}

function optionDefault({ defaultValue, description, negate }: Option): string {
  const isNothing = defaultValue === undefined || typeof defaultValue === 'boolean' || negate;
  return isNothing ? defaultOf(description) : code(String(defaultValue));
}

function choices({ argChoices }: Option): string {
  return argChoices === undefined ? '' : `: ${argChoices.map(code).join(', ')}`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** The help after the flags: paragraphs, and the examples as a code block. */
function helpText(command: Command): string {
  let help = '';
  const { outputError } = command.configureOutput();
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
    ...(outputError === undefined ? {} : { outputError }),
  });
  command.outputHelp();
  return help
    .slice(command.helpInformation().length)
    .split(/\n{2,}/)
    .map((part) => part.replace(/^\n+|\n+$/g, ''))
    .filter((part) => part !== '')
    .map(paragraph)
    .join('\n');
}

function paragraph(text: string): string {
  const [first, ...rest] = text.split('\n');
  if (first === 'Examples:')
    return fence('sh', rest.map((line) => example(line.trim().replace(/^\$ /, ''))).join('\n'));
  const runs = text.match(RUNS) ?? [];
  return runs
    .map((run) => (run.startsWith('  ') ? indented(run) : `${withCode(run)}\n`))
    .join('\n');
}

/** Lines that are indented, or lines that are not. */
const RUNS = /^ {2}.*(?:\n {2}.*)*|^(?! {2}).+(?:\n(?! {2}).+)*/gm;

function indented(lines: string): string {
  return fence('text', lines.replace(/^ {2}/gm, ''));
}

/** An example whose explanation becomes a comment. */
function example(line: string): string {
  return line.replace(/ {2,}(\w)/, '   # $1');
}

/** Marks flags, files and comments of HTML as code. */
function withCode(text: string): string {
  return text
    .split(
      /(`[^`]+`|<!-- .*? -->|(?<![\w.-])--?[a-z][\w-]*(?:=[\w-]+)?|\.?[\w-]+(?:\.[\w-]+)*\.(?:json|ts|yml)\b|(?<![\w/])\.[a-z][\w/]+|[A-Z]+(?:_[A-Z]+)+|\bdocs [a-z-]+(?= deletes))/,
    )
    .map((part, at) => (at % 2 === 0 ? escapeText(part) : part.startsWith('`') ? part : code(part)))
    .join('');
}
