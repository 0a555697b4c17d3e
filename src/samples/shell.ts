/** Reads commands of a POSIX shell: words with their quotes, variables and comments (POSIX.1-2024, Shell Command Language 2.3). */
import { DYNAMIC, isBeforeHost, type Piece, type SyntaxProblem, type Variable } from './sample.ts';

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

export interface ShellCode {
  readonly commands: readonly Command[];
  readonly problems: readonly SyntaxProblem[];
  /** Names of variables: those that a command sets, and those that it uses, in order. */
  readonly variables: readonly Variable[];
}

interface Reader {
  readonly code: string;
  at: number;
  words: Word[];
  start: number;
  readonly commands: Command[];
  readonly problems: SyntaxProblem[];
  readonly variables: Variable[];
  /** Ends of here-documents that begin after this line. */
  readonly heredocs: { readonly end: string; readonly isIndented: boolean }[];
}

interface Text {
  text: string;
  variable?: string;
  readonly at: number[];
  isQuoted: boolean;
}

const PROMPT = /^[ \t]*(?:\$|%|>|❯|\w+@[\w.-]+[^\n$#]{0,40}[$#]) +/gm;

/** Reads the commands of a code block. Other languages give words, too, of which no command is known. */
export function readShell(code: string): ShellCode {
  const reader: Reader = {
    // Prompts become spaces, so that offsets stay.
    code: code.replace(PROMPT, (prompt) => ' '.repeat(prompt.length)),
    at: 0,
    words: [],
    start: 0,
    commands: [],
    problems: [],
    variables: [],
    heredocs: [],
  };
  while (reader.at < reader.code.length) readNext(reader);
  endCommand(reader);
  return reader;
}

function endCommand(reader: Reader): void {
  const { words, start, at } = reader;
  if (words.length > 0)
    reader.commands.push({ words, start: words[0]?.start ?? start, end: at, input: undefined });
  reader.words = [];
  reader.start = at;
}

function readNext(reader: Reader): void {
  const { code, at } = reader;
  const character = code.charAt(at);
  const next = code.charAt(at + 1);
  const blanks = character === '\\' ? /^([ \t]*)\r?\n/.exec(code.slice(at + 1, at + 40)) : null;
  if (blanks !== null) {
    const { length } = blanks[1] ?? '';
    if (length > 0)
      reader.problems.push({
        start: at,
        end: at + 1 + length,
        message: 'a space follows the \\, so that the command ends here',
        hint: 'remove the space',
        fix: '\\',
      });
    reader.at = code.indexOf('\n', at) + 1;
  } else if (character === '\n') {
    reader.at += 1;
    if (reader.heredocs.length > 0) readHeredocs(reader);
    // An option on the next line continues a command whose `\` was forgotten: other checks find no request then.
    else endCommand(reader);
  } else if (
    /[;&|(){}]/.test(character) &&
    !(/[{}]/.test(character) && /\S/.test(next) && character === '{')
  ) {
    if (character === '{' || character === '}') readWord(reader);
    else {
      endCommand(reader);
      reader.at += 1;
    }
  } else if (character === '<' && next === '<') readHeredocMark(reader);
  else if (/[<>]/.test(character) && !/^<[\w .:-]+>/.test(code.slice(at, at + 60)))
    skipRedirect(reader);
  else if (character === '#' && (at === 0 || /\s/.test(code.charAt(at - 1)))) {
    const end = code.indexOf('\n', at);
    reader.at = end < 0 ? code.length : end;
  } else if (/\s/.test(character)) reader.at += 1;
  else readWord(reader);
}

function skipRedirect(reader: Reader): void {
  reader.at += 1;
  while (/[>&| \t]/.test(reader.code.charAt(reader.at))) reader.at += 1;
  if (/\S/.test(reader.code.charAt(reader.at))) readWord(reader);
  reader.words.pop();
}

function readHeredocMark(reader: Reader): void {
  const [mark = '', dash = '', end = ''] =
    /^<<(-?)\s*\\?["']?([\w-]+)["']?/.exec(reader.code.slice(reader.at, reader.at + 80)) ?? [];
  reader.at += Math.max(2, mark.length);
  if (end !== '') reader.heredocs.push({ end, isIndented: dash !== '' });
}

function readHeredocs(reader: Reader): void {
  const { code, heredocs } = reader;
  for (const { end, isIndented } of heredocs.splice(0)) {
    const start = reader.at;
    const pattern = new RegExp(`^${isIndented ? '[ \\t]*' : ' *'}${end}[ \\t]*\\r?$`, 'm');
    const found = pattern.exec(code.slice(start));
    const stop = found === null ? code.length : start + found.index;
    const text: Text = { text: '', at: [], isQuoted: true };
    for (let at = start; at < stop; ) at = readInQuotes(reader, text, at);
    endCommand(reader);
    const last = reader.commands.at(-1);
    if (last !== undefined) last.input = { ...text, start, end: stop };
    reader.at = stop + (found?.[0].length ?? 0);
  }
}

/** Where a word ends, outside of quotes. A placeholder in angle brackets is no redirection. */
const END_OF_WORD = /[\s;&|()<>]/;

function readWord(reader: Reader): void {
  const { code, at: start } = reader;
  const word: Text = { text: '', at: [], isQuoted: false };
  while (reader.at < code.length) {
    const { at } = reader;
    const character = code.charAt(at);
    const placeholder = /^<[\w][\w .:-]*>/.exec(code.slice(at, at + 60))?.[0];
    if (placeholder !== undefined) {
      for (let index = 0; index < placeholder.length; index += 1)
        add(word, placeholder.charAt(index), at + index);
      reader.at += placeholder.length;
    } else if (character === '&' && word.text.includes('?')) {
      unquotedAnd(reader, start);
      add(word, character, at);
      reader.at += 1;
    } else if (END_OF_WORD.test(character)) break;
    else if (character === '\\') {
      if (code.charAt(at + 1) === '\n') break;
      add(word, code.charAt(at + 1), at + 1);
      reader.at += 2;
    } else if (character === "'" || (character === '$' && code.charAt(at + 1) === "'")) {
      word.isQuoted = true;
      readSingleQuotes(reader, word);
    } else if (character === '"') {
      word.isQuoted = true;
      readDoubleQuotes(reader, word);
    } else reader.at = readInQuotes(reader, word, at);
  }
  if (reader.at === start) reader.at += 1;
  const isSet = /^[A-Za-z_]\w*(?==)/.exec(word.text);
  if (
    isSet !== null &&
    (reader.words.length === 0 || reader.words.every(({ text }) => /^export$|=/.test(text)))
  )
    reader.variables.push({ name: isSet[0], isSet: true, start, end: start + isSet[0].length });
  reader.words.push({ ...word, start, end: reader.at });
}

/** Reports the first `&` of an address without quotes; the rest is read as if it had them. */
function unquotedAnd({ code, at, problems }: Reader, word: number): void {
  const last = problems.at(-1);
  const isFirst = last?.message !== UNQUOTED_AND || last.start < word;
  if (!isFirst || !/\w/.test(code.charAt(at + 1))) return;
  const hint = 'put the address in quotes';
  problems.push({ start: at, end: at + 1, message: UNQUOTED_AND, hint });
}

const UNQUOTED_AND = 'the shell ends the command at this &';

function add(word: Text, character: string, at: number): void {
  word.text += character;
  for (let unit = 0; unit < character.length; unit += 1) word.at.push(at);
}

function readSingleQuotes(reader: Reader, word: Text): void {
  const { code, at: start } = reader;
  const isAnsi = code.charAt(start) === '$';
  let at = start + (isAnsi ? 2 : 1);
  // An apostrophe in JSON was not meant to end it: the rest is read as if it were repaired.
  const isApostrophe = (): boolean =>
    !isAnsi && /^\s*[[{]/.test(word.text) && /\w'[a-z]/i.test(code.slice(at - 1, at + 2));
  while (at < code.length && (code.charAt(at) !== "'" || isApostrophe())) {
    if (code.charAt(at) === "'")
      reader.problems.push({
        start: at,
        end: at + 1,
        message: 'the apostrophe ends the quoted text',
        hint: "write '\\'' for an apostrophe in single quotes",
        fix: "'\\''",
      });
    if (isAnsi && code.charAt(at) === '\\') {
      const escaped = code.charAt(at + 1);
      add(word, escaped === 'n' ? '\n' : escaped === 't' ? '\t' : escaped, at);
      at += 2;
    } else {
      add(word, code.charAt(at), at);
      at += 1;
    }
  }
  unclosed(reader, start, at);
  reader.at = at + 1;
}

function readDoubleQuotes(reader: Reader, word: Text): void {
  const { code, at: start } = reader;
  let at = start + 1;
  while (at < code.length && code.charAt(at) !== '"') {
    if (code.charAt(at) === '\\' && /["\\$`\n]/.test(code.charAt(at + 1))) {
      if (code.charAt(at + 1) !== '\n') add(word, code.charAt(at + 1), at + 1);
      at += 2;
    } else at = readInQuotes(reader, word, at);
  }
  unclosed(reader, start, at);
  reader.at = at + 1;
}

function unclosed({ code, problems }: Reader, start: number, at: number): void {
  if (at < code.length) return;
  const quote = code.charAt(start);
  const message = `the quote ${quote} is opened here and never closed`;
  problems.push({
    start,
    end: start + 1,
    message,
    hint: `add ${quote} where the text ends; ' in single quotes is written '\\''`,
    isFinal: true,
  });
}

/** Reads a character, or a variable or command whose value is not known; returns the offset after it. */
function readInQuotes(reader: Reader, word: Text, at: number): number {
  const rest = reader.code.slice(at, at + 200);
  const variable = /^\$(?:([A-Za-z_]\w*|\d)|\{([A-Za-z_]\w*)[^{}]*\})/.exec(rest);
  if (variable !== null) {
    const [whole, name = variable[2] ?? ''] = variable;
    reader.variables.push({ name, isSet: false, start: at, end: at + whole.length });
    if (isBeforeHost(word.text)) word.variable = name;
    add(word, DYNAMIC, at);
    return at + whole.length;
  }
  const command = /^(?:\$\((?:[^()]|\([^()]*\))*\)|`[^`]*`)/.exec(rest)?.[0];
  if (command !== undefined) {
    add(word, DYNAMIC, at);
    return at + command.length;
  }
  add(word, reader.code.charAt(at), at);
  return at + 1;
}
