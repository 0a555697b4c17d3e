import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgram } from '../../../src/cli/program.ts';
import { docsCommand } from '../../support/docs-command.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

const printed = async (shell: string): Promise<string> => {
  const { status, stdout } = await docsCommand(['completion', shell]);
  expect(status).toBe(0);
  return stdout;
};
const scripts = new Map<string, string>();
for (const shell of SHELLS) scripts.set(shell, await printed(shell));
const scriptOf = (shell: (typeof SHELLS)[number]): string => scripts.get(shell) ?? '';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'completion-'));
  mkdirSync(join(dir, 'my site'));
  writeFileSync(join(dir, 'mine.ts'), '');
});
afterAll(() => rmSync(dir, { recursive: true }));

/** Returns what bash offers for the last of some words, as readline splits them. */
function offered(...words: readonly string[]): readonly string[] {
  const list = words.map((word) => `'${word}'`).join(' ');
  const code = `${scriptOf('bash')}
COMP_WORDS=(docs ${list}); COMP_CWORD=${words.length}; _docs; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', code], {
    cwd: dir,
    encoding: 'utf8',
  });
  // Outside of an interactive shell, there is no completion whose options could be set.
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

describe('docs completion bash', () => {
  it('completes commands and flags', () => {
    expect(offered('che')).toEqual([
      'check',
      'check-links',
      'check-samples',
      'check-agents',
      'check-search',
    ]);
    expect(offered('--v')).toEqual(['--version']);
    expect(offered('build', '--no')).toEqual(['--no-cache']);
    expect(offered('build', 'x', '-o', 'y', '--ver')).toEqual(['--verbose', '--verify']);
    expect(offered('help', 'pre')).toEqual(['preview']);
    expect(offered('completion', '')).toEqual([...SHELLS]);
  });

  it('completes values after a space and after =', () => {
    expect(offered('build', '--format', 's')).toEqual(['sarif']);
    expect(offered('build', '--hosting', '=', 'ng')).toEqual(['nginx']);
    expect(offered('urls', '--format', '=')).toEqual(['pretty', 'json']);
    expect(offered('check-links', '--fix', '=')).toEqual(['dry-run']);
    expect(offered('build', '--keep-previous', '')).toEqual([]);
  });

  it('completes folders and files, with spaces in their names', () => {
    expect(offered('build', '-o', 'm')).toEqual(['my site']);
    expect(offered('build', '--config', 'm').toSorted()).toEqual(['mine.ts', 'my site']);
    expect(offered('dev', 'my')).toEqual(['my site']);
    expect(offered('check-links', '--fix', 'my')).toEqual(['my site']);
  });
});

describe('the scripts of all shells', () => {
  it('have every command, flag and value of the program', async () => {
    const { commands } = await createProgram();
    for (const shell of SHELLS) {
      const words = new Set(scriptOf(shell).split(/\\n|[^\w-]+/));
      for (const command of commands) {
        const options = command.options.filter(({ hidden }) => !hidden);
        const flags = options.flatMap(
          ({ long }) => (shell === 'fish' ? long?.slice(2) : long) ?? [],
        );
        const choices = options.flatMap(({ argChoices = [] }) => argChoices);
        for (const word of [command.name(), ...flags, ...choices])
          expect(words, `${shell}: ${command.name()} ${word}`).toContain(word);
      }
    }
  });

  it('are equal in each run, and other shells are refused', async () => {
    expect(await printed('bash')).toBe(scriptOf('bash'));
    const { status, stderr } = await docsCommand(['completion', 'bsh']);
    expect(status).toBe(2);
    expect(stderr).toContain('did you mean "bash"?');
  });
});
