import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const MANUAL = readFileSync(resolve(import.meta.dirname, '../../../manual/deploying.md'), 'utf8');

/** The text of the code block with a title on the page "Deploying" of the manual. */
export function recipe(title: string): string {
  return blockAfter(`title="${title}"\n`).text;
}

/** Headers and status that a command of the manual prints, and its output there. */
export interface Check {
  /** Path and query of the address. */
  readonly path: string;
  /** Names in the order of the output; `http_code` is the status. */
  readonly names: readonly string[];
  readonly output: string;
}

/** The `curl` command of a recipe with what it prints. */
export function checkOf(title: string): Check {
  const { text, rest } = blockAfter(`sh title="${title}"\n`);
  const [, format = '', address = ''] =
    /^curl -s -o \/dev\/null -w '([^']+)\\n' (\S+)\n$/.exec(text) ?? [];
  const names = [...format.matchAll(/%\{(http_code)\}|%header\{([\w-]+)\}/g)].map(
    ([, status, header]) => status ?? header ?? '',
  );
  const output = blockAfter('```text\n', rest).text.trim();
  return { path: new URL(address).pathname, names, output };
}

function blockAfter(
  start: string,
  text = MANUAL,
): { readonly text: string; readonly rest: string } {
  const at = text.indexOf(start);
  if (at < 0) throw new Error(`the manual has no block ${start}`);
  const rest = text.slice(at + start.length);
  const end = rest.indexOf('```');
  return { text: rest.slice(0, end), rest: rest.slice(end + 3) };
}
