import { createSourceText, locate } from '../../content/source-text.ts';
import { readYaml, type YamlProblem } from '../../content/yaml/read-yaml.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { ownText } from '../../diagnostics/own-text.ts';
import type { FilePath } from '../../shared/paths.ts';
import type { JsonObject, JsonValue } from './description.ts';
import {
  enterNodes,
  type Holder,
  isArrayIndex,
  newObject,
  openLocation,
  type Target,
} from './enter-values.ts';
import { createSpanTable, type ReadSpec, type ValueLocations } from './locations.ts';

/** Reads a file of a description as text; callers confine real paths to the description's folder. */
export type ReadSpecFile = (file: FilePath) => SpecFileText;

export type SpecFileText =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      readonly reason: 'missing' | 'outside' | 'unreadable' | 'encoding';
      readonly message: string;
    };

// GitHub's description: 260,000 values, a depth of 30, no aliases.
const LIMITS = { maxAliases: 10_000, maxDepth: 250, maxNodes: 4_000_000 };
const MAX_CHARACTERS = 100_000_000;

/** Reads a file; without a spec if nothing can be read. */
export function readSpec(
  file: FilePath,
  raw: string,
  locations: ValueLocations,
): { readonly spec?: ReadSpec; readonly diagnostics: readonly Diagnostic[] } {
  const tooLong = raw.length > MAX_CHARACTERS;
  const source = createSourceText(file, tooLong ? '' : raw);
  const failed = (code: 'openapi-limit' | 'openapi-syntax', message: string) => ({
    diagnostics: [diagnostic(code, { message, location: locate(source, { start: 0, end: 0 }) })],
  });
  if (tooLong)
    return failed('openapi-limit', `the file has more than ${MAX_CHARACTERS} characters`);
  const text = narrow(source.text);
  const specFile: { file: FilePath; text: string; root: JsonValue } = { file, text, root: null };
  const spec: ReadSpec = {
    file: specFile,
    source: { ...source, text },
    spans: createSpanTable(),
  };
  const { root, problems } = readValues(source.text, { spec, locations });
  const diagnostics = problems.map(({ kind, message, hint, span }) => {
    const code = kind === 'limit' ? 'openapi-limit' : 'openapi-syntax';
    return diagnostic(code, { message, hint, location: locate(source, span) });
  });
  if (root === undefined)
    return diagnostics.length > 0 ? { diagnostics } : failed('openapi-syntax', 'the file is empty');
  specFile.root = root;
  return { spec, diagnostics };
}

/** Reads JSON or YAML and records the location of every object and list; without a root if nothing can be read. */
export function readValues(
  text: string,
  target: Target,
): { readonly root: JsonValue | undefined; readonly problems: readonly YamlProblem[] } {
  const json = /^\s*\{/.test(text) ? enterJson(text, target) : undefined;
  if (json !== undefined) return { ...json, problems: [] };
  const { root, problems } = readYaml(text, LIMITS);
  return { root: root && enterNodes(root, target), problems };
}

/**
 * Replaces characters beyond Latin-1, of which one makes V8 keep a text of twice the size, by others for which a value is
 * located in the same way.
 */
function narrow(text: string): string {
  const narrowed = text.replace(/[^\0-\xff]/g, (char) => (/\s/.test(char) ? ' ' : '?'));
  return narrowed === text ? text : Buffer.from(narrowed, 'latin1').toString('latin1');
}

/** A token of JSON, with the white space before it. */
const TOKEN = /[ \t\n\r]*("[^"\\\0-\x1f]*(?:\\.[^"\\\0-\x1f]*)*"|[[\]{},:]|[^\s[\]{},:"]+)/y;

/**
 * Reads strict JSON (RFC 8259) several times faster than the YAML reader and records the location of every object
 * and list. Returns undefined for anything else, such as duplicate keys: the YAML reader reports the problems.
 */
function enterJson(text: string, target: Target): { readonly root: JsonValue } | undefined {
  const { spec, locations } = target;
  const entered: object[] = [];
  let depth = 0;
  let nodes = 0;
  // The span of the last value, and the end of the last scalar: collections end there, as in the YAML reader.
  let [start, end, last] = [0, 0, 0];
  TOKEN.lastIndex = 0;
  const next = (): string => TOKEN.exec(text)?.[1] ?? refuse();
  const readScalar = (token: string): JsonValue => {
    // The span of a text excludes its quotes.
    const quote = token.startsWith('"') ? 1 : 0;
    start = TOKEN.lastIndex - token.length + quote;
    end = TOKEN.lastIndex - quote;
    last = end;
    // A copy: a slice has two bytes for each character if one character of the file does, and so has each page with it.
    if (quote > 0 && !token.includes('\\')) return ownText(token.slice(1, -1));
    const value: JsonValue = JSON.parse(token);
    return value;
  };
  const read = (token: string, holder: Holder): JsonValue => {
    nodes += 1;
    if (nodes > LIMITS.maxNodes) refuse();
    if (token !== '{' && token !== '[') return readScalar(token);
    const value: JsonObject | JsonValue[] = token === '{' ? newObject() : [];
    const location = openLocation(target, value, holder);
    entered.push(value);
    const from = TOKEN.lastIndex - 1;
    depth += 1;
    if (depth > LIMITS.maxDepth) refuse();
    last = from;
    const offsets = [from, from];
    const keys: string[] = [];
    const close = token === '{' ? '}' : ']';
    for (let part = next(); part !== close; part = next()) {
      if (offsets.length > 2) part = part === ',' ? next() : refuse();
      if (Array.isArray(value)) value.push(read(part, { parent: value, key: value.length }));
      else {
        const key = readScalar(part);
        if (typeof key !== 'string' || key in value) refuse();
        offsets.push(start, end);
        if (next() !== ':') refuse();
        value[key] = read(next(), { parent: value, key });
        keys.push(key);
      }
      offsets.push(start, end);
    }
    if (keys.some(isArrayIndex)) location.order = keys;
    depth -= 1;
    [start, end] = [from, last];
    offsets[1] = end;
    location.spans = spec.spans.add(offsets);
    return value;
  };
  try {
    const root = read(next(), { parent: undefined, key: '' });
    if (text.slice(TOKEN.lastIndex).trim() === '') return { root };
  } catch (error) {
    // An expression has no space for a text with millions of escapes.
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
  }
  for (const value of entered) locations.delete(value);
  return undefined;
}

/** Stops at text that is not JSON or needs the YAML reader. */
function refuse(): never {
  throw new SyntaxError('no JSON');
}
