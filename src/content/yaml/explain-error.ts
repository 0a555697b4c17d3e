/** A mistake in a YAML text in the author's terms, with a hint. */
export interface YamlMistake {
  readonly message: string;
  readonly hint?: string;
  readonly span: { readonly start: number; readonly end: number };
}

/** The parser's error and its position. */
interface ParserError {
  readonly reason: string;
  readonly position: number;
}

interface Line {
  /** Offset in the whole text. */
  readonly start: number;
  readonly text: string;
  readonly indent: number;
  /** Empty if the line has no key. */
  readonly key: string;
  /** The value without a comment and surrounding whitespace, and its offset in the whole text. */
  readonly value: string;
  readonly valueStart: number;
}

interface Mistaken extends ParserError {
  readonly text: string;
  readonly lines: readonly Line[];
  /** The line in which the parser stopped. */
  readonly line: Line;
  /** The lines above it, nearest first, without blank lines and comments. */
  readonly above: readonly Line[];
}

type Cause = (mistaken: Mistaken) => YamlMistake | undefined;

/**
 * Names the mistake that made a text unreadable. Parsers report where they stopped; the mistake is often earlier, such
 * as an unclosed quote.
 */
export function explainYamlError(text: string, error: ParserError): YamlMistake {
  const { reason, position } = error;
  const lines = readLines(text);
  const line = lineAt(lines, position);
  const above = lines
    .filter(({ start, text: written }) => start < line.start && !/^\s*(?:#|$)/.test(written))
    .reverse();
  const mistaken: Mistaken = { text, reason, position, lines, line, above };
  for (const cause of CAUSES) {
    const mistake = cause(mistaken);
    if (mistake !== undefined) return mistake;
  }
  return otherMistake(mistaken);
}

/** A hint how to write the value at an offset as text. */
export function quoteValueHint(text: string, position: number): string {
  return quoteHint(lineAt(readLines(text), position));
}

/** A hint how to write a line that has a key but is not `key: value`; undefined if that is unclear. */
export function missingColonHint(line: string): string | undefined {
  const pair = /^\s*([\w-]+)(?::|\s*=)\s*(\S.*?)\s*$/.exec(line);
  if (pair === null || pair[2]?.startsWith('//') === true) return undefined;
  return `write "${pair[1]}: ${pair[2]}", with a space after the colon`;
}

const ENTRY =
  /^([ \t]*(?:-[ \t]+)*)(?:("[^"]*"|'[^']*'|[^\s:#"'[\]{},-][^:#]*?)[ \t]*:(?:[ \t]+|$))?(.*?)(?:[ \t]+#.*)?[ \t]*$/;

function readLines(text: string): readonly Line[] {
  let start = 0;
  return text.split('\n').map((written) => {
    const line = readLine(written.replace(/\r$/, ''), start);
    start += written.length + 1;
    return line;
  });
}

function readLine(text: string, start: number): Line {
  const [, before = '', key = '', value = ''] = ENTRY.exec(text) ?? [];
  const valueAt =
    key === ''
      ? before.length
      : text.indexOf(value, text.indexOf(':', before.length + key.length) + 1);
  return {
    start,
    text,
    indent: before.length,
    key,
    value,
    valueStart: start + Math.max(0, valueAt),
  };
}

function lineAt(lines: readonly Line[], position: number): Line {
  return lines.findLast(({ start }) => start <= position) ?? readLine('', 0);
}

function part(line: Line, from: number, length: number): YamlMistake['span'] {
  return { start: line.start + from, end: line.start + from + length };
}

const CONFLICT = /^(?:<{7}|={7}|>{7})(?=\s|$)/;

function mergeConflict({ lines }: Mistaken): YamlMistake | undefined {
  const marked = lines.find(({ text }) => CONFLICT.test(text));
  const message = 'unresolved merge conflict markers';
  const hint = 'keep one of the two versions and remove the lines of the markers';
  return marked && { message, hint, span: part(marked, 0, 7) };
}

/** Tabs are allowed between brackets, as in JSON. */
function strangeIndentation({ text, reason, lines, line }: Mistaken): YamlMistake | undefined {
  const inBrackets = /^\s*[[{]/.test(text) && !reason.startsWith('tab');
  const wrong = lines.find(
    ({ start, text: written }) => start <= line.start && /^ *[\t\u00A0]/.test(written),
  );
  if (wrong === undefined || inBrackets) return undefined;
  const blanks = /^ *([\t\u00A0]+)/.exec(wrong.text);
  const width = blanks?.[1]?.length ?? 1;
  const name = blanks?.[1]?.startsWith('\t') === true ? 'a tab' : 'a no-break space';
  return {
    message: `the line is indented with ${name}`,
    hint: 'use spaces for indentation',
    span: part(wrong, (blanks?.[0].length ?? 1) - width, width),
  };
}

/** Finds the quote or bracket that is open at the error and begins on an earlier line or is never closed. */
function unclosed({ text, reason, position, lines }: Mistaken): YamlMistake | undefined {
  if (!/deficient indentation|end of the (?:stream|document) within|multiline key/.test(reason))
    return undefined;
  for (const line of lines) {
    if (line.start > position) return undefined;
    const open = openAt(text, line, position);
    if (open === undefined) continue;
    const sign = text.charAt(open);
    const closing = CLOSING[sign] ?? sign;
    const isQuote = sign === closing;
    return {
      message: `the ${isQuote ? 'quote' : 'bracket'} ${sign} is opened here and never closed`,
      hint: isQuote ? `add ${sign} at the end of the value` : `add ${closing} where it ends`,
      span: { start: open, end: open + 1 },
    };
  }
  return undefined;
}

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/** The innermost opener in a line's value that is still open at the offset. */
function openAt(text: string, { valueStart, value }: Line, position: number): number | undefined {
  if (!/^["'[{]/.test(value)) return undefined;
  const open: number[] = [];
  for (let at = valueStart; at < position; at++) {
    const sign = text.charAt(at);
    const inner = text.charAt(open.at(-1) ?? -1);
    if (inner === '"' && sign === '\\') at++;
    else if (inner === '"' || inner === "'") {
      if (sign === inner) open.pop();
    } else if (/["'[{]/.test(sign)) open.push(at);
    else if (sign === CLOSING[inner]) open.pop();
    if (open.length === 0) return undefined;
  }
  return open.at(-1);
}

function wrongEscape({ reason, position, line, text }: Mistaken): YamlMistake | undefined {
  if (!/escape sequence|hexadecimal/.test(reason)) return undefined;
  const at = text.lastIndexOf('\\', position);
  if (at < line.start) return undefined;
  return {
    message: `"${text.slice(at, at + 2)}" is not an escape sequence`,
    hint: 'write \\\\ for a backslash, or put the value in single quotes',
    span: { start: at, end: at + 2 },
  };
}

/** The meaning of characters that cannot begin plain text in YAML. */
const INDICATORS: Readonly<Record<string, string>> = {
  '@': 'which YAML reserves',
  '`': 'which YAML reserves',
  '%': 'which YAML reserves',
  '*': 'which begins an alias in YAML',
  '&': 'which begins an anchor in YAML',
  '!': 'which begins a tag in YAML',
  '|': 'which begins a block of text in YAML',
  '>': 'which begins a block of text in YAML',
  '{': 'which begins a group of keys in YAML',
  '[': 'which begins a list in YAML',
  '}': 'which ends a group of keys in YAML',
  ']': 'which ends a list in YAML',
  ',': 'which separates entries in YAML',
};

function unquotedValue({ line }: Mistaken): YamlMistake | undefined {
  const { value, valueStart, key, text } = line;
  if (key === '' && !/^\s*-\s/.test(text)) return undefined;
  const first = value.charAt(0);
  const why = INDICATORS[first];
  const hint = quoteHint(line);
  if (why !== undefined && !/^(?:\[.*\]|\{.*\}|[|>][-+\d]*)$/.test(value)) {
    const span = { start: valueStart, end: valueStart + 1 };
    return { message: `the value begins with ${first}, ${why}`, hint, span };
  }
  const closed = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')(?=.)/.exec(value)?.[0];
  if (closed !== undefined) {
    const start = valueStart + closed.length - 1;
    const message = 'there is text after the closing quote';
    return { message, hint, span: { start, end: start + 1 } };
  }
  const colon = /^[^"'[{].*?(:)(?:\s|$)/.exec(value)?.[0].trimEnd().length;
  if (colon === undefined) return undefined;
  const start = valueStart + colon - 1;
  const message = 'the value contains a colon, which YAML reads as the end of a key';
  return { message, hint, span: { start, end: start + 1 } };
}

function quoteHint({ key, value }: Line): string {
  return `quote the value: ${key === '' ? '' : `${key}: `}${quoted(value)}`;
}

/** Quotes a value; quotes that the author wrote around it are reused. */
function quoted(value: string): string {
  const inner = /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;
  if (!/["\\]/.test(inner)) return `"${inner}"`;
  return `'${inner.replaceAll("'", "''")}'`;
}

function wrongIndentation({ reason, line, above }: Mistaken): YamlMistake | undefined {
  const [before] = above;
  if (!reason.includes('indentation') || before === undefined || line.key === '') return undefined;
  const peers = levels(above);
  const fits =
    line.indent > before.indent
      ? /^(?:|[|>].*)$/.test(before.value)
      : peers.some(({ indent }) => indent === line.indent);
  if (fits || peers.length === 0) return undefined;
  const names = peers.slice(0, 2).map(({ key }) => `"${key}"`);
  return {
    message: `the indentation of "${line.key}" does not fit the lines above`,
    hint: `align "${line.key}" with ${names.join(' or with ')}`,
    span: part(line, line.indent, line.key.length),
  };
}

/** The keys above with which a line may be aligned, innermost first. */
function levels(above: readonly Line[]): readonly Line[] {
  const found: Line[] = [];
  for (const line of above) {
    if (line.key !== '' && line.indent < (found.at(-1)?.indent ?? Number.POSITIVE_INFINITY))
      found.push(line);
  }
  return found;
}

function missingColon({ reason, line, above }: Mistaken): YamlMistake | undefined {
  if (!/expected ':'|multiline key|separator is expected|directives end/.test(reason))
    return undefined;
  const wrong = [line, ...above.slice(0, 1)].find(
    ({ key, text }) => key === '' && !/^\s*(?:-\s|#|$)/.test(text),
  );
  if (wrong === undefined) return undefined;
  const advice = 'write "key: value", or indent the line to continue the value above';
  return {
    message: 'the line is not "key: value"',
    hint: missingColonHint(wrong.text) ?? advice,
    span: part(wrong, wrong.indent, wrong.text.trim().length),
  };
}

/** Between brackets, the parser stops after the first word of the next entry. */
function missingComma({ reason, position, text }: Mistaken): YamlMistake | undefined {
  if (!reason.startsWith('missed comma')) return undefined;
  const sign = text.charAt(position);
  if (/[\]}]/.test(sign)) {
    const message = `the bracket ${sign} closes nothing`;
    const span = { start: position, end: position + 1 };
    return { message, hint: 'check the brackets before it', span };
  }
  const before = text.slice(0, position);
  // A colon follows the key of the second entry.
  const entry = sign === ':' ? before.replace(/(?:"[^"]*"?|[\w-]+)\s*$/, '') : before;
  const end = entry.trimEnd().length;
  const message = 'there is no comma between two entries';
  const hint = 'add a comma here, or close the bracket';
  return { message, hint, span: { start: Math.max(0, end - 1), end } };
}

const CAUSES: readonly Cause[] = [
  mergeConflict,
  strangeIndentation,
  unclosed,
  wrongEscape,
  missingComma,
  wrongIndentation,
  unquotedValue,
  missingColon,
];

function otherMistake({ reason, position, line, text }: Mistaken): YamlMistake {
  const start = Math.min(position, text.length);
  const span = { start, end: start };
  if (!/mapping|sequence|node|document/.test(reason)) return { message: reason, span };
  const hint = line.key === '' ? 'check the indentation and the quotes' : quoteHint(line);
  return { message: 'this is not valid YAML', hint, span };
}
