import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceFile, workFolder } from '../cache/cache-folder.ts';
import { foreignFolder } from '../cache/sealed-folder.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { writeProblem } from './disk.ts';

/** The rules of a server, for its configuration. */
export interface ServerRulesFile {
  readonly name: string;
  readonly content: string;
}

/** The file of a server's rules, in the work folder of the site: readers must not see them. */
export function rulesFile(siteDir: string, name: string): string {
  return join(workFolder(siteDir), 'hosting', name);
}

/** Writes the rules of a server, if there are some. */
export function writeServerRules(
  siteDir: string,
  rules: ServerRulesFile | undefined,
): readonly Diagnostic[] {
  if (rules === undefined) return [];
  const file = rulesFile(siteDir, rules.name);
  const foreign = foreignFolder(siteDir, dirname(file));
  if (foreign !== undefined)
    return [
      diagnostic('output-write', {
        message: `cannot write ${file}: ${foreign} is a symbolic link or no folder`,
        hint: 'remove it; a build makes the folder again',
      }),
    ];
  try {
    mkdirSync(dirname(file), { recursive: true });
    replaceFile(file, rules.content);
    return [];
  } catch (error) {
    return [writeProblem(file, error)];
  }
}
