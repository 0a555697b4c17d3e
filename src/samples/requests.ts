/** Finds the requests that a sample sends. */
import { readCalls } from './calls.ts';
import { codeProblems } from './check-code.ts';
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

/** The first line of a message of HTTP, which many blocks of a shell are. */
const MESSAGE = /^\s*(?:GET|POST|PUT|PATCH|DELETE)[ \t]+(?:https?:\/)?\//;

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
  if (language === 'http' || (SHELL.has(language) && MESSAGE.test(code))) return readHttp(code);
  if (SHELL.has(language)) return readCommands(code);
  if (CODE.has(language)) {
    const requests = readCalls(code, clients);
    const problems = requests.length === 0 ? [] : codeProblems(code, language.startsWith('py'));
    return { requests, problems, variables: [] };
  }
  return { requests: [], problems: [], variables: [] };
}
