import { stripControls } from '../diagnostics/frame.ts';

/** Prints lines for people to standard error: names of files and arguments in them cannot control the terminal. */
export function printError(text: string): void {
  if (text !== '') process.stderr.write(stripControls(text).concat('\n'));
}

/** The same to standard output. Formats for programs escape what they contain, or must not change it. */
export function printOutput(text: string): void {
  if (text !== '') process.stdout.write(stripControls(text).concat('\n'));
}
