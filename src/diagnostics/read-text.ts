import { lstatSync, readFileSync } from 'node:fs';

/** The text of a source file, for code frames; undefined where there is none to show. */
export function readText(file: string): string | undefined {
  try {
    // A link may lead to a file that is nobody's business in a log.
    if (!lstatSync(file).isFile()) return undefined;
    const text = readFileSync(file, 'utf8');
    // A picture has no lines to show.
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
