import type { Command } from 'commander';
import { createProgram } from '../../../src/cli/program.ts';

const QUIET = { writeOut: () => {}, writeErr: () => {}, outputError: () => {} };

/** Reads `docs` commands as the command line does, without running them. */
export async function commandReader(): Promise<(line: string) => readonly string[]> {
  const program = await createProgram();
  for (const command of [program, ...program.commands])
    command.exitOverride().configureOutput(QUIET);
  return (line) =>
    docsCommands(line).flatMap((words) => {
      const problem = problemOf(program, words);
      return problem === undefined ? [] : [`docs ${words.join(' ')}: ${problem}`];
    });
}

/** The arguments of each `docs` in a line of a shell. */
function docsCommands(line: string): readonly (readonly string[])[] {
  return line
    .replace(/(?:^|\s)#.*$/, '')
    .replace(/\$\((.*?)\)|<\((.*?)\)/g, ' && $1$2 ')
    .split(/&&|\|\||[|;]/)
    .map((part) => part.match(/'[^']*'|"[^"]*"|[^\s'"]+/g) ?? [])
    .flatMap((words) => {
      const bare = words.filter((word) => !/^\w+=/.test(word));
      const rest = bare[0] === 'npx' ? bare.slice(1) : bare;
      if (rest[0] !== 'docs' && rest[0] !== 'docwright') return [];
      const end = rest.findIndex((word) => /^[0-9]?[<>]$/.test(word));
      return [rest.slice(1, end === -1 ? undefined : end).map(unquoted)];
    });
}

function unquoted(word: string): string {
  return word.replace(/^(['"])(.*)\1$/, '$2');
}

/** The problem of a command. Any value may be a placeholder in angle brackets. */
function problemOf(program: Command, [name = '', ...rest]: readonly string[]): string | undefined {
  if (name.startsWith('-')) return parse(program, [name, ...rest]);
  if (name === '<command>' || name === 'help') return undefined;
  const command = program.commands.find((candidate) => candidate.name() === name);
  return command === undefined ? 'unknown command' : parse(command, rest);
}

function parse(command: Command, words: readonly string[]): string | undefined {
  try {
    const { unknown } = command.parseOptions([...words]);
    return unknown.length === 0 ? undefined : `unknown flag ${unknown.join(' ')}`;
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause);
    return text.includes("'<") ? undefined : text;
  }
}
