import type { MarkdownIt, StateInline } from 'markdown-it';
import { readAttributes } from './attributes.ts';

/** Text between two marks that is an element. */
interface Pair {
  readonly open: string;
  readonly close: string;
  readonly tag: string;
  /** True if the text has no spaces: `H~2~O`. */
  readonly isShort?: boolean;
  /** True if a letter before or after the marks makes them text: `a==b==c`. */
  readonly isWord?: boolean;
}

const PAIRS: readonly Pair[] = [
  { open: '{==', close: '==}', tag: 'mark' },
  { open: '{++', close: '++}', tag: 'ins' },
  { open: '{--', close: '--}', tag: 'del' },
  { open: '{>>', close: '<<}', tag: 'span' },
  { open: '==', close: '==', tag: 'mark', isWord: true },
  { open: '^^', close: '^^', tag: 'ins', isWord: true },
  { open: '^', close: '^', tag: 'sup', isShort: true },
  { open: '~', close: '~', tag: 'sub', isShort: true },
];

/** Adds `++ctrl+c++`, `==mark==`, `^^insert^^`, `H~2~O`, `a^2^`, edits in braces, and icons. */
export function addInlineSyntax(md: MarkdownIt, icons: Icons): void {
  md.inline.ruler.before('strikethrough', 'mkdocs_keys', readKeys);
  md.inline.ruler.before('strikethrough', 'mkdocs_replaced', readReplaced);
  for (const pair of PAIRS) {
    md.inline.ruler.before('strikethrough', `mkdocs${pair.open}`, createPairRule(pair));
  }
  md.inline.ruler.before('strikethrough', 'mkdocs_icon', (state, silent) =>
    readIcon(state, silent ? undefined : icons),
  );
  md.renderer.rules['icon'] = (tokens, index) => tokens[index]?.info ?? '';
}

/** The icons of a site. */
export interface Icons {
  /** Its HTML; undefined if the site does not have it. */
  readonly find: (set: string, name: string) => string | undefined;
  /** Reports one that is missing at a range of the inline text. */
  readonly report: (start: number, end: number) => void;
}

type Rule = (state: StateInline, silent: boolean) => boolean;

function createPairRule(pair: Pair): Rule {
  // No closing mark follows after this offset of the text.
  const none = { text: '', from: 0 };
  return (state, silent) => {
    const { src, pos, posMax } = state;
    if (silent || !src.startsWith(pair.open, pos)) return false;
    if (none.text === src && pos >= none.from) return false;
    const start = pos + pair.open.length;
    if (!mayOpen(src, { pos, start, pair })) return false;
    const end = findClose(state, start, pair);
    if (end === undefined) {
      if (!pair.isShort) Object.assign(none, { text: src, from: pos });
      return false;
    }
    state.push(`${pair.tag}_open`, pair.tag, 1).markup = pair.open;
    state.pos = start;
    state.posMax = end;
    state.md.inline.tokenize(state);
    state.push(`${pair.tag}_close`, pair.tag, -1).markup = pair.close;
    state.pos = end + pair.close.length;
    state.posMax = posMax;
    return true;
  };
}

interface Opening {
  readonly pos: number;
  readonly start: number;
  readonly pair: Pair;
}

function mayOpen(src: string, { pos, start, pair }: Opening): boolean {
  const { open } = pair;
  if (open.startsWith('{')) return true;
  const [before, after] = [src.charAt(pos - 1), src.charAt(start)];
  if (before === open.charAt(0) || after === open.charAt(0)) return false;
  if (/^[\s[]?$/.test(after)) return false;
  return pair.isWord !== true || !/[\p{L}\p{N}_]/u.test(before);
}

/** The offset of the closing mark; code, links and raw HTML are skipped. */
function findClose(state: StateInline, start: number, pair: Pair): number | undefined {
  const { pos, src, posMax } = state;
  let found: number | undefined;
  state.pos = start;
  while (state.pos < posMax && found === undefined) {
    if (state.pos > start && src.startsWith(pair.close, state.pos) && closes(src, state.pos, pair))
      found = state.pos;
    else if (pair.isShort === true && /\s/.test(src.charAt(state.pos))) break;
    else state.md.inline.skipToken(state);
  }
  state.pos = pos;
  return found;
}

function closes(src: string, at: number, { close, isWord }: Pair): boolean {
  if (close.endsWith('}')) return true;
  const [before, after] = [src.charAt(at - 1), src.charAt(at + close.length)];
  if (/\s/.test(before) || before === close.charAt(0) || after === close.charAt(0)) return false;
  return isWord !== true || !/[\p{L}\p{N}_]/u.test(after);
}

const REPLACED = /\{~~([^{}\n]*?)~>([^{}\n]*?)~~\}/y;

/** `{~~old~>new~~}` */
function readReplaced(state: StateInline, silent: boolean): boolean {
  if (silent || !state.src.startsWith('{~~', state.pos)) return false;
  REPLACED.lastIndex = state.pos;
  const match = REPLACED.exec(state.src);
  if (match === null || REPLACED.lastIndex > state.posMax) return false;
  pushElement(state, 'del', match[1] ?? '');
  pushElement(state, 'ins', match[2] ?? '');
  state.pos = REPLACED.lastIndex;
  return true;
}

function pushElement(state: StateInline, tag: string, text: string): void {
  state.push(`${tag}_open`, tag, 1);
  state.push('text', '', 0).content = text;
  state.push(`${tag}_close`, tag, -1);
}

const KEYS = /\+\+((?:[\w-]+|"[^"\n+]+")(?:\+(?:[\w-]+|"[^"\n+]+"))*)\+\+/y;

/** Names of keys that are not their words with capitals. */
const KEY_NAMES = new Map(
  Object.entries({
    control: 'Ctrl',
    command: 'Cmd',
    escape: 'Esc',
    delete: 'Del',
    windows: 'Win',
    insert: 'Ins',
    comma: ',',
    period: '.',
    dot: '.',
    slash: '/',
    backslash: '\\',
    semicolon: ';',
    colon: ':',
    equal: '=',
    minus: '-',
    plus: '+',
    tilde: '~',
    'single-quote': "'",
    'double-quote': '"',
    'bracket-left': '[',
    'bracket-right': ']',
    'brace-left': '{',
    'brace-right': '}',
    question: '?',
    exclam: '!',
    hash: '#',
    grave: '`',
    pipe: '|',
  }),
);

/** `++ctrl+alt+del++` */
function readKeys(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith('++', state.pos)) return false;
  KEYS.lastIndex = state.pos;
  const match = KEYS.exec(state.src);
  if (match === null || KEYS.lastIndex > state.posMax) return false;
  if (!silent) {
    const keys = (match[1] ?? '').match(/"[^"]*"|[^+"]+/g) ?? [];
    for (const [index, key] of keys.entries()) {
      if (index > 0) state.push('text', '', 0).content = '+';
      pushElement(state, 'kbd', keyName(key));
    }
  }
  state.pos = KEYS.lastIndex;
  return true;
}

function keyName(key: string): string {
  if (key.startsWith('"')) return key.slice(1, -1);
  const words = key.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return KEY_NAMES.get(key.toLowerCase()) ?? words.join(' ');
}

const ICON = /:(material|octicons|fontawesome|simple)-([a-z0-9-]+):/y;

/** Icons that mean something in a cell or a sentence, by the end of their name, as characters. */
const ICON_CHARACTERS: readonly (readonly [RegExp, string])[] = [
  [/-check(?:-all|-bold|-circle)?(?:-\d+)?:$/, '✓'],
  [/-(?:close|x|xmark|cancel)(?:-circle)?(?:-\d+)?:$/, '✗'],
  [/-arrow-right(?:-\d+)?:$/, '→'],
  [/-arrow-left(?:-\d+)?:$/, '←'],
];

/** Shows an icon, or replaces it, with the attributes and the space after it, by a character or nothing. */
function readIcon(state: StateInline, icons: Icons | undefined): boolean {
  const { src, pos } = state;
  if (src.charAt(pos) !== ':') return false;
  ICON.lastIndex = pos;
  const match = ICON.exec(src);
  if (match === null || ICON.lastIndex > state.posMax) return false;
  const [icon, set = '', name = ''] = match;
  const svg = icons?.find(set, name);
  const character = ICON_CHARACTERS.find(([pattern]) => pattern.test(icon))?.[1] ?? '';
  let end = pos + icon.length;
  end += readAttributes(src, end)?.length ?? 0;
  if (character === '' && svg === undefined && /^[ \t]?$/.test(src.charAt(pos - 1))) {
    while (end < state.posMax && /[ \t]/.test(src.charAt(end))) end += 1;
  }
  // Readers hear characters, and not pictures.
  if (svg !== undefined && character === '') state.push('icon', '', 0).info = svg;
  else if (icons !== undefined) {
    if (svg === undefined) icons.report(pos, pos + icon.length);
    state.pending += character;
  }
  state.pos = Math.min(end, state.posMax);
  return true;
}
