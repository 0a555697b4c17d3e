import { stripControls } from '../diagnostics/frame.ts';

/** Prints text for people to standard error: names of files and arguments in it cannot control the terminal. */
export function printError(text: string): void {
  process.stderr.write(stripControls(text));
}

/** The same to standard output. Formats for programs escape what they contain, or must not change it. */
export function printOutput(text: string): void {
  process.stdout.write(stripControls(text));
}
