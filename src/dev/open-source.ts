/** Finds where a block of a shown page was written, and opens the place in an editor. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isOfSite } from '../content/read-source.ts';
import type { Site } from '../pipeline/prepare.ts';
import { decodeSafely, printRoute } from '../shared/paths.ts';

/** A line of a file of the site. */
export interface SourcePlace {
  /** Absolute path. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** Finds the line of a block by its text: in the page's file, the files that it includes, or its API description. */
export function findSource(
  { graph, config, readDoc }: Pick<Site, 'graph' | 'config' | 'readDoc'>,
  pathname: string,
  text: string,
): SourcePlace | undefined {
  const bare = (path: string): string => (decodeSafely(path) ?? path).replace(/\/$/, '');
  const node = [...graph.pages.values()].find(
    ({ route }) => bare(printRoute(route, config)) === bare(pathname),
  );
  const { siteDir, includeRoots } = config;
  if (node === undefined || node.type === 'generated') return undefined;
  const { location } = node.type === 'api' ? node.page : {};
  const start: SourcePlace =
    node.type === 'api'
      ? { file: join(siteDir, node.page.location.file), line: location?.line ?? 1 }
      : { file: node.source.absolute, line: 1 };
  const included = node.type === 'doc' ? readDoc(node.source.file).includes : [];
  const files = [start.file, ...included].filter((file) =>
    isOfSite(file, { siteDir, includeRoots }),
  );
  const clicked = new Set(wordsOf(text));
  let best = { ...start, score: 0 };
  for (const file of files) {
    const lines = linesOf(file).map((line) => {
      const words = wordsOf(line);
      const shared = new Set(words.filter((word) => clicked.has(word))).size;
      return { share: words.length === 0 ? 0 : shared / words.length, shared };
    });
    for (const [index, { share, shared }] of lines.entries()) {
      // Of equal lines of a description, the first one of the operation.
      const isBefore = file === start.file && index + 1 < start.line;
      const score = shared * share * (isBefore ? BEFORE : 1);
      if (score <= best.score) continue;
      let first = index;
      while ((lines[first - 1]?.share ?? 0) >= SAME) first -= 1;
      best = { file, line: first + 1, score };
    }
  }
  return { file: best.file, line: best.line };
}

/** Share of words from which a line above belongs to the same block. */
const SAME = 0.8;
/** Weight of lines before an operation. */
const BEFORE = 0.5;

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split(/\r\n?|\n/);
  } catch {
    // A missing include.
    return [];
  }
}

/** The program and its parameters that open a place; undefined for editors in a terminal, and if none is known. */
export function editorCommand(
  { file, line }: SourcePlace,
  env: NodeJS.ProcessEnv,
): readonly [program: string, ...parameters: string[]] | undefined {
  const named = env['VISUAL'] ?? env['EDITOR'] ?? '';
  const [program = '', ...given] = named.trim().split(/\s+/);
  const name = basename(program).replace(/\.(?:exe|cmd)$/i, '');
  if (/^(?:code|code-insiders|codium|vscodium|cursor|windsurf)$/.test(name))
    return [
      program,
      ...given.filter((flag) => !/^(?:-w|--wait)$/.test(flag)),
      '-g',
      `${file}:${line}`,
    ];
  if (JETBRAINS.test(name)) return [program, '--line', String(line), file];
  if (/^(?:subl|zed|mate)$/.test(name)) return [program, `${file}:${line}`];
  if (env['TERM_PROGRAM'] === 'vscode') return ['code', '-g', `${file}:${line}`];
  if (env['TERMINAL_EMULATOR'] === 'JetBrains-JediTerm')
    return ['idea', '--line', String(line), file];
  return undefined;
}

const JETBRAINS =
  /^(?:idea|webstorm|phpstorm|pycharm|goland|rubymine|clion|rider|rustrover)(?:64)?$/;

/** Opens a place in the editor of the environment; false if there is none. */
export function openEditor(place: SourcePlace): boolean {
  const command = editorCommand(place, process.env);
  if (command === undefined) return false;
  const [program, ...parameters] = command;
  // Without a shell, a name of a file is no command.
  const editor = spawn(program, parameters, { detached: true, stdio: 'ignore' });
  editor.on('error', () => process.stderr.write(`cannot start ${program}\n`));
  editor.unref();
  return true;
}
