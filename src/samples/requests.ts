/** Finds the requests that a sample sends. */
import { readCalls } from './calls.ts';
import { readCommands } from './curl.ts';
import type { SampleClient } from './find-operation.ts';
import { readHttp } from './http.ts';
import type { ReadSample } from './sample.ts';

const SHELL = new Set([
  'sh',
  'bash',
  'shell',
  'zsh',
  'console',
  'curl',
  'terminal',
  'shell-session',
  'cmd',
]);
const CODE = new Set([
  'js',
  'javascript',
  'ts',
  'typescript',
  'jsx',
  'tsx',
  'mjs',
  'node',
  'nodejs',
  'node.js',
  'python',
  'py',
  'python3',
]);

/** True for a language in which requests can be read. */
export function isReadable(language: string): boolean {
  return SHELL.has(language) || CODE.has(language) || language === 'http';
}

/** Reads the requests in a code block. */
export function readSample(
  language: string,
  code: string,
  clients: readonly SampleClient[] = [],
): ReadSample {
  if (SHELL.has(language)) return readCommands(code);
  if (language === 'http') return readHttp(code);
  if (CODE.has(language))
    return { requests: readCalls(code, clients), problems: [], variables: [] };
  return { requests: [], problems: [], variables: [] };
}
