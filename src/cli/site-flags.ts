import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { CATALOG, CODES, fixedLevel, isCode, LEVELS, PLUGIN_CODE } from '../diagnostics/codes.ts';
import type { Rules } from '../diagnostics/levels.ts';
import { nearest } from '../diagnostics/nearest.ts';

/** Runs a command with its arguments and flags, and sets the exit code of the process. */
export function exitWith<Values extends readonly unknown[]>(
  run: (...values: Values) => Promise<number>,
): (...values: Values) => Promise<void> {
  return async (...values) => {
    process.exitCode = await run(...values);
  };
}

/** The site of a command line. */
export interface SiteFlags {
  readonly config?: string;
  readonly outDir?: string;
}

/** The site that a command line names: in the given folder, else that of `--config`, else the current one. */
export function namedSite(dir: string | undefined, { config, outDir }: SiteFlags) {
  return {
    siteDir: resolve(dir ?? (config === undefined ? '.' : resolve(config, '..'))),
    ...(config === undefined ? {} : { configFile: resolve(config) }),
    ...(outDir === undefined ? {} : { outDir: resolve(outDir) }),
  };
}

/** Address of a server and folder that it serves. */
export interface ServerFlags extends SiteFlags {
  readonly port?: number;
  readonly host: string;
  readonly allowedHost?: readonly string[];
  readonly open: boolean;
}

/** Adds the options that select a site. */
export function addSiteOptions(command: Command): Command {
  return command
    .argument('[dir]', 'site folder (default: this folder, or that of --config)')
    .option('-c, --config <file>', 'use this configuration file (default: site.config.ts)');
}

/** Format of a list. */
export interface ListFlags extends SiteFlags {
  readonly format: 'pretty' | 'json';
}

/** Adds the options of commands that print a list. */
export function addListOptions(command: Command): Command {
  return addSiteOptions(command).addOption(
    new Option('--format <format>', 'print in this format')
      .choices(['pretty', 'json'])
      .default('pretty'),
  );
}

/** Selection and format of findings. */
export interface FindingFlags extends SiteFlags {
  readonly rule?: Rules;
  readonly strict: boolean;
  readonly verbose: boolean;
}

/** Adds the options of commands that print findings; `verbose` is the help of `--verbose`. */
export function addFindingOptions(command: Command, verbose = 'print every finding'): Command {
  return command
    .option(
      '--rule <code=level>',
      'level of a code: off, info, warning, error; repeatable',
      readRule,
    )
    .option('--strict', 'errors stay errors, whatever the configuration says', false)
    .option('--verbose', verbose, false);
}

/** The levels of `--rule` and `--strict`. */
export function levelsOf({ rule, strict }: Pick<FindingFlags, 'rule' | 'strict'>): Rules {
  const errors = CODES.filter((code) => isCode(code) && CATALOG[code].severity === 'error');
  return { ...(strict ? Object.fromEntries(errors.map((code) => [code, 'error'])) : {}), ...rule };
}

/** Help text of commands that print findings. */
export const FINDINGS_HELP = `Findings are printed by file and line. Of more than 50, errors are kept before warnings; a line for each
code counts the rest, and --verbose prints all. Levels of the configuration are under "Levels" in the manual.`;

/** The exit codes of commands that check a site. */
export const CHECK_EXIT_HELP = `Exit codes: 0 no failing finding, 1 failing findings, 2 wrong usage or configuration, 3 no page read or
internal error`;

/** A reader of an option's value; `read` returns undefined for what is not as it must be. */
export function valueReader<Value>(
  read: (text: string) => Value | undefined,
  needed: string,
): (text: string) => Value {
  return (text) => {
    const value = read(text);
    if (value === undefined) throw new InvalidArgumentError(`It must be ${needed}.`);
    return value;
  };
}

function matching(pattern: RegExp, needed: string): (text: string) => string {
  return valueReader((text) => pattern.exec(text)?.[0], needed);
}

/** A reader of an option's value that is a whole number. */
export function wholeNumber(
  [least, most]: readonly [number, number],
  needed = `a number from ${least} to ${most}`,
): (text: string) => number {
  return valueReader((text) => {
    const number = Number(/^\d{1,9}$/.exec(text)?.[0]);
    return number >= least && number <= most ? number : undefined;
  }, needed);
}

export const readCount = wholeNumber([0, 999_999_999], 'a whole number');
export const readPort = wholeNumber([0, 65_535]);

/** Collects the values of an option that can be repeated. */
export function append(text: string, list: readonly string[] = []): readonly string[] {
  return [...list, text];
}

function readRule(text: string, rules: Rules = {}): Rules {
  const [code = '', name = ''] = text.split('=', 2);
  const level = LEVELS.find((entry) => entry === name);
  if (level === undefined)
    throw new InvalidArgumentError('It must be <code>=off|info|warning|error.');
  const reason = fixedLevel(code, level);
  if (reason !== undefined) throw new InvalidArgumentError(`Here ${reason}.`);
  if (CODES.includes(code) || PLUGIN_CODE.test(code)) return { ...rules, [code]: level };
  const near = nearest(code, CODES);
  throw new InvalidArgumentError(
    `There is no code "${code}".${near === undefined ? '' : ` Did you mean "${near}"?`}`,
  );
}

/** Adds the options of commands that serve a site. */
export function addServerOptions(command: Command): Command {
  return addSiteOptions(command)
    .option('-p, --port <number>', 'use this port (default: 3000, or the next free one)', readPort)
    .option('--host <host>', 'listen on this name or address', readHost, 'localhost')
    .option(
      '--allowed-host <name>',
      'also answer requests for this host name; repeatable',
      (name: string, names: readonly string[] = []) => [...names, readName(name)],
    )
    .option('--open', 'open the site in the browser', false);
}

const readHost = matching(/^[\w.:[\]%-]+$/, 'a name or an address');
const readName = matching(
  /^\.?[\w-]+(?:\.[\w-]+)*$/,
  'a name such as docs.test, or .docs.test for all below it',
);

/** Converts the flags to the options of the server functions. */
export function serverOptions(dir: string | undefined, flags: ServerFlags) {
  const { port, host, allowedHost: allowedHosts } = flags;
  return { ...namedSite(dir, flags), port, host, allowedHosts };
}

/** Help text of commands that serve a site. */
export const REACH_HELP = `Only this machine can reach the site, unless --host says otherwise. Requests for host names other than
localhost, IP addresses, --host and --allowed-host are refused, so that no other web page can read the site.
--allowed-host .example.com includes all names below example.com.`;

export const readShare = valueReader((text) => {
  const value = text.trim() === '' ? -1 : Number(text);
  return value >= 0 && value <= 1 ? value : undefined;
}, 'a number from 0 to 1');
