import { createSourceText, locate } from '../../content/source-text.ts';
import { readYaml } from '../../content/yaml/read-yaml.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { ownText } from '../../diagnostics/own-text.ts';
import type { FilePath } from '../../shared/paths.ts';
import type { JsonObject, JsonValue } from './description.ts';
import { enterNodes, type Holder, isArrayIndex, newObject, openLocation } from './enter-values.ts';
import { createSpanTable, type ReadSpec, type ValueLocations } from './locations.ts';

/** The files of a description, each read once, on first use. */
export interface DocumentCache {
  readonly root: ReadSpec;
  readonly locations: ValueLocations;
  /** Syntax errors of all files but the root. */
  readonly problems: readonly Diagnostic[];
  /** Results of the files so far, the root first. */
  readonly taken: ReadonlyMap<FilePath, CachedDocument>;
  take(file: FilePath): CachedDocument;
}

type CachedDocument =
  | { readonly ok: true; readonly spec: ReadSpec }
  | Extract<SpecFileText, { ok: false }>
  | { readonly ok: false; readonly reason: 'syntax'; readonly message: string };

export function createDocumentCache(
  root: ReadSpec,
  read: ReadSpecFile,
  locations: ValueLocations,
): DocumentCache {
  const taken = new Map<FilePath, CachedDocument>([[root.file.file, { ok: true, spec: root }]]);
  const problems: Diagnostic[] = [];
  return {
    root,
    locations,
    problems,
    taken,
    take: (file) => {
      const previous = taken.get(file);
      if (previous !== undefined) return previous;
      let outcome: CachedDocument | SpecFileText = read(file);
      if (outcome.ok) {
        const { spec, diagnostics } = readSpec(file, outcome.text, locations);
        problems.push(...diagnostics);
        const message = `"${file}" has syntax errors`;
        outcome = spec ? { ok: true, spec } : { ok: false, reason: 'syntax', message };
      }
      taken.set(file, outcome);
      return outcome;
    },
  };
}

/** Reads a file of a description as text; callers confine real paths to the description's folder. */
export type ReadSpecFile = (file: FilePath) => SpecFileText;

type SpecFileText =
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
  const json = /^\s*\{/.test(source.text)
    ? enterJson(source.text, { spec, locations }, LIMITS)
    : undefined;
  if (json !== undefined) {
    specFile.root = json.root;
    return { spec, diagnostics: [] };
  }
  const { root, problems } = readYaml(source.text, LIMITS);
  const diagnostics = problems.map(({ kind, message, hint, span }) => {
    const code = kind === 'limit' ? 'openapi-limit' : 'openapi-syntax';
    return diagnostic(code, { message, hint, location: locate(source, span) });
  });
  if (root === undefined)
    return diagnostics.length > 0 ? { diagnostics } : failed('openapi-syntax', 'the file is empty');
  specFile.root = enterNodes(root, spec, locations);
  return { spec, diagnostics };
}

/**
 * Replaces characters beyond Latin-1, of which one makes V8 keep a text of twice the size, by others for which a value is
 * located in the same way.
 */
function narrow(text: string): string {
  const narrowed = text.replace(/[^\0-\xff]/g, (char) => (/\s/.test(char) ? ' ' : '?'));
  return narrowed === text ? text : Buffer.from(narrowed, 'latin1').toString('latin1');
}

/** Limits of a file; the YAML reader reports what exceeds them. */
interface JsonLimits {
  readonly maxDepth: number;
  readonly maxNodes: number;
}

interface Reader {
  readonly text: string;
  readonly target: { readonly spec: ReadSpec; readonly locations: ValueLocations };
  readonly limits: JsonLimits;
  at: number;
  depth: number;
  nodes: number;
  /** End of the last scalar; collections end there, as in the YAML reader. */
  last: number;
  /** Span of the last value. */
  start: number;
  end: number;
}

/**
 * Reads strict JSON (RFC 8259) several times faster than the YAML reader and records the location of every object
 * and list. Returns undefined for anything else, such as duplicate keys: the YAML reader reports the problems.
 */
function enterJson(
  text: string,
  target: Reader['target'],
  limits: JsonLimits,
): { readonly root: JsonValue } | undefined {
  const { spec, locations } = target;
  const position = { at: 0, depth: 0, nodes: 0, last: 0, start: 0, end: 0 };
  const reader: Reader = { text, target, limits, ...position };
  try {
    const root = readValue(reader, { parent: undefined, key: '' });
    skipSpace(reader);
    if (reader.at === text.length) return { root };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  for (const [value, location] of locations) if (location.spec === spec) locations.delete(value);
  return undefined;
}

/** Stops at text that is not JSON or needs the YAML reader. */
function refuse(): never {
  throw new SyntaxError('no JSON');
}

function readValue(reader: Reader, holder: Holder): JsonValue {
  skipSpace(reader);
  reader.nodes += 1;
  if (reader.nodes > reader.limits.maxNodes) refuse();
  switch (reader.text.charCodeAt(reader.at)) {
    case OPEN_BRACE:
      return readCollection(reader, holder, newObject());
    case OPEN_BRACKET:
      return readCollection(reader, holder, []);
    case QUOTE:
      return readText(reader);
    default:
      return readPlain(reader);
  }
}

const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

/** Reads an object or a list into `value`; the reader's span becomes that of the whole. */
function readCollection(
  reader: Reader,
  holder: Holder,
  value: JsonObject | JsonValue[],
): JsonObject | JsonValue[] {
  const location = openLocation(reader.target, value, holder);
  const start = reader.at;
  reader.depth += 1;
  if (reader.depth > reader.limits.maxDepth) refuse();
  reader.last = Math.max(reader.last, start);
  reader.at += 1;
  const offsets = [start, start];
  const keys: string[] = [];
  const close = Array.isArray(value) ? CLOSE_BRACKET : CLOSE_BRACE;
  for (let isFirst = true; !takes(reader, close); isFirst = false) {
    if (!isFirst && !takes(reader, COMMA)) refuse();
    if (Array.isArray(value)) value.push(readValue(reader, { parent: value, key: value.length }));
    else {
      skipSpace(reader);
      if (reader.text.charCodeAt(reader.at) !== QUOTE) refuse();
      const key = readText(reader);
      if (key in value) refuse();
      offsets.push(reader.start, reader.end);
      if (!takes(reader, COLON)) refuse();
      value[key] = readValue(reader, { parent: value, key });
      keys.push(key);
    }
    offsets.push(reader.start, reader.end);
  }
  if (keys.some(isArrayIndex)) location.order = keys;
  reader.depth -= 1;
  reader.start = start;
  reader.end = Math.max(start, reader.last);
  offsets[1] = reader.end;
  location.spans = location.spec.spans.add(offsets);
  return value;
}

/** Skips white space and consumes `char` if it is next. */
function takes(reader: Reader, char: number): boolean {
  skipSpace(reader);
  if (reader.text.charCodeAt(reader.at) !== char) return false;
  reader.at += 1;
  return true;
}

function skipSpace(reader: Reader): void {
  const { text } = reader;
  for (;;) {
    const char = text.charCodeAt(reader.at);
    if (char !== 0x20 && char !== 0x0a && char !== 0x0d && char !== 0x09) return;
    reader.at += 1;
  }
}

/** Reads a string; its span excludes the quotes. */
function readText(reader: Reader): string {
  const { text } = reader;
  const start = reader.at + 1;
  let isPlain = true;
  let at = start;
  for (; ; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) break;
    // Rejects unescaped control characters (RFC 8259, 7) and, as NaN, the end of the text.
    if (!(char >= 0x20)) refuse();
    if (char === BACKSLASH) {
      isPlain = false;
      at += 1;
    }
  }
  reader.at = at + 1;
  noteScalar(reader, start, at);
  // A copy: a slice has two bytes for each character if one character of the file does, and so has each page with it.
  if (isPlain) return ownText(text.slice(start, at));
  const value: string = JSON.parse(text.slice(start - 1, at + 1));
  return value;
}

const PLAIN = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=[\s,\]}]|$)/y;

function readPlain(reader: Reader): number | boolean | null {
  PLAIN.lastIndex = reader.at;
  const [word] = PLAIN.exec(reader.text) ?? refuse();
  const start = reader.at;
  reader.at += word.length;
  noteScalar(reader, start, reader.at);
  if (word === 'null') return null;
  return word === 'true' || word === 'false' ? word === 'true' : Number(word);
}

function noteScalar(reader: Reader, start: number, end: number): void {
  reader.start = start;
  reader.end = end;
  reader.last = end;
}
