import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { expect } from 'vitest';
import type { StaticServer } from '../../support/serve.ts';
import { startNginx } from './hosts.ts';
import { recipe } from './recipes.ts';

const BIN = resolve(import.meta.dirname, '../../../bin/docs.js');

/** The folders of the stages by name or number; each is the root of its file system. */
type Stages = Map<string, string>;

/** What a Dockerfile makes: the root folder of the image, the output of its commands, and its command. */
interface Image {
  readonly root: string;
  readonly output: string;
  readonly command: readonly string[];
}

/** Runs the steps of the manual's Dockerfile in folders instead of containers; `npm ci` is left out. */
function buildImage(context: string, work: string): Image {
  const stages: Stages = new Map();
  let root = '';
  let cwd = '/';
  let output = '';
  let command: readonly string[] = [];
  for (const line of recipe('Dockerfile').split('\n').filter(Boolean)) {
    const [instruction = '', ...words] = line.split(' ');
    if (instruction === 'FROM') {
      root = join(work, String(stages.size));
      mkdirSync(root, { recursive: true });
      stages.set(words[2] ?? String(stages.size), root);
      cwd = '/';
    } else if (instruction === 'WORKDIR') {
      cwd = words[0] ?? '';
      mkdirSync(join(root, cwd), { recursive: true });
    } else if (instruction === 'COPY') copy({ words, context, stages, root, cwd });
    else if (instruction === 'RUN') output += run(words.join(' '), join(root, cwd));
    else if (instruction === 'CMD') command = JSON.parse(words.join(' '));
    else expect(instruction).toBe('EXPOSE');
  }
  return { root, output, command };
}

interface Copy {
  readonly words: readonly string[];
  readonly context: string;
  readonly stages: Stages;
  readonly root: string;
  readonly cwd: string;
}

/** Copies files into a folder, or a file or folder to a path, as Docker does. */
function copy({ words, context, stages, root, cwd }: Copy): void {
  const [, stage] = /^--from=(\w+)$/.exec(words[0] ?? '') ?? [];
  const paths = stage === undefined ? words : words.slice(1);
  const from = stage === undefined ? context : (stages.get(stage) ?? '');
  const target = paths.at(-1) ?? '';
  const to = target.startsWith('/') ? join(root, target) : join(root, cwd, target);
  const ignored = new Set(stage === undefined ? recipe('.dockerignore').trim().split('\n') : []);
  for (const path of paths.slice(0, -1)) {
    const source = join(from, path);
    const isInto = target.endsWith('/');
    cpSync(source, isInto ? join(to, basename(path)) : to, {
      recursive: true,
      filter: (file) => !ignored.has(file.slice(source.length + 1)),
    });
  }
}

function run(command: string, cwd: string): string {
  if (command === 'npm ci') {
    for (const name of ['package.json', 'package-lock.json'])
      expect([name, existsSync(join(cwd, name))]).toEqual([name, true]);
    return '';
  }
  const [, parameters] = /^npx docs (.+)$/.exec(command) ?? [];
  expect([command, parameters !== undefined]).toEqual([command, true]);
  const made = spawnSync(process.execPath, [BIN, ...(parameters ?? '').split(' ')], {
    cwd,
    encoding: 'utf8',
  });
  expect(made.status).toBe(0);
  return made.stdout + made.stderr;
}

/** Builds the image of a site that has the files of the recipe, and runs its command. */
export async function runDocker(
  context: string,
  work: string,
): Promise<{ readonly server: StaticServer; readonly output: string }> {
  writeFileSync(join(context, 'nginx.conf'), recipe('nginx.conf'));
  writeFileSync(join(context, 'package-lock.json'), '{}');
  const { root, output, command } = buildImage(context, work);
  expect(command).toEqual(['nginx', '-g', 'daemon off;']);
  const server = await startNginx({
    dir: join(work, 'run'),
    root: join(root, 'srv/docs/build'),
    rules: join(root, 'etc/nginx/docs.conf'),
    // The image includes the files of this folder in its `http` block.
    block: readFileSync(join(root, 'etc/nginx/conf.d/default.conf'), 'utf8'),
    baseUrl: '/',
  });
  return { server, output };
}
