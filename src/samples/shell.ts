/** Reads commands of a POSIX shell: words with their quotes, variables and comments (POSIX.1-2024, Shell Command Language 2.3). */
import {
  DYNAMIC,
  isBeforeHost,
  mistake,
  type Piece,
  type SyntaxProblem,
  type Variable,
} from './sample.ts';

/** A word of a command, without quotes; what is known only when the command runs is `DYNAMIC`. */
export interface Word extends Piece {
  /** For each code unit of the text, its offset in the code. */
  readonly at: readonly number[];
  /** True if a part of it is in quotes. */
  readonly isQuoted: boolean;
}

/** A command with its words, in the order of the code. */
export interface Command extends Pick<Piece, 'start' | 'end'> {
  readonly words: readonly Word[];
  /** Text of a here-document. */
  input: Word | undefined;
}

interface Reader {
  readonly code: string;
  at: number;
  words: Word[];
  readonly commands: Command[];
  readonly problems: SyntaxProblem[];
  /** Variables that commands set and use, in order. */
  readonly variables: Variable[];
  /** Ends of here-documents that begin after this line. */
  readonly heredocs: { readonly end: string; readonly isIndented: boolean }[];
}

interface Text {
  text: string;
  variable?: string;
  readonly at: number[];
  isQuoted: boolean;
  /** True if the text begins like JSON, or has the question mark of an address. */
  readonly isJson: boolean;
  hasQuery: boolean;
}

function createText(isQuoted: boolean, isJson: boolean): Text {
  return { text: '', at: [], isQuoted, isJson, hasQuery: false };
}

/** Most here-documents and assignments of a command: each one is searched for. */
const MOST = 20;

const PROMPT = /^[ \t]*(?:\$|%|>|❯|\w+@[\w.-]+[^\n$#]{0,40}[$#]) +/gm;

/** Reads the commands of a code block. Other languages give words, too, of which no command is known. */
export function readShell(text: string): Omit<Reader, 'at' | 'words' | 'heredocs'> {
  // Prompts become spaces, so that offsets stay.
  return readFrom(
    text.replace(PROMPT, (prompt) => ' '.repeat(prompt.length)),
    0,
  );
}

/** Reads the commands from an offset to the end of the code. */
function readFrom(code: string, at: number): Reader {
  const lists = { words: [], commands: [], problems: [], variables: [], heredocs: [] };
  const reader: Reader = { code, at, ...lists };
  while (reader.at < code.length) readNext(reader);
  endCommand(reader);
  return reader;
}

function endCommand(reader: Reader): void {
  const { words, at: end } = reader;
  const [first] = words;
  if (first !== undefined)
    reader.commands.push({ words, start: first.start, end, input: undefined });
  reader.words = [];
}

function readNext(reader: Reader): void {
  const { code, at } = reader;
  const rest = code.slice(at, at + 80);
  const [continued, blanks = ''] = /^\\([ \t]*)\r?\n/.exec(rest) ?? [];
  const [heredoc, dash = '', mark = ''] = /^<<(-?)[ \t]*\\?["']?([\w-]*)["']?/.exec(rest) ?? [];
  if (continued !== undefined) {
    const range = { start: at, end: at + 1 + blanks.length };
    if (blanks !== '')
      reader.problems.push(
        mistake(range, 'a space follows the \\, so that the command ends here', {
          hint: 'remove the space',
          fix: '\\',
        }),
      );
    reader.at += continued.length;
  } else if (rest.startsWith('\n')) {
    reader.at += 1;
    if (reader.heredocs.length > 0) readHeredocs(reader);
    else endCommand(reader);
  } else if (/^[;&|()]/.test(rest)) {
    endCommand(reader);
    reader.at += 1;
  } else if (heredoc !== undefined) {
    reader.at += heredoc.length;
    if (mark !== '' && reader.heredocs.length < MOST)
      reader.heredocs.push({ end: mark, isIndented: dash !== '' });
  } else if (/^[<>]/.test(rest) && !/^<[\w .:-]+>/.test(rest)) {
    reader.at += /^[<>]+[>&| \t]*/.exec(rest)?.[0].length ?? 1;
    if (/\S/.test(code.charAt(reader.at))) readWord(reader);
    reader.words.pop();
  } else if (rest.startsWith('#') && (at === 0 || /\s/.test(code.charAt(at - 1)))) {
    const end = code.indexOf('\n', at);
    reader.at = end < 0 ? code.length : end;
  } else if (/^\s/.test(rest)) reader.at += 1;
  else readWord(reader);
}

function readHeredocs(reader: Reader): void {
  const { code, heredocs } = reader;
  for (const { end, isIndented } of heredocs.splice(0)) {
    const start = reader.at;
    const last = new RegExp(`^${isIndented ? '[ \\t]*' : ' *'}${end}[ \\t]*\\r?$`, 'gm');
    last.lastIndex = start;
    const found = last.exec(code);
    const stop = found?.index ?? code.length;
    const text = createText(true, false);
    for (let at = start; at < stop; ) at = readOne(reader, text, at);
    endCommand(reader);
    const command = reader.commands.at(-1);
    if (command !== undefined) command.input = { ...text, start, end: stop };
    reader.at = stop + (found?.[0].length ?? 0);
  }
}

/** Characters that mean themselves, and placeholders. */
const PLAIN = /(?:[^\s;&|()<>\\"'$`]+|<\w[\w .:-]{0,60}>)+/y;

function readWord(reader: Reader): void {
  const { code, at: start } = reader;
  const word = createText(false, /^[^\s"']{0,40}'\s*[[{]/.test(code.slice(start, start + 80)));
  while (reader.at < code.length) {
    const { at } = reader;
    PLAIN.lastIndex = at;
    const [plain] = PLAIN.exec(code) ?? [];
    const rest = code.slice(at, at + 2);
    if (plain !== undefined) {
      for (let unit = 0; unit < plain.length; unit += 1) add(word, plain.charAt(unit), at + unit);
      reader.at += plain.length;
    } else if (rest.startsWith('&') && word.hasQuery) {
      unquotedAnd(reader, start);
      add(word, '&', reader.at++);
    } else if (/^(?:[\s;&|()<>]|\\[\r\n])/.test(rest)) break;
    else if (rest.startsWith('\\')) {
      add(word, code.charAt(at + 1), at + 1);
      reader.at += 2;
    } else if (/^(?:\$?'|")/.test(rest)) readQuotes(reader, word, rest.startsWith('"') ? '"' : "'");
    else reader.at = readOne(reader, word, at);
  }
  if (reader.at === start) reader.at += 1;
  const [name] = /^[A-Za-z_]\w{0,99}(?==)/.exec(word.text) ?? [];
  if (
    name !== undefined &&
    reader.words.length < MOST &&
    reader.words.every(({ text }) => /^export$|=/.test(text))
  )
    reader.variables.push({
      name,
      isSet: true,
      text: word.text.slice(name.length + 1),
      start,
      end: start + name.length,
    });
  reader.words.push({ ...word, start, end: reader.at });
}

const UNQUOTED_AND = 'the shell ends the command at this &';

/** Reports the first `&` of an address without quotes; the rest is read as if it had them. */
function unquotedAnd({ code, at, problems }: Reader, word: number): void {
  const last = problems.at(-1);
  const isFirst = last?.message !== UNQUOTED_AND || last.start < word;
  if (isFirst && /\w/.test(code.charAt(at + 1)))
    problems.push(
      mistake({ start: at, end: at + 1 }, UNQUOTED_AND, { hint: 'put the address in quotes' }),
    );
}

function add(word: Text, unit: string, at: number): void {
  word.text += unit;
  word.hasQuery ||= unit === '?';
  word.at.push(at);
}

const ANSI: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

/** Reads a text in quotes: `'…'`, `$'…'` or `"…"`. */
function readQuotes(reader: Reader, word: Text, quote: string): void {
  const { code, at: start, problems } = reader;
  const isAnsi = code.charAt(start) === '$';
  word.isQuoted = true;
  let at = start + (isAnsi ? 2 : 1);
  for (; at < code.length; ) {
    const unit = code.charAt(at);
    const next = code.charAt(at + 1);
    // An apostrophe in JSON was not meant to end it: the rest is read as if it were repaired.
    if (unit === quote) {
      if (
        !word.isJson ||
        isAnsi ||
        quote !== "'" ||
        !/^\w'[a-z]$/i.test(code.slice(at - 1, at + 2))
      )
        break;
      const hint = "write '\\'' for an apostrophe in single quotes";
      problems.push(
        mistake({ start: at, end: at + 1 }, 'the apostrophe ends the quoted text', {
          hint,
          fix: "'\\''",
        }),
      );
      add(word, unit, at++);
    } else if (unit === '\\' && (isAnsi || (quote === '"' && /["\\$`\n]/.test(next)))) {
      if (isAnsi || next !== '\n')
        add(word, isAnsi ? (ANSI[next] ?? next) : next, isAnsi ? at : at + 1);
      at += 2;
    } else if (quote === '"') at = readOne(reader, word, at);
    else add(word, unit, at++);
  }
  reader.at = at + 1;
  if (at < code.length) return;
  const sign = code.charAt(start);
  const hint = `add ${sign} where the text ends; ' in single quotes is written '\\''`;
  problems.push(
    mistake({ start, end: start + 1 }, `the quote ${sign} is opened here and never closed`, {
      hint,
      isFinal: true,
    }),
  );
}

const VARIABLE = /^\$(?:([A-Za-z_]\w*|\d)|\{([A-Za-z_]\w*)[^{}]*\})/;
const SUBSTITUTION = /^(?:(\$\()((?:[^()]|\([^()]*\))*)\)|`([^`]*)`)/;
const LONGEST = 1000;

/** Reads a character, or a variable or command whose value is not known; returns the offset after it. */
function readOne({ code, commands, problems, variables }: Reader, word: Text, at: number): number {
  const unit = code.charAt(at);
  const rest = /[$`]/.test(unit) ? code.slice(at, at + LONGEST) : '';
  const [whole, short, name = short] = VARIABLE.exec(rest) ?? [];
  if (name !== undefined) {
    variables.push({ name, isSet: false, start: at, end: at + (whole?.length ?? 0) });
    if (isBeforeHost(word.text)) word.variable = name;
  }
  const [substitution, open = '`', own, quoted] = SUBSTITUTION.exec(rest) ?? [];
  if (substitution !== undefined) {
    const start = at + open.length;
    const inside = own ?? quoted ?? '';
    const inner = readFrom(code.slice(0, start + inside.length), start);
    commands.push(...inner.commands);
    problems.push(...inner.problems.filter(({ isFinal }) => isFinal !== true));
    variables.push(...inner.variables);
  }
  const unknown = whole ?? substitution;
  add(word, unknown === undefined ? unit : DYNAMIC, at);
  return at + (unknown?.length ?? 1);
}
