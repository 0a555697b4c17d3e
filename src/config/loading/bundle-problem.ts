import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, parse } from 'node:path';
import type { Message } from 'esbuild';
import type { DiagnosticDetails, Location } from '../../diagnostics/diagnostic.ts';
import { readText } from '../../diagnostics/frame.ts';
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
  const importer = message.location && join(site.siteDir, site.printFile(message.location.file));
  const { location, ...explained } = explain({ ...message, importer, site });
  if (location !== undefined || message.location === null) return { ...explained, location };
  return { ...explained, location: messageLocation(message.location, site) };
}

interface Explaining extends Pick<Message, 'text' | 'location' | 'notes'> {
  /** Absolute path of the file with the problem. */
  readonly importer: string | null;
  readonly site: BundledSite;
}

/** Without a location, the message's location is used. */
type Explanation = Omit<DiagnosticDetails, 'link'>;

type Explain = (match: RegExpExecArray, explaining: Explaining) => Explanation;

const EXPLANATIONS: readonly (readonly [RegExp, Explain])[] = [
  [/^Could not resolve "(.+)"$/, ([, path = ''], explaining) => missingModule(path, explaining)],
  [
    /^Cannot read directory "(.+)": not a directory$/,
    ([, folder = ''], { importer, location }) => {
      const [, , path = folder] =
        /(["'])(.*?)\1/.exec(location?.lineText.slice(location.column) ?? '') ?? [];
      return missingFile(path, importer);
    },
  ],
  [/^No matching export in "(.+)" for import "(.+)"$/, missingExport],
  [
    /^cannot read the file: (?:E[A-Z]+: )?(.+)$/,
    ([, reason]) => ({
      message: `cannot read the file: ${reason}`,
      hint: 'allow this user to read it',
    }),
  ],
  [/^Unterminated string/, unclosedString],
  [/^Expected "(.)" to go with "(.)"$/, unclosedPair],
  [/end of file/, unclosedBracket],
  [/^Expected (.+) but found (.+)$/, wrongToken],
  [/^(?:Unexpected "(.+)"|Unterminated regular expression)$/, unexpectedToken],
  [
    /^No loader is configured for "(.+)" files/,
    ([, ending = '']) => ({
      message: `files that end in "${ending}" cannot be imported`,
      hint: 'put the file into static/ and link to it',
    }),
  ],
];

function explain(explaining: Explaining): Explanation {
  const { text, location } = explaining;
  if (/^(?:<{7}|={7}|>{7})(?=\s|$)/.test(location?.lineText ?? '')) {
    const hint = 'keep one of the two versions and remove the lines of the markers';
    return { message: 'unresolved merge conflict markers', hint };
  }
  for (const [pattern, explanation] of EXPLANATIONS) {
    const match = pattern.exec(text);
    if (match !== null) return explanation(match, explaining);
  }
  const suggestion = location?.suggestion;
  const message = text.charAt(0).toLowerCase() + text.slice(1);
  // Notes about bundler settings are useless to authors, who cannot change them.
  const note = explaining.notes[0]?.text ?? 'bundler';
  const useful = /external|esbuild|bundl|loader|platform|plugin/i.test(note) ? undefined : note;
  return { message, hint: suggestion ? `did you mean "${suggestion}"?` : useful };
}

function missingModule(path: string, explaining: Explaining): Explanation {
  const { importer, site } = explaining;
  if (/^\.{0,2}\//.test(path)) return missingFile(path, importer);
  if (isBuiltin(path)) {
    return {
      message: `pages cannot import "${path}", a module of Node: they also run in the browser`,
      hint: 'remove the import; code that needs Node belongs in site.config.ts',
    };
  }
  if (/^(?:docwright\/|@theme\/|@site\/|@docusaurus\/)/.test(path)) {
    return {
      message: `there is no module "${path}" in docwright`,
      hint: 'components and hooks are in "docwright/theme", default templates in "docwright/templates/<Name>"',
    };
  }
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

function missingFile(path: string, importer: string | null): Explanation {
  const message = `there is no file "${path}" to import`;
  if (importer === null) return { message };
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
  { location, site }: Explaining,
): Explanation {
  const own = OWN_MODULES.find(([end]) => from.endsWith(end))?.[1];
  const file = own ?? site.printFile(from);
  const suggestion = location?.suggestion;
  const named = { message: `${file} has no export named "${name}"` };
  if (suggestion) return { ...named, hint: `did you mean "${suggestion}"?` };
  // The import may be in a file of docwright; the mistake is in the imported file.
  const isOurs = location !== null && site.printFile(location.file).startsWith('..');
  const at = isOurs ? { file, line: 1, column: 1 } : undefined;
  if (name === 'default') {
    const text = readText(join(site.siteDir, file)) ?? '';
    const exported = /^export (?:(?:async )?function|const|class) (\w+)/m.exec(text)?.[1] ?? '…';
    const message = `${file} has no default export`;
    const hint = `add \`export default ${exported};\` to it`;
    if (isOurs) return { message, hint, location: at };
    return { message, hint: `write import { ${exported} } from …, or ${hint}`, missing: [file] };
  }
  const hint = own !== undefined ? undefined : `write \`export function ${name}(…)\``;
  return { ...named, hint, location: at };
}

function unclosedString(_match: RegExpExecArray, { location, site }: Explaining): Explanation {
  const hint = 'add the quote that closes it';
  const open = location === null ? -1 : openQuote(location.lineText);
  if (location === null || open < 0) return { message: 'a string is never closed', hint };
  const { line } = location;
  const at = { line, column: open + 1, endLine: line, endColumn: location.lineText.length + 1 };
  const message = 'the string is not closed on its line';
  return { message, hint, location: { file: site.printFile(location.file), ...at } };
}

/** Index of the quote that opens the unclosed string at a line's end; -1 for none. */
function openQuote(line: string): number {
  const closed = /(["'`])(?:\\.|(?!\1)[^\\])*\1/g;
  return line.replace(closed, (text) => ' '.repeat(text.length)).search(/["'`]/);
}

/** A file that ends too early has an open bracket or element: reports the innermost one. */
function unclosedBracket(
  _match: RegExpExecArray,
  { importer, notes, site }: Explaining,
): Explanation {
  const opening = notes.find(({ location }) => location !== null);
  if (opening?.location) {
    const message = `the element <${opening.text.split('"')[1] ?? ''}> is opened here and never closed`;
    return {
      message,
      hint: 'add its closing tag',
      location: messageLocation(opening.location, site),
    };
  }
  const text = importer === null ? '' : (readText(importer) ?? '');
  const { tokens, closes } = readTokens(text);
  const open = tokens.findLast(
    ({ kind, text: sign }, index) =>
      kind === 'punct' && /^[([{]$/.test(sign) && closes.get(index) === tokens.length,
  );
  if (open === undefined || importer === null)
    return { message: 'the file ends too early', hint: 'close what is still open' };
  return {
    message: `the bracket ${open.text} is opened here and never closed`,
    hint: `add ${CLOSING[open.text] ?? 'a bracket'} where it ends`,
    location: { file: site.printFile(importer), ...positionAt(text, open.start) },
  };
}

/** For style sheets. */
function unclosedPair([, close, open]: RegExpExecArray, { notes, site }: Explaining): Explanation {
  const opening = notes.find(({ location }) => location !== null)?.location;
  return {
    message: `the bracket ${open} is opened here and never closed`,
    hint: `add ${close} where it ends`,
    location: opening ? messageLocation(opening, site) : undefined,
  };
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

function wrongToken(
  [, expected = '', found = '']: RegExpExecArray,
  explaining: Explaining,
): Explanation {
  const { location } = explaining;
  const values = isJsx(location) ? undefined : twoValues(expected, explaining);
  const message = `syntax error: expected ${expected}, found ${found}`;
  return values ?? { message, hint: hintForToken(expected, found, location) };
}

/** A bracket that is expected between two values: a comma or quotes are missing, at the first of them. */
function twoValues(
  expected: string,
  { importer, location, site }: Explaining,
): Explanation | undefined {
  const text = importer === null ? undefined : readText(importer);
  if (!/[\]})]/.test(expected) || text === undefined || location === null) return undefined;
  const lines = text.split('\n').slice(0, location.line - 1);
  const inLine = utf16Column(location.lineText, location.column) - 1;
  const offset = lines.reduce((length, line) => length + line.length + 1, inLine);
  const { tokens } = readTokens(text);
  const index = tokens.findIndex(({ end }) => end > offset);
  const [before, next] = [tokens[index - 1], tokens[index]];
  if (before === undefined || next === undefined) return undefined;
  if (before.kind === 'punct' && !/[\])}]/.test(before.text)) return undefined;
  if (next.kind === 'punct' && !/^(?:[[{]|\.{3})$/.test(next.text)) return undefined;
  const at = { file: site.printFile(location.file), ...positionAt(text, before.end) };
  const isQuote = before.kind === 'string' && next.kind === 'word' && before.end === next.start;
  const message = `the quote before "${next.text}" ends the text`;
  const hint = `write \\${before.text.charAt(0)} for a quote inside of a text`;
  return isQuote
    ? { message, hint, location: { ...at, column: at.column - 1 } }
    : { message: 'there is no comma between two entries', hint: 'add a comma here', location: at };
}

function positionAt(text: string, offset: number): Pick<Location, 'line' | 'column'> {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

function hintForToken(expected: string, found: string, location: Message['location']): string {
  const before = location?.lineText.slice(0, location.column).trim() ?? '';
  if (isJsx(location)) return JSX_HINT;
  if (expected === 'identifier' && found === '"{"')
    return 'remove one of the braces: an object has one { and one }';
  if (/[\]}]/.test(expected) && found === '";"')
    return /[\])}]$/.test(before)
      ? 'check that every bracket above is closed'
      : 'replace the semicolon with a comma';
  return expected === '")"' && found === '":"' ? 'put keys in braces: ({ … })' : CHECK_ABOVE;
}

const JSX_HINT = 'put HTML in quotes: JSX is for files that end in .tsx';

function isJsx(location: Message['location']): boolean {
  return /<\/?[A-Za-z]/.test(location?.lineText ?? '') && !/\.[jt]sx$/.test(location?.file ?? '');
}

function unexpectedToken(
  [text, found = '']: RegExpExecArray,
  { location }: Explaining,
): Explanation {
  const message = `syntax error: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
  if (isJsx(location)) return { message, hint: JSX_HINT };
  const near = nearest(found, 'default const function import export from return'.split(' '));
  if (found === '=') return { message, hint: 'in an object, write a colon in place of =' };
  const unmatched = /[\])}]/.test(found) ? `remove it, or open it above` : CHECK_ABOVE;
  return { message, hint: near === undefined ? unmatched : `did you mean "${near}"?` };
}

const CHECK_ABOVE = 'check this line and the end of the line above';

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
