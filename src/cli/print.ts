import { EXEC, PACKAGE_MANAGERS } from '../config/package-manager.ts';
import { stripControls } from '../diagnostics/frame.ts';

/** Prints lines for people to standard error: names of files and arguments in them cannot control the terminal. */
export function printError(text: string): void {
  if (text !== '') process.stderr.write(asTyped(stripControls(text)).concat('\n'));
}

/** The same to standard output. Formats for programs escape what they contain, or must not change it. */
export function printOutput(text: string): void {
  if (text !== '') process.stdout.write(stripControls(text).concat('\n'));
}

/** Spells commands as they can be typed where `docs` is that of a project, no command of the shell. Excerpts stay. */
export function asTyped(text: string): string {
  const [, script = ''] = process.argv;
  const agent = process.env['npm_config_user_agent'];
  if (!BIN.test(script) && (agent === undefined || !OWN.test(script))) return text;
  const manager = PACKAGE_MANAGERS.find((name) => agent?.startsWith(`${name}/`)) ?? 'npm';
  return text.replace(/^(?!\s*\d* \|).*$/gm, (line) =>
    line.replace(/(?<=[`"])docs (?=[a-z])/g, `${EXEC[manager]} docs `),
  );
}

/** The command of a project, and the file that it starts, which a global installation has, too. */
const BIN = /[\\/]node_modules[\\/]\.bin[\\/]docs/;
const OWN = /[\\/]node_modules[\\/]docwright[\\/]/;
