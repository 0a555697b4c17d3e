import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { LoadedPlugin, PluginLanguage, PrismLanguages } from '../../config/plugins.ts';
import { callPlugin, type PluginPoint, type PluginResult } from '../plugins/call-plugin.ts';

/** A token of Prism: text, or a typed sequence of tokens. */
export type PrismStream = string | PrismToken | readonly (string | PrismToken)[];

export interface PrismToken {
  readonly type: string;
  readonly content: PrismStream;
  readonly alias?: string | readonly string[];
}

interface PrismRun {
  code: string;
  grammar: unknown;
  language: string;
  tokens?: PrismStream;
}

interface Prism {
  readonly languages: PrismLanguages['languages'];
  tokenize(code: string, grammar: unknown): PrismStream;
  readonly hooks: { run(name: string, run: PrismRun): void };
}

interface Component {
  readonly title?: string;
  readonly require?: string | readonly string[];
  readonly alias?: string | readonly string[];
  readonly aliasTitles?: Readonly<Record<string, string>>;
}

export interface PrismLanguage {
  readonly id: string;
  /** Name for readers. */
  readonly title: string;
}

export interface PrismLoader {
  /** Every language by its names: id and aliases. */
  readonly names: ReadonlyMap<string, PrismLanguage>;
  /** Splits code into the tokens of a language; the grammar is loaded on first use. */
  readonly tokenize: (id: string, code: string) => PrismStream;
  /** Calls a function that uses a language; what the grammar of a plug-in throws is a result. */
  readonly attempt: <Value>(id: string, run: () => Value) => PluginResult<Value>;
}

// Languages that extend markup highlight its `<style>` and `<script>`.
const EXTRA: Readonly<Record<string, readonly string[]>> = {
  markup: ['markup', 'css', 'javascript'],
};

/**
 * Loads Prism with one instance per language, made of that language and its requirements. Prism's components change a
 * shared object and some look up others at run time, so one instance for all would make results depend on load order.
 */
export function createPrismLoader(plugins: readonly LoadedPlugin[] = []): PrismLoader {
  const require = createRequire(import.meta.url);
  const path = require.resolve('prismjs/components.json');
  const { languages }: { languages: Record<string, Component> } = JSON.parse(
    readFileSync(path, 'utf8'),
  );
  const components = new Map(Object.entries(languages).filter(([id]) => id !== 'meta'));
  const sources = new Map<string, string>();
  const instances = new Map<string, Prism>();
  const sourceOf = (name: string): string => {
    const known =
      sources.get(name) ??
      readFileSync(require.resolve(`prismjs/components/prism-${name}.js`), 'utf8');
    sources.set(name, known);
    return known;
  };
  const own = pluginLanguages(plugins);
  const create = (id: string): Prism => {
    const added = own.get(id);
    const ids = added === undefined ? (EXTRA[id] ?? [id]) : (added.requires ?? []);
    const unknown = ids.find((name) => !components.has(name));
    if (unknown !== undefined) throw new Error(`Prism has no language "${unknown}"`);
    const prism = createInstance(closure(components, ids).map(sourceOf), sourceOf('core'));
    if (added !== undefined) addGrammar(prism, id, added);
    return prism;
  };
  const instance = (id: string): Prism => {
    const prism = instances.get(id) ?? create(id);
    instances.set(id, prism);
    return prism;
  };
  const ofPlugin = [...own].flatMap(([id, { title = id, aliases = [] }]) =>
    [id, ...aliases].map((name) => [name.toLowerCase(), { id, title }] as const),
  );
  return {
    names: new Map([...languageNames(components), ...ofPlugin]),
    tokenize: (id, code) => tokenize(instance(id), id, code),
    attempt: (id, run) => {
      const added = own.get(id);
      return added === undefined ? { ok: true, value: run() } : callPlugin(added, run);
    },
  };
}

interface OwnLanguage extends PluginLanguage, PluginPoint {}

/** The languages of plug-ins by name; those of the first plug-in win. */
function pluginLanguages(plugins: readonly LoadedPlugin[]): ReadonlyMap<string, OwnLanguage> {
  return new Map(
    plugins.toReversed().flatMap((plugin) =>
      Object.entries(plugin.languages).map(([name, given]) => {
        const language = typeof given === 'function' ? { grammar: given } : given;
        return [name, { ...language, plugin, point: `languages.${name}` }] as const;
      }),
    ),
  );
}

function addGrammar(prism: Prism, id: string, { grammar }: PluginLanguage): void {
  const { languages } = prism;
  if (typeof grammar === 'function') grammar(prism);
  else languages[id] = grammar;
  if (typeof languages[id] !== 'object')
    throw new Error(`Prism.languages has no "${id}" afterwards`);
}

function languageNames(components: ReadonlyMap<string, Component>): Map<string, PrismLanguage> {
  const names = new Map<string, PrismLanguage>();
  for (const [id, { title, alias, aliasTitles }] of components) {
    names.set(id, { id, title: title ?? id });
    for (const name of listOf(alias))
      names.set(name, { id, title: aliasTitles?.[name] ?? title ?? id });
  }
  return names;
}

function listOf(names: string | readonly string[] | undefined): readonly string[] {
  return typeof names === 'string' ? [names] : (names ?? []);
}

/** Lists the languages that these require, each after its own requirements. */
function closure(components: ReadonlyMap<string, Component>, ids: readonly string[]): string[] {
  const ordered = new Set<string>();
  const visit = (id: string): void => {
    if (ordered.has(id)) return;
    for (const required of listOf(components.get(id)?.require)) visit(required);
    ordered.add(id);
  };
  for (const id of ids) visit(id);
  return [...ordered];
}

// Shadows every global that the core would attach itself to.
const SHADOWED = 'window self global globalThis document WorkerGlobalScope module exports';

function createInstance(languages: readonly string[], core: string): Prism {
  const body = [core, ...languages, 'return Prism;'].join('\n;\n');
  // The text comes from the installed prismjs package, never from a site.
  const create = new Function(...SHADOWED.split(' '), body);
  return create();
}

function tokenize(prism: Prism, language: string, code: string): PrismStream {
  const grammar = prism.languages[language];
  // Some components only change others and add no grammar.
  if (typeof grammar !== 'object' || grammar === null) return code;
  const run: PrismRun = { code, grammar, language };
  prism.hooks.run('before-tokenize', run);
  run.tokens = prism.tokenize(run.code, run.grammar);
  prism.hooks.run('after-tokenize', run);
  return run.tokens;
}

/** Longer lines are not highlighted: nobody reads them as code, and some patterns take cubic time in a line. */
const MAX_LINE = 500;

/**
 * Maximum sum of squared lengths highlighted in one file: the patterns are quadratic in the worst case. Enough for a
 * hundred samples of thirty lines, or for one of two hundred and fifty.
 */
const MAX_COST = 80_000_000;

/** The highlighting cost so far in a file. */
export interface ColorMeter {
  spent: number;
}

/**
 * Splits code into tokens; undefined if that would exceed the file's limit. The cost is counted, so it does not depend
 * on time. `language` is Prism's id.
 */
export function color(
  code: string,
  { prism, meter, language }: { prism: PrismLoader; meter: ColorMeter; language: string },
): PrismStream | undefined {
  // Splits off long lines, keeping the lines between them together, each with its newline.
  const parts: { text: string; long: boolean }[] = [];
  let start = 0;
  for (let at = 0; at < code.length; ) {
    const newline = code.indexOf('\n', at);
    const end = newline < 0 ? code.length : newline + 1;
    if (end - at > MAX_LINE) {
      if (at > start) parts.push({ text: code.slice(start, at), long: false });
      parts.push({ text: code.slice(at, end), long: true });
      start = end;
    }
    at = end;
  }
  if (start < code.length) parts.push({ text: code.slice(start), long: false });
  let cost = 0;
  for (const { text, long } of parts) if (!long) cost += text.length ** 2;
  if (meter.spent + cost > MAX_COST) return undefined;
  meter.spent += cost;
  return parts.flatMap(({ text, long }) => (long ? text : prism.tokenize(language, text)));
}

const SPECIAL = /[&<>\u202a-\u202e\u2066-\u2069]/;
const SPECIALS = /[&<>\u202a-\u202e\u2066-\u2069]/g;

/** Escapes code for HTML; bidirectional controls, which could disguise code, become visible. */
export function escapeCode(code: string): string {
  return SPECIAL.test(code) ? code.replace(SPECIALS, escapeOne) : code;
}

const ESCAPED: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

function escapeOne(char: string): string {
  const control = `U+${char.charCodeAt(0).toString(16).toUpperCase()}`;
  return ESCAPED.get(char) ?? `<span class="bidi-control">${control}</span>`;
}

/**
 * Classes of token kinds, one for each color, and short: code is full of them. Punctuation and operators are most of the
 * tokens and look like plain text: they get no element.
 */
const TOKEN_CLASSES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    c: 'comment prolog doctype cdata',
    e: 'entity interpolation-punctuation',
    k: 'keyword atrule rule directive',
    s: 'string char attr-value url inserted template-string',
    r: 'regex',
    f: 'function method selector',
    n: 'number boolean constant symbol unit',
    y: 'class-name builtin namespace type-definition',
    p: 'property key',
    t: 'tag deleted',
    a: 'attr-name parameter decorator annotation',
    v: 'interpolation variable',
    'k t-b': 'important',
    b: 'bold',
    i: 'italic',
  }).flatMap(([name, kinds]) => kinds.split(' ').map((kind) => [kind, `t-${name}`] as const)),
);

/** Prints tokens as spans with one class each. */
export function printTokens(stream: PrismStream): string {
  if (typeof stream === 'string') return escapeCode(stream);
  if (!isToken(stream)) {
    let html = '';
    for (const part of stream) html += printTokens(part);
    return html;
  }
  const content = printTokens(stream.content);
  const tag = openTag(stream);
  return tag === '' ? content : `${tag}${content}</span>`;
}

/** The same, line by line: a token that spans lines is closed and reopened at each line break. */
export function printTokenLines(stream: PrismStream): string[] {
  const lines = [''];
  printLines(stream, lines, []);
  return lines;
}

function printLines(stream: PrismStream, lines: string[], open: readonly string[]): void {
  if (typeof stream === 'string') {
    const [first = '', ...rest] = stream.split('\n');
    append(lines, escapeCode(first));
    for (const line of rest) {
      append(lines, '</span>'.repeat(open.length));
      lines.push(open.join('') + escapeCode(line));
    }
  } else if (!isToken(stream)) {
    for (const part of stream) printLines(part, lines, open);
  } else {
    const tag = openTag(stream);
    append(lines, tag);
    printLines(stream.content, lines, tag === '' ? open : [...open, tag]);
    if (tag !== '') append(lines, '</span>');
  }
}

function append(lines: string[], html: string): void {
  lines[lines.length - 1] += html;
}

function isToken(stream: PrismStream): stream is PrismToken {
  return typeof stream === 'object' && 'type' in stream;
}

// An alias is the more general of the two names; empty for a token without a class.
function openTag({ type, alias }: PrismToken): string {
  const names = [...(typeof alias === 'string' ? [alias] : (alias ?? [])), type];
  const name = names.map((kind) => TOKEN_CLASSES.get(kind)).find((known) => known !== undefined);
  return name === undefined ? '' : `<span class="${name}">`;
}
