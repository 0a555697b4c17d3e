import type { AnyNode } from 'acorn';
import type { Location } from '../diagnostics/diagnostic.ts';
import { firstFrom, itemAt } from '../shared/item-at.ts';
import { lazy } from '../shared/lazy.ts';
import { lineStarts } from '../shared/line-starts.ts';
import { type ConfigSource, follow, memberName, readConfigSource } from './config-source.ts';
import type { ConfigPath } from './problem.ts';

type SourceRange = Omit<Required<Location>, 'file' | 'pointer' | 'includedBy'>;

/** Offsets in a text, `end` exclusive, in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The value, its key, or a part of a string; if the string is computed, the whole. */
export type LocationTarget = 'value' | 'key' | TextRange;

/** Finds the location of a configuration path; see `locateConfig`. */
export type Locator = (path: ConfigPath, target?: LocationTarget) => SourceRange;

/** Finds a path such as `navbar.items[2].to` in the source, else its nearest ancestor, else line 1 column 1. */
export function locateConfig(
  source: string,
  path: ConfigPath,
  target?: LocationTarget,
): SourceRange {
  return createLocator(source)(path, target);
}

/** A location in a file that is looked for when it is read: few are printed. */
export function lazyLocation(file: string, find: () => SourceRange): Location {
  let range: SourceRange | undefined;
  const located = (): SourceRange => (range ??= find());
  return {
    file,
    get line() {
      return located().line;
    },
    get column() {
      return located().column;
    },
    get endLine() {
      return located().endLine;
    },
    get endColumn() {
      return located().endColumn;
    },
  };
}

interface LocatorOptions {
  /** Finds paths also in the first argument of calls: `integrations: [plugin({ … })]`. */
  readonly throughCalls?: boolean;
}

/** Creates a function that finds many paths in a source, which is read for the first one. */
export function createLocator(written: string, options: LocatorOptions = {}): Locator {
  const find = lazy(() => readLocator(written, options));
  return (path, target) => find()(path, target);
}

function readLocator(written: string, { throughCalls = false }: LocatorOptions): Locator {
  // Columns do not count a byte order mark.
  const source = readConfigSource(written.replace(/^\uFEFF/, ''));
  const { text, exported } = source;
  const starts = lineStarts(text);
  // Many paths may lead through the same literals.
  const childOf = rememberChildren(source, throughCalls);
  const offsets = new Map<AnyNode, (offset: number) => number>();
  const position = (offset: number): { readonly line: number; readonly column: number } => {
    const line = firstFrom(starts, 0, (start) => start > offset);
    return { line, column: offset - itemAt(starts, line - 1) + 1 };
  };
  const rangeOf = ({ start, end }: TextRange): SourceRange => {
    const to = position(end);
    return { ...position(start), endLine: to.line, endColumn: to.column };
  };
  return (path, target = 'value') => {
    if (exported === undefined) return { line: 1, column: 1, endLine: 1, endColumn: 1 };
    let found: Child = { key: exported, value: exported };
    for (const segment of path) {
      const next = childOf(found.value, segment);
      if (next === undefined) return rangeOf(visibleValue(source, found.value));
      found = next;
    }
    if (target === 'key') return rangeOf(found.key);
    const value = visibleValue(source, found.value);
    const isText =
      (value.type === 'Literal' && typeof value.value === 'string') ||
      (value.type === 'TemplateLiteral' && value.expressions.length === 0);
    if (target === 'value' || !isText) return rangeOf(value);
    const offsetOf = offsets.get(value) ?? sourceOffsets(text.slice(value.start, value.end));
    offsets.set(value, offsetOf);
    return rangeOf({
      start: value.start + offsetOf(target.start),
      end: value.start + offsetOf(target.end),
    });
  };
}

/** A member of an object or element of a list. */
interface Child {
  readonly key: AnyNode;
  readonly value: AnyNode;
}

/** Returns a function that finds the members of objects and the elements of lists, with those that are spread there. */
function rememberChildren(source: ConfigSource, throughCalls: boolean) {
  const known = new Map<AnyNode, Map<string | number, Child>>();
  const childrenOf = (value: AnyNode, isSpread: boolean): ReadonlyMap<string | number, Child> => {
    const node = follow(source, value, throughCalls && !isSpread);
    const previous = known.get(node);
    if (previous !== undefined) return previous;
    // A literal that is spread in itself adds nothing.
    known.set(node, new Map());
    const children = new Map<string | number, Child>();
    if (node.type === 'ObjectExpression')
      for (const member of node.properties) {
        const name = memberName(member);
        // The last member of a name wins, as in JavaScript.
        if (member.type === 'SpreadElement') {
          for (const [key, child] of childrenOf(member.argument, true))
            if (typeof key === 'string') children.set(key, child);
        } else if (name !== undefined) {
          const isProperty = member.kind === 'init' && !member.method;
          children.set(name, { key: member.key, value: isProperty ? member.value : member });
        }
      }
    if (node.type === 'ArrayExpression')
      for (const element of node.elements) {
        if (element?.type !== 'SpreadElement') {
          const item = element ?? node;
          children.set(children.size, { key: item, value: item });
          continue;
        }
        // After the spread of another value, indexes are unknown.
        if (follow(source, element.argument).type !== 'ArrayExpression') break;
        for (const child of childrenOf(element.argument, true).values())
          children.set(children.size, child);
      }
    known.set(node, children);
    return children;
  };
  return (value: AnyNode, segment: string | number): Child | undefined => {
    const children = childrenOf(value, false);
    return children.get(segment) ?? children.get(String(segment));
  };
}

/** The value as written, or the value of the variable that it names. */
function visibleValue(source: ConfigSource, value: AnyNode): AnyNode {
  const literal = follow(source, value);
  return literal.start >= value.start && literal.end <= value.end ? value : literal;
}

// ECMAScript, 12.9.4 and 12.9.6: escapes, and line endings that count as one character.
const UNIT =
  /\\(?:u\{0*([0-9a-f]{1,6})\}|u[0-9a-f]{4}|x[0-9a-f]{2}|(\r\n|[\n\r\u2028\u2029])|[^])|\r\n/gi;

/** Converts an offset in a literal's text to an offset in its source, including the quote. */
function sourceOffsets(literal: string): (offset: number) => number {
  /** The first offset in the text that a unit moves, and by how much all units up to it do. */
  const [from, moved]: [number[], number[]] = [[], []];
  let shift = 0;
  for (const { 0: written, 1: point, 2: ending, index } of literal.matchAll(UNIT)) {
    const isAstral = point !== undefined && Number.parseInt(point, 16) > 0xffff;
    const meant = ending === undefined ? (isAstral ? 2 : 1) : 0;
    from.push(index - shift + (meant === 0 ? 0 : 1));
    shift += written.length - meant;
    moved.push(shift);
  }
  return (offset) => offset + 1 + (moved[firstFrom(from, 0, (at) => at > offset + 1) - 1] ?? 0);
}
