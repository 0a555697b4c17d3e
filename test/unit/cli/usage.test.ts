import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../../src/cli/program.ts';

/** Returns the output of wrong usage. */
async function printed(...args: readonly string[]): Promise<string> {
  const program = await createProgram();
  let text = '';
  for (const command of [program, ...program.commands])
    command.exitOverride().configureOutput({ writeErr: (written) => (text += written) });
  await expect(program.parseAsync(['node', 'docs', ...args])).rejects.toThrow();
  return text;
}

describe('wrong usage', () => {
  it.each([
    [['biuld'], 'unknown command "biuld"', 'did you mean "docs build"?'],
    [['serve'], 'unknown command "serve"', 'did you mean "docs dev"?'],
    [['new'], 'unknown command "new"', 'did you mean "docs init"?'],
    [['build', '--ouput', 'x'], 'unknown option "--ouput"', 'did you mean "--out-dir"?'],
    [['build', '--formt', 'json'], 'unknown option "--formt"', 'did you mean "--format"?'],
    [['clean', '-prod'], 'unknown option "-prod"', 'the options are --config, --output, --out-dir'],
    [['build', '--strict=yes'], 'unknown option "--strict=yes"', 'write --strict without a value'],
    [['build', '--fail_on', 'x'], 'unknown option "--fail_on"', 'did you mean "--fail-on"?'],
    [['build', '--json'], 'unknown option "--json"', 'did you mean "--format json"?'],
    [['version'], 'missing required argument "name"', 'write `docs version 1.0`'],
    [['build', '--quiet=yes'], 'unknown option "--quiet=yes"', 'write --quiet without a value'],
    [
      ['build', '-o'],
      'option "-o, --out-dir <dir>" argument missing',
      'add a value: --out-dir <dir>',
    ],
    [
      ['build', '--format', 'jsn'],
      'option "--format <format>" argument "jsn" is invalid. Allowed choices are pretty, json, github, sarif, junit.',
      'did you mean "json"?',
    ],
    [
      ['build', 'a', 'b'],
      'too many arguments for "build". Expected 1 argument but got 2.',
      'name one site folder; quote a path with spaces',
    ],
    [
      ['dev', '--port', 'x'],
      'option "-p, --port <number>" argument "x" is invalid. It must be a number from 0 to 65535.',
      'write --port 3000',
    ],
  ])('%j', async (args, message, hint) => {
    expect(await printed(...args)).toBe(`error: ${message}\n  hint: ${hint}\n`);
  });
});

describe('help', async () => {
  const program = await createProgram();
  const texts = (command: Command): readonly string[] => [
    command.description(),
    ...command.options.map(({ description }) => description),
    ...command.registeredArguments.map(({ description }) => description),
  ];

  it.each([program, ...program.commands].map((command) => [command.name(), command] as const))(
    'of %s is short and of one style',
    (_, command) => {
      for (const text of texts(command)) {
        expect(text.length, text).toBeLessThanOrEqual(60);
        expect(text).toMatch(/^[a-z].*[^.]$/);
      }
    },
  );
});
