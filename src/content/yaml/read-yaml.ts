import {
  EVENT_ID,
  type Event,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
  YAMLException,
} from 'js-yaml';
import { explainYamlError, quoteValueHint, type YamlMistake } from './explain-error.ts';
import { joinFlowLines } from './join-lines.ts';

/** Offsets in the text that was read; `end` is exclusive. */
export interface YamlSpan {
  readonly start: number;
  readonly end: number;
}

export type YamlNode = YamlScalar | YamlList | YamlMap;

export interface YamlScalar {
  readonly kind: 'scalar';
  /** The text as written: quotes and block indentation resolved, nothing interpreted. */
  readonly source: string;
  /** The value in YAML 1.2's core schema. */
  readonly value: YamlPrimitive;
  readonly span: YamlSpan;
}

export interface YamlList {
  readonly kind: 'list';
  readonly items: readonly YamlNode[];
  readonly span: YamlSpan;
}

export interface YamlMap {
  readonly kind: 'map';
  readonly entries: readonly YamlEntry[];
  readonly span: YamlSpan;
}

export interface YamlEntry {
  readonly key: string;
  readonly keySpan: YamlSpan;
  readonly value: YamlNode;
}

export interface YamlProblem extends YamlMistake {
  readonly kind: 'syntax' | 'limit';
}

export interface YamlLimits {
  readonly maxAliases: number;
  readonly maxDepth: number;
  /** Maximum number of nodes, an alias counting as all nodes it refers to. */
  readonly maxNodes: number;
}

export interface YamlDocument {
  /** Undefined if the text is empty or invalid. */
  readonly root: YamlNode | undefined;
  readonly problems: readonly YamlProblem[];
}

/**
 * Reads YAML 1.2 (and so JSON) into nodes with spans. Duplicate keys, tabs as indentation and a second document are
 * problems; `<<` is an ordinary key. An alias is the same node as its anchor.
 */
export function readYaml(text: string, limits: YamlLimits): YamlDocument {
  const events = readEvents(text, limits.maxDepth);
  if (!Array.isArray(events)) return { root: undefined, problems: [events] };
  const reader: Reader = {
    text,
    events,
    limits,
    next: 0,
    last: 0,
    aliases: 0,
    anchors: new Map(),
    problems: [],
  };
  const root = readDocument(reader);
  const size = root === undefined ? 0 : sizeOf(root, new Map());
  if (root !== undefined && size > limits.maxNodes) {
    const { start } = root.span;
    const message = `the aliases expand to more than ${limits.maxNodes} values`;
    reader.problems.push({ kind: 'limit', message, span: { start, end: start } });
  }
  const failed = reader.problems.some((problem) => problem.kind === 'limit');
  return { root: failed ? undefined : root, problems: reader.problems };
}

function readEvents(text: string, maxDepth: number): Event[] | YamlProblem {
  const read = parsed(text, maxDepth);
  const isIndentation = !Array.isArray(read) && read.reason === 'deficient indentation';
  const events = isIndentation ? parsed(joinFlowLines(text), maxDepth) : read;
  if (Array.isArray(events)) return events;
  const { reason } = events;
  const position = Math.min(events.mark?.position ?? 0, text.length);
  if (reason.includes('maxDepth'))
    return { kind: 'limit', message: reason, span: { start: position, end: position } };
  return { kind: 'syntax', ...explainYamlError(text, { reason, position }) };
}

function parsed(text: string, maxDepth: number): Event[] | YAMLException {
  try {
    return parseEvents(text, { maxDepth });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return error;
  }
}

interface Reader {
  readonly text: string;
  readonly events: readonly Event[];
  readonly limits: YamlLimits;
  next: number;
  /** End of the last scalar: the position of an empty value, and the end of a collection. */
  last: number;
  aliases: number;
  readonly anchors: Map<string, YamlNode | undefined>;
  readonly problems: YamlProblem[];
}

function readDocument(reader: Reader): YamlNode | undefined {
  if (reader.events[0]?.type !== EVENT_ID.DOCUMENT) return undefined;
  reader.next = 1;
  const root = reader.events[1]?.type === EVENT_ID.POP ? undefined : readNode(reader);
  if (reader.events[reader.next + 1] !== undefined) {
    const hint = 'remove the line --- and what follows it';
    const span = { start: reader.last, end: reader.last };
    complain(reader, span, { message: 'there must be only one YAML document', hint });
  }
  return root;
}

function complain(reader: Reader, span: YamlSpan, mistake: Omit<YamlMistake, 'span'>): void {
  reader.problems.push({ kind: 'syntax', ...mistake, span });
}

function readNode(reader: Reader): YamlNode {
  const event = reader.events[reader.next];
  reader.next += 1;
  if (event !== undefined && 'tagStart' in event && event.tagStart >= 0) checkTag(reader, event);
  switch (event?.type) {
    case EVENT_ID.SCALAR:
      return anchored(reader, event, () => readScalar(reader, event));
    case EVENT_ID.SEQUENCE:
      return anchored(reader, event, () => readList(reader, event.start));
    case EVENT_ID.MAPPING:
      return anchored(reader, event, () => readMap(reader, event.start));
    case EVENT_ID.ALIAS:
      return readAlias(reader, { start: event.anchorStart - 1, end: event.anchorEnd });
    default:
      return emptyScalar(reader.last);
  }
}

function emptyScalar(at: number): YamlScalar {
  return { kind: 'scalar', source: '', value: null, span: { start: at, end: at } };
}

// While a node is being read, its anchor is undefined: an alias inside it would be endless.
function anchored(
  reader: Reader,
  { anchorStart, anchorEnd }: { readonly anchorStart: number; readonly anchorEnd: number },
  read: () => YamlNode,
): YamlNode {
  if (anchorStart < 0) return read();
  const name = reader.text.slice(anchorStart, anchorEnd);
  reader.anchors.set(name, undefined);
  const node = read();
  reader.anchors.set(name, node);
  return node;
}

function readAlias(reader: Reader, span: YamlSpan): YamlNode {
  // The span includes the asterisk, the name does not.
  const name = reader.text.slice(span.start + 1, span.end);
  reader.last = span.end;
  reader.aliases += 1;
  if (reader.aliases === reader.limits.maxAliases + 1) {
    const message = `there are more than ${reader.limits.maxAliases} aliases`;
    reader.problems.push({ kind: 'limit', message, span });
  }
  const node = reader.anchors.get(name);
  if (node !== undefined) return node;
  if (reader.anchors.has(name))
    complain(reader, span, { message: `the alias "${name}" is inside its own anchor` });
  else complain(reader, span, notText(reader, span.start, 'an alias'));
  return emptyScalar(span.end);
}

function readScalar(
  reader: Reader,
  event: Extract<Event, { type: typeof EVENT_ID.SCALAR }>,
): YamlScalar {
  if (event.valueStart < 0) return emptyScalar(reader.last);
  const span = { start: event.valueStart, end: event.valueEnd };
  reader.last = span.end;
  const source = getScalarValue(reader.text, event);
  const tag = event.tagStart < 0 ? '' : reader.text.slice(event.tagStart, event.tagEnd);
  const literal = event.style !== SCALAR_STYLE.PLAIN || tag === '!!str' || tag === '!';
  return { kind: 'scalar', source, value: literal ? source : resolvePlainScalar(source), span };
}

/** The types of YAML's schemas; strings are also named by "!". */
const KNOWN_TAG = /^!(?:!(?:str|int|float|bool|null|map|seq|timestamp))?$/;

function checkTag(
  reader: Reader,
  { tagStart, tagEnd }: { readonly tagStart: number; readonly tagEnd: number },
): void {
  const tag = reader.text.slice(tagStart, tagEnd);
  if (KNOWN_TAG.test(tag)) return;
  // "!important" is rather text than a tag.
  const isText = /^![^!<]/.test(tag);
  const unknown = { message: `the tag ${tag} is not supported`, hint: 'remove the tag' };
  const mistake = isText ? notText(reader, tagStart, 'a tag') : unknown;
  complain(reader, { start: tagStart, end: tagEnd }, mistake);
}

/** A value meant as text that begins with a YAML indicator. */
function notText({ text }: Reader, at: number, what: string): Omit<YamlMistake, 'span'> {
  const sign = text.charAt(at);
  const message = `the value begins with ${sign}, which begins ${what} in YAML`;
  return { message, hint: quoteValueHint(text, at) };
}

function readList(reader: Reader, start: number): YamlList {
  const items: YamlNode[] = [];
  reader.last = Math.max(reader.last, start);
  while (!atPop(reader)) items.push(readNode(reader));
  reader.next += 1;
  return { kind: 'list', items, span: { start, end: Math.max(start, reader.last) } };
}

function readMap(reader: Reader, start: number): YamlMap {
  const entries: YamlEntry[] = [];
  const seen = new Set<string>();
  reader.last = Math.max(reader.last, start);
  while (!atPop(reader)) {
    const key = readNode(reader);
    const value = readNode(reader);
    if (key.kind !== 'scalar') {
      const hint = 'quote the value, if it is meant as text';
      complain(reader, key.span, { message: 'a key must be text', hint });
    } else if (seen.has(key.source)) {
      const message = `the key "${key.source}" is used twice`;
      complain(reader, key.span, { message, hint: 'keep one of the two' });
    } else {
      seen.add(key.source);
      entries.push({ key: key.source, keySpan: key.span, value });
    }
  }
  reader.next += 1;
  return { kind: 'map', entries, span: { start, end: Math.max(start, reader.last) } };
}

function atPop(reader: Reader): boolean {
  const event = reader.events[reader.next];
  return event === undefined || event.type === EVENT_ID.POP;
}

// Shared nodes are measured once, so the sum is fast even if it is astronomic.
function sizeOf(node: YamlNode, known: Map<YamlNode, number>): number {
  if (node.kind === 'scalar') return 1;
  const before = known.get(node);
  if (before !== undefined) return before;
  const children = node.kind === 'list' ? node.items : node.entries.map((entry) => entry.value);
  const size = children.reduce((sum, child) => sum + sizeOf(child, known), 1);
  known.set(node, size);
  return size;
}

export type YamlPrimitive = string | number | boolean | null;

const INTEGER = /^(?:[-+]?\d+|0o[0-7]+|0x[\da-fA-F]+)$/;
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;

/** Resolves a plain scalar in the core schema (YAML 1.2.2, 10.3.2). Anything else is a string. */
function resolvePlainScalar(source: string): YamlPrimitive {
  if (/^(?:~|null|Null|NULL)?$/.test(source)) return null;
  if (/^(?:true|True|TRUE)$/.test(source)) return true;
  if (/^(?:false|False|FALSE)$/.test(source)) return false;
  if (INTEGER.test(source) || FLOAT.test(source)) return Number(source);
  if (/^[-+]?\.(?:inf|Inf|INF)$/.test(source))
    return source.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return /^\.(?:nan|NaN|NAN)$/.test(source) ? Number.NaN : source;
}
