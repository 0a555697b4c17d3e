import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, parse } from 'node:path';
import type { Message } from 'esbuild';
import type { DiagnosticDetails, Location } from '../../diagnostics/diagnostic.ts';
import { positionAt, readText } from '../../diagnostics/frame.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { lockedManagers } from '../package-manager.ts';
import { readTokens } from './tokens.ts';
import { withParents } from '../../cache/fact-recorder.ts';
import { namesIn } from '../folders.ts';

/** The site whose files are bundled. */
export interface BundledSite {
  /** Absolute. */
  readonly siteDir: string;
  /** Prints a file name of esbuild relative to the site folder. */
  readonly printFile: (file: string) => string;
}

/** Explains a bundler message in the author's terms, with its location and a hint. */
export function bundleProblem(message: Message, site: BundledSite): DiagnosticDetails {
  const { text, location, notes } = message;
  const locate = (place: Message['location'] | undefined): Location | undefined =>
    place ? messageLocation(place, site) : undefined;
  const file = location === null ? '' : site.printFile(location.file);
  const opening = notes.find((note) => note.location !== null);
  const problem: Problem = {
    site,
    file,
    importer: location === null ? undefined : join(site.siteDir, file),
    location,
    opening: opening && { text: opening.text, location: locate(opening.location) },
  };
  const explained = explain(text, problem) ?? unexplained(message);
  return { ...explained, location: explained.location ?? locate(location) };
}

/** A bundler message with its files. */
interface Problem extends Pick<Message, 'location'> {
  readonly site: BundledSite;
  /** The file with the problem, relative to the site folder and absolute; none without a location. */
  readonly file: string;
  readonly importer: string | undefined;
  /** Where the bracket or element opens that is not closed. */
  readonly opening: { readonly text: string; readonly location: Location | undefined } | undefined;
}

/** Without a location, the message's location is used. */
type Explanation = Omit<DiagnosticDetails, 'link'>;

/** A message with the groups of the pattern, and a hint; or a function, which may leave a problem to the next row. */
type Row = readonly [
  pattern: RegExp,
  message: string | ((match: RegExpExecArray, problem: Problem) => Explanation | undefined),
  hint?: string,
];

const ROWS: readonly Row[] = [
  [/^Could not resolve "(\.{0,2}\/.*)"$/, ([, path = ''], problem) => missingFile(path, problem)],
  [
    /^Could not resolve "((?:docwright|@theme|@site|@docusaurus)\/.*)"$/,
    'there is no module "$1" in docwright',
    'components and hooks are in "docwright/theme", default templates in "docwright/templates/<Name>"',
  ],
  [/^Could not resolve "(.+)"$/, missingModule],
  [
    /^Cannot read directory "(.+)": not a directory$/,
    ([, folder = ''], problem) => {
      const { lineText = '', column } = problem.location ?? {};
      const [, , path = folder] = /(["'])(.*?)\1/.exec(lineText.slice(column)) ?? [];
      return missingFile(path, problem);
    },
  ],
  [/^No matching export in "(.+)" for import "(.+)"$/, missingExport],
  [
    /^cannot read the file: (?:E[A-Z]+: )?(.+)$/,
    'cannot read the file: $1',
    'allow this user to read it',
  ],
  [/^Unterminated string/, unclosedString],
  [
    /^Expected "(.)" to go with "(.)"$/,
    ([, close, open = ''], { opening }) => unclosed(open, opening?.location, close),
  ],
  [/end of file/, unclosedBracket],
  [/^Expected (.+) but found /, twoValues],
  [/^(?:Expected .+ but found |Unexpected "(.+)"$|Unterminated regular expression$)/, syntaxError],
  [
    /^No loader is configured for "(.+)" files.*/,
    'files that end in "$1" cannot be imported',
    'put the file into static/ and link to it',
  ],
];

function explain(text: string, problem: Problem): Explanation | undefined {
  if (/^(?:<{7}|={7}|>{7})(?=\s|$)/.test(problem.location?.lineText ?? '')) {
    const hint = 'keep one of the two versions and remove the lines of the markers';
    return { message: 'unresolved merge conflict markers', hint };
  }
  for (const [pattern, message, hint] of ROWS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    if (typeof message === 'string') return { message: text.replace(pattern, message), hint };
    const explained = message(match, problem);
    if (explained !== undefined) return explained;
  }
  return undefined;
}

function unexplained({ text, location, notes: [first] }: Message): Explanation {
  const message = text.charAt(0).toLowerCase() + text.slice(1);
  if (location?.suggestion) return { message, hint: `did you mean "${location.suggestion}"?` };
  // Notes about bundler settings are useless to authors, who cannot change them.
  const isUseless = /external|esbuild|bundl|loader|platform|plugin/i.test(first?.text ?? '');
  return { message, hint: isUseless ? undefined : first?.text };
}

function missingModule([, path = '']: RegExpExecArray, { importer, site }: Problem): Explanation {
  if (isBuiltin(path))
    return {
      message: `pages cannot import "${path}", a module of Node: they also run in the browser`,
      hint: 'remove the import; code that needs Node belongs in site.config.ts',
    };
  const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/');
  const isInstalled = withParents(dirname(importer ?? site.siteDir)).some((folder) =>
    existsSync(join(folder, 'node_modules', name)),
  );
  if (isInstalled)
    return {
      message: `the package "${name}" has no module "${path}"`,
      hint: `see the documentation of "${name}" for what it exports`,
    };
  const [manager = 'npm'] = lockedManagers(site.siteDir);
  const command = manager === 'npm' ? 'npm install' : `${manager} add`;
  return {
    message: `the package "${name}" is not installed`,
    hint: `run \`${command} ${name}\``,
  };
}

function missingFile(path: string, { importer }: Problem): Explanation {
  const message = `there is no file "${path}" to import`;
  if (importer === undefined) return { message };
  const name = basename(path);
  const entries = namesIn(join(dirname(importer), dirname(path)));
  const others = entries.filter((entry) => entry !== basename(importer));
  // Extensions count only if both have one.
  const near = nearest(name, /\.\w+$/.test(name) ? others : others.map((one) => parse(one).name));
  const correct = `add the file, or correct the path, which starts at the folder of ${basename(importer)}`;
  const hint =
    near === undefined ? correct : `did you mean "${path.slice(0, -name.length)}${near}"?`;
  return { message, hint };
}

/** The modules of docwright that sites may import, by esbuild's name. */
const OWN_MODULES = [
  ['src/client/theme.ts', 'docwright/theme'],
  [':docwright', 'docwright'],
] as const;

function missingExport(
  [, from = '', name = '']: RegExpExecArray,
  { location, site, file: importer }: Problem,
): Explanation {
  const own = OWN_MODULES.find(([end]) => from.endsWith(end))?.[1];
  const file = own ?? site.printFile(from);
  const message = `${file} has no export named "${name}"`;
  if (location?.suggestion) return { message, hint: `did you mean "${location.suggestion}"?` };
  // The import may be in a file of docwright; the mistake is in the imported file.
  const isOurs = importer.startsWith('..');
  const at = isOurs ? { file, line: 1, column: 1 } : undefined;
  if (name !== 'default') {
    const hint = own === undefined ? `write \`export function ${name}(…)\`` : undefined;
    return { message, hint, location: at };
  }
  const text = readText(join(site.siteDir, file)) ?? '';
  const exported = /^export (?:(?:async )?function|const|class) (\w+)/m.exec(text)?.[1] ?? '…';
  const hint = `add \`export default ${exported};\` to it`;
  return {
    message: `${file} has no default export`,
    ...(isOurs
      ? { hint, location: at }
      : { hint: `write import { ${exported} } from …, or ${hint}`, missing: [file] }),
  };
}

function unclosedString(_match: RegExpExecArray, { location, file }: Problem): Explanation {
  const hint = 'add the quote that closes it';
  const { line = 1, lineText = '' } = location ?? {};
  const closed = /(["'`])(?:\\.|(?!\1)[^\\])*\1/g;
  const open = lineText.replace(closed, ({ length }) => ' '.repeat(length)).search(/["'`]/);
  if (open < 0) return { message: 'a string is never closed', hint };
  const end = { endLine: line, endColumn: lineText.length + 1 };
  const message = 'the string is not closed on its line';
  return { message, hint, location: { file, line, column: open + 1, ...end } };
}

/** A file that ends too early has an open bracket or element: reports the innermost one. */
function unclosedBracket(
  _match: RegExpExecArray,
  { importer, file, opening }: Problem,
): Explanation {
  if (opening !== undefined)
    return {
      message: `the element <${opening.text.split('"')[1] ?? ''}> is opened here and never closed`,
      hint: 'add its closing tag',
      location: opening.location,
    };
  const text = importer === undefined ? '' : (readText(importer) ?? '');
  const { tokens, closes } = readTokens(text);
  const open = tokens.findLast(
    ({ kind, text: sign }, index) =>
      kind === 'punct' && /^[([{]$/.test(sign) && closes.get(index) === tokens.length,
  );
  return open === undefined
    ? { message: 'the file ends too early', hint: 'close what is still open' }
    : unclosed(open.text, { file, ...positionAt(text, open.start) });
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

function unclosed(
  open: string,
  location: Location | undefined,
  close = CLOSING[open],
): Explanation {
  const message = `the bracket ${open} is opened here and never closed`;
  return { message, hint: `add ${close} where it ends`, location };
}

/** A bracket that is expected between two values: a comma or quotes are missing, at the first of them. */
function twoValues(
  [, expected = '']: RegExpExecArray,
  { importer, location, file }: Problem,
): Explanation | undefined {
  const text = importer === undefined ? undefined : readText(importer);
  if (text === undefined || location === null || !/[\]})]/.test(expected) || isJsx(location))
    return undefined;
  const lines = text.split('\n').slice(0, location.line - 1);
  const inLine = utf16Column(location.lineText, location.column) - 1;
  const offset = lines.reduce((length, line) => length + line.length + 1, inLine);
  const { tokens } = readTokens(text);
  const index = tokens.findIndex(({ end }) => end > offset);
  const [before, next] = [tokens[index - 1], tokens[index]];
  if (before === undefined || next === undefined) return undefined;
  if (before.kind === 'punct' && !/[\])}]/.test(before.text)) return undefined;
  if (next.kind === 'punct' && !/^(?:[[{]|\.{3})$/.test(next.text)) return undefined;
  const at = { file, ...positionAt(text, before.end) };
  const isQuote = before.kind === 'string' && next.kind === 'word' && before.end === next.start;
  const message = `the quote before "${next.text}" ends the text`;
  const hint = `write \\${before.text.charAt(0)} for a quote inside of a text`;
  return isQuote
    ? { message, hint, location: { ...at, column: at.column - 1 } }
    : { message: 'there is no comma between two entries', hint: 'add a comma here', location: at };
}

function isJsx(location: Message['location']): boolean {
  return /<\/?[A-Za-z]/.test(location?.lineText ?? '') && !/\.[jt]sx$/.test(location?.file ?? '');
}

/** Remedies of syntax errors, some only after a text in the line. */
const REMEDIES: readonly (readonly [error: RegExp, hint: string, before?: RegExp])[] = [
  [
    /^Expected identifier but found "\{"$/,
    'remove one of the braces: an object has one { and one }',
  ],
  [/^Expected .*[\]}].* but found ";"$/, 'check that every bracket above is closed', /[\])}]\s*$/],
  [/^Expected .*[\]}].* but found ";"$/, 'replace the semicolon with a comma'],
  [/^Expected "\)" but found ":"$/, 'put keys in braces: ({ … })'],
  [/^Unexpected "="$/, 'in an object, write a colon in place of ='],
  [/^Unexpected ".*[\])}]/, 'remove it, or open it above'],
  [/^/, 'check this line and the end of the line above'],
];

function syntaxError(
  { input, 1: found = '' }: RegExpExecArray,
  { location }: Problem,
): Explanation {
  const plain = input.replace(/^(Expected .+) but found /, '$1, found ');
  const message = `syntax error: ${plain.charAt(0).toLowerCase()}${plain.slice(1)}`;
  if (isJsx(location))
    return { message, hint: 'put HTML in quotes: JSX is for files that end in .tsx' };
  const near = nearest(found, 'default const function import export from return'.split(' '));
  const before = location?.lineText.slice(0, location.column) ?? '';
  const remedy = REMEDIES.find(
    ([error, , after]) => error.test(input) && after?.test(before) !== false,
  );
  return { message, hint: near === undefined ? remedy?.[1] : `did you mean "${near}"?` };
}

function messageLocation(location: NonNullable<Message['location']>, site: BundledSite): Location {
  const column = utf16Column(location.lineText, location.column);
  const endColumn = utf16Column(location.lineText, location.column + location.length);
  return {
    file: site.printFile(location.file),
    line: location.line,
    column,
    ...(endColumn > column ? { endLine: location.line, endColumn } : {}),
  };
}

/** Converts a column of esbuild, which counts UTF-8 bytes from 0; a byte order mark does not count. */
function utf16Column(line: string, bytes: number): number {
  const before = Buffer.from(line).subarray(0, bytes).toString('utf8');
  return before.replace(/^\uFEFF/, '').length + 1;
}
