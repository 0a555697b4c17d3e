/** Finds the requests that a sample sends. */
import { readCalls } from './calls.ts';
import { readCommands } from './curl.ts';
import type { SampleClient } from './find-operation.ts';
import { readHttp } from './http.ts';
import type { ReadSample } from './sample.ts';

export const SHELL = /^(?:sh|bash|shell|zsh|console|curl|terminal|shell-session|cmd)$/;
export const JSON_CODE = /^json[c5]?$/;
const PYTHON = /^(?:python3?|py)$/;
export const JAVASCRIPT = /^(?:[jt]sx?|javascript|typescript|mjs|node|nodejs|node\.js)$/;

/** The first line of a message of HTTP, which many blocks of a shell are. */
const MESSAGE = /^\s*(?:GET|POST|PUT|PATCH|DELETE)[ \t]+(?:https?:\/)?\//;

/** Reads the requests in a code block; undefined for a language in which none can be read. */
export function readSample(
  language: string,
  code: string,
  clients: readonly SampleClient[] = [],
): ReadSample | undefined {
  const isShell = SHELL.test(language);
  if (language === 'http' || (isShell && MESSAGE.test(code))) return readHttp(code);
  if (isShell) return readCommands(code);
  const isPython = PYTHON.test(language);
  return isPython || JAVASCRIPT.test(language) ? readCalls(code, isPython, clients) : undefined;
}
